"""How well a side stands in an engagement of Panzer War: by the score, by what is left, by how near the goals are."""

from __future__ import annotations

from math import tanh
from typing import Final

from core.event import SideId
from core.panzerwar.course.victory import LOST, score, scored, worth
from core.panzerwar.pieces.engagement import Goal
from core.panzerwar.state import WarState
from core.plane import gsu_between

#: What a point that has been scored counts, and one of elements that still fight, at first; late only the score does.
SCORE, MATERIAL = 1.0, 0.6
#: What an element that is hurt or has lost its nerve is worth of a whole one.
HURT: Final = 0.6
#: What it counts of a goal's points that one's own are near and the enemy's are not, and how near that is, in GSU.
NEAR, WITHIN = 0.5, 800.0
#: The lead with which a game is as good as won, in shares of what a side has and can win.
DECISIVE: Final = 0.5
#: What a clearer victory counts beyond a victory.
CLEARLY: Final = 0.1


def prospect(state: WarState, side: SideId) -> float:
    """How well a side stands, 0 lost to 1 won."""
    enemy = state.enemy(side)
    lead = float(score(state, side) - score(state, enemy))
    whole = sum(worth(state, e) for e in state.engagement.elements) / 2
    scale = DECISIVE * (whole + sum(goal.points for goal in state.engagement.goals) or 1.0)
    if state.outcome is not None:
        winner = state.outcome.winner
        return (0.5 if winner is None else float(winner == side)) + CLEARLY * tanh(lead / scale)
    late = min(1.0, state.turn / max(1, state.engagement.turns))
    left = sum(
        worth(state, e) * (HURT if e.harm.damage or e.nerve.broken else 1.0) * (1 if e.side == side else -1)
        for e in state.elements.values()
        if e.presence not in LOST
    )
    ahead = sum(
        goal.points * (_near(state, side, goal) - _near(state, enemy, goal))
        for goal in state.engagement.goals
        if scored(state, goal)[0] is None
    )
    found = SCORE * lead + (1 - late) * MATERIAL * left + NEAR * ahead
    return 0.5 + 0.5 * tanh(found / scale)


def _near(state: WarState, side: SideId, goal: Goal) -> float:
    """How near a side is to a place that may score for it: 1 there, 0 as far as counts and beyond."""
    if goal.side not in (None, side):
        return 0.0
    away = (gsu_between(e.where, goal.at) for e in state.on_table() if e.side == side and not e.nerve.broken)
    return max(0.0, 1 - min(away, default=WITHIN) / WITHIN)
