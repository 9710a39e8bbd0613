"""How the tests of movement take steps, ask what they cost, and are refused."""

from __future__ import annotations

import pytest

from core.order import IllegalOrder
from core.panzer.movement.move import check_move, follow
from core.panzer.movement.paying import StepResult
from core.panzer.pieces.cards import Traction
from core.panzer.pieces.movement import Rate
from core.panzer.state import PanzerState
from tests.panzer.movement.movement_boards import ME

CROSS, ROUTE = Rate.CROSS_COUNTRY, Rate.ROUTE
WHEELED, HALF_TRACK = Traction.WHEELED, Traction.HALF_TRACK


def go(state: PanzerState, *steps: str, rate: Rate = CROSS, end: bool = True) -> tuple[StepResult, ...]:
    return check_move(state, ME, rate, steps, end)


def cost(state: PanzerState, *steps: str, rate: Rate = CROSS) -> int:
    return sum(r.cost for r in go(state, *steps, rate=rate, end=False))


def refused(state: PanzerState, *steps: str, rate: Rate = CROSS, end: bool = True) -> IllegalOrder:
    with pytest.raises(IllegalOrder) as error:
        go(state, *steps, rate=rate, end=end)
    return error.value


def after(state: PanzerState, *steps: str, rate: Rate = CROSS) -> PanzerState:
    """The state in the middle of a move."""
    for result in go(state, *steps, rate=rate, end=False):
        state = follow(state, result)
    return state
