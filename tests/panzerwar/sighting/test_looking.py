"""The sighting phases, E2A, flashes, first sight, losing sight, and who knows of it (pw:7.3 to pw:7.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from attrs import evolve

from core import secrecy
from core.codec import decode, encode
from core.dice import Roll, ScriptedDice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzerwar.combat import first_sight
from core.panzerwar.course.events import StepBegun, TurnBegun
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Harm
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.sighting import losing, step
from core.panzerwar.sighting.chapter import CHAPTER
from core.panzerwar.sighting.choices import go_on, menu, order
from core.panzerwar.sighting.events import CameInSight, FlashSeen, Looked, OutOfSight
from core.panzerwar.sighting.evolve import APPLY
from core.panzerwar.sighting.orders import SightTogether
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at, evolved

GUN = Gunnery(fired=(1,), with_=frozenset({"gun"}))
FULL = Travel(motion=Motion.FULL)
BOARD = a_board(rows=60)


def tank(id_: str, side: SideId, place: str | Point, **changes: Any) -> Element:
    """A Panther that looks south, or a T-34 that looks north."""
    card, heading = ("panther-g", 24) if side == BLUE else ("t34-43", 0)
    return an_element(id_, card, side, place, **{"heading": heading, "turret": heading, **changes})


def away(gsu: float, **changes: Any) -> Element:
    """The T-34 "it", so far south of F3."""
    start = at("F3")
    return tank("it", RED, Point(start.x, start.y + round(10 * (gsu + 5))), **changes)


def settle(state: WarState, dice: Iterable[int], *groups: SightTogether) -> list[Event]:
    """Both sides end the step, after these groups were formed."""
    for one in groups:
        step.check_together(state, BLUE, one)
        evolved(state, APPLY, step.together(state, BLUE, one, ScriptedDice([])))
    state.ended = frozenset({BLUE, RED})
    scripted = ScriptedDice(dice)
    happening = step.happens(state, scripted)
    assert happening is not None
    found = evolved(state, APPLY, happening)
    assert not scripted.results
    assert step.over(state)
    return found


def of(kind: type[Event], events: Iterable[Event]) -> list[Any]:
    return [one for one in events if isinstance(one, kind)]


# -- phase D ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "seen"), [(5, False), (6, True)])
def test_each_element_looks_once(die: int, seen: bool) -> None:
    """pw:7.3, pw:7.4, pw:7.6, pw:3.2.D: a D10, 1000 by the calculator."""
    state = a_state(tank("eye", BLUE, "F3"), away(1000, buttoned=True), board=BOARD)
    events = settle(state, [die, 1])
    assert [one.side for one in of(Looked, events)] == [BLUE, RED]
    assert (UnitId("it") in state.sighted[BLUE]) is seen
    assert UnitId("eye") not in state.sighted.get(RED, frozenset())
    assert step.happens(state, ScriptedDice([])) is None


def test_a_success_shows_all_that_are_alike_up_to_its_distance() -> None:
    """pw:7.3.3: but for those that something hides."""
    more = [away(800), away(950), away(1050)]
    reds = [evolve(one, id=UnitId(f"r{n}"), buttoned=True) for n, one in enumerate(more)]
    hidden = tank("r9", RED, "P20", buttoned=True)
    board = a_board(rows=60, levels={"K11 K12 L11 L12 M12 N16 N17 O17 P17 M15 M16 L13 L14": 1})
    state = a_state(tank("eye", BLUE, "F3"), *reds, hidden, board=board)
    settle(state, [6, 1, 1, 1, 1])
    assert state.sighted[BLUE] == {"r0", "r1"}


def test_the_clearest_look_is_told() -> None:
    """pw:7.6.3: of several that sight it, who had most to spare."""
    near = tank("b9", BLUE, Point(at("F3").x, at("F3").y + 3000))
    state = a_state(tank("eye", BLUE, "F3"), near, away(600, buttoned=True), board=BOARD)
    found = of(CameInSight, settle(state, [10, 6, 1]))
    assert [one.by for one in found if one.side == BLUE] == [("eye",)]
    state = a_state(tank("eye", BLUE, "F3"), near, away(600, buttoned=True), board=BOARD)
    found = of(CameInSight, settle(state, [6, 6, 1]))
    assert [(one.by, one.range) for one in found if one.side == BLUE] == [(("b9",), 300)]


def test_what_is_in_sight_is_not_looked_for() -> None:
    """pw:7.3.1: and without anything to sight no dice are rolled."""
    state = a_state(tank("eye", BLUE, "F3"), away(1000), see=["eye", "it"], board=BOARD)
    assert not of(Looked, settle(state, []))


def test_in_phase_d_its_movement_counts_and_in_phase_f_its_fire() -> None:
    """pw:7.3.1, pw:7.3.2, pw:3.2.F."""
    moved = away(1400, travel=FULL, gunnery=GUN, buttoned=True)
    state = a_state(tank("eye", BLUE, "F3"), moved, board=BOARD)
    found = of(CameInSight, settle(state, [5, 1]))
    assert [part.amount for part in found[0].tally] == [40, 7]
    state = a_state(tank("eye", BLUE, "F3"), moved, step="final-sighting", board=BOARD)
    found = of(CameInSight, settle(state, [1]))
    assert [part.amount for part in found[0].tally] == [40, 15]
    assert found[0].rule == "pw:7.3.2"


def test_in_phase_f_only_who_fired_is_looked_for() -> None:
    """pw:7.3.2, pw:3.2.F."""
    quiet = a_state(tank("eye", BLUE, "F3"), away(100), step="final-sighting", board=BOARD)
    assert not of(Looked, settle(quiet, []))


def test_who_is_stunned_does_not_look() -> None:
    """pw:9.15.2: nor rolls."""
    state = a_state(tank("eye", BLUE, "F3", harm=Harm(stunned=True)), away(100, buttoned=True), board=BOARD)
    settle(state, [1])
    assert not state.sighted[BLUE]


def test_riders_and_towed_guns_are_seen_with_what_carries_them() -> None:
    """pw:6.9.5, pw:6.11: who rides inside is not."""
    carried = [
        an_element("on", "sov-smg", RED, "F10", presence=Presence.ABOARD, aboard=UnitId("it"), outside=True),
        an_element("in", "sov-smg", RED, "F10", presence=Presence.ABOARD, aboard=UnitId("it")),
        an_element("gun", "zis3", RED, "F10", presence=Presence.ABOARD, aboard=UnitId("it")),
    ]
    state = a_state(tank("eye", BLUE, "F3", buttoned=True), away(200), *carried, board=BOARD)
    settle(state, [6, 1])
    assert state.sighted[BLUE] == {"it", "on", "gun"}
    state.change(UnitId("it"), at=at("Z50"), heading=0)
    state.change(UnitId("eye"), heading=0, turret=0)
    evolved(state, APPLY, losing.lost(state))
    assert not state.sighted[BLUE]


@pytest.mark.parametrize(("known", "lost"), [(("it", "in"), ["it", "in"]), (("in",), ["in"])])
def test_who_got_in_is_lost_from_sight_with_what_carries_him(known: tuple[str, ...], lost: list[str]) -> None:
    """pw:7.10.1: he was in sight before, and rides inside, of what drives out of sight or was never seen."""
    inside = an_element("in", "sov-smg", RED, "Z50", presence=Presence.ABOARD, aboard=UnitId("it"))
    eye = tank("eye", BLUE, "F3", heading=0, turret=0, buttoned=True)
    state = a_state(eye, tank("it", RED, "Z50"), inside, board=BOARD, see=())
    state.sighted = {**state.sighted, BLUE: frozenset(UnitId(id_) for id_ in known)}
    assert [one.element for one in of(OutOfSight, evolved(state, APPLY, losing.lost(state)))] == lost
    assert not state.sighted[BLUE]
    assert UnitId("in") not in secrecy.view(state, BLUE).elements


# -- groups ----------------------------------------------------------------------------------------------


def platoon() -> list[Element]:
    start = at("F3")
    return [tank(f"b{n}", BLUE, Point(start.x + 200 * n, start.y)) for n in range(3)]


def test_a_group_rolls_one_die_with_its_bonus() -> None:
    """pw:7.4, pw:7.4.3, pw:7.4.5: two friends make 1500 of a 8."""
    state = a_state(*platoon(), away(1400, buttoned=True), board=BOARD)
    events = settle(state, [8, 1], SightTogether(members=(UnitId("b0"), UnitId("b1"), UnitId("b2"))))
    assert of(Looked, events)[0].parties == (("b0", "b1", "b2"),)
    assert "it" in state.sighted[BLUE]
    alone = a_state(*platoon(), away(1400, buttoned=True), board=BOARD)
    assert of(Looked, settle(alone, [8, 8, 8, 1]))[0].parties == (("b0",), ("b1",), ("b2",))
    assert not alone.sighted[BLUE]


def test_groups_are_formed_anew_in_each_phase() -> None:
    """pw:7.4.3."""
    state = a_state(*platoon(), away(1400), board=BOARD)
    two = SightTogether(members=(UnitId("b0"), UnitId("b1")))
    evolved(state, APPLY, step.together(state, BLUE, two, ScriptedDice([])))
    assert state.watch.groups[BLUE] == (("b0", "b1"),)
    evolved(state, APPLY, [StepBegun(step="final-sighting")])
    assert not state.watch.groups


def test_who_joins_a_group_leaves_another() -> None:
    """pw:7.4: in one group, or alone."""
    state = a_state(*platoon(), board=BOARD)
    for members in (("b0", "b1"), ("b1", "b2")):
        one = SightTogether(members=tuple(map(UnitId, members)))
        evolved(state, APPLY, step.together(state, BLUE, one, ScriptedDice([])))
    assert state.watch.groups[BLUE] == (("b1", "b2"),)
    apart = {c.pick: c.cost for c in menu(state, BLUE, ()).options if c.pick.startswith("alone:")}
    assert apart == {f"alone:{a}": f"not with {state.element(b).name}" for a, b in (("b1", "b2"), ("b2", "b1"))}
    evolved(state, APPLY, step.together(state, BLUE, SightTogether(members=(UnitId("b2"),)), ScriptedDice([])))
    assert state.watch.groups[BLUE] == ()
    with pytest.raises(IllegalOrder, match="sights alone"):
        step.check_together(state, BLUE, SightTogether(members=(UnitId("b2"),)))
    for members in (("b0", "b1", "b2"), ("b1",)):
        one = SightTogether(members=tuple(map(UnitId, members)))
        evolved(state, APPLY, step.together(state, BLUE, one, ScriptedDice([])))
    assert state.watch.groups[BLUE] == (("b0", "b2"),)


def test_groups_by_picks() -> None:
    """pw:7.4: the group that suggests itself, one built member by member, refusals in words."""
    far = tank("b9", BLUE, Point(at("F3").x + 900, at("F3").y), heading=0, turret=0, buttoned=True)
    state = a_state(*platoon(), far, board=BOARD)
    picks = {choice.pick: choice for choice in menu(state, BLUE, ()).options}
    assert picks["group:b0"].cost == "class A, +2"
    assert order(state, BLUE, ("group:b0",)) == SightTogether(members=tuple(map(UnitId, ("b0", "b1", "b2"))))
    assert order(state, BLUE, ("sight:b0",)) is None
    more = {choice.pick: choice for choice in go_on(state, BLUE, ("sight:b0",)).options}
    assert more["b1"].legal
    refused = more["b9"].refusal
    assert refused is not None
    assert refused.rule == "pw:7.4.1"
    assert order(state, BLUE, ("sight:b0", "b1")) == SightTogether(members=(UnitId("b0"), UnitId("b1")))


def test_only_sides_that_may_form_a_group_are_asked() -> None:
    """pw:7.4.3: who does not know the units of a side cannot tell."""
    view = secrecy.view(a_state(*platoon(), away(100), board=BOARD), BLUE)
    assert step.acting(view) == (BLUE, RED)
    state = a_state(*platoon(), away(100), board=BOARD)
    assert step.acting(state) == (BLUE,)
    state.ended = frozenset({BLUE})
    assert step.acting(state) == ()


# -- E2A and the night -----------------------------------------------------------------------------------


def test_who_fired_is_sighted_at_once_in_e2a() -> None:
    """pw:7.5, pw:7.7.4, pw:3.2.E: without a roll, alone, as far as with a 1."""
    rules = CHAPTER.steps["e2a"]
    for gsu, seen in ((2275, True), (2276, False)):
        shooter = away(gsu, gunnery=GUN, buttoned=True)
        state = a_state(tank("eye", BLUE, "F3"), shooter, step="e2a", board=a_board(rows=110))
        happening = rules.happens(state, ScriptedDice([]))
        assert happening is not None
        evolved(state, APPLY, happening)
        assert bool(state.sighted[BLUE]) is seen, gsu
        assert bool(state.sighted_now.get(BLUE)) is seen


def test_who_did_not_fire_is_not_sighted_in_e2a() -> None:
    """pw:3.2.E."""
    state = a_state(tank("eye", BLUE, "F3"), away(50, buttoned=True), step="e2a", board=BOARD)
    assert not list(CHAPTER.steps["e2a"].happens(state, ScriptedDice([])) or ())


@pytest.mark.parametrize(
    ("changes", "seen"),
    [
        ({"gunnery": GUN}, True),
        ({}, False),
        ({"travel": Travel(lights=True)}, True),
        ({"role": "searchlight", "heading": 24, "turret": 24}, True),
    ],
)
def test_flashes_in_the_dark(changes: dict[str, Any], seen: bool) -> None:
    """pw:7.8, pw:6.10.2: a flash or a light tells where, and no more; it is forgotten when the next movement
    begins, for until then a battery may be called to it (pw:10.6.3)."""
    flare = away(400, buttoned=True, **changes)
    state = a_state(tank("eye", BLUE, "F3"), flare, step="final-sighting", moonlight=0, board=BOARD)
    state.step = "final-sighting" if "gunnery" in changes else "sighting"
    dice = [1, 1] if state.step == "sighting" else [1]
    events = settle(state, dice)
    assert bool(of(FlashSeen, events)) is seen
    assert not state.sighted[BLUE]
    assert state.watch.flashes.get(BLUE, {}) == ({"it": flare.where} if seen else {})
    evolved(state, APPLY, [TurnBegun(turn=3), StepBegun(step="communications")])
    assert bool(state.watch.flashes.get(BLUE)) is seen
    evolved(state, APPLY, [StepBegun(step="initiative")])
    assert not state.watch.flashes.get(BLUE)


# -- first sight -----------------------------------------------------------------------------------------


def test_two_that_stood_and_sight_each_other() -> None:
    """PW-7.7.3-a, pw:7.7, pw:7.7.3: they were in sight of each other all turn, so they need not wait."""
    state = a_state(tank("eye", BLUE, "F3"), away(300), board=BOARD)
    settle(state, [6, 6])
    eye, it = state.element("eye"), state.element("it")
    assert state.sighted_now == {BLUE: {"it"}, RED: {"eye"}}
    assert not first_sight.is_first(state, eye, it)
    assert not first_sight.is_first(state, it, eye)
    moved = a_state(tank("eye", BLUE, "F3"), away(300, travel=FULL), board=BOARD)
    settle(moved, [6, 6])
    assert first_sight.is_first(moved, moved.element("eye"), moved.element("it"))


@pytest.mark.parametrize(("lost", "again", "first"), [(2, 2, True), (2, 3, False), (2, 4, True), (3, 4, False)])
def test_a_target_is_new_again_after_a_complete_turn_out_of_sight(lost: int, again: int, first: bool) -> None:
    """pw:8.7.7, pw:7.7: it was first sighted in turn 2."""
    state = a_state(tank("eye", BLUE, "F3"), away(100, buttoned=True), board=BOARD)
    settle(state, [6, 1])
    hidden = tank("it", RED, "F2")
    state.turn = lost
    seen_at = state.element("it").where
    state.change(UnitId("it"), at=hidden.where)
    evolved(state, APPLY, losing.lost(state))
    for turn in range(lost + 1, again + 1):
        evolved(state, APPLY, [TurnBegun(turn=turn), StepBegun(step="sighting")])
        state.turn = turn
    state.watch = evolve(state.watch, settled=frozenset())
    state.change(UnitId("it"), at=seen_at)
    found = of(CameInSight, settle(state, [6, 1]))
    assert [one.first for one in found if one.side == BLUE] == [first]
    assert ("it" in state.sighted_now.get(BLUE, ())) is first


# -- losing sight ----------------------------------------------------------------------------------------


def test_sight_is_lost_when_nobody_keeps_it() -> None:
    """pw:7.10, pw:7.10.1, pw:7.10.2: it is remembered where it was last."""
    state = a_state(tank("eye", BLUE, "F3"), away(100), see=["it"], board=BOARD)
    assert not list(losing.lost(state))
    state.change(UnitId("eye"), heading=0, turret=0)
    events = evolved(state, APPLY, losing.lost(state))
    assert [(one.element, one.rule) for one in of(OutOfSight, events)] == [("it", "pw:7.10.2")]
    assert not state.sighted[BLUE]
    assert state.glimpsed[BLUE] == {"it": state.element("it").where}
    assert state.watch.sightings[BLUE][UnitId("it")].lost == 2


def test_one_who_keeps_it_is_enough() -> None:
    """pw:7.10."""
    state = a_state(tank("b1", BLUE, "F3", heading=0, turret=0), tank("b2", BLUE, "G3"), away(100), see=["it"])
    assert not list(losing.lost(state))


def test_wrecks_are_not_lost_from_sight() -> None:
    """pw:7.10: they lie where they were seen."""
    gone = away(100, presence=Presence.DESTROYED)
    state = a_state(tank("eye", BLUE, "F3", heading=0, turret=0), gone, see=["it"])
    assert not list(losing.lost(state))


def test_it_is_looked_after_each_movement_segment() -> None:
    """pw:7.10: once."""
    state = a_state(tank("eye", BLUE, "F3", heading=0, turret=0), away(100), see=["it"], step="c4")
    assert losing.due(state)
    evolved(state, APPLY, losing.happens(state, ScriptedDice([])))
    assert not state.sighted[BLUE]
    assert not losing.due(state)
    state.step = "c5"
    assert losing.due(state)
    state.step = "e1"
    assert not losing.due(state)


# -- who knows -------------------------------------------------------------------------------------------


def test_nobody_learns_that_he_has_been_sighted() -> None:
    """pw:7.0: the other side hears only that it has been looked."""
    state = a_state(*platoon(), away(400, buttoned=True), board=BOARD)
    members = SightTogether(members=(UnitId("b0"), UnitId("b1")))
    events = settle(state, [6, 6, 1], members)
    heard = {one.name for one in events if secrecy.redact(state, one, RED) is not None}
    assert heard == {"pw-looked", "pw-sighting-done"}
    assert [one.side for one in events if one.name == "pw-looked" and secrecy.redact(state, one, RED)] == [RED]


def test_a_side_that_knows_no_more_follows_by_what_it_is_told() -> None:
    """pw:7.0, pw:7.10: what comes in sight is told with the event, what is lost is gone from the view."""
    state = a_state(tank("eye", BLUE, "F3"), away(400, ammunition={"AP": 5}, gunnery=GUN, buttoned=True), board=BOARD)
    view = secrecy.view(state, BLUE)
    assert "it" not in view.elements
    for event in settle(state, [6, 1]):
        told = secrecy.redact(state, event, BLUE)
        if told is not None:
            APPLY[type(told)](view, decode(encode(told)))
    assert view.elements == secrecy.view(state, BLUE).elements
    assert not view.element("it").ammunition
    assert view.watch == secrecy.view(state, BLUE).watch
    state.change(UnitId("eye"), heading=0, turret=0)
    view.change(UnitId("eye"), heading=0, turret=0)
    for event in evolved(state, APPLY, losing.lost(state)):
        APPLY[type(event)](view, event)
    assert "it" not in view.elements
    assert view.elements == secrecy.view(state, BLUE).elements


def test_events_in_words() -> None:
    """Each says who, where, how, and by which rule."""
    state = a_state(*platoon(), away(400), board=BOARD)
    events = settle(state, [6, 6, 6], SightTogether(members=(UnitId("b0"), UnitId("b1"))))
    told = [CHAPTER.tell[type(one)](state, one) for one in events if type(one) in CHAPTER.tell]
    texts = [one.text for one in told if one is not None]
    assert texts[0] == "Blue looks out: 2 rolls, 1 of them in groups"
    assert texts[1] == "b0, b1 see it at 400 in F19, at first sight"
    seen = told[1]
    assert seen is not None
    assert seen.details == ("sighted as far as 1000: factor 40, 100 percent",)
    assert seen.rule == "pw:7.3.1"


@pytest.mark.parametrize(
    ("far", "dice", "changes", "why"),
    [
        (40, [1, 1], {"moonlight": 0}, ", halved by darkness, no farther by weather, light or smoke"),
        (100, [1, 1], {"pinned": True}, ", halved by suppression"),
        (
            40,
            [1, 1],
            {"moonlight": 0, "pinned": True},
            "and by suppression, no farther by weather, light or smoke",
        ),
        (200, [6, 6], {"limit": 200}, ", no farther by weather, light or smoke"),
        (400, [6, 6], {}, ""),
    ],
)
def test_what_shortens_a_sighting_is_told(far: float, dice: list[int], changes: dict[str, Any], why: str) -> None:
    """pw:7.6.2, pw:7.8, pw:12.9: beside factor and percentage, of which it is less."""
    eye = an_element("eye", "ger-rifle-44", BLUE, "F3")
    if changes.get("pinned"):
        eye = eye.with_nerve(suppressed=2)
    state = a_state(eye, away(far), board=BOARD, moonlight=changes.get("moonlight"))
    if "limit" in changes:
        state.sky = evolve(state.sky, most=changes["limit"])
    (mine,) = (one for one in of(CameInSight, settle(state, dice)) if one.side == BLUE)
    seen = CHAPTER.tell[CameInSight](state, mine)
    assert seen is not None
    assert seen.details[0].endswith(why or "percent")
    assert why or "," not in seen.details[0].partition("percent")[2]


def test_a_single_roll_is_told_as_one() -> None:
    """pw:7.6."""
    looked = Looked(side=BLUE, parties=((UnitId("eye"),),), rolls=(Roll("d10", 6, "look", "pw:7.6"),))
    told = CHAPTER.tell[Looked](a_state(tank("eye", BLUE, "F3"), board=BOARD), looked)
    assert told is not None
    assert told.text == "Blue looks out: 1 roll"


def test_nobody_left_to_look_out_is_not_told() -> None:
    """pw:7.6."""
    looked = Looked(side=BLUE, parties=(), rolls=())
    assert CHAPTER.tell[Looked](a_state(tank("eye", BLUE, "F3"), board=BOARD), looked) is None


def test_what_looking_out_is_called() -> None:
    """pw:7.6: what each die is for is a sentence, of one and of several."""
    state = a_state(tank("b1", BLUE, "F3"), tank("b2", BLUE, "F4"), away(300), board=BOARD)
    alone = next(event for event in settle(state, [1, 1, 1]) if isinstance(event, Looked) and event.side == BLUE)
    assert [roll.for_ for roll in alone.rolls] == ["b1 looks out", "b2 looks out"]
    state = a_state(tank("b1", BLUE, "F3"), tank("b2", BLUE, "F4"), away(300), board=BOARD)
    together = SightTogether(members=(UnitId("b1"), UnitId("b2")))
    both = next(event for event in settle(state, [1, 1], together) if isinstance(event, Looked) and event.side == BLUE)
    assert [roll.for_ for roll in both.rolls] == ["b1 and others look out"]
