"""What units are worth to a computer player, and what attacks on them are expected to win."""

from __future__ import annotations

from functools import lru_cache

from core.event import UnitId
from core.panzerblitz.fire.results import Terms, column_chances, loss_chance
from core.panzerblitz.fire.targets import with_load
from core.panzerblitz.pieces.reference import Result
from core.panzerblitz.pieces.situation import Measure, Situation
from core.panzerblitz.state import BlitzState

#: What a dispersed unit is worth of one eliminated.
DOWN = 0.3


def worth(state: BlitzState, unit: UnitId) -> float:
    """What the loss of an element costs its side: each unit with men counts, strong ones more."""
    return sum(alone(state.situation, lost.id) for lost in with_load(state, unit))


@lru_cache(maxsize=4096)
def alone(situation: Situation, unit: UnitId) -> float:
    """What the loss of a unit costs its side, without what it carries."""
    own = situation.by_id[unit]
    type_ = own.type
    if not type_.manned:
        return 0.0
    return counted(situation, unit) + (type_.attack + type_.defense) / 30


def counted(situation: Situation, unit: UnitId) -> int:
    """As how many units the enemy's victory counts the loss of one."""
    own = situation.by_id[unit]
    weights = [
        g.weights.get(own.type.id, 1) for g in situation.goals if g.measure is Measure.LOSSES and g.side != own.side
    ]
    return max(weights, default=1)


def prize(state: BlitzState, unit: UnitId) -> int:
    """As how many units more than there are the loss of an element is counted."""
    return sum(counted(state.situation, lost.id) - 1 for lost in with_load(state, unit))


def gain(state: BlitzState, terms: Terms) -> float:
    """What an attack is expected to win; to disperse again whom an attack dispersed before wins nothing."""
    total = 0.0
    for target in terms.targets:
        lost, down = loss_chance(state, terms, target)
        total += worth(state, target) * (lost + (0.0 if state.units[target].dispersed else DOWN * down))
    return total


def harm(situation: Situation, odds: str | None, net: int) -> float:
    """The part of a target's worth that a column is expected to take; nothing without odds."""
    if odds is None:
        return 0.0
    chances = column_chances(situation, odds, net)
    down = chances[Result.DISPERSED] + chances[Result.SPECIAL_DISPERSED]
    return chances[Result.ELIMINATED] + DOWN * down
