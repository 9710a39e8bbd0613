"""Elements that cannot do what their order asks, and may halt or go round (pw:4.2.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.event import UnitId
from core.panzerwar.command import demands
from core.panzerwar.command.near import known_enemies
from core.panzerwar.movement import speed
from core.panzerwar.movement.pricing import Price, price, rate
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Forced, Tactical
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.state import WarState
from core.plane import HEADINGS, Point, bearing, degrees_of, gsu_between, offset
from core.remembered import remembered

#: How much of its movement is tried, in each of so many directions.
_SHARES: Final = (0.45, 0.95, 0.6, 0.3)
_EVERY: Final = 3
_AWAY: Final = frozenset({Forced.ROUT, Forced.RETREAT, Forced.WITHDRAW})


@remembered(of=("elements", "organisations", "sighted", "smoke", "turn", "doubled"))
def blocked(state: WarState, element: UnitId) -> bool:
    """Whether an element whose order makes it move finds no straight way that the order allows (pw:4.2.6)."""
    found = state.elements[element]
    if demands.must_move(state, found) is None or speed.immobile_refusal(state, found) is not None:
        return False
    return not any(_goes(state, found, plan) for plan in _tries(state, found))


def _tries(state: WarState, element: Element) -> Iterator[Plan]:
    """Straight ways, those that suggest themselves first."""
    first = _wanted(state, element)
    for turn in sorted(range(0, HEADINGS, _EVERY), key=lambda turn: min(turn, HEADINGS - turn)):
        for share in _SHARES:
            end = offset(element.where, (first + degrees_of(turn)) % 360, _far(state, element) * share)
            yield Plan(element=element.id, legs=(Leg(end),))
            if element.foot:
                yield Plan(element=element.id, second=(Leg(end),))
        if not element.foot:
            far = speed.allowance(state, element, Way.REVERSE, road=False).most
            yield Plan(
                element=element.id,
                way=Way.REVERSE,
                legs=(Leg(offset(element.where, (first + degrees_of(turn)) % 360, far)),),
            )


def _far(state: WarState, element: Element) -> float:
    """How far an element goes on open ground, in GSU: infantry in a segment."""
    if element.foot:
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
    return demands.refusal(state, element, movement(found, plan)) is None


def movement(found: Price, plan: Plan) -> demands.Movement:
    """A plan as orders look at it."""
    points = (*found.points, *found.second[1:])
    return demands.Movement(found.motion, found.spent, found.allowance, points, plan.way)
