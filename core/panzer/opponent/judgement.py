"""What a computer player of Panzer does, from its own side's view alone: the best order of the present step.

Shots are judged by the exact odds of the real resolution, positions by the guns that bear on them, by what can be
hit from them, and by the way and the time left to the objectives. Everything is weighed in victory points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import tanh
from typing import Final

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzer.chapters import BOOK
from core.panzer.command.orders import ChooseFirstPlayer
from core.panzer.course.victory import standings
from core.panzer.hidden_units.under import uncovered
from core.panzer.opponent import (
    assault,
    camouflage,
    commands,
    counter_battery,
    cover,
    dischargers,
    fire,
    formations,
    hidden_units,
    indirect,
    minefields,
    moves,
    set_up,
)
from core.panzer.opponent.air import air_order, load_order
from core.panzer.opponent.answers import answer_now
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.step_end import FinishStep

Judgement = Callable[[PanzerState, SideId, Dice], Order]

#: What plays each step, and each interrupt, of the chapters, by the name that they give it.
JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "answer": lambda state, side, dice: answer_now(state),
    "air": lambda state, side, dice: hidden_units.follow(state, side) or air_order(state, side),
    "overwatch": lambda state, side, dice: hidden_units.answer(state, side) or fire.overwatch(state, side),
    "set-up": lambda state, side, dice: (
        load_order(state, side) or hidden_units.hide(state, side, dice) or set_up.place(state, side, dice)
    ),
    "hiding": lambda state, side, dice: FinishStep(),
    "revealed": lambda state, side, dice: hidden_units.place(state, side),
    "plot": lambda state, side, dice: indirect.plot(state, side),
    "minefields": lambda state, side, dice: minefields.lay(state, side),
    "camouflage": lambda state, side, dice: camouflage.choose(state, side),
    "indirect-fire": lambda state, side, dice: indirect.fire(uncovered(state, side), side),
    "counter-battery": lambda state, side, dice: counter_battery.decide(state, side),
    "assault": lambda state, side, dice: assault.assault(state, side),
    "dischargers": lambda state, side, dice: dischargers.discharge(state, side),
    "command": lambda state, side, dice: hidden_units.command(state, side) or commands.command(state, side),
    # The First Player fires first and moves last: he answers the enemy's moves, and the enemy not his.
    "first-player": lambda state, side, dice: ChooseFirstPlayer(first=side),
    "name-formation": lambda state, side, dice: formations.name(state, side),
    "pivot": lambda state, side, dice: cover.pivot(state, side),
    "turret": lambda state, side, dice: cover.turret(state, side),
    "full-cover": lambda state, side, dice: cover.cover(state, side),
    "direct-fire": lambda state, side, dice: fire.direct_fire(state, side),
    "move": lambda state, side, dice: hidden_units.move(state, side) or moves.move(state, side),
}


def best_order(state: PanzerState, side: SideId, dice: Dice) -> Order:
    """The order that promises most now; `state` is the side's own view, `dice` decide between equals."""
    return JUDGEMENTS[BOOK.judgement(state)](state, side, dice)


# -- how well a side stands --------------------------------------------------------------------------

#: What a point of the score counts, at first and at last, and one of units that still fight, at first: early it is the
#: tanks that one has left that decide, not what has been scored.
SCORE, SCORE_LATE, MATERIAL = 0.5, 1.0, 2.2
#: What a unit that is hurt is worth of a whole one.
HURT = 0.6
#: The lead with which a game is as good as won, in shares of what a side is worth.
DECISIVE = 0.6
#: What a clearer victory counts beyond a victory.
CLEARLY = 0.1
_FIGHTS: Final = frozenset({Presence.ON_MAP, Presence.CARRIED, Presence.WAITING, Presence.HIDDEN})


def prospect(state: PanzerState, side: SideId) -> float:
    """How well a side stands, 0 lost to 1 won, by the score and by the units that are left."""
    lead = float(sum(one.points if one.side == side else -one.points for one in standings(state)))
    worths, left = 0.0, 0.0
    for unit in state.units.values():
        value = float(state.scenario.by_id[unit.id].value)
        worths += value
        if unit.presence in _FIGHTS:
            left += value * (HURT if unit.hurt else 1.0) * (1 if unit.side == side else -1)
    scale = DECISIVE * (worths / 2 or 100.0)
    if state.outcome is not None:
        winner = state.outcome.winner
        return (0.5 if winner is None else float(winner == side)) + CLEARLY * tanh(lead / scale)
    late = min(1.0, state.turn / max(1, state.scenario.turns))
    found = (SCORE + (SCORE_LATE - SCORE) * late) * lead + MATERIAL * (1 - late) * left
    return 0.5 + 0.5 * tanh(found / scale)
