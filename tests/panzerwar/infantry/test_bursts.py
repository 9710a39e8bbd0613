"""Fire of infantry, and bursts at it: arms, ranges, segments, the circle, flame (pw:12.0 to pw:12.8, pw:12.12)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerwar.combat import aimed, arms, at_men, choices, shooting, trailers, when
from core.panzerwar.combat import evolve as combat
from core.panzerwar.combat.events import Fired, TrailerStruck
from core.panzerwar.damage import evolve as damage
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.damage.resolving import strike_vehicle
from core.panzerwar.face.cards import unit_card
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.shots import Arm, ArmKind, Shot
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.combat.duels import FirstDice
from tests.panzerwar.damage.hits import a_strike, scripted
from tests.panzerwar.happening import happen
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at

MG = "MG42-HMG"


def firer(card: str = "mg-team", weapon: str = MG, where: str | Point = "C9", **changes: Any) -> Element:
    return an_element("firer", card, BLUE, where, weapon=weapon, **changes)


def foe(id_: str = "foe", card: str = "brit-rifle", where: str | Point = "C5", **changes: Any) -> Element:
    return an_element(id_, card, RED, where, **changes)


def facing(*elements: Element, **changes: Any) -> WarState:
    return a_state(*elements, see=[e.id for e in elements], **{"step": "e1", **changes})


def gun(state: WarState, kind: ArmKind = ArmKind.MACHINE_GUN) -> Arm:
    return next(one for one in arms.arms(state, state.element("firer")) if one.kind is kind)


def shot(*others: str, arm: Arm) -> Shot:
    return Shot(
        side=BLUE, element=UnitId("firer"), arm=arm.id, target=UnitId("foe"), others=tuple(UnitId(o) for o in others)
    )


# -- elements and what they have -----------------------------------------------------------------------------


def test_what_elements_have() -> None:
    """pw:12.0, pw:12.0.1, pw:12.0.4: squads small arms and light weapons, teams one special weapon, crews nothing."""
    state = facing(firer("ger-pzgren", ""), foe(), month=8)
    kinds = [one.kind for one in arms.arms(state, state.element("firer"))]
    assert kinds == [ArmKind.SMALL, ArmKind.MACHINE_GUN, ArmKind.MACHINE_GUN, ArmKind.TUBE]
    team = facing(firer(), foe())
    assert [one.kind for one in arms.arms(team, team.element("firer"))] == [ArmKind.SMALL, ArmKind.MACHINE_GUN]
    crew = facing(firer("crew", ""), foe())
    assert arms.arms(crew, crew.element("firer")) == ()
    assert all(7 <= card.men <= 12 for card in state.cards.squads.values())


@pytest.mark.parametrize(
    ("where", "power"), [("C9+0,-13", 4), ("C9+0,-14", 3), ("C7", 2), ("C5", 1), ("C2", -2), ("C1", None)]
)
def test_firepower_by_range(where: str, power: int | None) -> None:
    """pw:12.4, pw:12.5, pw:12.4.2: contact, then the columns to 200, and nothing beyond."""
    state = facing(firer("ger-rifle-44", "", where="C9"), foe(where=where))
    if where == "C1":
        state.change(UnitId("foe"), at=Point(at("C9").x, at("C9").y - 2070))
    small = gun(state, ArmKind.SMALL)
    found = state.element("firer"), state.element("foe")
    assert at_men.killpower(state, found[0], small, found[1], _range(state)) == power


def _range(state: WarState) -> float:
    one, other = state.element("firer").where, state.element("foe").where
    return abs(one.y - other.y) / 10 - 6


@pytest.mark.parametrize(
    ("motion", "first", "segments"),
    [
        (Motion.STATIONARY, False, (1,)),
        (Motion.STATIONARY, True, (3,)),
        (Motion.HALF, False, (4,)),
        (Motion.FULL, True, (4,)),
    ],
)
def test_when_light_weapons_fire(motion: Motion, first: bool, segments: tuple[int, ...]) -> None:
    """pw:12.6, pw:12.7.1, pw:12.7.2, pw:12.7.3: in E1, at first sight in E3, after movement in E4; so small arms."""
    element = firer("ger-rifle-44", "").with_travel(motion=motion)
    state = facing(element, foe())
    for one in arms.arms(state, element):
        assert when.segments(state, element, one, first=first) == segments


def test_in_e5_there_is_close_assault_alone() -> None:
    """pw:12.7.4: no weapon fires then."""
    state = facing(firer("ger-rifle-44", ""), foe(), step="e5")
    element = state.element("firer")
    for one in arms.arms(state, element):
        assert not when.may_fire_now(state, element, one, 5, first=False)


def test_who_is_destroyed_on_the_move_fires_no_light_weapon() -> None:
    """pw:12.6.3: it must live until E4."""
    moved = firer("ger-rifle-44", "").with_travel(motion=Motion.FULL)
    state = facing(moved, foe(), step="e4")
    found = shooting.target_refusal(state, moved, gun(state), state.element("foe"))
    assert found is None
    state.change(UnitId("firer"), presence=Presence.KILLED)
    lost = shooting.arm_refusal(state, state.element("firer"), gun(state))
    assert lost is not None


# -- the circle ----------------------------------------------------------------------------------------------


def three(**changes: Any) -> WarState:
    """An HMG, and three elements side by side of which two moved in the open and one is in a house, at first sight."""
    squad = foe().with_travel(motion=Motion.FULL)
    team = foe("team", "mg-team", Point(at("C5").x + 100, at("C5").y)).with_travel(motion=Motion.FULL)
    house = foe("house", where=Point(at("C5").x, at("C5").y - 128))
    state = facing(firer(), squad, team, house, board=a_board(terrain={"C4": "village"}), **changes)
    state.sighted_now = {BLUE: frozenset({UnitId("foe"), UnitId("team"), UnitId("house")})}
    return state


def test_the_example_of_three_under_a_circle() -> None:
    """pw:12.8.3, pw:12.4.2, pw:12.8.1: 2 + 1 - 1 = 2, 2 + 1 - 1 - 1 = 1, 2 - 2 - 1 - 1 = -2."""
    state = three()
    arm, element = gun(state), state.element("firer")
    base = at_men.killpower(state, element, arm, state.element("foe"), 94)
    row = list(at_men.row(state, arm, shot("team", "house", arm=arm)))
    assert row == ["foe", "team", "house"]
    nets = []
    for place, id_ in enumerate(row):
        attack = at_men.attack_of(state, element, arm, state.element(id_), place, 1)
        assert attack is not None
        nets.append(attack.net - (base or 0) + 2)
    assert nets == [2, 1, -2]


@pytest.mark.parametrize(("weapon", "count"), [("MG42-LMG", 2), ("MG42-HMG", 3)])
def test_how_many_a_burst_affects(weapon: str, count: int) -> None:
    """pw:12.8.2, pw:12.8.3: two of an LMG, three of an MMG or HMG; each a die of its own."""
    foes = [foe("foe"), *(foe(f"f{n}", where=Point(at("C5").x + 40 * n, at("C5").y)) for n in (1, 2, 3))]
    state = facing(firer(weapon=weapon), *foes)
    arm, element = gun(state), state.element("firer")
    made = shot("f1", "f2", "f3", arm=arm)
    assert shooting.shot_refusal(state, element, arm, made) is None
    assert len(list(at_men.row(state, arm, made))) == count
    events = list(at_men.resolve(state, state.copy(), element, arm, made, 1, ScriptedDice([9] * 9)))
    assert isinstance(events[0], Fired)
    assert [type(e) for e in events[1:]] == [MenAttacked] * count


def test_up_to_four_teams_are_one_target() -> None:
    """pw:12.8.4, pw:12.8.6: but each is diced for separately."""
    teams = [foe("foe"), *(foe(f"t{n}", "mg-team", Point(at("C5").x + 20 * n, at("C5").y)) for n in range(1, 6))]
    state = facing(firer(weapon="MG42-LMG"), *teams)
    arm, element = gun(state), state.element("firer")
    row = list(at_men.row(state, arm, shot("t1", "t2", "t3", "t4", "t5", arm=arm)))
    assert row == ["foe", "t1", "t2", "t3", "t4"]
    assert [place for _, place in at_men.places(state, arm, shot("t1", "t2", arm=arm))] == [0, 1, 1]
    events = at_men.resolve(state, state.copy(), element, arm, shot("t1", "t2", arm=arm), 1, ScriptedDice([9] * 9))
    assert [e.element for e in events if isinstance(e, MenAttacked)] == ["foe", "t1", "t2"]


@pytest.mark.parametrize(
    ("weapon", "cards", "places"),
    [
        ("MG42-LMG", ["mg-team"] * 9, [0, 0, 0, 0, 1, 1, 1, 1]),
        ("MG42-LMG", ["mg-team", "brit-rifle", "mg-team", "brit-rifle"], [0, 1, 0]),
        ("MG42-HMG", ["brit-rifle", "mg-team", "brit-rifle", "mg-team"], [0, 1, 2, 1]),
        ("MG42-LMG", ["brit-rifle", "crew", "crew"], [0, 1]),
        ("", ["mg-team"] * 5, [0, 1, 2, 3]),
        ("", ["brit-rifle", "mg-team"], [0]),
    ],
)
def test_teams_share_a_place(weapon: str, cards: list[str], places: list[int]) -> None:
    """pw:12.8.4, pw:12.8.6, pw:12.8, pw:12.0.4: four count as one squad, the target too, and the killpower is less by
    squads; a crew is as many men as a squad; small arms affect the teams of one squad, or a squad."""
    ids = ["foe", *(f"t{n}" for n in range(1, len(cards)))]
    row = at("C5")
    foes = [foe(id_, card, Point(row.x + 15 * n, row.y)) for n, (id_, card) in enumerate(zip(ids, cards, strict=True))]
    state = facing(firer("mg-team" if weapon else "ger-rifle-44", weapon), *foes)
    arm = gun(state, ArmKind.MACHINE_GUN if weapon else ArmKind.SMALL)
    assert [place for _, place in at_men.places(state, arm, shot(*ids[1:], arm=arm))] == places
    offered: tuple[UnitId, ...] = ()
    while found := next(shooting.in_group(state, state.element("firer"), arm, state.element("foe"), offered), None):
        offered = (*offered, found.id)
    assert len(offered) + 1 == len(places)


@pytest.mark.parametrize(("card", "amounts"), [("ger-rifle-44", [0, -1, -2]), ("sov-smg", [0, 0, 0])])
def test_small_arms_at_teams(card: str, amounts: list[int]) -> None:
    """pw:12.8, pw:12.8.7: rifles one squad a turn; of teams several, each one worse; of automatic arms not."""
    teams = [foe("foe", "mg-team"), *(foe(f"t{n}", "mg-team", Point(at("C5").x + 20 * n, at("C5").y)) for n in (1, 2))]
    squad = foe("squad", where=Point(at("C5").x - 20, at("C5").y))
    state = facing(firer(card, ""), *teams, squad)
    arm, element = gun(state, ArmKind.SMALL), state.element("firer")
    row = list(at_men.row(state, arm, shot("t1", "squad", "t2", arm=arm)))
    assert row == ["foe", "t1", "t2"]
    found = [at_men.attack_of(state, element, arm, state.element(id_), n, 1) for n, id_ in enumerate(row)]
    nets = [one.net for one in found if one is not None]
    assert [net - nets[0] for net in nets] == amounts
    assert all(one is not None and not one.suppresses for one in found)


def test_where_the_circle_may_not_be_laid() -> None:
    """pw:12.8.5: over a friend, or within 19 of the firer; one element alone needs none."""
    other = foe("other", where=Point(at("C5").x + 80, at("C5").y))
    friend = an_element("friend", "ger-rifle-44", BLUE, Point(at("C5").x - 100, at("C5").y))
    for elements, why in (((foe(), other, friend), "cover friend"), ((foe(), other), "")):
        state = facing(firer(), *elements)
        arm = gun(state)
        found = shooting.shot_refusal(state, state.element("firer"), arm, shot("other", arm=arm))
        assert (found is None) == (not why)
        if found is not None:
            assert why in found.reason
        assert shooting.shot_refusal(state, state.element("firer"), arm, shot(arm=arm)) is None
    teams = foe(card="mg-team"), foe("other", "mg-team", other.at), friend
    rifles = facing(firer("ger-rifle-44", ""), *teams)
    small = gun(rifles, ArmKind.SMALL)
    found = shooting.shot_refusal(rifles, rifles.element("firer"), small, shot("other", arm=small))
    assert found is not None
    assert found.rule == "pw:12.8.5"
    near = facing(firer(where=Point(at("C5").x, at("C5").y + 300)), foe(), other)
    found = shooting.shot_refusal(near, near.element("firer"), gun(near), shot("other", arm=gun(near)))
    assert found is not None
    assert found.rule == "pw:12.8.5"


def test_riders_are_attacked_as_their_tank_is() -> None:
    """pw:6.9.5, pw:12.4.2, pw:12.6.2, pw:12.8.9: with all that the firer adds; rifles do not suppress them either."""
    tank = foe("foe", "t34-85")
    rider = foe("rider", "sov-rifle-43", presence=Presence.ABOARD, aboard=UnitId("foe"), outside=True)
    state = facing(firer("ger-rifle-44", "").with_travel(motion=Motion.FULL), tank, rider, step="e4")
    state.sighted_now = {BLUE: frozenset({UnitId("foe")})}
    arm, element = gun(state, ArmKind.SMALL), state.element("firer")
    events = list(at_men.resolve(state, state.copy(), element, arm, shot(arm=arm), 4, ScriptedDice([5])))
    (struck,) = (e for e in events if isinstance(e, MenAttacked))
    assert [reason.amount for reason in struck.tally] == [1, 2, -1, -1]
    assert struck.result is Result.NOTHING


def test_riders_are_attacked_when_what_they_ride_on_is_destroyed() -> None:
    """pw:6.9.5, pw:9.6: the burst that sets a carrier off is one on them as well."""
    carrier = foe("foe", "sdk251-1")
    rider = foe("rider", "ger-rifle-44", presence=Presence.ABOARD, aboard=UnitId("foe"), outside=True)
    state = facing(firer("mg-team", "M2HB"), carrier, rider)
    arm = gun(state)
    dice = FirstDice([5, 6, 6, 10, 8])
    burst = at_men.resolve(state, state.copy(), state.element("firer"), arm, shot(arm=arm), 1, dice)
    events = happen(state, burst)
    assert any(isinstance(e, VehicleStruck) and e.effect.destroyed for e in events)
    assert [e.element for e in events if isinstance(e, MenAttacked)] == ["rider"]


def test_nobody_is_covered_unseen() -> None:
    """pw:12.8.8, pw:12.8.1: nor who is not under the circle."""
    other = foe("other", where=Point(at("C5").x + 80, at("C5").y))
    far = foe("far", where=Point(at("C5").x + 170, at("C5").y))
    state = facing(firer(), foe(), other, far)
    arm = gun(state)
    found = shooting.shot_refusal(state, state.element("firer"), arm, shot("far", arm=arm))
    assert found is not None
    assert found.rule == "pw:12.8.1"
    state.sighted = {BLUE: frozenset({UnitId("foe")}), RED: frozenset()}
    found = shooting.shot_refusal(state, state.element("firer"), arm, shot("other", arm=arm))
    assert found is not None
    assert found.rule == "pw:12.8.8"


# -- flame ---------------------------------------------------------------------------------------------------


def test_flame_against_men() -> None:
    """pw:12.12, pw:12.12.1, pw:12.12.2: 6 up to 30, of vehicles up to 50, 7 at contact; that of a vehicle
    affects three as an HMG does, that of men one."""
    for card, weapon, reach, most in (("ger-pioneer", "flamethrower", 30, 1), ("crocodile", "", 50, 3)):
        state = facing(firer(card, weapon, heading=0), foe())
        arm, element = gun(state, ArmKind.FLAME), state.element("firer")
        powers = [at_men.killpower(state, element, arm, foe(), far) for far in (reach, reach + 1)]
        assert powers == [6, None]
        touching = foe(where=Point(at("C9").x, at("C9").y - 120))
        assert at_men.killpower(state, element, arm, touching, 1) == 7
        assert at_men.most(state, arm) == most


@pytest.mark.parametrize(("card", "weapon", "uses"), [("ger-pioneer", "flamethrower", 3), ("crocodile", "", 10)])
def test_flame_is_used_up(card: str, weapon: str, uses: int) -> None:
    """pw:12.11.5.2, pw:12.12, pw:12.12.4, pw:12.12.5: 3 times on foot, 6 from a vehicle, 10 with a trailer."""
    state = facing(firer(card, weapon), foe(where="C8"))
    arm = gun(state, ArmKind.FLAME)
    assert arms.uses_left(state, state.element("firer"), arm) == uses
    for left in range(uses - 1, -1, -1):
        assert arms.able(state, state.element("firer"), arm)
        dice, element = ScriptedDice([9, 9]), state.element("firer")
        events = at_men.resolve(state, state.copy(), element, arm, shot(arm=arm), 1, dice)
        fired = next(e for e in events if isinstance(e, Fired))
        combat.APPLY[Fired](state, fired)
        assert arms.uses_left(state, state.element("firer"), arm) == left
    assert not arms.able(state, state.element("firer"), arm)


@pytest.mark.parametrize(
    ("card", "hidden", "motion", "added"),
    [
        ("sniper", True, Motion.STATIONARY, 2),
        ("sniper", False, Motion.STATIONARY, 0),
        ("sniper", True, Motion.SHIFT, 0),
        ("scout", True, Motion.STATIONARY, 0),
    ],
)
def test_snipers_strike_from_hiding(card: str, hidden: bool, motion: Motion, added: int) -> None:
    """pw:12.0.2, pw:12.4.2: 2 more at the one target of the turn, hidden and where they were."""
    one = firer(card, "").with_posture(hidden=hidden).with_travel(motion=motion)
    state = facing(one, foe())
    attack = at_men.attack_of(state, one, gun(state, ArmKind.SMALL), state.element("foe"), 0, 1)
    assert attack is not None
    assert sum(reason.amount for reason in attack.why) == added


def test_a_squad_has_so_many_panzerfausts() -> None:
    """pw:12.7: as many as its chart says; each firing takes one, at whomever it is, and menu and card count them."""
    men, tank = firer("ger-rifle-44", ""), foe(card="t34-85", where="C8")
    state = facing(men, tank, year=1945)
    arm = gun(state, ArmKind.TUBE)
    for left in (3, 2, 1):
        labels = {one.label: one.cost for one in choices.go_on(state, BLUE, ("fire:firer",)).options}
        assert labels["Panzerfaust 60"] == f"anti-tank weapon, {left} left"
        rows = {row.label: row.text for part in unit_card(state, state.element("firer")).sections for row in part.rows}
        assert rows["Panzerfaust 60"].endswith(f"; {left} left")
        element, one = state.element("firer"), evolve(shot(arm=arm), shell="Panzerfaust 60")
        events = aimed.resolve(state, state.copy(), element, arm, one, 1, ScriptedDice([2]))
        combat.APPLY[Fired](state, next(e for e in events if isinstance(e, Fired)))
        state.put(state.element("firer").with_gunnery(fired=(), rounds=()))
    refused = shooting.arm_refusal(state, state.element("firer"), arm)
    assert refused is not None
    assert (refused.reason, refused.rule) == ("it has none left", "pw:12.7")
    assert arms.uses_left(state, state.element("firer"), gun(state)) is None


@pytest.mark.parametrize(
    ("bearing", "penetration", "dice", "explodes"),
    [
        (180.0, 9.0, (5, 4, 4, 6), True),
        (180.0, 3.0, (5, 4, 5, 6), True),
        (180.0, 2.9, (5, 4, 5), False),
        (180.0, 2.0, (5, 4, 2), False),
        (0.0, 9.0, (5, 1), None),
    ],
)
def test_a_flame_trailer(bearing: float, penetration: float, dice: tuple[int, ...], explodes: bool | None) -> None:
    """pw:12.12.5: armour of 3 on all sides; pierced it explodes, a flame attack on what tows it."""
    state = facing(firer("crocodile", "", heading=0), foe())
    shot_ = a_strike(bearing=bearing, penetration=penetration, stun=None)
    struck = strike_vehicle(state, state.element("firer"), shot_, scripted(*dice[:2]))
    damage.APPLY[VehicleStruck](state, struck)
    events = list(trailers.strike_trailer(state, struck, shot_, scripted(*dice[2:])))
    kinds = {None: [], False: [TrailerStruck], True: [TrailerStruck, VehicleStruck]}[explodes]
    assert [type(e) for e in events] == kinds
    if explodes:
        assert Damage.FIRE in events[-1].effect.damage
        combat.APPLY[TrailerStruck](state, events[0])
        assert arms.uses_left(state, state.element("firer"), gun(state, ArmKind.FLAME)) == 0
        assert not trailers.has_trailer(state, state.element("firer"))
