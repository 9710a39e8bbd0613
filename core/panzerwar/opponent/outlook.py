"""How well a side stands in an engagement of Panzer War: by the score, by what is left, by how near the goals are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.ai.outlook import with_time
from core.event import SideId
from core.panzerwar.course.victory import LOST, score, scored, worth
from core.panzerwar.pieces.engagement import Goal
from core.panzerwar.state import WarState
from core.plane import gsu_between

#: How near to a goal that nobody has counts, in GSU.
_WITHIN: Final = 800.0


def signs(state: WarState, side: SideId) -> Mapping[str, float]:
    """What tells how well a side stands, in shares of what a side has and can win.

    lead: in points, as they are now; whole, hurt: what its elements that still fight are worth more than the enemy's,
    those that nothing has befallen and those that are damaged or broken; nearer: how much nearer it is to the goals
    that nobody has, each by its points; each besides as far as the game is over.
    """
    enemy = state.enemy(side)
    goals = state.engagement.goals
    scale = sum(worth(state, e) for e in state.engagement.elements) / 2 + sum(goal.points for goal in goals) or 1.0
    whole = hurt = 0.0
    for element in state.elements.values():
        if element.presence not in LOST:
            mine = worth(state, element) * (1 if element.side == side else -1)
            bad = bool(element.harm.damage) or element.nerve.broken
            hurt, whole = (hurt + mine, whole) if bad else (hurt, whole + mine)
    nearer = sum(
        goal.points * (_near(state, side, goal) - _near(state, enemy, goal))
        for goal in goals
        if scored(state, goal)[0] is None
    )
    found = {"lead": score(state, side) - score(state, enemy), "whole": whole, "hurt": hurt, "nearer": nearer}
    late = min(1.0, state.turn / max(1, state.engagement.turns))
    return with_time({name: value / scale for name, value in found.items()}, late)


def _near(state: WarState, side: SideId, goal: Goal) -> float:
    """How near a side is to a place that may score for it: 1 there, 0 as far as counts and beyond."""
    if goal.side not in (None, side):
        return 0.0
    away = (gsu_between(e.where, goal.at) for e in state.on_table() if e.side == side and not e.nerve.broken)
    return max(0.0, 1 - min(away, default=_WITHIN) / _WITHIN)
