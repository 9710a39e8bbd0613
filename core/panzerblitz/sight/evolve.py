"""How what comes into view changes the state (pb:PB-EXP-HID-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerblitz.sight.events import Revealed, Told
from core.panzerblitz.state import BlitzState


def _revealed(state: BlitzState, event: Revealed) -> None:
    for unit, _, _ in event.placed:
        state.change(unit, hidden=False)


def _told(state: BlitzState, event: Told) -> None:
    for unit in event.gone:
        state.take_out(unit)
    state.learn(event.units)


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[BlitzState, Any], None]]] = {
    Revealed: _revealed,
    Told: _told,
}
