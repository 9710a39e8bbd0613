"""Meeting the enemy on the way, and moving last: what may be changed of a plan that is being carried out (pw:4.2.6,
pw:4.11, pw:6.7 to pw:6.7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar.movement import hazards
from core.panzerwar.movement.carry_out import movers, segment_of
from core.panzerwar.movement.events import Adapted, Reacted, ReactionsGiven
from core.panzerwar.movement.orders import Adapt, CarryOn, React
from core.panzerwar.movement.planning import examined, planned
from core.panzerwar.movement.pricing import Price, price
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.state import WarState
from core.plane import gsu_between

#: Rounding of lengths, in GSU.
SLACK = 0.1


def asked(state: WarState, side: SideId) -> tuple[UnitId, ...]:
    """The elements of a side that have met the enemy and wait for its word."""
    return tuple(e for e in sorted(state.moves.met) if state.elements[e].side == side)


def rest_of(state: WarState, element: Element) -> tuple[Leg, ...]:
    """The legs that an element under way has yet to go."""
    going, at = state.moves.going.get(element.id), element.where
    if going is None:
        return ()
    points = list(going.points)
    best = min(range(len(points) - 1), key=lambda n: _beside(points[n], points[n + 1], at), default=0)
    return tuple(Leg(point) for point in points[best + 1 :] if gsu_between(point, at) > SLACK)


def _beside(one: object, other: object, at: object) -> float:
    total = gsu_between(one, at) + gsu_between(at, other)  # type: ignore[arg-type]
    return round(total - gsu_between(one, other), 3)  # type: ignore[arg-type]


def left(state: WarState, element: Element) -> float:
    """The movement points that an element under way has left, in GSU."""
    plan, priced = state.plans[element.id], state.moves.priced[element.id]
    gone = evolve(plan, legs=(), second=())
    here = price(state, element, gone)
    allowance = here.allowance if isinstance(here, Price) else priced.spent
    return max(0.0, allowance - used(state, element))


def used(state: WarState, element: Element) -> float:
    """The movement points that it has used so far: its share of what the plan costs, by length."""
    going, priced = state.moves.going.get(element.id), state.moves.priced[element.id]
    if going is None:
        return priced.spent
    whole = sum(gsu_between(a, b) for a, b in pairwise(going.points))
    ahead = (element.where, *(leg.to for leg in rest_of(state, element)))
    still = sum(gsu_between(a, b) for a, b in pairwise(ahead))
    return priced.spent * (1 - still / whole) if whole else priced.spent


def react_refusal(state: WarState, element: Element, order: React) -> Refusal | None:
    """Why an element may not react so: it moves otherwise with what it has left, and one in bonus or burst movement may
    but halt or turn aside (pw:6.7.1, pw:6.7.3, pw:6.7.4)."""
    if not order.legs:
        return None
    if order.go_on:
        return Refusal("it goes on as planned, or it moves otherwise", "pw:6.7.1")
    plan = state.plans[element.id]
    if plan.way in (Way.BONUS, Way.BURST) and len(order.legs) > 1:
        return Refusal("in bonus or burst movement it may only halt or turn aside", "pw:6.7.4")
    found = price(state, element, evolve(plan, legs=order.legs, second=(), heading=None, position=0))
    if isinstance(found, Refusal):
        return found
    if found.spent > left(state, element) + SLACK:
        return Refusal(f"that costs {found.spent:g}; {left(state, element):.0f} are left", "pw:6.7.1")
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
    if element.marches and segment_of(state, element, before) and state.step == "c6" and plan.legs != before.legs:
        return Refusal("its first movement is over", "pw:6.1")
    return None


def check_adapt(state: WarState, side: SideId, order: Adapt) -> None:
    """IllegalOrder unless a side that moves last may change it so."""
    element = own_unit(state, side, order.plan.element, "pw:4.11")
    if state.moves.adapting != side or element.id not in adaptable(state, side):
        raise IllegalOrder(f"the movement of {element.name} may not be changed now", "pw:4.11")
    refuse(adapt_refusal(state, element, order.plan))


def adapt(state: WarState, side: SideId, order: Adapt, dice: Dice) -> Iterator[Event]:
    """It is written down instead."""
    yield planned(state, state.elements[order.plan.element], order.plan)


def check_carry_on(state: WarState, side: SideId, order: CarryOn) -> None:
    """IllegalOrder unless the side is asked."""
    if state.moves.adapting != side:
        raise IllegalOrder("nothing is asked", "pw:4.11")


def carry_on(state: WarState, side: SideId, order: CarryOn, dice: Dice) -> Iterator[Event]:
    """The plans are carried out."""
    yield Adapted(side=side)
