"""Routing: broken infantry gets away from who fires at it, by itself (pw:6.1.3, pw:12.9, pw:12.9.2 to pw:12.9.2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.choice import Choice, Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.ground import going
from core.panzerwar.infantry import rallying
from core.panzerwar.movement.events import Planned, RoutChosen
from core.panzerwar.movement.orders import ChooseRout
from core.panzerwar.movement.planning import PLANNING
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Contact, Leg, Plan
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState
from core.plane import HEADINGS, Path, Point, bearing, degrees_of, distance_to_segment, gsu_between, hex_at, offset

RULE: Final = "pw:12.9.2.2"
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
    """Each of them goes away from those who fire, 25 in C1 and 50 in C6; it may stay in hard cover, and does unless its
    player has it run; who cannot get away from an enemy beside him gives himself up (pw:12.9.2, pw:12.9.2.1,
    pw:12.9.2.2)."""
    for element in due(state):
        if rallying.freezes(state, element) and element.id not in state.moves.runs:
            yield rallying.stays(element)
            continue
        first = way_out(state, element, element.where, FIRST)
        if first is not None:
            yield _planned(element, first, way_out(state, element, first, SECOND))
        elif rallying.caught(state, element):
            yield rallying.gives_up(element)
        else:
            yield rallying.stays(element)


def choice_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why nobody can say whether an element routs or stays: it is not broken, or in no hard cover (pw:12.9.2.2)."""
    if not element.nerve.broken or not element.foot or not element.on_table:
        return Refusal(f"{element.name} is not broken", RULE)
    return None if rallying.in_hard_cover(state, element) else Refusal("it is in no hard cover", RULE)


def check(state: WarState, side: SideId, order: ChooseRout) -> None:
    """IllegalOrder unless a side may say that of an element now."""
    PLANNING.check(state, side)
    refuse(choice_refusal(state, own_unit(state, side, order.element, RULE)))


def choose(state: WarState, side: SideId, order: ChooseRout, dice: Dice) -> Iterator[Event]:
    """It is noted for this turn."""
    yield RoutChosen(side=side, element=order.element, runs=order.runs)


def offer(state: WarState, side: SideId) -> Iterator[Choice]:
    """Of each broken element in hard cover that it routs if it must, or stays after all (pw:12.9.2.2)."""
    for element in state.of(side):
        if choice_refusal(state, element) is None:
            runs = element.id in state.moves.runs
            label = "stay in its cover after all" if runs else "rout if it must, not stay in its cover"
            pick = f"{'hold-out' if runs else 'rout'}:{element.id}"
            yield Choice(pick, f"{element.name}: {label}", "option", hex_at(element.where), element.id)


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
