"""Taking Full Cover under HIDDEN UNIT counters and leaving it, by one pick each (or:7.2.2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId
from core.order import Order
from core.panzer.adjustment.hidden_cover import RULE, able
from core.panzer.hidden_units.orders import CoverHidden
from core.panzer.hidden_units.revealing import GROUP, title
from core.panzer.state import PanzerState

COVER: Final = "cover-hidden"
LEAVE: Final = "uncover-hidden"


def offer(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The counters of a side under which Full Cover may be taken or left."""
    for counter in state.hidden.of(side):
        if able(state, counter):
            head, words = (LEAVE, "leave") if counter.covered else (COVER, "take")
            text = f"{title(counter)}: {words} Full Cover"
            yield Choice(f"{head}:{counter.number}", text, "hex", counter.hex, group=GROUP)


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Nothing more to pick."""
    return Choices("Full Cover", RULE, complete=True)


def made(state: PanzerState, side: SideId, partial: Partial) -> Order:
    """The order of this pick."""
    return CoverHidden(number=int(value_of(partial[0])), on=head_of(partial[0]) == COVER)
