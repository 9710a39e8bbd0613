"""What a side must do to win: go for the enemy or for some ground, or wait for an enemy who must (pb:PB-WIN-1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from core.event import SideId
from core.panzerblitz.pieces.situation import Goal, Measure, Situation

#: Goals that are won on the ground, besides those that want units in an area.
GROUND: Final = (Measure.ADVANCE, Measure.ROUND_TRIP, Measure.CORRIDOR)


@lru_cache(maxsize=32)
def attacks(situation: Situation, side: SideId) -> bool:
    """Whether a side must go for the enemy or for some ground, rather than wait for an enemy who must."""
    if any(wanted_in(g, side) or (g.side == side and g.measure in GROUND) for g in situation.goals):
        return True
    hunts = any(g.side == side and g.measure in (Measure.LOSSES, Measure.LOSS_RATIO) for g in situation.goals)
    enemy = situation.enemy(side)
    waits = not any(wanted_in(g, enemy) or (g.side == enemy and g.measure in GROUND) for g in situation.goals)
    return hunts and waits


def wanted_in(goal: Goal, side: SideId) -> bool:
    """Whether a goal is won by units of a side in its area or through its edge."""
    if wanted_off(goal, side):
        return True
    if goal.side == side:
        return goal.measure in (Measure.PRESENCE, Measure.PRESENCE_RATIO)
    return goal.measure is Measure.ENEMY_PRESENCE


def wanted_off(goal: Goal, side: SideId) -> bool:
    """Whether a goal is won by units of a side through its edge, so that who is on the map at the end counts nothing,
    or for the enemy."""
    return goal.measure is (Measure.EXITED if goal.side == side else Measure.LOST_OR_NOT_EXITED)
