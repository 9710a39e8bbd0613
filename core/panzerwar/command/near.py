"""Where the enemy is, as far as a side knows: what tactical orders are measured by (pw:4.3, pw:4.4.2, pw:4.6,
pw:4.7.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.event import SideId
from core.panzerwar.command.doctrine import present
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.plane import Point, gsu_between, within


def known_enemies(state: WarState, side: SideId) -> tuple[Element, ...]:
    """The enemy elements that a side has in sight."""
    sighted = state.sighted.get(side, frozenset())
    return tuple(e for e in state.on_table() if e.side != side and e.id in sighted)


def nearest(state: WarState, side: SideId, at: Point) -> float | None:
    """How far the nearest known enemy is from a point, in GSU; None if no enemy is known."""
    return min((gsu_between(at, e.where) for e in known_enemies(state, side)), default=None)


def places(state: WarState, organisation: Organisation) -> Iterator[Element]:
    """The elements of a unit that stand on the table with a place of their own."""
    return (e for e in present(state, organisation) if e.on_table)


def enemy_within(state: WarState, organisation: Organisation, limit: float) -> bool:
    """Whether any element of a unit is within a distance of a known enemy element (pw:4.4.2, pw:4.7.1)."""
    enemies = known_enemies(state, organisation.side)
    return any(within(e.where, enemy.where, limit) for e in places(state, organisation) for enemy in enemies)


def enemy_before(state: WarState, organisation: Organisation, limit: float) -> bool:
    """Whether a known enemy is within a distance of the command element, or of any element without one (pw:4.6)."""
    enemies = known_enemies(state, organisation.side)
    return any(within(e.where, enemy.where, limit) for e in leading(state, organisation) for enemy in enemies)


def leading(state: WarState, organisation: Organisation) -> tuple[Element, ...]:
    """The command element of a unit, or its elements where it has none on the table (pw:4.6)."""
    leader = state.elements.get(organisation.command) if organisation.command is not None else None
    return (leader,) if leader is not None and leader.on_table else tuple(places(state, organisation))


def nearer(state: WarState, side: SideId, before: Point, after: Point, objective: Point | None) -> bool:
    """Whether a way leads toward the enemy: nearer to the nearest known one, or to the objective where none is
    known.
    """
    one, two = nearest(state, side, before), nearest(state, side, after)
    if one is not None and two is not None:
        if two < one:
            return True
        return objective is not None and gsu_between(after, objective) < gsu_between(before, objective)
    return objective is None or gsu_between(after, objective) < gsu_between(before, objective)


def leads_back(state: WarState, side: SideId, begin: Point, end: Point, objective: Point | None) -> bool:
    """Whether a leg leads away from the nearest known enemy and from the objective, as far as there are such."""
    one, two = nearest(state, side, begin), nearest(state, side, end)
    away = one is None or two is None or two > one
    if objective is None:
        return away and one is not None
    return away and gsu_between(end, objective) > gsu_between(begin, objective)


def farther(state: WarState, side: SideId, before: Point, after: Point) -> bool:
    """Whether a way leads away from the enemy: farther from the nearest known one; anywhere where none is known."""
    one, two = nearest(state, side, before), nearest(state, side, after)
    return one is None or two is None or two > one
