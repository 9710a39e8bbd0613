"""What a side may know of an event that hangs on more than whose it is; the events name these functions (na:4.2.1a)."""

from __future__ import annotations

from typing import Any

from core.event import SideId
from core.panzer.state import PanzerState
from core.secrecy import Told


def asked(state: PanzerState, event: Any, side: SideId | None) -> Any:
    """The question, for the side that it is put to."""
    return event if event.question.side == side else None


def answering(state: PanzerState, event: Any, side: SideId | None) -> Any:
    """The chance for Overwatch Fire, for the side that has it."""
    return event if event.window.acting == side else None


def between_halves(known: Told) -> Told:
    """As `known`; but between halves a chance opens and passes by what everybody knows (`core.play.replica`)."""
    return lambda state, event, side: event if state.half_of is not None else known(state, event, side)
