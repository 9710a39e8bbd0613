"""The table of this chapter: its orders and picks, its steps, what its events do and how they are told, its asks."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Interrupt, asks_beside
from core.panzerblitz import sequence
from core.panzerblitz.sight import evolve, hidden, reports
from core.panzerblitz.state import BlitzState


def _playing(state: BlitzState) -> bool:
    return state.step != sequence.SET_UP


CHAPTER: Final = Chapter[BlitzState](
    name="sight",
    interrupts=(
        Interrupt(
            name="found-out", lasts=_playing, holds=False, happens=lambda state, dice: hidden.come_into_view(state)
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
