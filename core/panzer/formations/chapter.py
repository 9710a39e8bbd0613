"""The table of this chapter: how many commands each formation has this turn (na:6.2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import Chapter, StepRules, always
from core.dice import Dice
from core.event import Event
from core.panzer import sequence
from core.panzer.command.events import AvailableCommands, MovementLimited
from core.panzer.formations import control
from core.panzer.state import PanzerState


def _available(state: PanzerState, dice: Dice) -> Iterator[Event]:
    found = control.determine(state)
    yield AvailableCommands(formations=found)
    limits = control.movement_limits(state, found)
    if limits:
        yield MovementLimited(limits=limits)


CHAPTER: Final = Chapter[PanzerState](
    name="formations",
    steps={sequence.AVAILABLE: StepRules(happens=_available, alone=always)},
)
