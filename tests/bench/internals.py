"""All that the benches know of the insides of a rule system: lines of sight and reach of Panzer, on boards of tests,
lines of sight of Panzer War."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from core.panzer.movement.move import begin, check_move, legal_steps
from core.panzer.movement.reach import path_to, reachable
from core.panzer.pieces.cards import Traction
from core.panzer.pieces.movement import Rate
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.sight.relief import sees, sight_field
from core.panzer.state import PanzerState
from core.panzerwar.ground import lines
from core.panzerwar.ground.terrain import country_now
from tests.panzer.movement.movement_boards import ME, board, situation
from tests.panzer.sight.sight_boards import TABLES

__all__ = [
    "ME",
    "TABLES",
    "PanzerState",
    "Rate",
    "Traction",
    "begin",
    "board",
    "check_move",
    "legal_steps",
    "line_of_sight",
    "path_to",
    "reachable",
    "sees",
    "sight_field",
    "situation",
    "war_lines",
    "without_lines",
]


def war_lines(state: Any) -> int:
    """Draw the line of sight between all elements of Panzer War on the table, both ways; how many those are."""
    pairs = list(permutations(state.on_table(), 2))
    for one, other in pairs:
        lines.between(state, one, other)
    return len(pairs)


def without_lines(state: Any) -> None:
    """Forget all lines of sight of a board of Panzer War."""
    country_now(state).lines.clear()
