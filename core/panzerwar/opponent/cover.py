"""Standing before the enemy: into cover nearby, hull down where the ground gives it, else still (pw:4.8, pw:9.17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.hexes import within_range
from core.panzerwar.movement import positions, speed
from core.panzerwar.opponent import danger, fronts, legs, picture
from core.panzerwar.pieces.cards import Vehicle
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.state import WarState
from core.plane import ACROSS, Point, bearing, centre, gsu_between, heading_of, hex_at

#: How far cover is looked for, in GSU; so many places are compared, and so many of the best tried.
_REACH: Final = 110.0
_COMPARED, _TRIED = 12, 4
#: What a GSU of way to cover costs, and how much of the danger it must take away to be worth going.
_WAY, _BETTER = 0.15, 0.8


def settle(state: WarState, organisation: Organisation, element: Element) -> Plan | None:
    """Where an element of a unit that covers goes before known guns: hull down where it stands, or to the place nearby
    with the least to fear from which it sees one of them; None if it stays as it is."""
    if organisation.order is not Tactical.COVER or organisation.forced is not None or organisation.settled >= 2:
        return None
    if element.kind in (Kind.GUN, Kind.BUNKER) or speed.immobile_refusal(state, element) is not None:
        return None
    foes = picture.guns(state, element.side, element.where)
    if not foes or danger.covered(state, element, element.where) or element.posture.prepared:
        return _hull_down(state, element)
    for to in _places(state, element, foes):
        way = (legs.straight(state, element, to, legs.full(state, element) / 2),)
        for plan, price in legs.accepted(state, element, way):
            if hex_at(legs.end(price)) == hex_at(to):
                return fronts.looking(state, element, plan, price)
    return None


def _places(state: WarState, element: Element, foes: list[Point]) -> Iterator[Point]:
    """The places nearby that are better than where an element stands, the best first."""
    foes = foes[:4]
    reach = min(_REACH, legs.full(state, element) / 2)
    near = [centre(h) for h in within_range(hex_at(element.where), int(reach / ACROSS)) if h in state.board]
    able = [
        at
        for at in sorted(near, key=lambda at: (gsu_between(at, element.where), at))
        if at != foes[0] and danger.shelter(state, element, at, bearing(at, foes[0])) < 1.0
    ]
    most = danger.danger(state, element, element.where) * _BETTER
    fights = picture.fires(state, element)
    found = []
    for at in able[:_COMPARED]:
        cost = danger.danger(state, element, at) + _WAY * gsu_between(at, element.where)
        if cost < most and (not fights or any(danger.sees(state, foe, at) for foe in foes)):
            found.append((cost, at))
    return (at for _, at in sorted(found)[:_TRIED])


def _hull_down(state: WarState, element: Element) -> Plan | None:
    """The best factor that a vehicle may take where it stands; None if it has one, or nothing gives it."""
    if not isinstance(state.cards[element.card], Vehicle) or element.posture.hull_down:
        return None
    if fronts.foe(state, element, element.where) is None:
        return None
    for factor in range(6, 0, -1):
        if positions.choice_refusal(state, element, element.where, factor, turret_down=False) is None:
            plan = Plan(element=element.id, position=factor)
            return next((found for found, _ in legs.accepted(state, element, (plan,))), None)
    return _faces(state, element)


def _faces(state: WarState, element: Element) -> Plan | None:
    """The turn of a vehicle to where its place gives it a position; None where it gives none, or it looks there."""
    foe = fronts.foe(state, element, element.where)
    if foe is None or foe == element.where:
        return None
    found = positions.position(state, element.where, heading_of(bearing(element.where, foe)))
    if found is None or positions.position(state, element.where, element.heading) is not None:
        return None
    plan = Plan(element=element.id, heading=found.toward, turret=element.turret)
    return next((found for found, _ in legs.accepted(state, element, (plan,))), None)
