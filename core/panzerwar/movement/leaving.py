"""Leaving the table by an edge that is a goal of one's side (pw:3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.event import Event
from core.panzerwar.course.events import Left
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.engagement import Goal, GoalKind
from core.panzerwar.pieces.plan import Plan
from core.panzerwar.state import WarState
from core.plane import Point, hex_at, within


def exit_of(state: WarState, element: Element, at: Point) -> Goal | None:
    """The goal by which an element may leave the table from a point: its own side's, in a hex of the edge; None
    without.
    """
    hex_ = hex_at(at)
    if hex_ not in state.board or all(beyond in state.board for beyond in hex_.neighbours()):
        return None
    for goal in state.engagement.goals:
        if goal.kind is GoalKind.EXIT and goal.side in (None, element.side) and within(at, goal.at, goal.radius):
            return goal
    return None


def end_of(element: Element, plan: Plan) -> Point:
    """Where a plan ends."""
    legs = plan.second or plan.legs
    return legs[-1].to if legs else element.where


def refusal(state: WarState, element: Element, plan: Plan) -> Refusal | None:
    """Why an element may not leave the table where its plan ends; None if it may, or does not want to."""
    if not plan.leave:
        return None
    if not plan.legs and not plan.second:
        return Refusal("it leaves the table by moving off it", "pw:3.3")
    if exit_of(state, element, end_of(element, plan)) is None:
        return Refusal("it leaves the table from a hex of the edge that is a goal of its side", "pw:3.3")
    return None


def leaves(state: WarState, element: Element, plan: Plan) -> Iterator[Event]:
    """It is gone, with all that it carries, where its whole movement has ended; not if mines have stopped it there
    (pw:15.4)."""
    if not plan.leave or (element.marches and state.step == "c1" and plan.second):
        return
    down = element.nerve.broken or element.nerve.pinned(state.turn)
    if element.harm.immobile or element.harm.stunned or down:
        return
    goal = exit_of(state, element, element.where)
    if goal is not None:
        yield Left(side=element.side, element=element.id, goal=goal.id)
