"""Routing: broken infantry gets away from who fires at it, by itself (pw:6.1.3, pw:12.9, pw:12.9.2 to pw:12.9.2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.event import Event
from core.panzerwar import sequence
from core.panzerwar.ground import going
from core.panzerwar.infantry import rallying
from core.panzerwar.movement.events import Planned
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Contact, Leg, Plan
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import HEADINGS, Path, Point, bearing, degrees_of, distance_to_segment, gsu_between, hex_at, offset

#: How far it goes in C1 and in C6, in GSU (pw:6.1.3).
FIRST, SECOND = 25.0, 50.0
#: Where the whole of it leads nowhere, so much of it is tried; less is no rout.
_PARTS: Final = (1.0, 0.75)
#: Lengths that differ by less are the same, in GSU.
_TRIFLE: Final = 0.05


def due(state: WarState) -> tuple[Element, ...]:
    """The elements that must rout in this turn and of which it is yet to be found how (pw:12.9.2)."""
    if state.step != sequence.C1:
        return ()
    return tuple(
        e
        for e in state.on_table()
        if e.foot and e.id not in state.plans and not e.nerve.frozen and rallying.must_rout(state, e)
    )


def rout(state: WarState) -> Iterator[Event]:
    """Each of them goes away from those who fire, 25 in C1 and 50 in C6; it may stay in hard cover; who cannot get away
    from an enemy beside him gives himself up (pw:12.9.2, pw:12.9.2.1, pw:12.9.2.2)."""
    for element in due(state):
        if rallying.freezes(state, element):
            yield rallying.stays(element)
            continue
        first = way_out(state, element, element.where, FIRST)
        if first is not None:
            yield _planned(element, first, way_out(state, element, first, SECOND))
        elif rallying.caught(state, element):
            yield rallying.gives_up(element)
        else:
            yield rallying.stays(element)


def _planned(element: Element, first: Point, second: Point | None) -> Planned:
    legs = (Leg(first),)
    after = (Leg(second),) if second is not None else ()
    spent = gsu_between(element.where, first) + (gsu_between(first, second) if second is not None else 0.0)
    return Planned(
        side=element.side,
        element=element.id,
        plan=Plan(element=element.id, legs=legs, second=after, contact=Contact.GO_ON),
        motion=Motion.FULL if second is not None else Motion.HALF,
        spent=round(spent, 1),
    )


def way_out(state: WarState, element: Element, start: Point, far: float) -> Point | None:
    """Where a broken element gets to in a segment: straight away from the nearest of those that fire, or by the least
    turn aside that leads farther from them over ground that men cross, within 19 of no enemy; None if every way is
    barred (pw:12.9.2, pw:12.9.2.1)."""
    firing = [e.where for e in rallying.firing_enemies(state, element, rallying.ROUTS)]
    enemies = [e.where for e in rallying.enemies(state, element)]
    now = _nearest(start, firing)
    for part in _PARTS:
        for degrees in _away(start, firing, element):
            end = offset(start, degrees, far * part)
            if _nearest(end, firing) > now and _passes(state, start, end, enemies):
                return end
    return None


def _away(start: Point, firing: Iterable[Point], element: Element) -> Iterator[float]:
    """Bearings away from the nearest of some places, the straightest first."""
    near = min(firing, key=lambda place: (gsu_between(start, place), place), default=start)
    back = bearing(near, start) if near != start else degrees_of(element.heading) + 180.0
    yield back % 360.0
    for turn in range(1, HEADINGS // 2 + 1):
        for side in (1, -1):
            yield (back + side * degrees_of(turn)) % 360.0


def _nearest(at: Point, places: Iterable[Point]) -> float:
    return min((gsu_between(at, place) for place in places), default=0.0)


def _passes(state: WarState, start: Point, end: Point, enemies: Iterable[Point]) -> bool:
    if hex_at(end) not in state.board:
        return False
    for place in enemies:
        if distance_to_segment(place, start, end) < min(rallying.CAUGHT, gsu_between(start, place)) - _TRIFLE:
            return False
    return going.pace(state, Path(start, (end,))).barred is None
