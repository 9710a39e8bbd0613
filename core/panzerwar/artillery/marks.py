"""Points that are overwatched, declared in the communications phase (pw:7.9, pw:7.9.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar.artillery.events import Marked
from core.panzerwar.artillery.orders import Mark
from core.panzerwar.artillery.seeing import point_refusal
from core.panzerwar.communication.calling import CALLING
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import Point, within

#: GSU within which a point is overwatched (pw:7.9).
FARTHEST: Final = 800
#: Who moves more than this no longer overwatches (pw:7.9).
AT_MOST: Final = frozenset((Motion.STATIONARY, Motion.SHIFT))


def who_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why an element may not overwatch anything: vehicles and guns do, of units under Cover (pw:7.9, pw:7.9.1)."""
    if not state.has(Switch.OVERWATCH):
        return Refusal("overwatch is not played", "pw:7.9")
    if element.kind not in (Kind.VEHICLE, Kind.GUN) or not element.on_table:
        return Refusal("vehicles and guns overwatch", "pw:7.9")
    unit = state.organisations.get(element.organisation)
    if unit is None or unit.order is not Tactical.COVER or unit.forced is not None:
        return Refusal("only units under Cover overwatch", "pw:7.9.1")
    return None


def mark_refusal(state: WarState, element: Element, at: Point) -> Refusal | None:
    """Why an element may not overwatch a point: within sight and within 800 (pw:7.9)."""
    if not within(element.where, at, FARTHEST):
        return Refusal(f"it lies farther than {FARTHEST}", "pw:7.9")
    return point_refusal(state, element, at, "pw:7.9")


def check(state: WarState, side: SideId, order: Mark) -> None:
    """IllegalOrder unless the element may overwatch that point, or overwatches one that it gives up."""
    CALLING.check(state, side)
    element = own_unit(state, side, order.element, "pw:7.9")
    if order.at is None:
        if not element.gunnery.mark:
            raise IllegalOrder("it overwatches nothing", "pw:7.9")
        return
    refuse(who_refusal(state, element))
    refuse(mark_refusal(state, element, order.at))


def mark(state: WarState, side: SideId, order: Mark, dice: Dice) -> Iterator[Event]:
    """It is declared."""
    yield Marked(side=side, element=order.element, at=order.at)
