"""Ways that lead into others: what a plan to ram, to drive over or to push must be, and that no other leads over the
enemy (pw:6.8, pw:14.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from core.choice import Refusal
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.pieces.plan import Plan, Way
from core.panzerwar.ramming import who
from core.panzerwar.state import WarState
from core.plane import Point, distance_to_segment, within

#: Two elements touch when their centres are no farther apart than this, in GSU; a way over somebody comes nearer.
TOUCH: Final = 13.0
OVER: Final = 5.0


def refusal(state: WarState, element: Element, plan: Plan, points: Sequence[Point]) -> Refusal | None:
    """Why a planned way of a vehicle may not lead where it does: over an enemy in sight, or not to whom it is to meet
    (pw:6.8, pw:14.1)."""
    if element.kind is not Kind.VEHICLE:
        return Refusal("vehicles ram and overrun", "pw:6.8") if plan.ram or plan.overrun else None
    if plan.ram is not None and plan.overrun is not None:
        return Refusal("it rams or it drives over somebody", "pw:6.8")
    if plan.ram is not None:
        refused = _ram(state, element, plan, points)
    elif plan.way is Way.PUSH or plan.overrun is not None:
        refused = _over(state, element, plan, points)
    else:
        refused = None
    return refused or _enemies(state, element, plan, points)


def _ram(state: WarState, element: Element, plan: Plan, points: Sequence[Point]) -> Refusal | None:
    target = state.elements.get(plan.ram) if plan.ram is not None else None
    if target is None:
        return Refusal(f"{plan.ram} is not in sight", "pw:14.0")
    if plan.way in (Way.REVERSE, Way.PUSH):
        return Refusal("it rams with its front", "pw:14.0")
    refused = who.ram_refusal(state, element, target)
    if refused is not None:
        return refused
    return None if within(points[-1], target.where, TOUCH) else Refusal("its way must end at its target", "pw:14.1")


def _over(state: WarState, element: Element, plan: Plan, points: Sequence[Point]) -> Refusal | None:
    push = plan.way is Way.PUSH
    target = state.elements.get(plan.overrun) if plan.overrun is not None else None
    if target is None:
        said = "push what aside?" if plan.overrun is None else f"{plan.overrun} is not known"
        return Refusal(said, "pw:6.8.2" if push else "pw:6.8")
    refused = who.push_refusal(state, element, target) if push else who.overrun_refusal(state, element, target)
    if refused is not None:
        return refused
    if leads_to(points, target.where, TOUCH if push else OVER):
        return None
    return Refusal(f"its way must lead {'to' if push else 'over'} {target.name}", "pw:6.8")


def leads_to(points: Sequence[Point], at: Point, near: float) -> bool:
    """Whether a way comes within so many GSU of a point."""
    if len(points) < 2:
        return within(points[0], at, near)
    return any(distance_to_segment(at, a, b) <= near for a, b in pairwise(points))


def _enemies(state: WarState, element: Element, plan: Plan, points: Sequence[Point]) -> Refusal | None:
    """An AFV does not move over enemies but to overrun them (pw:6.8); from where it touches one it may leave."""
    if len(points) < 2:
        return None
    for enemy in state.on_table():
        if enemy.side == element.side or enemy.id in (plan.ram, plan.overrun):
            continue
        if within(points[0], enemy.where, OVER) or not leads_to(points, enemy.where, OVER):
            continue
        if state.sees(element.side, enemy.id):
            return Refusal(f"its way leads over {enemy.name}", "pw:6.8")
    return None
