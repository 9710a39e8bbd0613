"""The removal of mines in words (pb:PB-MINE-G)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerblitz.mines.events import MinesProbed
from core.panzerblitz.state import BlitzState
from core.presentation import Report


def _probed(state: BlitzState, event: MinesProbed) -> Report:
    text = "removes the mines" if event.removed else "does not remove the mines"
    tone = "good" if event.removed else "dim"
    return Report(
        f"{state.name(event.unit)} {text} in {event.hex}", "pb:PB-MINE-G", tone, event.rolls, hexes=(event.hex,)
    )


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[BlitzState, Any], Report | None]]] = {
    MinesProbed: _probed,
}
