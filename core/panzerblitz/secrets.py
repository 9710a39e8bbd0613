"""What a side may know (pb:PB-EXP-HID-1): the only doors through which state and events reach a player.

Without hidden deployment both sides know everything.
"""

from __future__ import annotations

from core.event import Event, OrderGiven, SideId, TakenBack, UnitId
from core.order import Order
from core.panzerblitz import events as e
from core.panzerblitz import orders as o
from core.panzerblitz.options import HIDDEN_DEPLOYMENT
from core.panzerblitz.sequence import SET_UP
from core.panzerblitz.state import BlitzState

_SET_UP_ORDERS = (o.Place, o.PlaceRest, o.Load, o.Unload)


def view(state: BlitzState, side: SideId | None) -> BlitzState:
    """The state without the hidden counters of other sides; None = what everybody may know.

    While a side that may deploy hidden sets up, all of its set-up is secret.
    """
    shown = state.copy()
    if not state.has(HIDDEN_DEPLOYMENT):
        return shown
    for unit in state.units.values():
        if unit.side != side and _unknown(state, unit.id):
            shown.forget(unit.id)
    return shown


def known(state: BlitzState, side: SideId) -> BlitzState:
    """What a side's orders are judged by: its view, or the state itself if nothing is hidden from anybody."""
    return view(state, side) if state.has(HIDDEN_DEPLOYMENT) else state


def showing(state: BlitzState, order: Order) -> tuple[UnitId, ...]:
    """Units that come into view by an order, since they fire or move (pb:PB-EXP-HID-1)."""
    match order:
        case o.Announce():
            return tuple(a for b in order.attack.battles for a in b.attackers)
        case o.CloseAssault():
            return order.attackers
        case o.Overrun():
            return tuple(r.unit for r in order.runs)
        case o.ClearMines():
            return (order.unit,)
        case o.Move():
            return (order.unit,)
    return ()


def _unknown(state: BlitzState, unit_id: UnitId) -> bool:
    unit = state.units[unit_id]
    if unit.hidden:
        return True
    deploying = unit.side == state.situation.set_up[0] and unit.side not in state.set_up_done
    return deploying and state.step == SET_UP


def redact(state: BlitzState, event: Event, side: SideId | None) -> Event | None:
    """What a side may know of an event, given the state after it; None if not even that it happened."""
    if not state.has(HIDDEN_DEPLOYMENT):
        return event
    hider = state.situation.set_up[0]
    if isinstance(event, OrderGiven | TakenBack) and event.side == hider != side:
        secret = not event.agreed if isinstance(event, TakenBack) else isinstance(event.order, _SET_UP_ORDERS)
        return None if secret and state.step == SET_UP else event
    if isinstance(event, e.Placed) and state.units[event.unit].side == hider != side:
        return None
    if isinstance(event, e.Loaded | e.Unloaded) and state.units[event.carrier].side == hider != side:
        return None if event.prepared or state.units[event.carrier].hidden else event
    if isinstance(event, e.Recovered) and event.side == hider != side:
        known = tuple(u for u in event.units if not state.units[u].hidden)
        return e.Recovered(side=event.side, units=known)
    return event
