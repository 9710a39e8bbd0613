"""Vehicles on the move: allowances, classes, turns, reverse, bonus and burst, hatches, the night, double-length turns
(pw:6.2 to pw:6.6, pw:6.10, pw:6.15, pw:7.1.1)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from core.dice import ScriptedDice
from core.event import UnitId
from core.panzerwar.command import initiative
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.movement import choices, double_turns, hazards, planning
from core.panzerwar.movement.events import Hatches, MoveEnded, Stopped
from core.panzerwar.movement.pricing import Price
from core.panzerwar.pieces.harm import Damage, Harm
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.plan import Plan, Way
from core.panzerwar.pieces.posture import Posture, Shield
from core.panzerwar.pieces.smoke import Source
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion, Travel
from core.panzerwar.smoke import clouds
from core.panzerwar.state import WarState
from core.plane import Point, gsu_between
from tests.panzerwar.kit import BLUE, RED, a_board, a_state, an_element, at
from tests.panzerwar.movement.moves import a_plan, carry_out, happen, of, priced, refusal, write

TANK = UnitId("b1")
ROAD = a_board(routes={"road": ["J2 J3 J4 J5 J6 J7 J8 J9 J10 J11 J12 J13 J14 J15 J16 J17 J18"]})


def vehicle(card: str = "t34-43", place: str = "J3", **changes: Any) -> WarState:
    """A vehicle that looks south, under Engage. changes: of it; `moonlight`, `board`, `switches`: of the engagement."""
    engagement = {
        key: changes.pop(key) for key in ("moonlight", "board", "switches", "see", "others") if key in changes
    }
    others = engagement.pop("others", ())
    mine = an_element("b1", card, BLUE, place, **{"heading": 24, "turret": 24, **changes})
    if mine.turret is not None and not a_state().cards.vehicles[card].turreted:
        mine = evolve(mine, turret=None)
    state = a_state(mine, *others, step="plan", **engagement)
    state.reorganise("blue-1", order=Tactical.ENGAGE)
    return state


def south(gsu: float, **changes: Any) -> Plan:
    start = at("J3")
    return a_plan("b1", Point(start.x, start.y + round(10 * gsu)), **changes)


# -- allowances and classes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gsu", "motion", "segment"),
    [
        (25, Motion.SHIFT, "c5"),
        (26, Motion.HALF, "c4"),
        (100, Motion.HALF, "c4"),
        (101, Motion.FULL, "c3"),
        (200, Motion.FULL, "c3"),
    ],
)
def test_movement_classes(gsu: float, motion: Motion, segment: str) -> None:
    """pw:6.3, pw:6.3.1, pw:6.3.2, pw:6.3.3, pw:6.3.4, pw:6.2: by what is spent of the allowance, here 200; each class
    has its segment, once."""
    state = vehicle()
    assert priced(state, south(gsu)).motion is motion
    write(state, south(gsu))
    ended = of(MoveEnded, carry_out(state))
    assert [(one.segment, one.motion) for one in ended] == [(segment, motion)]
    assert gsu_between(state.element("b1").where, at("J3")) == pytest.approx(gsu, abs=0.1)


def test_no_farther_than_the_allowance() -> None:
    """pw:6.2, pw:6.0."""
    assert refusal(vehicle(), south(201))[0] == "pw:6.2"


def test_a_vehicle_moves_in_one_segment_alone() -> None:
    """pw:6.3.4."""
    assert refusal(vehicle(), a_plan("b1", "J4", second=["J5"]))[0] == "pw:6.3.4"


@pytest.mark.parametrize(("gsu", "road", "may"), [(300, True, True), (201, False, False)])
def test_road_speed_on_roads_alone(gsu: float, road: bool, may: bool) -> None:
    """pw:6.2.1, pw:6.2.2: the whole turn's movement is along roads, else it is that across country."""
    state = vehicle(board=ROAD)
    plan = south(gsu, road=road)
    if may:
        assert priced(state, plan).spent == pytest.approx(gsu)
        assert refusal(vehicle(), plan)[0] == "pw:6.2.1"
    else:
        assert refusal(state, plan)[0] == "pw:6.2"


@pytest.mark.parametrize(
    ("card", "buttoned", "most"), [("t34-43", False, 50), ("t34-43", True, 30), ("sdk234-2", False, None)]
)
def test_reverse(card: str, buttoned: bool, most: float | None) -> None:
    """pw:6.2.4: half and no more than 50, buttoned 30; a full-reverse vehicle backs as fast as it goes. It counts as
    full movement."""
    state = vehicle(card, heading=0, turret=0, buttoned=buttoned)
    full = state.cards.vehicles[card].speed_cc
    limit = float(full) if most is None else most
    found = priced(state, south(limit, way=Way.REVERSE))
    assert found.motion is Motion.FULL
    assert refusal(state, south(limit + 1, way=Way.REVERSE))[0] == "pw:6.2.4"


