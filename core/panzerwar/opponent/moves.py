"""Movement: toward the objective by ways that the ground allows, away from the enemy where that is ordered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from attrs import evolve

from core.dice import Dice
from core.event import SideId
from core.hexes import Hex
from core.order import Order
from core.panzerwar.command import demands
from core.panzerwar.command.near import known_enemies
from core.panzerwar.movement import blocked, leaving, planning, reacting, speed
from core.panzerwar.movement.orders import CarryOn, React, WritePlan
from core.panzerwar.movement.pricing import Price
from core.panzerwar.opponent import cover, danger, field, fronts, legs, picture, roads, roles, smoke
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.organisation import Forced, Organisation, Tactical
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.smoke import devices
from core.panzerwar.state import WarState
from core.plane import Point, bearing, centre, gsu_between, hex_at, offset, within
from core.step_end import FinishStep

#: Hexes of the way ahead to which a straight leg is tried, the farthest first.
_AHEAD: Final = (24, 14, 8, 5, 3, 2, 1)
#: Degrees off the way ahead that are tried when nothing else goes.
_ASIDE: Final = (0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0)
_BACK: Final = (0.0, 20.0, -20.0, 45.0, -45.0, 70.0, -70.0)
#: So many ways are compared.
_COMPARED: Final = 5
#: Elements of a unit go so far beside each other, in GSU.
_BESIDE: Final = 16.0
#: A crew with its weapon comes up to this behind its leader, in GSU.
_BEHIND: Final = 60.0


def plan(state: WarState, side: SideId, dice: Dice) -> Order:
    """The plan of the next element that is to go somewhere, or to look elsewhere; those that must move first."""
    due = planning.bound_to_move(state, side)
    for id_ in due:
        element = state.elements[id_]
        found = best(state, element) or legs.bound(state, element)
        if found is not None:
            return WritePlan(plan=_off(state, element, found))
    for element in state.of(side):
        if element.on_table and element.id not in state.plans and element.id not in due:
            found = _free(state, element)
            if found is not None:
                return WritePlan(plan=_off(state, element, found))
    return FinishStep()


def best(state: WarState, element: Element) -> Plan | None:
    """The best of its ways that it may go; None if it finds none."""
    if speed.immobile_refusal(state, element) is not None or planning.must_ram(state, element) is not None:
        return None
    organisation = state.organisations.get(element.organisation)
    if organisation is None:
        return None
    if goes_away(organisation):
        return _retreat(state, element)
    return _forward(state, element, organisation)


def _off(state: WarState, element: Element, found: Plan) -> Plan:
    """The plan, off the table where its unit is to leave it and it still counts."""
    organisation = state.organisations.get(element.organisation)
    goal = leaving.exit_of(state, element, leaving.end_of(element, found)) if found.legs or found.second else None
    if goal is None or organisation is None or organisation.objective is None:
        return found
    bound = within(organisation.objective, goal.at, goal.radius)
    full = goal.limit and sum(one == goal.id for one in state.left.values()) >= goal.limit
    return evolve(found, leave=True) if bound and not full else found


def goes_away(organisation: Organisation) -> bool:
    """Whether a unit gets away from the enemy."""
    if organisation.forced is not None:
        return organisation.forced in (Forced.ROUT, Forced.RETREAT, Forced.WITHDRAW)
    return organisation.order is Tactical.WITHDRAW


def _free(state: WarState, element: Element) -> Plan | None:
    """What one does that need not move: who is blocked looks for a way round, crews follow, others take cover and turn
    to the enemy."""
    organisation = state.organisations.get(element.organisation)
    if organisation is None:
        return None
    if demands.must_move(state, element) is not None or _follows(state, organisation, element):
        found = best(state, element)
        if found is not None:
            return found
    if demands.order_of(state, organisation) is Tactical.ENGAGE and organisation.forced is None:
        return best(state, element) or fronts.turned(state, element)
    return (
        _unloads(state, element)
        or _loads(state, element)
        or _candles(state, element)
        or cover.settle(state, organisation, element)
        or fronts.turned(state, element)
    )


def _candles(state: WarState, element: Element) -> Plan | None:
    """A vehicle that can fight no more lights its candles before guns (pw:11.10.4)."""
    if element.kind is not Kind.VEHICLE or not smoke.in_trouble(state, element):
        return None
    if devices.candles_refusal(state, element) is not None or smoke.gun_on(state, element) is None:
        return None
    plan = Plan(element=element.id, candles=True)
    return next((found for found, _ in legs.accepted(state, element, (plan,))), None)


def _loads(state: WarState, element: Element) -> Plan | None:
    """A carrier far from guns and from where its men are wanted takes those aboard that stand beside it."""
    on = roles.gets_on(state, element)
    return next(
        (found for found, _ in legs.accepted(state, element, (Plan(element=element.id, load=on),) if on else ())), None
    )


def _unloads(state: WarState, element: Element) -> Plan | None:
    """Infantry gets off a carrier that stays."""
    off = tuple(e.id for e in roles.gets_off(state, element, element.where))
    plans = (Plan(element=element.id, unload=off),) if off else ()
    return next((found for found, _ in legs.accepted(state, element, plans)), None)


def _follows(state: WarState, organisation: Organisation, element: Element) -> bool:
    """Whether a crew with its weapon comes up with its unit."""
    if element.kind is not Kind.CREW or not element.weapon or element.nerve.broken:
        return False
    leader = state.elements.get(organisation.command) if organisation.command is not None else None
    going = organisation.forced is None and organisation.order in (Tactical.ADVANCE, Tactical.RUSH)
    return going and leader is not None and leader.on_table and gsu_between(leader.where, element.where) > _BEHIND


def _forward(state: WarState, element: Element, organisation: Organisation) -> Plan | None:
    """The way toward the objective that is worth most: how far it brings the element, less what it has to fear at its
    end."""
    goal = organisation.objective
    if goal is None:
        return None
    found = _field(state, element, organisation, goal)
    tried = legs.accepted(state, element, _ways(state, element, organisation, found))
    able = list(islice(tried, _COMPARED))
    if not able:
        able = list(islice(legs.accepted(state, element, _round(state, element, goal)), _COMPARED))
    if not able:
        return None
    plan_, price = max(able, key=lambda one: (_worth(state, element, found, one[1]), one[1].points))
    looking = fronts.looking(state, element, plan_, price)
    off = tuple(e.id for e in roles.gets_off(state, element, price.points[-1]))
    unloading = (evolve(looking, unload=off),) if off else ()
    return next((found for found, _ in legs.accepted(state, element, unloading)), looking)


def _field(state: WarState, element: Element, organisation: Organisation, goal: Point) -> dict[Hex, float]:
    """How far it is to a goal from everywhere, out of sight where that is wanted; by roads for those who use them."""
    road = roads.saves(state, element)
    watchers = picture.watchers(state, organisation)
    return field.field_to(state, hex_at(goal), foot=element.marches, watchers=watchers, road=road)


def _worth(state: WarState, element: Element, found: dict[Hex, float], price: Price) -> float:
    """What a way is worth, in GSU."""
    end = legs.end(price)
    far = max(found.values(), default=0.0)
    gained = found.get(hex_at(element.where), far) - found.get(hex_at(end), far)
    return gained - danger.danger(state, element, end)


def gained(state: WarState, element: Element, plan: Plan) -> tuple[float, float]:
    """How much nearer to the objective of its unit a way brings an element, over ground as it is; and what is to be
    feared at its end more than where it stands. Both in GSU."""
    organisation = state.organisations.get(element.organisation)
    end = leaving.end_of(element, plan)
    fear = danger.danger(state, element, end) - danger.danger(state, element, element.where)
    if organisation is None or organisation.objective is None:
        return 0.0, fear
    found = _field(state, element, organisation, organisation.objective)
    far = max(found.values(), default=0.0)
    return found.get(hex_at(element.where), far) - found.get(hex_at(end), far), fear


def _most(state: WarState, element: Element, organisation: Organisation) -> float:
    """How much movement the order of its unit gives an element, in GSU."""
    most = legs.full(state, element)
    halved = demands.order_of(state, organisation) in (Tactical.ADVANCE, Tactical.COVER)
    return most / 2 if halved and not element.marches else most


def _ways(
    state: WarState, element: Element, organisation: Organisation, found: dict[Hex, float]
) -> Iterator[Plan | None]:
    """Straight ways along that which the ground allows, each element of a unit beside the others; of men who charge at
    the run first."""
    if element.foot and organisation.order is Tactical.CHARGE and organisation.objective is not None:
        yield legs.at_the_run(state, element, organisation.objective)
    most = _most(state, element, organisation)
    if state.temper.roads and not element.marches:
        yield roads.by_road(state, element, found, 1.0 if most >= legs.full(state, element) else 0.5)
    way = field.ahead(found, element.where)
    targets = [centre(way[n - 1]) for n in _AHEAD if n <= len(way)]
    aside = beside(organisation, element)
    for to in targets:
        there = offset(to, (bearing(element.where, to) + 90.0) % 360, aside)
        if hex_at(there) in found:
            yield legs.straight(state, element, there, most)
        yield legs.straight(state, element, to, most)
    for to in targets[:3]:
        yield legs.straight(state, element, to, most * 0.7)


def beside(organisation: Organisation, element: Element) -> float:
    """How far an element keeps beside the way of its unit, in GSU; negative = to the left."""
    members = organisation.members
    rank = members.index(element.id) if element.id in members else 0
    return _BESIDE * ((rank + 1) // 2) * (1 if rank % 2 else -1)


def _round(state: WarState, element: Element, goal: Point) -> Iterator[Plan | None]:
    """Round what bars the way; who is blocked may go as far as he can (pw:4.2.6)."""
    most = legs.full(state, element) * (1.0 if blocked.blocked(state, element.id) else 0.5)
    ahead = bearing(element.where, goal) if element.where != goal else 0.0
    for off in _ASIDE:
        yield legs.straight(state, element, offset(element.where, (ahead + off) % 360, most), most)


def _retreat(state: WarState, element: Element) -> Plan | None:
    """The way back at whose end there is least to fear."""
    able = list(islice(legs.accepted(state, element, _back(state, element)), _COMPARED))
    if not able:
        return None
    return min(able, key=lambda one: (danger.danger(state, element, legs.end(one[1])), one[1].points))[0]


def _back(state: WarState, element: Element) -> Iterator[Plan | None]:
    """Away from the nearest enemy."""
    near = min(
        known_enemies(state, element.side), key=lambda e: (gsu_between(e.where, element.where), e.id), default=None
    )
    if near is None or near.where == element.where:
        return
    away, most = bearing(near.where, element.where), legs.full(state, element)
    for off in _BACK:
        yield legs.straight(state, element, offset(element.where, (away + off) % 360, most), most)


def contact(state: WarState, side: SideId, dice: Dice) -> Order:
    """Who has met the enemy halts and fires."""
    return React(element=reacting.asked(state, side)[0])


def adapt(state: WarState, side: SideId, dice: Dice) -> Order:
    """Plans are carried out as they stand."""
    return CarryOn()
