"""Where turrets and fronts look: at the enemy, so that weapons bear and armour is thick (pw:6.16, pw:8.1)."""

from __future__ import annotations

from attrs import evolve

from core.panzerwar.command.near import known_enemies
from core.panzerwar.movement import speed
from core.panzerwar.movement.pricing import Price
from core.panzerwar.opponent import danger, legs, picture
from core.panzerwar.pieces.cards import Team
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.state import WarState
from core.plane import Point, bearing, gsu_between, heading_of, steps_between

#: A turret is turned for more than so many steps of 7.5 degrees, a front for more.
_TURRET, _FRONT = 2, 6


def enemy_seen(state: WarState, element: Element, at: Point) -> Element | None:
    """The enemy that an element at a point looks at: the nearest with a gun that it sees, else the nearest; None if
    nobody is known."""
    known = sorted(known_enemies(state, element.side), key=lambda e: (gsu_between(e.where, at), e.id))
    seen = [e for e in known if danger.sees(state, e.where, at)]
    return next((e for e in seen if picture.armed(state, e)), None) or next(iter(seen or known), None)


def foe(state: WarState, element: Element, at: Point) -> Point | None:
    """Where an element at a point looks for the enemy: at who is known, else where one was seen last."""
    known = enemy_seen(state, element, at)
    if known is not None:
        return known.where
    return min(picture.glimpses(state, element.side), key=lambda where: (gsu_between(where, at), where), default=None)


def looking(state: WarState, element: Element, plan: Plan, price: Price) -> Plan:
    """A plan with the turret turned to the enemy at its end, if that may be written down."""
    if element.turret is None:
        return plan
    end = price.points[-1]
    enemy = foe(state, element, end)
    if enemy is None or enemy == end:
        return plan
    turned = evolve(plan, turret=heading_of(bearing(end, enemy)))
    return next((found for found, _ in legs.accepted(state, element, (turned,))), plan)


def turned(state: WarState, element: Element) -> Plan | None:
    """What one who stays turns: its turret, or its front where the weapon looks ahead with it; None if it looks there
    already, or may not."""
    enemy = foe(state, element, element.where)
    if enemy is None or enemy == element.where or element.kind in (Kind.GUN, Kind.BUNKER):
        return None
    wanted = heading_of(bearing(element.where, enemy))
    plain = Plan(element=element.id)
    tries: list[Plan] = []
    front = steps_between(element.heading, wanted) > _FRONT
    turret = element.turret is not None and steps_between(element.turret, wanted) > _TURRET
    if front and _needs_front(state, element) and speed.immobile_refusal(state, element) is None:
        tries.append(evolve(plain, heading=wanted, turret=wanted if element.turret is not None else None))
    if turret:
        tries.append(evolve(plain, turret=wanted))
    return next((found for found, _ in legs.accepted(state, element, tries)), None)


def _needs_front(state: WarState, element: Element) -> bool:
    """Whether the front counts: of vehicles, and of teams with weapons that fire ahead."""
    return element.kind is Kind.VEHICLE or isinstance(state.cards[element.card], Team)
