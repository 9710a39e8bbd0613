"""All that the benches know of the insides of a rule system: lines of sight and reach of Panzer, on boards of tests."""

from __future__ import annotations

from core.panzer.cards import Traction
from core.panzer.line_of_sight import line_of_sight, sees, sight_field
from core.panzer.movement import begin, check_move, legal_steps
from core.panzer.reach import path_to, reachable
from core.panzer.state import PanzerState, Rate
from tests.core.movement_boards import ME, board, situation
from tests.core.sight_boards import TABLES

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
