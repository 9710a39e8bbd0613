"""What a computer player thinks of a position of PanzerBlitz, from its own side's view alone."""

from __future__ import annotations

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerblitz import sequence
from core.panzerblitz.course import set_up
from core.panzerblitz.course.orders import FinishSetUp, PlaceRest
from core.panzerblitz.opponent import fire, moves
from core.panzerblitz.sequence import Kind
from core.panzerblitz.state import BlitzState


def best_order(state: BlitzState, side: SideId, dice: Dice) -> Order:
    """The order that promises most now; `state` is the side's own view, `dice` break ties."""
    kind = sequence.kind_of(state.step)
    if kind is Kind.SET_UP:
        return PlaceRest() if set_up.unplaced(state, side) else FinishSetUp()
    if kind in sequence.ANNOUNCING:
        return fire.announce(state, side)
    if kind is Kind.ASSAULT:
        return fire.close_assault(state, side)
    return moves.movement(state, side)
