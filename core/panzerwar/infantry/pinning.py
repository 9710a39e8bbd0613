"""What it is to be suppressed: until the end of the next turn, unless a charge goes on through it (pw:12.9.3)."""

from __future__ import annotations

from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState


def suppress(state: WarState, element: Element) -> None:
    """An element is suppressed in this turn and the next, by whatever fire (pw:12.9.3.1, pw:8.12.2); who moves at
    charge speed under Charge ignores it in this one, and is easier to hit from then on (pw:12.9.3.2). Who is broken is
    worse off already."""
    if element.nerve.broken:
        return
    organisation = state.organisations.get(element.organisation)
    charging = organisation is not None and organisation.order is Tactical.CHARGE and bool(element.travel.charges)
    state.put(element.with_nerve(suppressed=state.turn + 1, ignoring=element.nerve.ignoring or charging))
