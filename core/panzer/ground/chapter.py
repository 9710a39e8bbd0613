"""The table of this chapter: works and positions, what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, Interrupt, asks_beside
from core.dice import Dice
from core.event import Event
from core.panzer.ground import evolve, positions, reports
from core.panzer.state import PanzerState


def _positions(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    return positions.due(state)


CHAPTER: Final = Chapter[PanzerState](
    name="ground",
    interrupts=(
        Interrupt(name="positions", lasts=lambda state: bool(state.counters.works), holds=False, happens=_positions),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