def test_who_backs_keeps_its_front() -> None:
    """pw:6.2.4."""
    state = vehicle(heading=0, turret=0)
    write(state, south(50, way=Way.REVERSE))
    carry_out(state)
    assert (state.element("b1").heading, state.element("b1").travel.reversed) == (0, True)


# -- turns -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heading", "turns"), [(24, 0), (22, 0), (21, 25), (17, 25), (16, 50), (0, 50)])
def test_turns_of_tracks(heading: int, turns: int) -> None:
    """pw:6.4, pw:6.3.5: free under 22.5 degrees, 25 under 60, then 50; the turn is paid where it is made."""
    found = priced(vehicle(heading=heading, turret=heading), south(100))
    assert (found.ground, found.turns) == (100, turns)


@pytest.mark.parametrize(("heading", "turns"), [(24, 0), (19, 0), (18, 25), (0, 25)])
def test_turns_of_wheels_and_pivots(heading: int, turns: int) -> None:
    """pw:6.4.1, pw:6.4.2: 25 from 45 degrees on, for wheels on the way and for whoever pivots where it stands."""
    assert priced(vehicle("sdk234-2", heading=heading, turret=heading), south(50)).turns == turns
    assert priced(vehicle(heading=heading, turret=heading), a_plan("b1", heading=24)).turns == turns


def test_a_pivot_is_a_shift() -> None:
    """pw:6.3.3."""
    assert priced(vehicle(), a_plan("b1", heading=20)).motion is Motion.SHIFT
    assert priced(vehicle(), a_plan("b1", turret=20)).motion is Motion.STATIONARY


# -- bonus and burst -------------------------------------------------------------------------------------


def test_bonus_movement() -> None:
    """pw:6.5: half as much again, straight, after a turn of moving so."""
    fast = vehicle(travel=Travel(last=Motion.FULL, last_straight=True))
    assert priced(fast, south(300, way=Way.BONUS)).motion is Motion.BONUS
    assert refusal(fast, south(301, way=Way.BONUS))[0] == "pw:6.2"
    assert refusal(vehicle(), south(300, way=Way.BONUS))[0] == "pw:6.5"
    aside = a_plan("b1", "J7", "K9", way=Way.BONUS)
    assert refusal(fast, aside)[0] == "pw:6.5"


def test_burst_movement() -> None:
    """pw:6.6: three quarters more, once, after bonus movement."""
    fast = vehicle(travel=Travel(last=Motion.BONUS))
    assert priced(fast, south(350, way=Way.BURST)).motion is Motion.BURST
    again = vehicle(travel=Travel(last=Motion.BURST))
    assert refusal(again, south(350, way=Way.BURST))[0] == "pw:6.6"


@pytest.mark.parametrize("way", [Way.BONUS, Way.BURST])
def test_its_hatches_are_open(way: Way) -> None:
    """pw:7.1.3: driver and commander look out."""
    closed = vehicle(buttoned=True, travel=Travel(last=Motion.BONUS, last_straight=True))
    dead = vehicle(
        harm=Harm(damage=frozenset({Damage.COMMANDER})), travel=Travel(last=Motion.BONUS, last_straight=True)
    )
    for state in (closed, dead):
        assert "unbuttoned" in refusal(state, south(300, way=way))[1]


@pytest.mark.parametrize(("die", "until"), [(1, 6), (2, 0)])
def test_a_bonus_over_broken_ground_risks_its_suspension(die: int, until: int) -> None:
    """pw:6.5.1: a 1 holds it for four turns, never for good."""
    state = vehicle(travel=Travel(last=Motion.FULL, last_straight=True))
    write(state, south(300, way=Way.BONUS))
    assert hazards.hasty(state, state.element("b1"))
    found = hazards.suspension(state, state.element("b1"), ScriptedDice([die]))
    assert (found.rule, found.until, found.immobile) == ("pw:6.5.1", until, False)


