"""The table of this chapter: what its events do and how they are told, its asks.

It owns no step and no order: who rams, drives over somebody or pushes has it written in his plan (`ways.refusal`), the
end of his way brings it about (`meeting.meets`), the fire segment resolves it (`rams.resolve`).
"""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, asks_beside
from core.panzerwar.ramming import evolve, reports
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](
    name="ramming",
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
