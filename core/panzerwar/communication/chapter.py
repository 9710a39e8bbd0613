"""The table of this chapter: its step, what its events do and how they are told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Ending, StepRules, asks_beside
from core.panzerwar import sequence
from core.panzerwar.communication import calling, evolve, reports
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](
    name="communication",
    steps={
        sequence.COMMUNICATIONS: StepRules(
            acting=calling.CALLING.choosing,
            happens=calling.happens,
            over=calling.over,
            choices=calling.menu,
            suggest="calls",
            ending=Ending(),
            secret=True,
            passed_over=True,  # as who has nobody that calls
        ),
    },
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
