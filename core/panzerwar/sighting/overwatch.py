"""Overwatching a point: first sight without waiting at what comes near it (pw:7.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.ground import heights, lines
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import MOVING, Motion
from core.panzerwar.sighting import light
from core.panzerwar.sighting.events import Marked
from core.panzerwar.sighting.orders import Mark
from core.panzerwar.smoke import screens
from core.panzerwar.state import WarState
from core.plane import Point, gsu_between, hex_at, within

#: How far the point may be, and how near to it a hostile unit must come, or fire (pw:7.9, pw:7.9.2, pw:7.9.3); in GSU.
REACH: Final = 800
MOVERS, FIRERS = 75, 50
#: Fire at one that fired near the mark comes so many fire segments later (pw:7.9.3).
DELAY: Final = 2
_ARMED: Final = frozenset({Kind.VEHICLE, Kind.GUN})


def mark_refusal(state: WarState, element: Element, at: Point) -> Refusal | None:
    """Why an element may not overwatch a point; None if it may (pw:7.9, pw:7.9.1)."""
    refused = element_refusal(state, element)
    if refused is not None:
        return refused
    if hex_at(at) not in state.board:
        return Refusal("the point is not on the table", "pw:7.9")
    if not within(element.where, at, REACH):
        return Refusal(f"the point is farther than {REACH}", "pw:7.9")
    tall = heights.height(state, element)
    line = lines.line(state, element.where, at, tall, heights.MEN, parked=True)
    hidden = line.refusal or screens.screen(state, line).refusal
    if hidden is not None:
        return Refusal(f"the point is not in sight: {hidden.reason}", "pw:7.9")
    far = gsu_between(element.where, at)
    short = next((limit for limit in light.limits(state, at) if far > limit.gsu), None)
    if short is not None:
        return Refusal(f"the point is not in sight: by {short.why} it sees {short.gsu:g}", "pw:7.9")
    return None


def element_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why an element may overwatch nothing: it is no vehicle or gun, or its unit is not under Cover (pw:7.9,
    pw:7.9.1)."""
    if not state.has(Switch.OVERWATCH):
        return Refusal("overwatch is not in use", "pw:7.9")
    if element.kind not in _ARMED or not element.on_table:
        return Refusal("only vehicles and guns on the table overwatch", "pw:7.9")
    if element.travel.motion in MOVING:
        return Refusal("only what is stationary or shifts overwatches", "pw:7.9")
    ordered = _ordered(state, element)
    if ordered is not None and (ordered.order is not Tactical.COVER or ordered.forced is not None):
        return Refusal("only units under Cover overwatch", "pw:7.9.1")
    return None


def _ordered(state: WarState, element: Element) -> Organisation | None:
    """The unit whose order an element follows."""
    return state.organisations.get(element.organisation)


def mark(state: WarState, element: Element) -> Point | None:
    """The point that an element overwatches now: as it was marked, unless it has moved since or its unit has another
    order (pw:7.9, pw:7.9.1); None without one."""
    if not element.gunnery.mark or element_refusal(state, element) is not None:
        return None
    x, y = element.gunnery.mark.split(",")
    return Point(int(x), int(y))


def comes_near(state: WarState, element: Element, target: Element) -> bool:
    """Whether a hostile unit has moved to within 75 of the mark of an element in this turn, so that it need not wait a
    turn to fire first sight at it (pw:7.9.2)."""
    at = mark(state, element)
    if at is None or target.at is None or target.travel.motion is Motion.STATIONARY:
        return False
    return within(target.at, at, MOVERS)


def replies_from(state: WarState, element: Element, target: Element) -> int | None:
    """The first fire segment in which an element may fire at one that fired within 50 of its mark: two after it did
    (pw:7.9.3); None if that gives it nothing."""
    at = mark(state, element)
    if at is None or target.at is None or not target.gunnery.fired or not within(target.at, at, FIRERS):
        return None
    return min(target.gunnery.fired) + DELAY


# -- the order ------------------------------------------------------------------------------------------


def check(state: WarState, side: SideId, order: Mark) -> None:
    """IllegalOrder unless a point may be marked: in phase B, by who has not ended it (pw:7.9)."""
    element = own_unit(state, side, order.element, "pw:7.9")
    if state.step != sequence.COMMUNICATIONS or side in state.ended:
        raise IllegalOrder("overwatch is declared in phase B", "pw:7.9")
    if order.at is not None:
        refuse(mark_refusal(state, element, order.at))
    elif not element.gunnery.mark:
        raise IllegalOrder(f"{element.name} overwatches nothing", "pw:7.9")


def decide(state: WarState, side: SideId, order: Mark, dice: Dice) -> Iterator[Event]:
    """It overwatches the point."""
    yield Marked(side=side, element=order.element, at=order.at)
