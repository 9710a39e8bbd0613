"""What a computer player thinks of a position of PanzerBlitz, from its own side's view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.course import set_up, victory
from core.panzerblitz.course.orders import PlaceRest
from core.panzerblitz.opponent import fire, moves
from core.panzerblitz.opponent.worth import alone
from core.panzerblitz.pieces.situation import Goal, Level
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState
from core.step_end import FinishStep

Judgement = Callable[[BlitzState, SideId, Dice], Order]

#: What plays each step of the chapters, by the name that they give it.
JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "set-up": lambda state, side, dice: PlaceRest() if set_up.unplaced(state, side) else FinishStep(),
    "announce": lambda state, side, dice: fire.announce(state, side),
    "move": lambda state, side, dice: moves.movement(state, side),
    "assault": lambda state, side, dice: fire.close_assault(state, side),
}


def best_order(state: BlitzState, side: SideId, dice: Dice) -> Order:
    """The order that promises most now; `state` is the side's own view, `dice` break ties."""
    return JUDGEMENTS[BOOK.judgement(state)](state, side, dice)


# -- how well a side stands --------------------------------------------------------------------------

#: What it counts that a side is nearer to its levels of victory than the other, at first and how much more at last;
#: that it has reached a higher level; that the other has lost more, as a part of what both have.
NEARER, NEARER_LATE, HIGHER, LOSSES = 0.4, 0.4, 0.1, 0.6
#: The same beyond who has won, so that of two games won the clearer one is better.
CLEARLY = 0.03


def prospect(state: BlitzState, side: SideId) -> float:
    """How well a side stands, 0 lost to 1 won, by the levels that both have reached and by what they have lost."""
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
    if state.outcome is not None:
        winner = state.outcome.winner
        return (0.5 if winner is None else float(winner == side)) + CLEARLY * (higher + losses)
    late = state.turn / max(1, state.situation.turns)
    nearer = attained(state, side) - attained(state, enemy)
    found = (NEARER + NEARER_LATE * late) * nearer + HIGHER * higher + LOSSES * losses
    return 0.5 + 0.5 * max(-1.0, min(1.0, found))


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