@pytest.mark.parametrize(("dice", "until", "lame"), [([2], 0, False), ([1, 4], 6, False), ([1, 3], 6, True)])
def test_a_burst_always_risks_it(dice: list[int], until: int, lame: bool) -> None:
    """pw:6.6.1: a 1 holds it for four turns, half of these for good."""
    state = vehicle(travel=Travel(last=Motion.BONUS))
    write(state, south(350, way=Way.BURST))
    stopped = of(Stopped, carry_out(state, dice))
    assert [(one.rule, one.until, one.immobile) for one in stopped] == [("pw:6.6.1", until, lame)]
    assert (gsu_between(state.element("b1").where, at("J3")) < 200) is bool(until)
    assert state.element("b1").harm.immobile is lame
    if until:
        state.turn = 6
        assert planning.examined(state, state.element("b1"), south(10)) is not None
        assert refusal(state, south(10))[0] in ("pw:6.5.1", "pw:9.8")


@pytest.mark.parametrize("way", [Way.BONUS, Way.BURST])
def test_such_movement_goes_first(way: Way) -> None:
    """pw:6.5.2, pw:6.6.2: it loses the initiative."""
    state = vehicle()
    state.initiative, state.last_mover = {BLUE: 9, RED: 3}, BLUE
    fast, plain = (initiative.rank(state, state.element("b1"), south(50, way=one)) for one in (way, Way.MARCH))
    assert fast < plain


# -- hatches ---------------------------------------------------------------------------------------------


def test_hatches_are_closed_and_opened_in_c2() -> None:
    """pw:7.1, pw:7.1.1: as was written, and for the whole turn."""
    state = vehicle()
    write(state, south(100, buttoned=True))
    events = carry_out(state, until="c2")
    assert [one.buttoned for one in of(Hatches, events)] == [True]
    assert state.element("b1").buttoned


@pytest.mark.parametrize("card", ["marder3m", "opel"])
def test_who_has_no_hatches(card: str) -> None:
    """pw:7.1.2."""
    state = vehicle(card)
    assert refusal(state, a_plan("b1", buttoned=True))[0] == "pw:7.1.2"
    assert "button" not in {choice.pick for choice in choices.go_on(state, BLUE, ("plan:b1",)).options}


def test_through_thick_smoke_with_hatches_closed() -> None:
    """pw:11.2.2: at half the cross-country speed at most."""
    state = vehicle(board=a_board(rows=30))
    thick(state, "J6")
    assert refusal(state, south(100))[0] == "pw:11.2.2"
    assert priced(state, south(100, buttoned=True)).spent == pytest.approx(125, abs=0.2)
    assert refusal(vehicle_in(state, ROAD), south(100, buttoned=True, road=True))[0] == "pw:11.2.2"


@pytest.mark.parametrize(("card", "closes"), [("pz4h", True), ("marder3m", False)])
def test_who_stands_in_thick_smoke_closes_up(card: str, closes: bool) -> None:
    """pw:11.2.2, pw:11.12: unasked, if he can; nobody does beside a burning vehicle."""
    state = vehicle(card)
    thick(state, "J3")
    assert [one.buttoned for one in of(Hatches, carry_out(state, until="c2"))] == [True] * closes
    clear = vehicle(card)
    thick(clear, "J9")
    column = clouds.new(clear, Source.BURNING, (at("J3"),), 1)
    clear.smoke = evolve(clear.smoke, clouds={**clear.smoke.clouds, "2": evolve(column, id="2")})
    assert not of(Hatches, carry_out(clear, until="c2"))


def test_nobody_opens_up_in_thick_smoke() -> None:
    """pw:11.2.2."""
    state = vehicle(buttoned=True)
    thick(state, "J3")
    assert refusal(state, a_plan("b1", buttoned=False))[0] == "pw:11.2.2"
    (line,) = [one for one in choices.go_on(state, BLUE, ("plan:b1",)).options if one.pick == "open"]
    assert line.refusal is not None
    assert line.refusal.rule == "pw:11.2.2"
    clear = vehicle(buttoned=True)
    assert priced(clear, a_plan("b1", buttoned=False)).motion is Motion.STATIONARY


def thick(state: WarState, where: str) -> None:
    """Artillery has fired smoke there in two turns."""
    cloud = clouds.new(state, Source.SLOW_CBE, (at(where),), 1, battery=True)
    state.smoke = evolve(state.smoke, clouds={"1": evolve(cloud, id="1", begun=1, fed=1, feeds=2)})


def vehicle_in(state: WarState, board: Any) -> WarState:
    found = vehicle(board=board)
    found.smoke = state.smoke
    return found


# -- night and double-length turns -----------------------------------------------------------------------


