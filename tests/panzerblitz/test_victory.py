"""Victory of every kind, computed for constructed ends (pb:PB-WIN-1, pb:PB-SEQ-9)."""

from __future__ import annotations

import pytest

from core.event import UnitId
from core.hexes import Hex
from core.panzerblitz.situation import Goal, Level, Measure
from core.panzerblitz.state import BlitzState, Presence
from core.panzerblitz.victory import level_of, standings, value, verdict
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, position

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


def end(measure: Measure, side: str = "german", *, gone: str = "", **more: object) -> BlitzState:
    """A position with one goal, some units eliminated."""
    goal = Goal(GERMAN if side == "german" else RUSSIAN, measure, more.pop("levels", LIMITS), "", **more)  # type: ignore[arg-type]
    state = position(UNITS, goals=(goal,), areas=AREAS)
    for unit in gone.split():
        state.change(UnitId(unit), presence=Presence.ELIMINATED)
    return state


def reached(state: BlitzState) -> int:
    """The value of the only goal."""
    return value(state, state.situation.goals[0])


def test_losses_with_weights() -> None:
    """pb:PB-WIN-1: trucks and wagons count, counters without men do not; some count more."""
    state = end(Measure.LOSSES, "russian", gone="truck f p", weights={"g-panther": 5})
    assert reached(state) == 6
    assert level_of(state, RUSSIAN) is Level.DECISIVE


def test_own_losses_at_most() -> None:
    """pb:PB-WIN-1: the fewer the higher the level."""
    levels = {Level.MARGINAL: 2, Level.TACTICAL: 1, Level.DECISIVE: 0}
    for gone, level in (("", 3), ("p", 2), ("p q", 1), ("p q truck", 0)):
        state = end(Measure.OWN_LOSSES, gone=gone, levels=levels, at_most=True)
        assert level_of(state, GERMAN) == level


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
    assert reached(end(measure, **more)) == expected


def test_ratio_without_losses() -> None:
    """pb:PB-WIN-1: nothing to divide by is more than any limit."""
    assert level_of(end(Measure.LOSS_RATIO, gone="x"), GERMAN) is Level.DECISIVE
    assert reached(end(Measure.LOSS_RATIO, gone="x y p")) == 2


def test_corridor_out_of_fire() -> None:
    """pb:PB-WIN-1: three hexes wide from edge to edge, under no enemy gun that could fire."""
    state = end(Measure.CORRIDOR, area="west", out="east", width=3)
    assert reached(state) == 0
    state.change(UnitId("x"), dispersed=True)
    state.change(UnitId("y"), dispersed=True)
    state.change(UnitId("x"), hex=at("A9"))
    assert reached(state) == 1


def test_round_trip() -> None:
    """pb:PB-WIN-1: out by one edge, back, and home by the other."""
    state = end(Measure.ROUND_TRIP, area="west", out="east", away=3)
    state.change(UnitId("p"), presence=Presence.EXITED, exits=("east", "west"))
    state.change(UnitId("q"), presence=Presence.EXITED, exits=("west",))
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


def test_prevention() -> None:
    """pb:PB-WIN-1: a side may win by keeping the other from every level."""
    goals = (Goal(GERMAN, Measure.LOSSES, LIMITS, ""), Goal(RUSSIAN, Measure.PREVENTION, {Level.DECISIVE: 1}, ""))
    state = position(UNITS, board(), goals=goals, areas=AREAS)
    assert verdict(state).winner == RUSSIAN
    state.change(UnitId("x"), presence=Presence.ELIMINATED)
    assert verdict(state).winner == GERMAN
