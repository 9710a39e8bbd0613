"""Full Cover under HIDDEN UNIT counters, in the Adjust Full Cover Step, unseen by anybody else (or:7.2.2.2).

They are harder to spot by it, and still in it once they are placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.adjustment.full_cover import COVERING, full_cover_refusal
from core.panzer.hidden_units.events import HiddenCovered
from core.panzer.hidden_units.orders import CoverHidden
from core.panzer.hidden_units.under import uncovered
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.state import PanzerState

RULE: Final = "or:7.2.2.2"


def able(state: PanzerState, counter: HiddenCounter) -> tuple[UnitId, ...]:
    """The units under a counter that may be in Full Cover where it is."""
    open_ = uncovered(state, counter.side)
    return tuple(u for u in counter.holds if full_cover_refusal(open_, open_.units[u]) is None)


def check(state: PanzerState, side: SideId, order: CoverHidden) -> None:
    """A counter of one's own with somebody under it for whom there is Full Cover."""
    COVERING.check(state, side)
    counter = state.hidden.named(f"{side}-{order.number}")
    if counter is None or not able(state, counter):
        raise IllegalOrder(f"nobody under HIDDEN UNIT {order.number} takes Full Cover or leaves it now", RULE)


def cover(state: PanzerState, side: SideId, order: CoverHidden, dice: Dice) -> Iterator[Event]:
    """All of them take it, or leave it."""
    counter = state.hidden.named(f"{side}-{order.number}")
    if counter is not None:
        units = able(state, counter) if order.on else ()
        yield HiddenCovered(side=side, number=order.number, units=units)
