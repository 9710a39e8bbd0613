"""Where a vehicle comes up to what it rams, drives over or pushes: whether it avoids that (pw:14.1, pw:14.2 to
pw:14.2.2, pw:6.8.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice, Roll
from core.event import Event, UnitId
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Plan, Way
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.ramming import who
from core.panzerwar.ramming.events import Pushed, RamMet
from core.panzerwar.ramming.ways import OVER, TOUCH, leads_to
from core.panzerwar.state import WarState
from core.plane import Point, bearing, degrees_of, gsu_between, hex_at, offset, within

#: How far apart the centres of two vehicles are that have collided, in GSU.
BUMPER: Final = 10.0
#: The motions after which a ram takes effect in E3 (pw:14.1.1).
HALF: Final = frozenset({Motion.STATIONARY, Motion.SHIFT, Motion.HALF})


def meets(state: WarState, id_: UnitId, plan: Plan, dice: Dice) -> Iterator[Event]:
    """What comes of a plan to ram, to drive over or to push, when its way is at its end (pw:14.2)."""
    element = state.elements[id_]
    target = state.elements.get(plan.ram or plan.overrun or UnitId(""))
    if target is None or not element.on_table or target.at is None or element.harm.immobile:
        return
    if plan.way is Way.PUSH:
        yield from _pushes(state, element, target)
    elif target.on_table and reached(state, element, target, plan):
        yield _met(state, element, target, plan, dice)


def reached(state: WarState, element: Element, target: Element, plan: Plan) -> bool:
    """Whether the way of an element has led to its target, or to where that was when it set off in this turn
    (pw:14.1)."""
    before = _way(state, target.id)
    places = (target.where, *(before[:1] if before else ()))
    if plan.ram is not None:
        return any(within(element.where, place, TOUCH) for place in places)
    way = _way(state, element.id) or (element.where,)
    return any(leads_to(way, place, OVER) for place in places)


def _way(state: WarState, id_: UnitId) -> tuple[Point, ...]:
    """The way that an element went in this turn."""
    return tuple(point for piece in state.trails.get(id_, ()) for point in piece.points)


def moves(state: WarState, target: Element) -> bool:
    """Whether a target moves in this turn: it has, it does, or it is to (pw:14.2)."""
    plan = state.plans.get(target.id)
    to_come = plan is not None and target.id not in state.moves.done and bool(plan.legs or plan.second)
    return to_come or bool(state.trails.get(target.id))


def faster(state: WarState, element: Element, target: Element) -> bool:
    """Whether the rammer is the faster one, by the speed across country of the data charts (pw:14.2.2)."""
    mine, its = who.card_of(state, element), who.card_of(state, target)
    return (mine.speed_cc if mine is not None else 0) > (its.speed_cc if its is not None else 0)


def takes_place(state: WarState, element: Element, target: Element) -> float:
    """The chance that a ram is not avoided (pw:14.2.1, pw:14.2.2)."""
    if not moves(state, target):
        return 1.0
    more = int(faster(state, element, target))
    return sum(a + more >= b for a in range(1, 7) for b in range(1, 7)) / 36


def _met(state: WarState, element: Element, target: Element, plan: Plan, dice: Dice) -> RamMet:
    overrun, more = plan.ram is None, faster(state, element, target)
    takes, why, at = True, "", element.where
    rolled: int | None = None
    against: int | None = None
    rolls: tuple[Roll, ...] = ()
    if moves(state, target):
        one = dice.roll("d6", f"{element.name} {'drives over' if overrun else 'rams'} {target.name}", "pw:14.2.1")
        other = dice.roll("d6", f"{target.name} avoids", "pw:14.2.1")
        rolls, rolled, against = (one, other), one.result + more, other.result
        takes = rolled >= against
    caught = takes and not overrun and target.id not in state.moves.done and target.id not in state.moves.going
    if takes and not within(element.where, target.where, TOUCH) and not overrun:
        far = gsu_between(element.where, target.where) - TOUCH
        if far > left(state, element):
            takes, caught, why = False, False, "it is out of reach"
    if not overrun and (takes or within(element.where, target.where, BUMPER)):
        at = beside(state, element, target)
    return RamMet(
        side=element.side,
        element=element.id,
        target=target.id,
        at=at,
        segment=3 if state.moves.priced[element.id].motion in HALF else 4,
        takes=takes,
        overrun=overrun,
        rolled=rolled,
        against=against,
        faster=more,
        caught=caught and bool(state.plans.get(target.id)),
        why=why,
        rolls=rolls,
    )


def left(state: WarState, element: Element) -> float:
    """GSU that a vehicle may follow a target that moves away: what its movement has left across country (pw:14.1)."""
    card, priced = who.card_of(state, element), state.moves.priced.get(element.id)
    return max(0.0, (card.speed_cc if card is not None else 0.0) - (priced.spent if priced is not None else 0.0))


def beside(state: WarState, element: Element, target: Element) -> Point:
    """Where the rammer stands that has hit its target: touching it, on the side from which it came."""
    way = [point for point in _way(state, element.id) if point != target.where]
    came = bearing(target.where, way[-1]) if way else (degrees_of(element.heading) + 180.0) % 360.0
    found = offset(target.where, came, BUMPER)
    return found if hex_at(found) in state.board else element.where


def _pushes(state: WarState, element: Element, target: Element) -> Iterator[Event]:
    """An abandoned vehicle is pushed ahead, without harm to who pushes (pw:6.8.2, pw:14.0)."""
    if not within(element.where, target.where, TOUCH):
        return
    to = offset(element.where, degrees_of(element.heading), TOUCH)
    if hex_at(to) in state.board and not within(to, target.where, 0.05):
        yield Pushed(side=element.side, element=element.id, target=target.id, to=to)
