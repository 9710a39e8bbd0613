"""The table of this chapter: what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Interrupt, StepRules, always, asks_beside
from core.panzer import sequence
from core.panzer.firing import evolve, inquiry, malfunction, reports
from core.panzer.state import PanzerState

CHAPTER: Final = Chapter[PanzerState](
    name="firing",
    interrupts=(
        Interrupt(
            name="inquiry",
            lasts=lambda state: bool(state.inquiry.asked),
            happens=inquiry.answers,
            needs=inquiry.asked_side,
        ),
        Interrupt(name="malfunction", lasts=lambda state: bool(state.fire.failing), happens=malfunction.failed),
    ),
    steps={sequence.REPAIRS: StepRules(happens=malfunction.repairs, alone=always)},
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
