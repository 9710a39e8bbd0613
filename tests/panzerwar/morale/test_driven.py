"""Units that their morale drives: how long, from the table, and what they may do (pw:13.1.7, pw:13.4, pw:13.5)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import Event
from core.order import IllegalOrder
from core.panzerwar.combat import arms
from core.panzerwar.command import tactical
from core.panzerwar.command.demands import Movement, must_move, refusal
from core.panzerwar.course import victory
from core.panzerwar.infantry import rallying
from core.panzerwar.morale import choices, driven, general, guns
from core.panzerwar.morale.events import MoralePasses, RanOff
from core.panzerwar.morale.orders import DestroyGun
from core.panzerwar.morale.reports import TELL
from core.panzerwar.pieces.element import Kind, Presence
from core.panzerwar.pieces.organisation import Forced, Tactical
from core.panzerwar.pieces.plan import Way
from core.panzerwar.pieces.shots import ArmKind
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Point
from tests.panzerwar.happening import a_unit, happen
from tests.panzerwar.kit import BLUE, an_element, at
from tests.panzerwar.morale.platoons import a_battle, a_platoon, enemy, squads, tanks


def phase_g(state: WarState, *dice: int) -> list[Event]:
    return happen(state, general.tests(state, ScriptedDice(list(dice))))


def test_a_withdrawal_ends_in_a_regrouping() -> None:
    """pw:13.1.7: after three turns."""
    state = a_platoon(4, forced=Forced.WITHDRAW, until=6, order=Tactical.WITHDRAW)
    assert phase_g(state) == []
    state.turn = 6
    happened = phase_g(state)
    assert [type(one) for one in happened] == [MoralePasses]
    unit = state.organisations["p"]
    assert (unit.forced, unit.order, unit.regroups) == (Forced.REGROUP, Tactical.REGROUP, 1)


def test_a_halt_ends_after_its_turns() -> None:
    """pw:13.1.7."""
    state = a_platoon(4, forced=Forced.HALT, until=5, since=3)
    phase_g(state)
    unit = state.organisations["p"]
    assert (unit.forced, unit.until, unit.order, unit.since) == (None, 0, Tactical.COVER, 3)
    told = TELL[MoralePasses](state, MoralePasses(side=BLUE, organisation="p"))
    assert told is not None
    assert told.text == "p takes orders again"


def test_a_rout_lasts_for_the_game() -> None:
    """pw:13.1.7."""
    state = a_platoon(4, forced=Forced.ROUT)
    state.turn = 11
    phase_g(state)
    assert state.organisations["p"].forced is Forced.ROUT


@pytest.mark.parametrize(("away", "seen", "over"), [(801, False, True), (799, False, False), (801, True, False)])
def test_a_retreat_ends_far_away_and_out_of_sight(away: int, seen: bool, over: bool) -> None:
    """pw:13.1.7: 800 from the enemy, and nobody sees it."""
    found = tanks(2, where="N15")
    foe = evolve(enemy(), at=Point(found[0].where.x + away * 10, found[0].where.y))
    state = a_battle(a_unit("p", *found, forced=Forced.RETREAT), elements=found, foe=foe)
    if seen:
        state.sighted = {**state.sighted, foe.side: frozenset({found[1].id})}
    state.reorganise("p", order=Tactical.WITHDRAW, since=3)
    phase_g(state)
    unit = state.organisations["p"]
    assert (unit.forced is None) is over
    assert (unit.order, unit.since) == ((Tactical.COVER, 5) if over else (Tactical.WITHDRAW, 3))


def test_who_runs_to_the_edge_leaves_the_table() -> None:
    """pw:13.1.7: with all that it carries; the enemy scores it."""
    found = (*tanks(2, where="A10"), an_element("rider", "ger-rifle-44", BLUE, "A10", organisation="p"))
    rider = evolve(found[2], presence=Presence.ABOARD, aboard=found[0].id)
    state = a_battle(a_unit("p", *found, forced=Forced.RETREAT), elements=(*found[:2], rider))
    happened = phase_g(state)
    assert [one.element for one in happened if isinstance(one, RanOff)] == ["p0", "p1"]
    assert {state.element(one).presence for one in ("p0", "p1", "rider")} == {Presence.ROUTED_OFF}
    assert {e.id for e in victory.lost(state, BLUE)} == {"p0", "p1", "rider"}


def test_who_is_not_driven_stays_at_the_edge() -> None:
    """pw:13.1.7."""
    found = tanks(2, where="A10")
    assert phase_g(a_battle(a_unit("p", *found, forced=Forced.WITHDRAW, until=9), elements=found)) == []


def test_nobody_of_a_unit_that_retreats_is_rallied() -> None:
    """pw:13.4."""
    men = squads(2)
    for forced, may in ((None, True), (Forced.WITHDRAW, True), (Forced.RETREAT, False), (Forced.ROUT, False)):
        state = a_battle(a_unit("s", *men, forced=forced), elements=men)
        assert rallying.may_rally(state, state.element("s0")) is may


def moves(forced: Forced, motion: Motion, spent: float, to: str, way: Way = Way.MARCH) -> Any:
    """Why a tank in F10 with an enemy in M10 may not move there."""
    found = tanks(1, where="F10")
    state = a_battle(a_unit("p", *found, forced=forced, until=9), elements=found)
    points = (found[0].where, at(to))
    return refusal(state, state.element("p0"), Movement(motion, spent, 200.0, points, way))


@pytest.mark.parametrize(
    ("forced", "motion", "spent", "to", "rule"),
    [
        (Forced.RETREAT, Motion.FULL, 101, "B10", None),
        (Forced.RETREAT, Motion.HALF, 100, "B10", "pw:13.5"),
        (Forced.RETREAT, Motion.FULL, 101, "J10", "pw:13.5"),
        (Forced.ROUT, Motion.FULL, 180, "B10", None),
        (Forced.ROUT, Motion.FULL, 150, "B10", "pw:13.1.7"),
        (Forced.WITHDRAW, Motion.HALF, 100, "B10", None),
        (Forced.WITHDRAW, Motion.HALF, 60, "B10", "pw:4.10.1"),
        (Forced.HALT, Motion.FULL, 120, "B10", "pw:4.8.2"),
        (Forced.HALT, Motion.HALF, 60, "B10", None),
    ],
)
def test_how_units_move_that_are_driven(
    forced: Forced, motion: Motion, spent: float, to: str, rule: str | None
) -> None:
    """pw:13.5, pw:13.1.7: a retreat is more than half away from the enemy, a rout at full speed."""
    found = moves(forced, motion, spent, to)
    assert (None if found is None else found.rule) == rule


def test_who_is_driven_has_to_move() -> None:
    """pw:4.1.3, pw:13.5."""
    found = tanks(1, where="F10")
    for forced, must in ((Forced.RETREAT, True), (Forced.HALT, False)):
        state = a_battle(a_unit("p", *found, forced=forced, until=9), elements=found)
        assert (must_move(state, state.element("p0")) is not None) is must


def test_no_order_relieves_a_unit() -> None:
    """pw:4.2.5."""
    state = a_platoon(4, forced=Forced.HALT, until=7)
    refused = tactical.order_refusal(state, state.organisations["p"], Tactical.ADVANCE)
    assert refused is not None
    assert refused.rule == "pw:4.2.5"


def test_vehicles_that_retreat_fire_and_infantry_fires_small_arms() -> None:
    """pw:13.5, pw:13.5.1."""
    found = (*tanks(1), an_element("team", "mg-team", BLUE, "C12", organisation="p", weapon="MG42"))
    men = an_element("men", "ger-rifle-44", BLUE, "C13", organisation="p")
    for forced in (Forced.WITHDRAW, Forced.RETREAT):
        state = a_battle(a_unit("p", *found, men, forced=forced), elements=(*found, men))
        fires = {
            (id_, one.kind): arms.able(state, state.element(id_), one)
            for id_ in ("p0", "team", "men")
            for one in arms.arms(state, state.element(id_))
        }
        retreats = forced is Forced.RETREAT
        assert fires["p0", ArmKind.GUN]
        assert fires["men", ArmKind.SMALL]
        assert fires["team", ArmKind.MACHINE_GUN] is not retreats


def a_gun(where: str = "C10", foe: str = "M10", forced: Forced | None = Forced.RETREAT) -> WarState:
    gun = an_element("gun", "pak40", BLUE, where, organisation="g")
    unit = a_unit("g", gun, forced=forced, mechanised=False)
    return a_battle(unit, elements=(gun,), foe=enemy(foe), step="orders")


def test_a_crew_that_must_retreat_may_destroy_its_gun() -> None:
    """pw:13.5.2: it goes on foot, and the gun is lost."""
    state = a_gun()
    order = DestroyGun(element=state.element("gun").id)
    guns.check(state, BLUE, order)
    assert [one.pick for one in choices.offer(state, BLUE)] == ["destroy-gun:gun"]
    assert choices.order(state, BLUE, ("destroy-gun:gun",)) == order
    points = victory.worth(state, state.element("gun"))
    happen(state, guns.destroy(state, BLUE, order, ScriptedDice([])))
    found = state.element("gun")
    assert (found.kind, found.card, found.presence) == (Kind.CREW, "crew", Presence.ON_TABLE)
    assert victory.score(state, enemy().side) == points > 5


@pytest.mark.parametrize(
    ("foe", "forced"), [("G10", Forced.RETREAT), ("M10", None), ("M10", Forced.WITHDRAW), ("M10", Forced.HALT)]
)
def test_a_gun_is_not_destroyed(foe: str, forced: Forced | None) -> None:
    """pw:13.5.2: with an enemy within 100, or without a retreat."""
    state = a_gun("C10", foe, forced)
    if forced is Forced.RETREAT:
        state.change(state.element("enemy").id, at=Point(at("C10").x + 1000, at("C10").y))
    with pytest.raises(IllegalOrder) as refused:
        guns.check(state, BLUE, DestroyGun(element=state.element("gun").id))
    assert refused.value.rule == "pw:13.5.2"
    assert not list(choices.offer(state, BLUE))
    if forced is Forced.RETREAT:
        state.change(state.element("enemy").id, at=Point(at("C10").x + 1001, at("C10").y))
        guns.check(state, BLUE, DestroyGun(element=state.element("gun").id))


def test_the_edge_of_the_table() -> None:
    """pw:13.1.7."""
    state = a_battle(a_unit("p", *tanks(1)), elements=tanks(1))
    for hex_, edge in (("A5", True), ("C1", True), ("F20", False), ("NN10", True)):
        state.change(state.element("p0").id, at=at(hex_))
        assert driven.at_edge(state, state.element("p0")) is edge
