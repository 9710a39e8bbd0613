"""The table of this chapter: the wind of the game, burning vehicles, what smoke does to the state and how it is
told."""

from __future__ import annotations

from typing import Final

from core.book.chapter import Chapter, Interrupt, asks_beside
from core.panzerwar.smoke import burning, drifting, evolve, reports
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](
    name="smoke",
    interrupts=(
        Interrupt(name="wind", lasts=drifting.wind_due, happens=drifting.roll_wind),
        Interrupt(name="burning", lasts=burning.due, holds=False, happens=burning.happens),
    ),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
