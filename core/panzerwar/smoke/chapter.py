"""The table of this chapter: the wind of the game, what smoke does to the state and how it is told."""

from __future__ import annotations

from typing import Final

from core.chapter import Chapter, Interrupt, asks_beside
from core.panzerwar.smoke import drift, evolve, reports
from core.panzerwar.state import WarState

CHAPTER: Final = Chapter[WarState](
    name="smoke",
    interrupts=(Interrupt(name="wind", lasts=drift.wind_due, happens=drift.roll_wind),),
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=asks_beside(__name__),
)
