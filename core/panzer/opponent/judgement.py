"""What a computer player of Panzer does, from its own side's view alone: the best order of the present step.

Shots are judged by the exact odds of the real resolution, positions by the guns that bear on them, by what can be
hit from them, and by the way and the time left to the objectives. Everything is weighed in victory points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.ai.outlook import with_time
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

_FIGHTS: Final = frozenset({Presence.ON_MAP, Presence.CARRIED, Presence.WAITING, Presence.HIDDEN})


def signs(state: PanzerState, side: SideId) -> Mapping[str, float]:
    """What tells how well a side stands, in shares of what a side is worth.

    lead: in points, as they are now; whole, hurt: what its units that still fight are worth more than the enemy's,
    those that nothing has befallen and those that are hurt; each besides as far as the game is over.
    """
    lead = float(sum(one.points if one.side == side else -one.points for one in standings(state)))
    worths, whole, hurt = 0.0, 0.0, 0.0
    for unit in state.units.values():
        value = float(state.scenario.by_id[unit.id].value)
        worths += value
        if unit.presence in _FIGHTS:
            mine = value if unit.side == side else -value
            hurt, whole = (hurt + mine, whole) if unit.hurt else (hurt, whole + mine)
    scale = worths / 2 or 100.0
    late = min(1.0, state.turn / max(1, state.scenario.turns))
    return with_time({"lead": lead / scale, "whole": whole / scale, "hurt": hurt / scale}, late)
