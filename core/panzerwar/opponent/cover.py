"""Standing before the enemy: into cover nearby, hull down where the ground gives it, else still (pw:4.8, pw:9.17)."""

from __future__ import annotations

from collections.abc import Iterator

from core.panzerwar.movement import positions, speed
from core.panzerwar.opponent import danger, fronts, legs, picture
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.state import WarState
from core.plane import offset

#: How far cover is looked for, in GSU, and in how many directions.
_NEAR, _DIRECTIONS = (24.0, 45.0), 8


def settle(state: WarState, organisation: Organisation, element: Element) -> Plan | None:
    """Where an element of a unit that covers goes before known guns: hull down where it stands, or into cover nearby
    from which it sees one of them; None if it stays as it is."""
    if organisation.order is not Tactical.COVER or organisation.forced is not None or organisation.settled >= 2:
        return None
    if element.kind in (Kind.GUN, Kind.BUNKER) or speed.immobile_refusal(state, element) is not None:
        return None
    foes = picture.threats(state, element.side, element.where)
    if not foes or danger.covered(state, element, element.where) or element.posture.prepared:
        return _hull_down(state, element)
    able = (
        plan
        for plan, price in legs.accepted(state, element, _aside(state, element))
        if danger.covered(state, element, (price.second or price.points)[-1])
        and any(danger.sees(state, foe.where, (price.second or price.points)[-1]) for foe in foes[:4])
    )
    found = next(able, None)
    return found if found is not None else None


def _hull_down(state: WarState, element: Element) -> Plan | None:
    """The best factor that a vehicle may take where it stands; None if it has one, or nothing gives it."""
    if not isinstance(state.cards[element.card], Vehicle) or element.posture.hull_down:
        return None
    if fronts.enemy_seen(state, element, element.where) is None:
        return None
    for factor in range(6, 0, -1):
        if positions.choice_refusal(state, element, element.where, factor, turret_down=False) is None:
            plan = Plan(element=element.id, position=factor)
            return next((found for found, _ in legs.accepted(state, element, (plan,))), None)
    return None


def _aside(state: WarState, element: Element) -> Iterator[Plan | None]:
    most = legs.full(state, element) / 2
    for far in _NEAR:
        for n in range(_DIRECTIONS):
            to = offset(element.where, 360.0 / _DIRECTIONS * n, far)
            if danger.covered(state, element, to):
                yield legs.straight(state, element, to, most)
