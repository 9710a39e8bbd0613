"""What sides know of artillery, how it is told, and what menus offer (pw:10.6.8.3, pw:7.0)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.choice import Chance, Choices
from core.dice import ScriptedDice
from core.event import EVENTS, SideId
from core.order import IllegalOrder
from core.panzerwar.artillery import chapter, choices, choices_calls, reports, shoots
from core.panzerwar.artillery.asks import ASKS
from core.panzerwar.artillery.events import AreaFired
from core.panzerwar.artillery.orders import AreaFire, Call, Cease, Correct, FireForEffect, PrePlan, Register
from core.panzerwar.pieces.artillery import Service, Sheaf, Spotting
from core.panzerwar.pieces.engagement import Stance
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.presentation import Report
from core.secrecy import redact, view
from tests.panzerwar.artillery.guns import (
    a_battery,
    begin,
    call,
    communicate,
    field,
    fire,
    guns,
    happen,
    mortars,
    observer,
    of,
    only,
    turn,
)
from tests.panzerwar.kit import BLUE, RED, a_board, a_vehicle, an_element, at

MADE, KEPT = 5, 4


def howitzers(*others: Any, **more: Any) -> WarState:
    pieces, fo = guns(), observer("C30")
    return field(*pieces, fo, *others, batteries=[a_battery(*pieces, fo)], **more)


def under_way(*others: Any, spotting: Spotting = Spotting.NONE, **more: Any) -> WarState:
    """A fire that fell for the first time in turn 4; it is the communications phase of turn 5."""
    state = howitzers(*others, **more)
    call(state, "C10", spotting=spotting)
    communicate(state, MADE)
    turn(state)
    communicate(state)
    turn(state)
    communicate(state, KEPT)
    fire(state, "e5", 3, 2)
    turn(state)
    return state


def test_missions_are_their_owners_secret() -> None:
    """pw:10.6.8.3: and so are reference points, wishes and what is declared."""
    state = under_way()
    theirs, mine = view(state, RED), view(state, BLUE)
    assert mine.artillery.missions
    assert mine.artillery.services
    for secret in ("missions", "references", "wishes", "shots", "services", "reached"):
        assert not getattr(theirs.artillery, secret)
    assert theirs.artillery.fallen == state.artillery.fallen


def test_all_see_where_it_falls_and_not_whose_it_is() -> None:
    """pw:10.1.2: the area lies on the table; the point of aim, the scatter and the battery are not told."""
    state = howitzers()
    call(state, "C10")
    communicate(state, MADE)
    turn(state)
    communicate(state)
    turn(state)
    communicate(state, KEPT)
    fell = only(fire(state, "e5", 3, 2), AreaFired)
    shown = redact(state, fell, RED)
    assert shown is not None
    assert (shown.coa, shown.length, shown.width) == (fell.coa, fell.length, fell.width)
    assert (shown.battery, shown.mission, shown.elements, shown.rolls) == ("", "", (), ())
    assert shown.aim == fell.coa
    assert not shown.scattered
    assert not shown.told
    assert redact(state, fell, BLUE) == fell
    half = view(howitzers(turn=4), RED)
    happen(half, [shown])
    assert half.artillery.fallen == state.artillery.fallen
    assert not half.artillery.services


def test_who_fires_in_sight_is_known() -> None:
    """pw:7.0: mortars that the enemy sees."""
    crews = mortars("C38", "C38+20,0")
    fo = observer("C30", organisation="mortars")
    state = field(*crews, fo, batteries=[a_battery(*crews, fo)], see=["mortars-1"])
    call(state, "C10", battery="mortars")
    communicate(state, MADE)
    turn(state)
    communicate(state)
    turn(state)
    communicate(state, KEPT)
    fell = only(fire(state, "e5", 9, 9), AreaFired)
    shown = redact(state, fell, RED)
    assert shown is not None
    assert shown.elements == ("mortars-1",)
    assert state.element("mortars-1").gunnery.fired == (5,)


def test_every_event_is_told_or_quiet() -> None:
    """pw:10.0: every event of the chapter has words, or is heard of through others."""
    mine = {kind for kind in EVENTS.values() if kind.__module__ == "core.panzerwar.artillery.events"}
    assert {kind.__name__ for kind in mine - set(reports.TELL)} == {"Communicated"}
    assert mine <= set(chapter.CHAPTER.apply)


def test_reports_are_words() -> None:
    """pw:10.1, pw:10.3, pw:10.6.6."""
    squad = an_element("squad", "sov-rifle-43", RED, "C10")
    state = under_way(squad)
    assert told(state, communicate(state, KEPT)) == []
    words = told(state, fire(state, "e2"))
    assert any("fires 105mm" in text and "100 x 75" in text for text in words)


def told(state: WarState, events: list[Any]) -> list[str]:
    found = []
    for event in events:
        tell = reports.TELL.get(type(event))
        report = tell(state, event) if tell is not None else None
        if report is not None:
            assert isinstance(report, Report)
            assert report.rule.startswith("pw:")
            found.append(report.text)
    return found


# -- menus -----------------------------------------------------------------------------------------


def walk(state: WarState, go_on: Any, make: Any, *picks: str, side: SideId = BLUE) -> Any:
    """The order of some picks, each of which was offered."""
    for n in range(1, len(picks)):
        found: Choices = go_on(state, side, picks[:n])
        assert picks[n] in {one.pick for one in found.legal}, f"{picks[n]} of {[one.pick for one in found.options][:9]}"
    assert go_on(state, side, picks).complete
    return make(state, side, picks)


def calls(state: WarState, *picks: str) -> Any:
    assert picks[0] in {one.pick for one in choices_calls.offer(state, BLUE)}
    return walk(state, choices_calls.go_on, choices_calls.order, *picks)


def fires(state: WarState, *picks: str) -> Any:
    assert picks[0] in {one.pick for one in choices.offer_fire(state, BLUE)}
    return walk(state, choices.go_on_fire, choices.order_fire, *picks)


def test_calls_are_built_pick_by_pick() -> None:
    """pw:10.6.3, pw:10.7, pw:10.2.2."""
    state = howitzers()
    found = calls(state, "call:fo", "battery", "C10", "spotting:ONE", "sheaf:open")
    assert found == Call(
        battery="battery", element=state.element("fo").id, at=at("C10"), sheaf=Sheaf.OPEN, spotting=Spotting.ONE
    )
    options = {one.pick: one for one in choices_calls.go_on(state, BLUE, ("call:fo",)).options}
    assert options["battery"].cost == "2 turns"
    assert options["battery"].odds == pytest.approx(0.6)


def test_what_cannot_be_called_says_why() -> None:
    """pw:10.6.10."""
    state = howitzers()
    state.artillery = evolve(state.artillery, services={"battery": Service(side=BLUE, resting=9)})
    (offered,) = [one for one in choices_calls.offer(state, BLUE) if one.pick == "call:fo"]
    assert offered.refusal is not None
    assert offered.refusal.rule == "pw:10.6.10"


def test_what_is_said_to_a_battery_is_built_pick_by_pick() -> None:
    """pw:10.6.5.1, pw:10.7.3, pw:10.6.6, pw:10.7.2."""
    state = under_way(spotting=Spotting.BRACKET)
    assert calls(state, "correct:battery", "7", "from:1") == Correct(battery="battery", direction=7, from_=1)
    assert calls(state, "effect:battery") == FireForEffect(battery="battery")
    assert calls(state, "cease:battery") == Cease(battery="battery")


def test_a_correction_is_shown_in_its_segment() -> None:
    """pw:10.6.8.1: sides are asked in E2 only where something is corrected."""
    state = under_way()
    begin(state, "e2")
    assert not shoots.may_declare(state, BLUE)
    state = under_way()
    chapter_order(state, Correct(battery="battery", direction=7))
    communicate(state, KEPT)
    begin(state, "e2")
    assert shoots.may_declare(state, BLUE)
    found = fires(state, "move:battery", "B10")
    assert found == AreaFire(battery="battery", at=at("B10"))


def chapter_order(state: WarState, given: Any) -> None:
    (kind,) = [one for one in chapter.CHAPTER.orders if one.order is type(given)]
    kind.check(state, BLUE, given)
    happen(state, kind.decide(state, BLUE, given, ScriptedDice([])))


def test_direct_fire_is_built_pick_by_pick() -> None:
    """pw:10.5, pw:10.2.2; hexes with enemies in sight say how likely one of them is lost, and any harmed."""
    enemy = an_element("enemy", "sov-rifle-43", RED, "C10")
    crews = mortars("C38", "C38+20,0")
    state = field(*crews, enemy, batteries=[a_battery(*crews)], step="e4", see=["enemy"])
    assert fires(state, "battery:mortars", "C10", "sheaf:open").sheaf is Sheaf.OPEN
    found = fires(state, "area:mortars-1", "tube", "C12")
    assert found == AreaFire(element=state.element("mortars-1").id, arm="tube", at=at("C12"))
    options = {one.pick: one for one in choices.go_on_fire(state, BLUE, ("battery:mortars",)).options}
    assert options["C12"].odds is None
    told = options["C10"].chance
    chapter_order(state, AreaFire(battery="mortars", at=at("C10")))
    offered = [one.pick for one in choices.offer_fire(state, BLUE)]
    assert "no-area:mortars" in offered
    assert "battery:mortars" not in offered
    assert fires(state, "no-area:mortars") == AreaFire(at=None, battery="mortars")
    shot = shoots.as_shot(BLUE, AreaFire(battery="mortars", at=at("C10")), at("C10"))
    ((name, chances),) = choices.struck(state, BLUE, shot)
    assert (name, chances.dice) == ("enemy", 2)
    assert told == Chance(pytest.approx(chances.loses), pytest.approx(chances.harms), told.none if told else "")
    assert 0 < chances.loses < chances.harms < 0.19  # of two possible hits


def test_the_set_up_is_built_pick_by_pick() -> None:
    """pw:10.8, pw:10.6.3."""
    state = howitzers(step="set-up", turn=0)
    blue, red = state.engagement.sides
    state.engagement = evolve(state.engagement, sides=(evolve(blue, planned=1, stance=Stance.ATTACK), red))

    def builds(*picks: str) -> Any:
        assert picks[0] in {one.pick for one in choices.offer_set_up(state, BLUE)}
        return walk(state, choices.go_on_set_up, choices.order_set_up, *picks)

    assert builds("register:new", "C10") == Register(at=at("C10"))
    chapter_order(state, Register(at=at("C10")))
    assert builds("register:1", "C12") == Register(at=at("C12"), number=1)
    found = builds("pre-plan:battery", "turn:2", "C10", "turns:3")
    assert found == PrePlan(battery="battery", turn=2, at=at("C10"), turns=3)
    chapter_order(state, found)
    assert builds("pre-plan:battery", "none") == PrePlan(battery="battery", turn=0)
    assert not list(choices.offer_set_up(state, RED))


def test_a_reference_point_is_offered_first() -> None:
    """pw:10.8."""
    state = howitzers(step="set-up")
    chapter_order(state, Register(at=at("C12")))
    state.step = "communications"
    found = choices_calls.go_on(state, BLUE, ("call:fo", "battery"))
    assert found.options[0].pick == "point:1"
    assert calls(state, "call:fo", "battery", "point:1").at == at("C12")


def test_counter_battery_is_offered_where_one_is_known() -> None:
    """pw:10.6.3."""
    theirs = mortars("C10", side=RED, name="theirs")
    pieces = guns()
    units = [a_battery(*pieces), a_battery(*theirs)]
    state = field(*pieces, *theirs, batteries=units, see=["theirs-1"])
    assert calls(state, "counter:battery", "C10") == Call(battery="battery", at=at("C10"))
    hidden = field(*pieces, *theirs, batteries=units)
    assert "counter:battery" not in {one.pick for one in choices_calls.offer(hidden, BLUE)}


# -- questions -------------------------------------------------------------------------------------


def test_examples_may_ask() -> None:
    """pw:10.2.1, pw:10.6.4, pw:10.6.7.2, pw:10.5.2, pw:10.9.1."""
    state = howitzers(switches=[Switch.ALLOCATION])
    area = ASKS["area-of"](battery="battery", hex="C10").answer(None, state)
    assert (area["length"], area["width"], area["dice"], area["chances"][0]) == (100, 75, 4, 0.6561)
    assert ASKS["call-lag"](element="fo", battery="battery").answer(None, state)["turns"] == 2
    assert ASKS["scatters"](fire="indirect", range=3000).answer(None, state) == {"times": 30, "exact": 0.04}
    assert ASKS["allots"](battery="battery", hex="C10").answer(None, state)["priority"] == "squad"
    tank = a_vehicle("tank", "pz4h", BLUE, "C30")
    state = field(tank, batteries=[], step="e4", board=a_board(30, 40))
    found = ASKS["may-fire-at-area"](element="tank", arm="gun", hex="C20").answer(None, state)
    assert found["refused"]["rule"] == "pw:10.5.2"
    assert found["range"] == 250


def test_nothing_is_offered_to_who_has_no_artillery() -> None:
    """pw:10.0."""
    state = field(a_vehicle("tank", "pz4h", BLUE, "C30"), batteries=[])
    assert not list(choices_calls.offer(state, BLUE))
    assert not of([], AreaFired)


def test_what_the_observer_no_longer_sees_is_not_moved() -> None:
    """pw:10.6.8: it is offered with the reason, and refused."""
    state = under_way()
    chapter_order(state, Correct(battery="battery", direction=7))
    communicate(state, KEPT)
    begin(state, "e2")
    state.put(state.element("fo").with_harm(blinded=state.turn))
    assert not shoots.may_declare(state, BLUE)
    (offered,) = choices.offer_fire(state, BLUE)
    assert offered.refusal is not None
    assert (offered.pick, offered.refusal.rule) == ("move:battery", "pw:11.4.3")
    with pytest.raises(IllegalOrder, match="blinded"):
        shoots.check(state, BLUE, AreaFire(battery="battery", at=at("B10")))


def test_to_end_allotted_fire_takes_contact() -> None:
    """pw:10.6.1: what may not be ordered is offered with the reason."""
    foes = [an_element(f"foe-{n}", "t34-85", RED, f"C10+{8 * n},0") for n in range(3)]
    state = howitzers(*foes, see=[foe.id for foe in foes], switches=[Switch.ALLOCATION])
    call(state, "C10")
    communicate(state, MADE)
    for _ in range(2):
        turn(state)
        communicate(state)
    fire(state, "e5", 3, 2)
    turn(state)

    def cease() -> Any:
        return next(one for one in choices_calls.offer(state, BLUE) if one.pick == "cease:battery")

    assert cease().refusal is None
    assert cease().odds == pytest.approx(0.96)
    state.put(state.element("fo").with_harm(stunned=True))
    assert cease().refusal.rule == "pw:9.15.2"


def test_counter_battery_fire_has_shells_and_sheaf() -> None:
    """pw:10.6.3, pw:10.2: and says when it comes."""
    theirs = mortars("C12", side=RED, name="theirs")
    pieces = guns()
    state = field(*pieces, *theirs, batteries=[a_battery(*pieces), a_battery(*theirs)], see=["theirs-1"])
    assert calls(state, "counter:battery", "C12", "sheaf:open") == Call(
        battery="battery", at=at("C12"), sheaf=Sheaf.OPEN
    )
    found = choices_calls.go_on(state, BLUE, ("counter:battery", "C12"))
    assert found.prompt == "battery at C12: in 2 turns"
    assert any(one.pick.startswith("shell:") for one in found.options)
