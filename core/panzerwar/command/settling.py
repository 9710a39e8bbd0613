"""What becomes of tactical orders at the end of a turn (pw:4.5.1, pw:4.6.3, pw:4.7.2, pw:4.8.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.event import Event
from core.panzerwar.command.demands import order_of
from core.panzerwar.command.doctrine import under_orders
from core.panzerwar.command.events import CommandDelayed, OrderChanged
from core.panzerwar.command.near import places
from core.panzerwar.command.range import Late, late
from core.panzerwar.command.tactical import APART
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import gsu_between


def settle(state: WarState) -> Iterator[Event]:
    """Who has engaged is disordered, a charge that has closed is Engage, the halves of a Bound may be apart, Cover
    counts the turns in which it moved.
    """
    for side in state.engagement.sides:
        for organisation in under_orders(state, side.id):
            yield from _held_up(state, organisation)
            now = _now(state, organisation)
            if now is not None:
                yield now


def _held_up(state: WarState, organisation: Organisation) -> Iterator[CommandDelayed]:
    """Vehicles that stayed in since their order came late move half in the next turn (pw:4.13.2.2)."""
    for element in places(state, organisation):
        now = late(state, element) is Late.STAYS
        if now is not element.travel.delayed:
            yield CommandDelayed(side=element.side, element=element.id, delayed=now)


def _now(state: WarState, organisation: Organisation) -> OrderChanged | None:
    order = order_of(state, organisation)
    engaged = order is Tactical.ENGAGE
    apart = organisation.order is Tactical.BOUND and separated(state, organisation)
    moved = any(e.travel.motion is not Motion.STATIONARY for e in places(state, organisation))
    settled = organisation.settled
    if organisation.order is Tactical.COVER and (moved or settled):
        settled = min(2, organisation.settled + 1) if moved else 2
    disordered = organisation.disordered or engaged
    same = (order, disordered, apart, settled) == (
        organisation.order,
        organisation.disordered,
        organisation.apart,
        organisation.settled,
    )
    if same:
        return None
    return OrderChanged(
        side=organisation.side,
        organisation=organisation.id,
        order=order,
        disordered=disordered,
        apart=apart,
        settled=settled,
    )


def separated(state: WarState, organisation: Organisation) -> bool:
    """Whether the halves of a Bound are 200 or more apart (pw:4.5.3)."""
    moving = [e for e in places(state, organisation) if e.id in organisation.moving]
    covering = [e for e in places(state, organisation) if e.id not in organisation.moving]
    if not moving or not covering:
        return False
    return not any(gsu_between(a.where, b.where) < APART for a in moving for b in covering)
