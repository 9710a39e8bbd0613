"""The table of this chapter: its step, what its events do and how they are told (or:7.35)."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, StepRules, always, asks_beside
from core.panzer import sequence
from core.panzer.fires import evolve, reports, starting
from core.panzer.state import PanzerState

CHAPTER: Final = Chapter[PanzerState](
    name="fires",
    steps={sequence.FIRES: StepRules(happens=starting.starts, alone=always)},
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
