"""What hidden counters mean for the course of a game (pb:PB-EXP-HID-1): who is asked, who may have learned what."""

from __future__ import annotations

from core.event import SideId, UnitId
from core.order import Order
from core.panzerblitz.close.orders import CloseAssault, Overrun
from core.panzerblitz.fire.orders import Announce
from core.panzerblitz.mines.orders import ClearMines
from core.panzerblitz.movement.orders import Load, Move, Unload
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
    """Units that come into view by an order, since they fire, move, or change what lies in view (pb:PB-EXP-HID-1)."""
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
        case Load():
            return _loading_in_view(state, order)
        case Unload():
            return _capturing(state, order)
    return ()


def _loading_in_view(state: BlitzState, order: Load) -> tuple[UnitId, ...]:
    """Carrier and passenger if one of them lies in view and the other does not: a unit is loaded when it lies under
    its carrier, so that both must be on the board (pb:PB-TRANS-B)."""
    carrier, passenger = state.units[order.carrier], state.units[order.passenger]
    if state.in_secret(carrier.side) or carrier.hidden == passenger.hidden:
        return ()
    return (carrier.id, passenger.id)


def _capturing(state: BlitzState, order: Unload) -> tuple[UnitId, ...]:
    """A carrier whose passenger captures a fortification of the enemy by being unloaded into it (pb:PB-FORT-G)."""
    carrier = state.units[order.carrier]
    fort = state.fortification(carrier.hex) if order.inside and carrier.hex is not None else None
    return (carrier.id,) if fort is not None and fort.side != carrier.side else ()