@pytest.mark.parametrize(("lights", "most"), [(True, 150), (False, 50)])
def test_at_night_with_lights_and_without(lights: bool, most: float) -> None:
    """pw:6.10, pw:6.10.2: three quarters, or a quarter; who drives with lights is seen by them."""
    state = vehicle(moonlight=50)
    assert priced(state, south(most, lights=lights)).spent == most
    assert refusal(state, south(most + 1, lights=lights))[0] == "pw:6.2"
    write(state, south(most, lights=lights))
    carry_out(state)
    assert state.element("b1").travel.lights is lights
    happen(state, [TurnBegun(turn=3)])
    assert not state.element("b1").travel.lights


def test_no_bonus_at_night() -> None:
    """pw:6.10."""
    state = vehicle(moonlight=100, travel=Travel(last=Motion.FULL, last_straight=True))
    assert refusal(state, south(100, way=Way.BONUS))[0] == "pw:6.10"
    assert "lights" in {choice.pick for choice in choices.go_on(state, BLUE, ("plan:b1",)).options}


@pytest.mark.parametrize(("foe", "see", "doubled"), [("J19", False, True), ("J19", True, False), (None, False, True)])
def test_turns_of_double_length(foe: str | None, see: bool, doubled: bool) -> None:
    """pw:6.15, pw:6.15.1, pw:6.15.2: for all, until an enemy is in sight within combat range."""
    others = (an_element("r1", "t34-43", RED, foe),) if foe else ()
    state = vehicle(others=others, see=["r1"] if see else [], switches=[Switch.DOUBLE_TURNS])
    state.step = "orders"
    assert double_turns.due(state)
    happen(state, double_turns.happens(state, ScriptedDice([])))
    assert state.doubled is doubled
    assert not double_turns.due(state)
    state.step = "plan"
    found = planning.examined(state, state.element("b1"), south(400))
    assert isinstance(found, Price) is doubled


def test_turns_are_single_without_the_rule() -> None:
    """pw:6.15."""
    state = vehicle()
    state.step = "orders"
    assert not double_turns.due(state)


# -- building a plan -------------------------------------------------------------------------------------


def offered(state: WarState, *picks: str) -> set[str]:
    return {one.hex.id for one in choices.go_on(state, BLUE, ("plan:b1", *picks)).options if one.hex is not None}


def test_at_road_speed_legs_lead_along_the_road_alone() -> None:
    """pw:6.2.1: no hex is offered to which the straight way leaves the road, though a road lies there."""
    bent = a_board(routes={"road": ["J2 J3 J4 J5 J6 K6 L7 M7 M8 M9"]})
    state = vehicle(board=bent)
    found = offered(state, "road")
    assert {"J4", "J5", "J6"} <= found
    assert not found & {"K6", "L7", "M7", "M8", "M9"}
    assert "K6" in offered(state, "road", "J6")


def test_no_leg_goes_on_from_where_half_of_the_movement_ends() -> None:
    """pw:6.3.2: who is to go no farther than half has no further leg, and what is pointed at does not become one."""
    state = vehicle()
    assert any(one.pick == "half" for one in choices.go_on(state, BLUE, ("plan:b1", "J10")).options)
    found = choices.go_on(state, BLUE, ("plan:b1", "J10", "half"))
    assert found.complete
    assert not [one for one in found.options if one.hex is not None]
    assert found.elsewhere is not None
    assert found.elsewhere.rule == "pw:6.3.2"


def test_half_is_refused_where_the_order_asks_for_more() -> None:
    """pw:6.3.2, pw:4.4: nobody is led into a plan that his order forbids."""
    for order, why in ((Tactical.ADVANCE, None), (Tactical.RUSH, "Rush moves more than half")):
        state = vehicle()
        state.reorganise("blue-1", order=order)
        (half,) = (o for o in choices.go_on(state, BLUE, ("plan:b1", "J10")).options if o.pick == "half")
        assert (half.refusal.reason if half.refusal is not None else None) == why


def test_who_is_halted_before_a_crest_has_left_his_old_one() -> None:
    """pw:9.17, pw:6.14.5: it stalls where another crest begins, and is hull down neither there nor where it was."""
    high = {"J5 J6 J7 I5 I6 I7 K5 K6 K7": 1}
    board = a_board(levels=high, terrain={"J7": "light-woods"})
    was = Posture(hull_down=5, since=1, shield=Shield.HILL, protection=None, toward=24)
    for die, factor in ((1, 0), (2, 4)):
        state = vehicle(place="J5", board=board, posture=was)
        write(state, a_plan("b1", "J7"))
        carry_out(state, [die, factor] if factor else [die])
        assert state.elements[TANK].posture.hull_down == factor
