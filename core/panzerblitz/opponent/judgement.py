"""What a computer player thinks of a position of PanzerBlitz, from its own side's view alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.course import set_up
from core.panzerblitz.course.orders import PlaceRest
from core.panzerblitz.opponent import fire, moves
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
