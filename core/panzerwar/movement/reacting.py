"""Meeting the enemy on the way, and moving last: what may be changed of a plan that is being carried out (pw:4.2.6,
pw:4.11, pw:6.7 to pw:6.7.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.command import demands
from core.panzerwar.command.near import known_enemies
from core.panzerwar.ground.stretches import along_roads
from core.panzerwar.infantry import teams
from core.panzerwar.movement import hazards, pricing, speed
from core.panzerwar.movement.carry_out import movers
from core.panzerwar.movement.events import Adapted, Planned, Reacted, ReactionsGiven
from core.panzerwar.movement.orders import Adapt, CarryOn, React
from core.panzerwar.movement.planning import examined, planned
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.state import WarState
from core.plane import Path, gsu_between, hex_at


def asked(state: WarState, side: SideId) -> tuple[UnitId, ...]:
    """The elements of a side that have met the enemy and wait for its word."""
    return tuple(e for e in sorted(state.moves.met) if state.elements[e].side == side)


def rest_of(state: WarState, element: Element) -> tuple[Leg, ...]:
    """The legs that an element under way has yet to go."""
    going = state.moves.going.get(element.id)
    return () if going is None else tuple(Leg(point) for point in going.ahead(element.where))


def left(state: WarState, element: Element) -> float:
    """The movement that an element under way has left, in GSU: a vehicle across country, infantry in this segment."""
    plan = state.plans[element.id]
    if element.marches:
        path = _whole(state, element, ())
        most = pricing.most_on_foot(state, element, plan, path)
        return 0.0 if isinstance(most, Refusal) else max(0.0, most.gsu - path.length)
    most_of_all = _allowance(state, element, evolve(plan, road=False)).most
    found = max(_allowance(state, element, plan).most if plan.road else most_of_all, most_of_all)
    return max(0.0, found - used(state, element))


def used(state: WarState, element: Element) -> float:
    """The movement that a vehicle under way has used so far, in GSU: ground and turns (pw:6.3.5)."""
    found = _cost(state, element, state.plans[element.id], ())
    return 0.0 if isinstance(found, Refusal) else found


def _allowance(state: WarState, element: Element, plan: Plan) -> speed.Allowance:
    return speed.allowance(state, element, plan.way, road=plan.road, lights=plan.lights)


def _whole(state: WarState, element: Element, legs: Sequence[Leg]) -> Path:
    """The way of an element in this segment, with legs that it has yet to go."""
    going = state.moves.going.get(element.id)
    points = (element.where,) if going is None else going.gone(element.where)
    return Path(points[0], (*points[1:], *(leg.to for leg in legs)))


def _cost(state: WarState, element: Element, plan: Plan, legs: Sequence[Leg]) -> float | Refusal:
    """What a vehicle has used of its movement after these legs, or why it cannot go there."""
    going, points = state.moves.going.get(element.id), _whole(state, element, legs).points
    heading = element.heading if going is None else going.heading
    full = _allowance(state, element, plan).full
    ground = pricing.ground_cost(state, element, points, full, road=plan.road)
    if isinstance(ground, Refusal):
        return ground
    off = evolve(element, heading=heading)
    return round(ground + pricing.turns_cost(state, off, evolve(plan, heading=None), points), 1)


def react_refusal(state: WarState, element: Element, order: React) -> Refusal | None:
    """Why an element may not react so: it moves otherwise with what it has left, off the road with what it has left
    across country, and one in bonus or burst movement may but halt or turn aside (pw:6.2.2, pw:6.7.1, pw:6.7.3,
    pw:6.7.4)."""
    if not order.legs:
        return None
    if order.go_on:
        return Refusal("it goes on as planned, or it moves otherwise", "pw:6.7.1")
    if any(hex_at(leg.to) not in state.board for leg in order.legs):
        return Refusal("the way leaves the table", "pw:6.12")
    if (astray := teams.apart_refusal(state, element, order.legs[-1].to)) is not None:
        return astray
    plan = state.plans[element.id]
    if plan.way in (Way.BONUS, Way.BURST) and len(order.legs) > 1:
        return Refusal("in bonus or burst movement it may only halt or turn aside", "pw:6.7.4")
    path = _whole(state, element, order.legs)
    if element.marches:
        found = pricing.segment(state, element, plan, path.points)
        return found if isinstance(found, Refusal) else None
    plan = evolve(plan, road=plan.road and along_roads(state, path))
    cost, most = _cost(state, element, plan, order.legs), _allowance(state, element, plan).most
    if isinstance(cost, Refusal):
        return cost
    if cost > most + pricing.SLACK:
        here = used(state, element)
        return Refusal(f"that costs {cost - here:g}; {max(0.0, most - here):g} are left", "pw:6.7.1")
    return None


def check_react(state: WarState, side: SideId, order: React) -> None:
    """IllegalOrder unless the element is asked and may react so."""
    element = own_unit(state, side, order.element, "pw:6.7.1")
    if element.id not in state.moves.met:
        raise IllegalOrder(f"{element.name} has met nobody", "pw:6.7.1")
    refuse(react_refusal(state, element, order))


def react(state: WarState, side: SideId, order: React, dice: Dice) -> Iterator[Event]:
    """It does that, in bonus or burst movement at the risk of its suspension; when all of a side have been told,
    movement goes on (pw:6.7.4)."""
    element = state.elements[order.element]
    legs = rest_of(state, element) if order.go_on else order.legs
    if not order.go_on and hazards.hasty(state, element):
        strained = hazards.suspension(state, element, dice)
        yield strained
        legs = () if strained.why else legs
    yield Reacted(side=side, element=order.element, legs=legs)
    if not asked(state, side):
        yield ReactionsGiven(side=side)


# -- moving last -----------------------------------------------------------------------------------------


def adaptable(state: WarState, side: SideId) -> tuple[UnitId, ...]:
    """The elements whose plan a side may change that moves last: those that move in this segment (pw:4.11)."""
    return tuple(e.id for e in movers(state) if e.side == side)


def adapt_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Why a plan may not be changed so: it stays in its segment, and orders bind (pw:4.11, pw:3.2.C)."""
    if halfway(state, element):
        return _second_refusal(state, element, plan)
    found = examined(state, element, plan)
    if isinstance(found, Refusal):
        return found
    before = state.plans[element.id]
    if element.marches:
        same = bool(plan.legs) == bool(before.legs) and bool(plan.second) == bool(before.second)
    else:
        same = found.motion is state.moves.priced[element.id].motion
    if not same:
        return Refusal("the amount of movement was committed with the plan", "pw:3.2.C")
    return None


