"""Movement: toward the objective by ways that the ground allows, away from the enemy where that is ordered."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar.command import demands
from core.panzerwar.movement import planning, reacting, speed
from core.panzerwar.movement.orders import CarryOn, React, WritePlan
from core.panzerwar.opponent import field, legs, picture
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.state import WarState
from core.plane import Point, bearing, centre, gsu_between, hex_at, offset
from core.step_end import FinishStep

#: Hexes of the way ahead to which a straight leg is tried, the farthest first.
_AHEAD = (24, 16, 11, 7, 4, 2, 1)
#: Shares of the movement that is wanted.
_SHARES = (1.0, 0.8, 0.6)
#: More than half of the movement, where that is ordered, at least.
_FULL, _HALF = 1.0, 0.5


def plan(state: WarState, side: SideId, dice: Dice) -> Order:
    """The plan of the next element that is to go somewhere; those that must move first."""
    due = planning.bound_to_move(state, side)
    for id_ in due:
        element = state.elements[id_]
        found = best(state, element) or legs.bound(state, element)
        if found is not None:
            return WritePlan(plan=found)
    for element in state.of(side):
        if element.on_table and element.id not in state.plans and element.id not in due:
            found = _free(state, element)
            if found is not None:
                return WritePlan(plan=found)
    return FinishStep()


def best(state: WarState, element: Element) -> Plan | None:
    """The first of its ways that it may go."""
    if speed.immobile_refusal(state, element) is not None or planning.must_ram(state, element) is not None:
        return None
    return next((found for found, _ in legs.accepted(state, element, _ways(state, element))), None)


def _free(state: WarState, element: Element) -> Plan | None:
    """What one does that need not move: nothing, unless its unit goes on."""
    organisation = state.organisations.get(element.organisation)
    if organisation is None or demands.must_move(state, element) is None:
        return None
    return best(state, element)


def _ways(state: WarState, element: Element) -> Iterator[Plan | None]:
    """Ways that suit the order of its unit, the best first."""
    organisation = state.organisations.get(element.organisation)
    if organisation is None:
        return
    if demands.retreats(organisation) or _withdraws(organisation):
        yield from _back(state, element)
    else:
        yield from _forward(state, element, organisation)


def _withdraws(organisation: Organisation) -> bool:
    return organisation.order is Tactical.WITHDRAW or (
        organisation.forced is not None and organisation.forced.value == "Withdraw"
    )


def _forward(state: WarState, element: Element, organisation: Organisation) -> Iterator[Plan | None]:
    """Toward the objective, as far as the order has it."""
    goal = organisation.objective
    if goal is None:
        return
    most = legs.full(state, element)
    if not element.foot:
        most *= _HALF if demands.order_of(state, organisation) is Tactical.ADVANCE else _FULL
    found = field.field_to(state, hex_at(goal), foot=element.foot)
    way = field.ahead(found, element.where)
    targets = [centre(way[n - 1]) for n in _AHEAD if n <= len(way)]
    for share in _SHARES:
        for to in targets:
            yield legs.straight(state, element, _beyond(element.where, to, goal), most * share)


def _beyond(at: Point, to: Point, goal: Point) -> Point:
    """The point itself; kept apart so that what goes on farther than the goal is cut there."""
    return to if gsu_between(at, to) <= gsu_between(at, goal) + 50 else goal


def _back(state: WarState, element: Element) -> Iterator[Plan | None]:
    """Away from the nearest enemy."""
    enemies = picture.threats(state, element.side, element.where, 1e9)
    near = min(enemies, key=lambda e: (gsu_between(e.where, element.where), e.id), default=None)
    if near is None:
        return
    straight_back = bearing(near.where, element.where)
    most = legs.full(state, element)
    for off in (0.0, 20.0, -20.0, 45.0, -45.0, 70.0, -70.0):
        yield legs.straight(state, element, offset(element.where, straight_back + off, most), most)


def contact(state: WarState, side: SideId, dice: Dice) -> Order:
    """Who has met the enemy halts and fires."""
    return React(element=reacting.asked(state, side)[0])


def adapt(state: WarState, side: SideId, dice: Dice) -> Order:
    """Plans are carried out as they stand."""
    return CarryOn()
