"""Plans that an element may write down: straight ways of a length that its order allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.panzerwar.movement import blocked, planning, pricing, speed
from core.panzerwar.movement.planning import examined
from core.panzerwar.movement.pricing import Price
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.plan import Leg, Plan, Way
from core.panzerwar.state import WarState
from core.plane import Path, Point

#: The shortest way that is worth planning, in GSU.
LEAST: Final = 2.0


def straight(state: WarState, element: Element, to: Point, most: float) -> Plan | None:
    """The plan of a straight way to a point, no farther than `most` GSU of movement take it; None where it is barred.

    Of infantry it is gone in both segments, half of it in each.
    """
    if element.marches:
        return on_foot(state, element, to, most)
    plan = Plan(element=element.id, legs=(Leg(to),))
    path = Path(element.where, (to,))
    if fits(state, element, plan, most):
        return plan
    low, high, found = 0.0, path.length, None
    while high - low > max(LEAST, path.length / 24):
        reach = (low + high) / 2
        tried = evolve(plan, legs=(Leg(path.at(reach)),))
        if reach >= LEAST and fits(state, element, tried, most):
            low, found = reach, tried
        else:
            high = reach
    return found


def fits(state: WarState, element: Element, plan: Plan, most: float) -> bool:
    """Whether a vehicle's way can be gone for so much movement."""
    found = _cost(state, element, plan)
    return found is not None and sum(found) <= most + pricing.SLACK


def _cost(state: WarState, element: Element, plan: Plan) -> tuple[float, float] | None:
    """What ground and turns of a vehicle's way cost, however much it may spend; None where it is barred."""
    full = speed.allowance(state, element, plan.way, road=plan.road).full
    points = (element.where, *(leg.to for leg in plan.legs))
    ground = pricing.ground_cost(state, element, points, full, road=plan.road)
    if isinstance(ground, Refusal):
        return None
    return ground, float(pricing.turns_cost(state, element, plan, points))


def on_foot(state: WarState, element: Element, to: Point, most: float) -> Plan | None:
    """Infantry goes straight on in both of its segments, as far as its ground lets it; None where it cannot."""
    plan = Plan(element=element.id)
    path = Path(element.where, (to,))
    first = _segment(state, element, plan, path, min(path.length, most / 2))
    if first is None:
        return None
    gone = first.length
    legs = tuple(Leg(point) for point in first.points[1:])
    left = path.length - gone
    if left < LEAST or gone >= most:
        return evolve(plan, legs=legs)
    rest = path.rest(gone)
    second = _segment(state, element, evolve(plan, legs=legs), rest, min(rest.length, most - gone))
    if second is None:
        return evolve(plan, legs=legs)
    return evolve(plan, legs=legs, second=tuple(Leg(point) for point in second.points[1:]))


def at_the_run(state: WarState, element: Element, to: Point) -> Plan | None:
    """The straight way of men who charge, in both segments (pw:6.1.2); None where it is barred."""
    plan = Plan(element=element.id, way=Way.CHARGE)
    path = Path(element.where, (to,))
    first = _segment(state, element, plan, path, path.length)
    if first is None:
        return None
    plan = evolve(plan, legs=tuple(Leg(point) for point in first.points[1:]))
    rest = path.length - first.length
    second = _segment(state, element, plan, path.rest(first.length), rest) if rest >= LEAST else None
    return plan if second is None else evolve(plan, second=tuple(Leg(point) for point in second.points[1:]))


def end(price: Price) -> Point:
    """Where a way ends, of infantry its second segment."""
    return (price.second or price.points)[-1]


def _segment(state: WarState, element: Element, plan: Plan, path: Path, reach: float) -> Path | None:
    """As much of a way as one segment allows."""
    reach = min(reach, pricing.rate(state, element, plan))
    while reach >= LEAST:
        cut = path.cut(reach)
        if not isinstance(pricing.segment(state, element, plan, cut.points), Refusal):
            return cut
        reach *= 0.8
    return None


def full(state: WarState, element: Element) -> float:
    """The movement of a whole turn across country, in GSU."""
    if element.marches:
        return 2 * pricing.rate(state, element, Plan(element=element.id))
    return speed.allowance(state, element, Way.MARCH, road=False).full


def accepted(state: WarState, element: Element, plans: Iterable[Plan | None]) -> Iterator[tuple[Plan, Price]]:
    """Those of the plans that may be written down, hatches closed where smoke asks for it."""
    for plan in plans:
        if plan is None:
            continue
        found = examined(state, element, plan)
        if isinstance(found, Refusal) and found.rule == "pw:11.2.2":
            plan = evolve(plan, buttoned=True)
            found = examined(state, element, plan)
        if isinstance(found, Price):
            yield plan, found


def bound(state: WarState, element: Element) -> Plan | None:
    """A way of one that must move: the ram that a berserk crew is after, else the first straight way of those that the
    rules try before they let it stay (pw:4.2.6, pw:14.0)."""
    ram = planning.must_ram(state, element)
    if ram is not None:
        return ram
    return next((plan for plan, _ in accepted(state, element, blocked.tries(state, element))), None)
