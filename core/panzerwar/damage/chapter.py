"""The table of this chapter: what its events do and how they are told, its asks.

It owns no step: who fires, moves into mines or rams asks it for hits (`resolving`), the combat phase for the crews
after each segment (`bail_out.crew_tests`), phase H for its details (`details.final_details`).
"""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, asks_beside
from core.panzerwar.damage import evolve, reports
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](
    name="damage",
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
