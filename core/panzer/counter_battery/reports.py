"""Counter battery fire in words (or:7.28, min:20.15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.counter_battery import events
from core.panzer.counter_battery.face import damage_words, gp_words
from core.panzer.pieces.missions import CounterBatteryFacts, CounterBatteryResult
from core.panzer.state import PanzerState
from core.panzer.words import total_of
from core.presentation import Report


def _announced(state: PanzerState, event: events.CounterBatteryAnnounced) -> Report:
    what = "counter-counter battery fire" if event.counter else "counter battery fire"
    text = f"{state.name(event.unit)}: {what} at {state.name(event.target)}"
    return Report(text, _announcing(state, event))


def _forgone(state: PanzerState, event: events.CounterBatteryForgone) -> Report:
    text = f"{state.scenario.side(event.side).name} leaves {state.name(event.target)} alone"
    return Report(text, _announcing(state, event), "dim", level=2)


def _announcing(state: PanzerState, event: events.CounterBatteryAnnounced | events.CounterBatteryForgone) -> str:
    return state.edition.indirect.counter_battery.answer if event.counter else "or:7.28.1"


def _lapsed(state: PanzerState, event: events.CounterBatteryLapsed) -> Report:
    text = f"{state.name(event.unit)} seeks {state.name(event.target)}, which is gone"
    return Report(text, "or:7.28.1", "dim")


def _fired(state: PanzerState, event: events.CounterBatteryFired) -> Report:
    facts = state.edition.indirect.counter_battery
    rule = facts.answer if event.counter else facts.location if event.result is None else _rule(facts, event)
    seeker, target = state.name(event.unit), state.name(event.target)
    details = (f"located on a total of {event.value} or less, rolled {event.total}",)
    if event.result is None:
        text = f"{seeker} does not locate {target} ({total_of(event.rolls, event.total)}, needs {event.value} or less)"
        return Report(text, rule, "dim", event.rolls, event.tally, details)
    return Report(f"{seeker} locates {target}: {_what(state, event)}", rule, "bad", event.rolls, event.tally, details)


def _rule(facts: CounterBatteryFacts, event: events.CounterBatteryFired) -> str:
    """By which rule a battery that was located is as it is now."""
    if event.result is CounterBatteryResult.DAMAGED:
        return facts.damaged
    return facts.knocked_out if event.result is CounterBatteryResult.KNOCKED_OUT else "or:7.28.2"


def _what(state: PanzerState, event: events.CounterBatteryFired) -> str:
    """What the fire has done to its target."""
    if event.out:
        return "Knocked Out, it is out for the rest of the game"
    if event.result is CounterBatteryResult.DAMAGED:
        return f"Damaged, {damage_words(state)}"
    return "Suppression, which it ignores" if event.counter else f"Suppressed, {gp_words(state, 'shooter-suppressed')}"


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.CounterBatteryAnnounced: _announced,
    events.CounterBatteryForgone: _forgone,
    events.CounterBatteryFired: _fired,
    events.CounterBatteryLapsed: _lapsed,
}
