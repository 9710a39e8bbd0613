"""Elements that cannot do what their order asks, and may halt or go round (pw:4.2.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from core.choice import Refusal
from core.event import UnitId
from core.panzerwar.command import demands
from core.panzerwar.command.near import known_enemies
from core.panzerwar.infantry import teams
from core.panzerwar.movement import speed
from core.panzerwar.movement.pricing import Price, price, rate
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Forced, Tactical
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.state import WarState
from core.plane import HEADINGS, Point, bearing, degrees_of, gsu_between, offset
from core.remembered import remembered

#: How much of its movement is tried, in each of so many directions.
_WHOLE: Final = 0.95
_SHARES: Final = (0.45, _WHOLE, 0.6, 0.3, 0.2, 0.1)
_EVERY: Final = 3
_GOING: Final = frozenset({Tactical.ADVANCE, Tactical.RUSH, Tactical.CHARGE, Tactical.WITHDRAW})
_AWAY: Final = frozenset({Forced.ROUT, Forced.RETREAT, Forced.WITHDRAW})


@remembered(of=("elements", "organisations", "sighted", "smoke", "turn", "doubled"))
def blocked(state: WarState, element: UnitId) -> bool:
    """Whether an element whose order makes it move finds no straight way at all that the order allows, so that it may
    go round or stay (pw:4.2.6); a team none that keeps it near its platoon (pw:12.0.3)."""
    found = state.elements[element]
    if not _is_to_go(state, found) or speed.immobile_refusal(state, found) is not None:
        return False
    return not any(_goes(state, found, plan) for plan in chain(_likely(state, found), tries(state, found)))


def _is_to_go(state: WarState, element: Element) -> bool:
    """Whether the order of its unit, or what morale makes of it, is to move."""
    organisation = state.organisations.get(element.organisation)
    if organisation is None or demands.exempt(state, element):
        return False
    if organisation.forced is not None:
        return organisation.forced in _AWAY
    order = demands.order_of(state, organisation)
    return order in _GOING or (order is Tactical.BOUND and demands.bounds(state, organisation, element))


def tries(state: WarState, element: Element) -> Iterator[Plan]:
    """Straight ways, those that suggest themselves first."""
    first = _wanted(state, element)
    for turn in sorted(range(0, HEADINGS, _EVERY), key=lambda turn: min(turn, HEADINGS - turn)):
        degrees = (first + degrees_of(turn)) % 360
        for share in _SHARES:
            end = offset(element.where, degrees, _far(state, element) * share)
            yield Plan(element=element.id, legs=(Leg(end),))
            if element.marches:
                yield Plan(element=element.id, second=(Leg(end),))
                yield _both(state, element, degrees, share)
        if not element.marches:
            back = offset(element.where, degrees, speed.allowance(state, element, Way.REVERSE, road=False).most)
            yield Plan(element=element.id, way=Way.REVERSE, legs=(Leg(back),))


def _likely(state: WarState, element: Element) -> Iterator[Plan]:
    """Of these ways that which orders mostly allow to men on foot, who go farther than one segment takes them."""
    if element.marches:
        yield _both(state, element, _wanted(state, element), _WHOLE)


def _both(state: WarState, element: Element, degrees: float, share: float) -> Plan:
    """Straight on in both segments."""
    far = _far(state, element) * share
    end = offset(element.where, degrees, far)
    return Plan(element=element.id, legs=(Leg(end),), second=(Leg(offset(end, degrees, far)),))


def _far(state: WarState, element: Element) -> float:
    """How far an element goes on open ground, in GSU: infantry in a segment."""
    if element.marches:
        return rate(state, element, Plan(element=element.id))
    return speed.allowance(state, element, Way.MARCH, road=False).full


def _wanted(state: WarState, element: Element) -> float:
    """The bearing that its order asks for: to its objective or to the enemy, or away from him."""
    organisation = state.organisations.get(element.organisation)
    enemies = known_enemies(state, element.side)
    nearest = min((e.where for e in enemies), key=lambda at: gsu_between(at, element.where), default=None)
    goal: Point | None = nearest
    away = False
    if organisation is not None:
        away = organisation.forced in _AWAY or organisation.order is Tactical.WITHDRAW
        goal = nearest if away else (organisation.objective or nearest)
    if goal is None:
        return degrees_of(element.heading)
    return (bearing(element.where, goal) + (180.0 if away else 0.0)) % 360


def _goes(state: WarState, element: Element, plan: Plan) -> bool:
    """Whether a way can be gone, and is what the order asks."""
    found = price(state, element, plan)
    if isinstance(found, Refusal):
        return False
    way = movement(found, plan)
    return teams.apart_refusal(state, element, way.points[-1]) is None and demands.refusal(state, element, way) is None


def movement(found: Price, plan: Plan) -> demands.Movement:
    """A plan as orders look at it."""
    points = (*found.points, *found.second[1:])
    return demands.Movement(found.motion, found.spent, found.allowance, points, plan.way)
