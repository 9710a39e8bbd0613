"""The table of this chapter: what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from typing import Final

from core.panzer.firing import asks, evolve, reports
from core.panzer.state import PanzerState
from core.rulebook import Chapter

CHAPTER: Final = Chapter[PanzerState](
    name="firing",
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks.ASKS,
)
