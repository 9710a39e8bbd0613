"""Counter battery fire in words (or:7.28)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.counter_battery import events
from core.panzer.pieces.missions import CounterBatteryResult
from core.panzer.state import PanzerState
from core.presentation import Report


def _announced(state: PanzerState, event: events.CounterBatteryAnnounced) -> Report:
    what = "counter-counter battery fire" if event.counter else "counter battery fire"
    text = f"{state.name(event.unit)}: {what} at {state.name(event.target)}"
    return Report(text, "or:7.28.3" if event.counter else "or:7.28.1")


def _forgone(state: PanzerState, event: events.CounterBatteryForgone) -> Report:
    text = f"{state.scenario.side(event.side).name} leaves {state.name(event.target)} alone"
    return Report(text, "or:7.28.3" if event.counter else "or:7.28.1", "dim", level=2)


def _lapsed(state: PanzerState, event: events.CounterBatteryLapsed) -> Report:
    text = f"{state.name(event.unit)} seeks {state.name(event.target)}, which is gone"
    return Report(text, "or:7.28.1", "dim")


def _fired(state: PanzerState, event: events.CounterBatteryFired) -> Report:
    rule = "or:7.28.3" if event.counter else "or:7.28.2"
    seeker, target = state.name(event.unit), state.name(event.target)
    details = (f"located on a total of {event.value} or less, rolled {event.total}",)
    if event.result is None:
        text = f"{seeker} does not locate {target} ({event.total}, needs {event.value} or less)"
        return Report(text, rule, "dim", event.rolls, event.tally, details)
    return Report(f"{seeker} locates {target}: {_what(event)}", rule, "bad", event.rolls, event.tally, details)


def _what(event: events.CounterBatteryFired) -> str:
    """What the fire has done to its target."""
    if event.out:
        return "Knocked Out, it is out for the rest of the game"
    if event.result is CounterBatteryResult.DAMAGED:
        return "Damaged, GP -10, response -2; a second Damage is a Knock Out"
    return "Suppression, which it ignores" if event.counter else "Suppressed, GP -20"


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.CounterBatteryAnnounced: _announced,
    events.CounterBatteryForgone: _forgone,
    events.CounterBatteryFired: _fired,
    events.CounterBatteryLapsed: _lapsed,
}
