"""All that the benches know of the insides of a rule system: lines of sight and reach of Panzer, on boards of tests."""

from __future__ import annotations

from core.panzer.movement.move import begin, check_move, legal_steps
from core.panzer.movement.reach import path_to, reachable
from core.panzer.pieces.cards import Traction
from core.panzer.pieces.movement import Rate
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.sight.relief import sees, sight_field
from core.panzer.state import PanzerState
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
]