def halfway(state: WarState, element: Element) -> bool:
    """Whether an element on foot has made the first of its two movements: no more than the second is changed
    (pw:6.1)."""
    return element.marches and state.step == sequence.C6 and bool(state.plans[element.id].legs)


def _second_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Why the second movement of an element may not be changed so, from where the first has led it (pw:6.1, pw:4.2.1,
    pw:12.0.3)."""
    before, priced = state.plans[element.id], state.moves.priced[element.id]
    if plan != evolve(before, second=plan.second, heading=plan.heading, contact=plan.contact):
        return Refusal("its first movement is over", "pw:6.1")
    if not plan.second:
        return Refusal("the amount of movement was committed with the plan", "pw:3.2.C")
    points = (element.where, *(leg.to for leg in plan.second))
    if any(hex_at(point) not in state.board for point in points):
        return Refusal("the way leaves the table", "pw:6.12")
    found = _charge_refusal(state, element, plan) or pricing.segment(state, element, plan, points)
    if isinstance(found, Refusal):
        return found
    spent = round(gsu_gone(state, element) + found, 1)
    way = demands.Movement(priced.motion, spent, max(spent, priced.spent), points, plan.way)
    return teams.apart_refusal(state, element, points[-1]) or demands.refusal(state, element, way)


def _charge_refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """A charge on foot that is under way still goes at an enemy (pw:6.1.2)."""
    if plan.way is not Way.CHARGE or speed.horses(element):
        return None
    start, end = element.where, plan.second[-1].to
    enemies = (e.where for e in known_enemies(state, element.side))
    nearer = any(gsu_between(end, at) < gsu_between(start, at) for at in enemies)
    return None if nearer else Refusal("a charge goes at an enemy", "pw:6.1.2")


def gsu_gone(state: WarState, element: Element) -> float:
    """How far an element has gone in this turn, in GSU."""
    return sum(Path(piece.points[0], piece.points[1:]).length for piece in state.trails.get(element.id, ()))


def check_adapt(state: WarState, side: SideId, order: Adapt) -> None:
    """IllegalOrder unless a side that moves last may change it so."""
    element = own_unit(state, side, order.plan.element, "pw:4.11")
    if state.moves.adapting != side or element.id not in adaptable(state, side):
        raise IllegalOrder(f"the movement of {element.name} may not be changed now", "pw:4.11")
    refuse(adapt_refusal(state, element, order.plan))


def adapt(state: WarState, side: SideId, order: Adapt, dice: Dice) -> Iterator[Event]:
    """It is written down instead."""
    element = state.elements[order.plan.element]
    if not halfway(state, element):
        yield planned(state, element, order.plan)
        return
    ahead = Path(element.where, tuple(leg.to for leg in order.plan.second)).length
    spent = round(gsu_gone(state, element) + ahead, 1)
    motion = state.moves.priced[element.id].motion
    yield Planned(side=side, element=element.id, plan=order.plan, motion=motion, spent=spent)


def check_carry_on(state: WarState, side: SideId, order: CarryOn) -> None:
    """IllegalOrder unless the side is asked."""
    if state.moves.adapting != side:
        raise IllegalOrder("nothing is asked", "pw:4.11")


def carry_on(state: WarState, side: SideId, order: CarryOn, dice: Dice) -> Iterator[Event]:
    """The plans are carried out."""
    yield Adapted(side=side)
