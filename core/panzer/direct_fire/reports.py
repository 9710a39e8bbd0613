"""Direct Fire and Overwatch in words (na:4.4.1, na:4.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.direct_fire import events
from core.panzer.state import PanzerState
from core.panzer.words import at, hex_names
from core.presentation import Report
from core.step_end import StepFinished


def announced(state: PanzerState, event: events.FireAnnounced) -> Report:
    names = ", ".join(state.name(s.shooter) for s in event.shots)
    what = "Overwatch Fire" if event.overwatch else "fire"
    return Report(
        f"{names}: {what} at {state.name(event.target)}",
        "na:4.4.2a" if event.overwatch else "na:4.4.1e",
        hexes=at(state, event.target),
    )


def wasted(state: PanzerState, event: events.FireWasted) -> Report:
    return Report(
        f"{state.name(event.shooter)} had announced fire at {state.name(event.target)}, which is gone; it has fired",
        "na:4.4.1e",
        "dim",
        level=2,
    )


def passed(state: PanzerState, event: events.OverwatchPassed) -> Report:
    return Report(f"{state.scenario.side(event.side).name} holds its Overwatch Fire", "na:4.2d", "dim", level=2)


def lost(state: PanzerState, event: events.OverwatchLost) -> Report:
    text = f"{state.name(event.unit)} shares the OVERWATCH and cannot fire at {state.name(event.target)}: it is lost"
    return Report(text, "na:6.2.1.1.4c", "dim", hexes=hex_names(state, (event.unit,)))


def fire_finished(state: PanzerState, event: StepFinished) -> Report:
    name = state.scenario.side(event.side).name
    return Report(f"{name}: the passengers that have not fired hold their fire", "na:6.6.7.2", "dim", level=2)


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.FireAnnounced: announced,
    events.FireWasted: wasted,
    events.OverwatchPassed: passed,
    events.OverwatchLost: lost,
}
