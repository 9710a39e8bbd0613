"""What hidden counters mean for the course of a game (pb:PB-EXP-HID-1): who is asked, who may have learned what."""

from __future__ import annotations

from core.event import Event, OrderGiven, SideId, UnitId
from core.order import Order
from core.panzerblitz.close.orders import CloseAssault, Overrun
from core.panzerblitz.fire.events import AttackAnnounced, AttackWithdrawn
from core.panzerblitz.fire.orders import Announce
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.movement.orders import Move
from core.panzerblitz.sequence import SET_UP
from core.panzerblitz.sight.events import Told
from core.panzerblitz.state import BlitzState
from core.secrecy import view


def needs(state: BlitzState, side: SideId) -> SideId | None:
    """The side whose hidden counters may decide what happens next, if `side` does not know them; None if it does.

    Any move may meet them or bring them into view, any step of the sequence of play may wait for them. While the
    other side sets up they do not matter.
    """
    hider = state.hider
    if hider in (None, side) or len(state.units) == len(state.situation.units):
        return None
    left = (s for s in state.situation.set_up if s not in state.set_up_done)
    return None if state.step == SET_UP and next(left, None) == side else hider


def final(state: BlitzState, event: Event, side: SideId) -> bool:
    """Whether a side may have learned by an event, given the state after it, where the enemy has hidden counters.

    That nothing came into view is news too, as long as anything may be hidden; what is announced meets nothing.
    """
    quiet = isinstance(event, OrderGiven | AttackAnnounced | AttackWithdrawn)
    return not quiet and needs(view(state, side), side) is not None


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
