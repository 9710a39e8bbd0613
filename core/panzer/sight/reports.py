"""The Spotting Phase in words (na:4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.sight import events
from core.panzer.state import PanzerState
from core.presentation import Report


def spotting(state: PanzerState, event: events.SpottingChecked) -> Report:
    targets = {t for _, seen in event.sighted for t in seen}
    details = [
        f"{state.name(spotter)} spots {', '.join(state.name(t) for t in seen)}" for spotter, seen in event.sighted
    ]
    if event.lapsed:
        details.append(f"SPOT counters removed: {', '.join(state.name(u) for u in event.lapsed)}")
    count = "1 vehicle is" if len(targets) == 1 else f"{len(targets)} vehicles are"
    text = f"{count} spotted" if targets else "nobody is spotted"
    return Report(text, "na:4.1", details=tuple(details))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.SpottingChecked: spotting,
}
