"""Elements that cannot go on as their order has it: blocked by terrain, or there already (pw:4.2.6)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.command.near import known_enemies
from core.panzerwar.ground import going
from core.panzerwar.ground.measure import in_range
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Forced, Organisation, Tactical
from core.panzerwar.state import WarState
from core.plane import Path, Point, bearing, gsu_between, hex_at, offset, within

#: How far ahead an element looks for what blocks it, in GSU: a shift.
AHEAD: Final = 25.0
#: An element this near to its objective has reached it, in GSU, and one this near to the enemy meets him (pw:4.3).
REACHED: Final = 50
#: A charge goes on up to here.
CLOSED: Final = 25
_AWAY: Final = frozenset({Forced.ROUT, Forced.RETREAT, Forced.WITHDRAW})


def goes_away(organisation: Organisation) -> bool:
    """Whether a unit moves away from the enemy, by its order or its morale (pw:4.10, pw:13.5)."""
    if organisation.forced is not None:
        return organisation.forced in _AWAY
    return organisation.order is Tactical.WITHDRAW


def ahead(state: WarState, organisation: Organisation, element: Element, at: Point) -> float | None:
    """The bearing in which its order leads an element on from a point: to the objective, else to the nearest known
    enemy, or away from him; None where no direction is better than another."""
    enemies = known_enemies(state, element.side)
    nearest = min(enemies, key=lambda e: (gsu_between(at, e.where), e.id), default=None)
    if goes_away(organisation):
        return None if nearest is None or nearest.where == at else bearing(nearest.where, at)
    goal = organisation.objective if organisation.objective is not None else nearest.where if nearest else None
    return None if goal is None or goal == at else bearing(at, goal)


def blocked(state: WarState, organisation: Organisation, element: Element, at: Point) -> bool:
    """Whether terrain or the edge of the table bars the way straight on from a point, so that an element may halt there
    (pw:4.2.6)."""
    way = ahead(state, organisation, element, at)
    if way is None:
        return False
    to = offset(at, way, AHEAD)
    if hex_at(to) not in state.board:
        return True
    card = state.cards.vehicles.get(element.card)
    if card is not None:
        return going.way(state, card, Path(at, (to,)), float(card.speed_cc)).barred is not None
    return going.pace(state, Path(at, (to,))).barred is not None


def there(state: WarState, organisation: Organisation, element: Element, at: Point) -> bool:
    """Whether an element at a point is where its order leads it: at the objective, or upon the enemy, as far
    as to his edge (pw:4.3, pw:1.0)."""
    if goes_away(organisation):
        return False
    near = CLOSED if organisation.order is Tactical.CHARGE else REACHED
    goal = organisation.objective
    if goal is not None and within(at, goal, near):
        return True
    return any(in_range(at, e, near) for e in known_enemies(state, element.side))


def may_halt(state: WarState, organisation: Organisation, element: Element, at: Point) -> bool:
    """Whether an element may stop at a point, whatever its order asks: it is blocked, or there (pw:4.2.6, pw:4.3)."""
    return there(state, organisation, element, at) or blocked(state, organisation, element, at)
