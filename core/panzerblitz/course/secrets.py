"""What hidden counters mean for the course of a game (pb:PB-EXP-HID-1): who is asked, who may have learned what."""

from __future__ import annotations

from core.event import SideId, UnitId
from core.order import Order
from core.panzerblitz.close.orders import CloseAssault, Overrun
from core.panzerblitz.fire.orders import Announce
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.movement.orders import Move
from core.panzerblitz.sight.events import Told
from core.panzerblitz.state import BlitzState
from core.secrecy import view


def needs(state: BlitzState, side: SideId) -> SideId | None:
    """The side whose hidden counters may decide what happens next, if `side` does not know them; None if it does."""
    return state.hider if state.in_doubt(side) else None


def untold(state: BlitzState, known: BlitzState, side: SideId) -> Told | None:
    """What `side` must still be told of the counters, if it has followed what it was told so far; None if nothing."""
    seen = view(state, side).units
    news = tuple(unit for unit in seen.values() if known.units.get(unit.id) != unit)
    gone = tuple(unit for unit in known.units if unit not in seen)
    return Told(units=news, gone=gone) if news or gone else None


def showing(state: BlitzState, order: Order) -> tuple[UnitId, ...]:
    """Units that come into view by an order, since they fire or move (pb:PB-EXP-HID-1)."""
    match order:
        case Announce():
            return tuple(a for b in order.attack.battles for a in b.attackers)
        case CloseAssault():
            return order.attackers
        case Overrun():
            return tuple(r.unit for r in order.runs)
        case ClearMines():
            return (order.unit,)
        case Move():
            return (order.unit,)
    return ()
