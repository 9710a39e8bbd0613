"""The table of this chapter: what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from typing import Final

from core.panzer.firing import evolve, inquiry, reports
from core.panzer.state import PanzerState
from core.rulebook import Chapter, Interrupt, asks_beside

CHAPTER: Final = Chapter[PanzerState](
    name="firing",
    interrupts=(
        Interrupt(
            name="inquiry",
            lasts=lambda state: bool(state.inquiry.asked),
            happens=inquiry.answers,
            needs=inquiry.asked_side,
        ),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
