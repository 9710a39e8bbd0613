"""What comes into view, in words (pb:PB-EXP-HID-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerblitz.sight.events import Revealed
from core.panzerblitz.state import BlitzState
from core.presentation import Report


def _revealed(state: BlitzState, event: Revealed) -> Report:
    details = tuple(f"{state.name(u)} in {h}" for u, h, _ in event.placed)
    hexes = tuple(dict.fromkeys(h for _, h, _ in event.placed))
    side = state.situation.side(event.side).name
    text = f"Hidden counters of {side} come into view in {', '.join(str(h) for h in hexes)}"
    return Report(text, "pb:PB-EXP-HID-1", "warn", details=details, hexes=hexes)


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[BlitzState, Any], Report | None]]] = {
    Revealed: _revealed,
}
