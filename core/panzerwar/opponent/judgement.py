"""What plays each step for a computer player, by the name that the chapters give it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core.book.book_system import Judgement
from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar.opponent import assault, barrages, commands, fire, moves, set_up
from core.panzerwar.state import WarState
from core.step_end import FinishStep


def _finish(view: WarState, side: SideId, dice: Dice) -> Order:
    return FinishStep()


#: The judgement of each step and interrupt.
JUDGEMENTS: Final[Mapping[str, Judgement]] = {
    "set-up": set_up.place,
    "orders": commands.command,
    "calls": barrages.calls,
    "plan": moves.plan,
    "contact": moves.contact,
    "adapt": moves.adapt,
    "sight": _finish,
    "fire": fire.fire,
    "assault": assault.assault,
}
