"""A relief force: when it arrives, by which way, what that scores, and what it makes of its side (min:23.3.6)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from content.catalogue import open_system
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.panzer.command.initiative import modifier
from core.panzer.course import relief
from core.panzer.course.events import ReliefArrived, ReliefAwaited
from core.panzer.course.victory import standing
from core.panzer.formations.control import formation_key, in_command_range
from core.panzer.movement.driving import entry_of
from core.panzer.movement.mover import mover
from core.panzer.state import PanzerState

GERMAN, SOVIET = SideId("german"), SideId("soviet")
PANTHER = UnitId("g27")


@pytest.fixture(scope="module", params=["twilight", "twilight-50m"])
def twilight(request: pytest.FixtureRequest) -> Any:
    return open_system(request.param)


def at(twilight: Any, turn: int) -> PanzerState:
    """The state at the start of a turn in which nothing has arrived yet."""
    state: PanzerState = twilight.initial()
    state.turn, state.step = turn, "spotting"
    return state


def rolled(twilight: Any, state: PanzerState, *dice: int) -> None:
    for event in relief.roll(state, ScriptedDice(list(dice))):
        twilight.evolve(state, event)


@pytest.mark.parametrize(("turn", "highest"), [(6, 10), (7, 20), (14, 90), (15, 95)])
def test_it_arrives_within_the_range_of_the_turn(twilight: Any, turn: int, highest: int) -> None:
    """min:23.3.6.a"""
    state = at(twilight, turn)
    assert relief.due(state)
    (waits,) = relief.roll(state, ScriptedDice([highest + 1]))
    assert isinstance(waits, ReliefAwaited)
    (comes,) = relief.roll(state, ScriptedDice([highest, 33]))
    assert isinstance(comes, ReliefArrived)
    assert comes.way == "road-1"


def test_never_before_turn_6_and_at_the_latest_on_turn_16(twilight: Any) -> None:
    """min:23.3.6.a, min:23.2.4.4"""
    assert not any(relief.due(at(twilight, turn)) for turn in range(6))
    state = at(twilight, 16)
    rolled(twilight, state, 100, 100)
    assert (state.relief.arrived, state.relief.way) == (16, "road-3")
    assert not relief.due(state)


def test_once_a_turn_before_anything_else(twilight: Any) -> None:
    state = at(twilight, 8)
    rolled(twilight, state, 31)
    assert not relief.due(state)
    state.step = "initiative"
    assert not relief.due(state)
    state.turn, state.step = 9, "spotting"
    assert relief.due(state)


@pytest.mark.parametrize(
    ("roll", "way"), [(1, "road-1"), (33, "road-1"), (34, "road-2"), (66, "road-2"), (67, "road-3")]
)
def test_all_of_it_comes_by_the_way_that_was_rolled(twilight: Any, roll: int, way: str) -> None:
    """min:23.3.6.a: in that turn or any later one, none before."""
    state = at(twilight, 9)
    panther = state.units[PANTHER]
    assert not state.may_enter(panther)
    with pytest.raises(IllegalOrder, match="waits for the arrival of the relief force"):
        entry_of(mover(state, PANTHER))
    rolled(twilight, state, 40, roll)
    named = next(w for w in state.scenario.relief.ways if w.id == way)  # type: ignore[union-attr]
    entry = state.entry(PANTHER)
    assert entry is not None
    assert (entry.turn, entry.hexes) == (9, named.hexes)
    state.turn = 20
    assert state.may_enter(panther)


def test_it_enters_by_the_road_or_beside_it(twilight: Any) -> None:
    """min:23.3.6.a: 5 inches, which are 2 hexes of 100 m, to either side; each way has its road in the middle."""
    scenario = twilight.on
    for way in scenario.relief.ways:
        spread = 5 if scenario.edition == "miniatures" else 2
        assert len(way.hexes) == 2 * spread + 1
        assert "road" in scenario.board[way.hexes[spread]].routes
        assert all(scenario.board.is_edge(hex_) and hex_.row == 1 for hex_ in way.hexes)


@pytest.mark.parametrize(
    ("turn", "points"), [(6, -318), (7, -318), (8, -106), (10, 0), (12, 106), (15, 318), (16, 425)]
)
def test_its_turn_of_arrival_counts(twilight: Any, turn: int, points: int) -> None:
    """min:23.2.4.4: a percentage of the 2,125 points of the whole German force."""
    state = at(twilight, turn)
    before = standing(state, GERMAN).points
    rolled(twilight, state, 1, 50)
    assert standing(state, GERMAN).points - before == points
    assert standing(state, SOVIET).points == 0


def test_the_force_grade_is_green_until_it_arrives(twilight: Any) -> None:
    """min:23.3.6.b, min:14.1"""
    state = at(twilight, 10)
    green = modifier(state, GERMAN).total
    rolled(twilight, state, 51)
    assert modifier(state, GERMAN).total == green
    state.turn = 11
    rolled(twilight, state, 60, 50)
    assert green < modifier(state, GERMAN).total == modifier(state, SOVIET).total == 0


def test_who_waits_is_not_set_up(twilight: Any) -> None:
    state: PanzerState = twilight.initial()
    assert len(twilight.on.relief.units) == 10
    assert all(twilight.on.by_id[u].entry is not None for u in twilight.on.relief.units)
    assert not any(state.may_enter(state.units[u]) for u in twilight.on.relief.units)


def test_the_germans_have_no_special_ammunition(twilight: Any) -> None:
    """min:23.3.6"""
    from core.panzer.ap.reach import ammunition
    from core.panzer.armament import armament

    state: PanzerState = twilight.initial()

    def fires(unit: str) -> set[str]:
        id_ = UnitId(unit)
        side = state.units[id_].side
        return {row.type for m in armament(state, id_) for row in ammunition(state, m.weapon, side)}

    assert fires("g20") == {"AP"}
    assert {row.type for m in state.card(UnitId("g20")).weapons for row in m.weapon.ap} > {"AP"}
    assert fires("g14") == {"HEAT"}, "its only ammunition"
    assert fires("s21") > {"AP"}


def test_who_is_within_command_range_is_found_anew_when_it_has_arrived(twilight: Any) -> None:
    """na:6.2.1.1.2: who waits for the same way onto the map is together; here one of the formation is not of the force
    and may still come by any of them."""
    state = at(twilight, 16)
    force = state.scenario.relief
    assert force is not None
    others = evolve(force, units=tuple(unit for unit in force.units if unit != PANTHER))
    state.scenario = evolve(state.scenario, relief=others)
    key = formation_key(state, PANTHER)
    assert in_command_range(state, key)[PANTHER]
    rolled(twilight, state, 100, 100)
    assert not in_command_range(state, key)[PANTHER]
