"""The table of this chapter: the Spotting Phase, what its events do, how they are told, what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from core.dice import Dice
from core.event import Event
from core.panzer import sequence
from core.panzer.sight import evolve, reports, spotting
from core.panzer.state import PanzerState
from core.rulebook import Chapter, StepRules, always


def _spotting(state: PanzerState, dice: Dice) -> Iterator[Event]:
    yield spotting.spotting_phase(state)


def _asks() -> Mapping[str, type[Any]]:
    from core.panzer.sight import asks  # loaded when an example asks

    return asks.ASKS


CHAPTER: Final = Chapter[PanzerState](
    name="sight",
    steps={sequence.SPOTTING: StepRules(happens=_spotting, alone=always)},
    apply=evolve.APPLY,
    tell=reports.TELL,
    asks=_asks,
)
