"""The table of this chapter: what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, asks_beside, attempts_beside
from core.panzer.gp import evolve, reports
from core.panzer.state import PanzerState

CHAPTER: Final = Chapter[PanzerState](
    name="gp",
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
    attempts=attempts_beside(__name__),
)
