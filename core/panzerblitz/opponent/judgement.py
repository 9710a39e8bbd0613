"""What a computer player thinks of a position of PanzerBlitz, from its own side's view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.ai.outlook import with_time
from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.course import victory
from core.panzerblitz.opponent import fire, moves, set_up
from core.panzerblitz.opponent.worth import alone
from core.panzerblitz.pieces.situation import Goal, Level
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState

Judgement = Callable[[BlitzState, SideId, Dice], Order]

#: What plays each step of the chapters, by the name that they give it.
JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "set-up": set_up.place,
    "announce": lambda state, side, dice: fire.announce(state, side),
    "move": lambda state, side, dice: moves.movement(state, side),
    "assault": lambda state, side, dice: fire.close_assault(state, side),
}


def best_order(state: BlitzState, side: SideId, dice: Dice) -> Order:
    """The order that promises most now; `state` is the side's own view, `dice` break ties."""
    return JUDGEMENTS[BOOK.judgement(state)](state, side, dice)


# -- how well a side stands --------------------------------------------------------------------------

#: The steps of the levels of victory.
_STEPS: Final = max(level.value for level in Level)


def signs(state: BlitzState, side: SideId) -> Mapping[str, float]:
    """What tells how well a side stands.

    lead: how much higher a level of victory it has reached, of all steps there are; nearer: how much farther it is with
    its goal than the enemy with his; losses: how much more the enemy has lost, of what a side has; each besides as far
    as the game is over.
    """
    enemy = state.situation.enemy(side)
    higher = victory.level_of(state, side).value - victory.level_of(state, enemy).value
    worths: dict[SideId, float] = {side: 0.0, enemy: 0.0}
    lost = dict(worths)
    for unit in state.units.values():
        whole = alone(state.situation, unit.id)
        worths[unit.side] += whole
        if unit.presence is Presence.ELIMINATED:
            lost[unit.side] += whole
    losses = 2 * (lost[enemy] - lost[side]) / (worths[side] + worths[enemy] or 1.0)
    late = min(1.0, state.turn / max(1, state.situation.turns))
    nearer = attained(state, side) - attained(state, enemy)
    return with_time({"lead": higher / _STEPS, "nearer": nearer, "losses": losses}, late)


def attained(state: BlitzState, side: SideId) -> float:
    """How far a side is with the goal with which it is farthest: the mean of its levels, 1 where all are reached."""
    return max((_part(state, goal) for goal in state.situation.goals if goal.side == side), default=0.0)


def _part(state: BlitzState, goal: Goal) -> float:
    now, parts = victory.value(state, goal), []
    for level, limit in goal.levels.items():
        if level is Level.NONE:
            continue
        reached = now <= limit if goal.at_most else now >= limit
        beyond = max(0.0, 1 - (now - limit) / (limit + 5)) if goal.at_most else now / limit if limit else 1.0
        parts.append(1.0 if reached else beyond)
    return sum(parts) / len(parts) if parts else 0.0
