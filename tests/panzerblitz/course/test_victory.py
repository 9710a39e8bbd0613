"""What every measure of victory counts, on a few hexes (pb:PB-WIN-1). Ends of the Situations: `test_victory_levels`."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.hexes import Hex
from core.panzerblitz.course.victory import standings, value, verdict
from core.panzerblitz.pieces.situation import Goal, Level, Measure
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, position

LIMITS = {Level.MARGINAL: 1, Level.TACTICAL: 2, Level.DECISIVE: 3}
WEST = frozenset(Hex(1, r) for r in range(1, 10))
EAST = frozenset(Hex(13, r) for r in range(1, 10))
AREAS = {"west": WEST, "east": EAST, "middle": frozenset(Hex(7, r) for r in range(1, 10))}
UNITS = {
    "p": "g-panther G5",
    "q": "g-panther G6",
    "truck": "g-truck A1",
    "f": "g-fortification A2",
    "x": "r-rifle G3",
    "y": "r-t-34c M9",
    "z": "r-wagons M8",
}


def held(measure: Measure, **more: object) -> BlitzState:
    """A position with one goal, of the Germans."""
    goal = Goal(GERMAN, measure, LIMITS, "", **more)  # type: ignore[arg-type]
    return position(UNITS, goals=(goal,), areas=AREAS)


def reached(state: BlitzState) -> int:
    """The value of the only goal."""
    return value(state, state.situation.goals[0])


@pytest.mark.parametrize(
    ("measure", "more", "expected"),
    [
        (Measure.PRESENCE, {"area": "middle"}, 2),
        (Measure.ENEMY_PRESENCE, {"area": "middle"}, 1),
        (Measure.PRESENCE_RATIO, {"area": "middle"}, 2),
        (Measure.ADVANCE, {"area": "west"}, 6),
        (Measure.LOST_OR_NOT_EXITED, {"area": "west"}, 3),
        (Measure.EXITED, {"area": "east"}, 0),
        (Measure.LOSS_RATIO, {}, 0),
        (Measure.CORRIDOR, {"area": "west", "out": "east", "width": 3}, 0),
        (Measure.FIRE_LINE, {"area": "west", "out": "east"}, 1),
    ],
)
def test_measures(measure: Measure, more: dict[str, object], expected: int) -> None:
    """pb:PB-WIN-1, pb:PB-TERR-4: what stands where, what is under fire."""
    assert reached(held(measure, **more)) == expected


def test_corridor_out_of_fire() -> None:
    """pb:PB-WIN-1: three hexes wide from edge to edge, under no enemy gun that could fire."""
    state = held(Measure.CORRIDOR, area="west", out="east", width=3)
    assert reached(state) == 0
    state.change(UnitId("x"), dispersed=True)
    state.change(UnitId("y"), dispersed=True)
    state.change(UnitId("x"), hex=at("A9"))
    assert reached(state) == 1


def test_higher_level_wins_equal_ones_draw() -> None:
    """pb:PB-WIN-1, pb:PB-GEN-1."""
    goals = (Goal(GERMAN, Measure.LOSSES, LIMITS, ""), Goal(RUSSIAN, Measure.LOSSES, LIMITS, ""))
    state = position(UNITS, goals=goals, areas=AREAS)
    assert verdict(state).winner is None
    state.change(UnitId("x"), presence=Presence.ELIMINATED)
    assert (verdict(state).winner, verdict(state).level) == (GERMAN, "marginal victory")
    state.change(UnitId("p"), presence=Presence.ELIMINATED)
    assert verdict(state).level == "draw"
    assert [s.points for s in standings(state)] == [1, 1]
