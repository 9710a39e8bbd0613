"""Looking out: who looks together, and what is overwatched (pw:7.4, pw:7.9)."""

from __future__ import annotations

from typing import Final

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar.command.near import known_enemies
from core.panzerwar.opponent import picture
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.engagement import GoalKind
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.pieces.travel import MOVING
from core.panzerwar.sighting import overwatch, step
from core.panzerwar.sighting.orders import Mark, SightTogether
from core.panzerwar.state import WarState
from core.plane import Point, gsu_between
from core.step_end import FinishStep

#: From so many on, one die with what a group adds to it reaches farther than the best of as many dice (pw:7.4.5).
TOGETHER: Final = 4


def sight(state: WarState, side: SideId, dice: Dice) -> Order:
    """The next large group of a unit that looks together; the end when there is none."""
    groups = (members for members in step.offered(state, side) if len(members) >= TOGETHER)
    return next((SightTogether(members=members) for members in groups), None) or FinishStep()


def marks(state: WarState, side: SideId) -> Order | None:
    """The next element under Cover that overwatches nothing, with the point where the enemy is to be expected."""
    if not state.has(Switch.OVERWATCH):
        return None
    for element in state.of(side):
        if overwatch.element_refusal(state, element) is None and overwatch.mark(state, element) is None:
            at = next((p for p in _expected(state, element) if overwatch.mark_refusal(state, element, p) is None), None)
            if at is not None:
                return Mark(element=element.id, at=at)
    return None


def _expected(state: WarState, element: Element) -> list[Point]:
    """Where the enemy may come: where he moves now, then the places that count, the nearest first."""
    moving = [e.where for e in known_enemies(state, element.side) if e.travel.last in MOVING]
    goals = [picture.objective(state, g) for g in state.engagement.goals if g.kind is not GoalKind.EXIT]
    return [
        *sorted(moving, key=lambda at: (gsu_between(at, element.where), at)),
        *sorted(goals, key=lambda at: (gsu_between(at, element.where), at)),
    ]
