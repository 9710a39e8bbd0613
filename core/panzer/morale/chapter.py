"""The table of this chapter: its step, what interrupts for checks, what its events do and how they are told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Interrupt, StepRules, always, asks_beside
from core.panzer import sequence
from core.panzer.morale import check, determination, evolve, reports
from core.panzer.morale.triggers import complete
from core.panzer.state import PanzerState

CHAPTER: Final = Chapter[PanzerState](
    name="morale",
    steps={sequence.MORALE: StepRules(happens=check.recoveries, alone=always)},
    interrupts=(
        Interrupt(
            name="cohesion", lasts=lambda state: bool(determination.pending(state)), happens=determination.determine
        ),
        Interrupt(name="morale", lasts=lambda state: bool(complete(state)), happens=check.checks),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
