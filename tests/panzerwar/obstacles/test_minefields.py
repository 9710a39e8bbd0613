"""Moving through mines (pw:15.1 to pw:15.4)."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.obstacles import minefields, reports
from core.panzerwar.obstacles.events import MinesStopped, MinesTripped
from core.panzerwar.pieces.element import Element, Presence
from core.panzerwar.pieces.harm import Damage
from core.panzerwar.pieces.nerve import Result
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import hex_at
from core.secrecy import redact, view
from tests.panzerwar.kit import BLUE, RED, a_state, an_element, at
from tests.panzerwar.obstacles.fields import dice, happen, hexes, mined, rolling, went

CHARTS = a_state().charts


def a_tank(**changes: object) -> Element:
    return an_element("tank", "pz4h", BLUE, "C9", **changes)


def a_squad(**changes: object) -> Element:
    return an_element("squad", "ger-rifle-44", BLUE, "C9", **changes)


@pytest.mark.parametrize(
    ("grade", "length", "number"),
    [(4, 50, 2), (4, 150, 6), (1, 25, 1), (1, 100, 1), (2, 74, 1), (2, 75, 2), (3, 50, 2), (4, 0, 0), (0, 100, 0)],
)
def test_dice_are_as_many_as_the_class_for_each_100(grade: int, length: float, number: int) -> None:
    """pw:15.1.4: in proportion, to the nearest with halves up, never none; a dummy has no mines."""
    assert minefields.dice_for(CHARTS, grade, length) == number


def test_each_1_trips_a_mine() -> None:
    """pw:15.1.4, pw:15.4: a vehicle goes through 50 of class 4 and on: two dice, rolled when it has moved."""
    state = mined(a_state(a_tank()), "C6 C7")
    went(state, "tank", "C3")
    event = happen(state, minefields.trip(state, UnitId("tank"), "c3", dice(2, 10)))[0]
    assert isinstance(event, MinesTripped)
    assert (event.length, event.number, event.tripped) == (50.0, 2, 0)
    assert event.hexes == tuple(sorted(hexes("C6 C7"), reverse=True))
    assert state.element("tank").where == at("C3")


def test_each_mine_that_is_tripped_goes_off() -> None:
    """pw:15.1.5, pw:15.2: two 1s are two hits of an anti-tank mine, each on what is left of the vehicle."""
    state = mined(a_state(a_tank()), "C6 C7")
    went(state, "tank", "C3")
    events = happen(state, minefields.trip(state, UnitId("tank"), "c3", rolling(trips=(1, 1))))
    assert [type(e) for e in events[:3]] == [MinesTripped, VehicleStruck, VehicleStruck]
    assert all(e.by == "anti-tank mine" for e in events[1:3] if isinstance(e, VehicleStruck))


def test_who_is_stopped_stands_where_it_left_the_field() -> None:
    """pw:15.4: the attack comes at once after the movement in the field, so that a broken track goes no farther."""
    state = mined(a_state(a_tank()), "C6 C7")
    went(state, "tank", "C3")
    events = happen(state, minefields.trip(state, UnitId("tank"), "c3", rolling(trips=(1, 9), penetration=5)))
    tank = state.element("tank")
    assert tank.harm.immobile or not tank.on_table
    assert isinstance(events[-1], MinesStopped)
    assert tank.at is not None
    assert abs(tank.at.y - at("C6+0,-12.5").y) <= 1
    assert hex_at(tank.at).id in ("C5", "C6")


def test_who_ends_in_the_field_stays_there() -> None:
    """pw:15.4: nothing is put back within the field."""
    state = mined(a_state(a_tank()), "C3 C4 C5 C6 C7")
    went(state, "tank", "C4")
    events = happen(state, minefields.trip(state, UnitId("tank"), "c3", rolling(trips=(1, 9, 9, 9), penetration=5)))
    assert state.element("tank").harm.immobile or not state.element("tank").on_table
    assert not any(isinstance(e, MinesStopped) for e in events)
    assert state.element("tank").where == at("C4")


def test_both_segments_of_infantry_are_one_way_of_a_turn() -> None:
    """pw:15.1.4: never fewer than one die in a turn, not in a segment."""
    state = mined(a_state(a_squad()), "C7 C8", grade=1, kind="AP")
    went(state, "squad", "C8", segment="c1")
    first = happen(state, minefields.trip(state, UnitId("squad"), "c1", dice(5)))
    assert isinstance(first[0], MinesTripped)
    assert first[0].number == 1
    went(state, "squad", "C7", segment="c6")
    assert happen(state, minefields.trip(state, UnitId("squad"), "c6", dice())) == []


def test_anti_personnel_mines_attack_men_at_killpower_2() -> None:
    """pw:15.3: as the HE shell of a 50 mm mortar, which suppresses; that they moved in the open counts."""
    state = mined(a_state(a_squad()), "C8", grade=4, kind="AP")
    went(state, "squad", "C8", segment="c1")
    tripped, attacked = happen(state, minefields.trip(state, UnitId("squad"), "c1", dice(1, 2)))
    assert isinstance(tripped, MinesTripped)
    assert tripped.tripped == 1
    assert isinstance(attacked, MenAttacked)
    assert (attacked.net, attacked.result) == (2, Result.KILLED)
    assert state.element("squad").presence is Presence.KILLED


def test_anti_tank_mines_are_for_vehicles() -> None:
    """pw:15.2, pw:15.3: men set off anti-personnel mines alone, vehicles both."""
    state = mined(a_state(a_squad(), a_tank()), "C8")
    went(state, "squad", "C8", segment="c1")
    assert happen(state, minefields.trip(state, UnitId("squad"), "c1", dice())) == []
    kinds = {kind: minefields.concerns(state.mines.laid["m"], a_tank()) for kind in ("AT", "AP")}
    assert kinds == {"AT": True, "AP": True}


def test_an_anti_personnel_mine_hurts_running_gear_alone() -> None:
    """pw:15.3: it pierces no bottom, whatever the die."""
    state = mined(a_state(a_tank()), "C8", kind="AP")
    for die in range(1, 6):
        scratch = state.copy()
        went(scratch, "tank", "C8")
        happen(scratch, minefields.trip(scratch, UnitId("tank"), "c3", rolling(trips=1, penetration=die)))
        tank = scratch.element("tank")
        assert tank.on_table
        assert tank.harm.damage <= {Damage.LEFT_TRACK, Damage.RIGHT_TRACK}


def test_riders_are_attacked_with_the_vehicle() -> None:
    """pw:15.1.5, pw:6.9.5: who rides outside is attacked by each mine, at its killpower and the line for riders."""
    rider = a_squad(presence=Presence.ABOARD, aboard=UnitId("tank"), outside=True)
    state = mined(a_state(a_tank(), rider), "C8")
    went(state, "tank", "C8")
    events = happen(state, minefields.trip(state, UnitId("tank"), "c3", rolling(trips=(1, 5, 5, 5))))
    attacked = [e for e in events if isinstance(e, MenAttacked)]
    assert [e.net for e in attacked] == [8]


def test_riders_are_attacked_though_their_vehicle_is_destroyed() -> None:
    """pw:6.9.5, pw:15.1.5: by the mine that destroys it, as riders still."""
    rider = a_squad(presence=Presence.ABOARD, aboard=UnitId("tank"), outside=True)
    state = a_state(a_tank(), rider)
    events = happen(state, minefields.detonate(state, state.element("tank"), "AT", rolling(others=6)))
    assert state.element("tank").presence is Presence.DESTROYED
    assert [e.net for e in events if isinstance(e, MenAttacked)] == [8]


def test_fields_are_rolled_for_in_the_order_of_the_way() -> None:
    """pw:15.4: who is stopped by the first comes to no second."""
    state = mined(mined(a_state(a_tank()), "C3", id_="a"), "C7", id_="b")
    went(state, "tank", "C2")
    calm = [e.field for e in minefields.trip(state, UnitId("tank"), "c3", dice(5, 5)) if isinstance(e, MinesTripped)]
    assert calm == ["b", "a"]
    events = happen(state, minefields.trip(state, UnitId("tank"), "c3", rolling(trips=(1, 5), penetration=5)))
    assert [e.field for e in events if isinstance(e, MinesTripped)] == ["b"]


def test_a_dummy_does_nothing() -> None:
    """pw:15.1.1, pw:15.5: there is nothing to be tripped."""
    state = mined(a_state(a_tank()), "C6 C7", grade=0, marked=True)
    went(state, "tank", "C3")
    assert happen(state, minefields.trip(state, UnitId("tank"), "c3", dice())) == []


@pytest.mark.parametrize(("charges", "goes_on"), [(1, True), (0, False)])
def test_a_charge_goes_on_through_mines_that_suppress(charges: int, goes_on: bool) -> None:
    """pw:12.9.3.2, pw:15.3, pw:15.4: others stop where their way left the field."""
    squad = an_element("squad", "sov-smg", BLUE, "C9").with_travel(charged=charges, motion=Motion.FULL)
    state = mined(a_state(squad), "C8", kind="AP")
    state.reorganise("blue-1", order=Tactical.CHARGE)
    went(state, "squad", "C6", segment="c1")
    events = happen(state, minefields.trip(state, squad.id, "c1", dice(1, 7)))
    assert state.element("squad").nerve.suppressed
    assert any(isinstance(e, MinesStopped) for e in events) is not goes_on
    assert (state.element("squad").where == at("C6")) is goes_on


# -- who knows -----------------------------------------------------------------------------------------------


def _tripped(state: WarState, *rolled: int) -> MinesTripped:
    went(state, "tank", "C3")
    event = next(iter(minefields.trip(state, UnitId("tank"), "c3", dice(*rolled))))
    assert isinstance(event, MinesTripped)
    happen(state, [event])
    return event


def test_that_nothing_went_off_tells_nobody_of_a_hidden_field() -> None:
    """pw:15.1: only its owner, if he sees who went through; of a marked one neither, lest it be known to be real."""
    for marked in (False, True):
        state = mined(a_state(a_tank(), see=("tank",)), "C6 C7", marked=marked)
        event = _tripped(state, 5, 5)
        assert redact(state, event, BLUE) is None
        assert redact(state, event, RED) == event


def test_mines_that_go_off_are_found() -> None:
    """pw:15.1, pw:15.4: who walked into them knows the hexes; the owner hears of it, but not whom he does not see."""
    state = mined(a_state(a_tank()), "C6 C7 C8 D7")
    event = _tripped(state, 1, 5, 5)
    assert redact(state, event, BLUE) == event
    told = redact(state, event, RED)
    assert told is not None
    assert told.element == ""
    assert view(state, BLUE).mines.laid["m"].hexes == hexes("C6 C7 C8")
    assert view(state, BLUE).mines.laid["m"].grade is None


def test_a_side_sees_its_own_fields_and_marked_ones() -> None:
    """pw:15.1: a hidden field is not there for the enemy; of a marked one he knows neither class nor kind."""
    state = mined(mined(a_state(a_tank()), "C6", id_="hidden"), "D6", id_="marked", marked=True)
    mine, its = view(state, RED).mines.laid, view(state, BLUE).mines.laid
    assert mine == state.mines.laid
    assert set(its) == {"marked"}
    assert (its["marked"].grade, its["marked"].kind) == (None, "")
    state.turn = 0
    assert not view(state, BLUE).mines.laid
    assert [laid.id for laid in minefields.known_to(evolve_turn(state), BLUE)] == ["marked"]


def evolve_turn(state: WarState) -> WarState:
    """The same in turn 1."""
    state.turn = 1
    return state


def test_before_known_mines_elements_may_stop() -> None:
    """pw:15.1.1: within 25 of a field that they know of, whatever their order; not before one known to be a dummy."""
    state = mined(a_state(a_tank()), "C7", marked=True)
    tank = state.element("tank")
    edge = at("C7+0,12.5")
    for far, stops in ((24.0, True), (25.0, True), (26.5, False)):
        assert minefields.may_stop(state, tank, edge._replace(y=edge.y + round(far * 10))) == stops
    hidden = mined(a_state(a_tank()), "C7")
    assert not minefields.may_stop(hidden, tank, edge)
    dummy = mined(a_state(a_tank()), "C7", grade=0, marked=True)
    assert minefields.may_stop(dummy, tank, edge)
    dummy.mines = dummy.mines.finds(BLUE, "m", dug=True)
    assert not minefields.may_stop(dummy, tank, edge)


@pytest.mark.parametrize(("rolled", "tripped"), [(19, 1), (20, 0), (1, 2)])
def test_with_aggregate_chances_one_d100_trips_them(rolled: int, tripped: int) -> None:
    """pw:2.4, pw:15.1.4: at least one mine of two dice in 19 of 100, both in 1; one die alone is a D10."""
    state = mined(a_state(a_tank(), switches=[Switch.AGGREGATE]), "C6 C7")
    went(state, "tank", "C3")
    event = happen(state, minefields.trip(state, UnitId("tank"), "c3", rolling(trips=rolled)))[0]
    assert isinstance(event, MinesTripped)
    assert (event.number, event.tripped, [roll.die for roll in event.rolls]) == (2, tripped, ["d100"])
    told = reports.TELL[MinesTripped](state, event)
    assert told is not None
    assert told.details == ("50 GSU of the field: 2 dice, one D100 for all of them (pw:2.4)",)
    alone = mined(a_state(a_tank(), switches=[Switch.AGGREGATE]), "C6", grade=1)
    went(alone, "tank", "C3")
    event = happen(alone, minefields.trip(alone, UnitId("tank"), "c3", dice(2)))[0]
    assert [roll.die for roll in event.rolls] == ["d10"]
