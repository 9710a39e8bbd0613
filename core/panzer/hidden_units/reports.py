"""What happens to HIDDEN UNIT counters in words (or:7.2). Whoever is not told what one holds reads nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, SideId
from core.panzer.hidden_units import events
from core.panzer.pieces.concealment.hidden_units import LOOKS
from core.panzer.state import PanzerState
from core.presentation import Report
from core.step_end import StepFinished


def _of(state: PanzerState, side: SideId, number: int) -> str:
    return f"HIDDEN UNIT {number} of {state.scenario.side(side).name}"


def _names(state: PanzerState, units: tuple[Any, ...]) -> str:
    return ", ".join(state.name(unit) for unit in units)


def _placed(state: PanzerState, event: events.HiddenPlaced) -> Report:
    held = f": {_names(state, event.units)}" if event.units else ""
    return Report(f"{_of(state, event.side, event.number)} in {event.hex}{held}", "or:7.2.2", hexes=(event.hex,))


def _dropped(state: PanzerState, event: events.HiddenDropped) -> Report:
    return Report(f"{_of(state, event.side, event.number)} is taken back", "or:7.2.2", "dim")


def _planned(state: PanzerState, event: events.HidingPlanned) -> Report:
    name = _of(state, event.side, event.number)
    if event.hex is None:
        return Report(f"{name} stays off the map", "or:7.2.3", "dim")
    held = _names(state, event.units) or "a fake"
    return Report(f"{name} is planned for {event.hex}: {held}", "or:7.2.3", hexes=(event.hex,))


def _hidden(state: PanzerState, event: events.UnitsHidden) -> Report:
    return Report(f"under HIDDEN UNIT counters: {_names(state, event.units)}", "or:7.2.1")


def _commanded(state: PanzerState, event: events.HiddenCommanded) -> Report:
    return Report(f"{_of(state, event.side, event.number)}: {event.command.value}", "or:7.2.2.2", "dim")


def _moved(state: PanzerState, event: events.HiddenMoved) -> Report:
    fast = ", as only a vehicle can" if event.fast else ""
    verb = "crawls" if event.crawls else "moves"
    text = f"{_of(state, event.side, event.number)} {verb} to {event.hex}{fast}"
    return Report(text, "or:7.2.2.2", hexes=(event.hex,))


def _mounted(state: PanzerState, event: events.HiddenMounted) -> Report:
    text = f"{state.name(event.unit)} mounts {state.name(event.vehicle)} under HIDDEN UNIT {event.number}"
    return Report(text, "or:7.2.2.2", "dim")


def _dismounted(state: PanzerState, event: events.HiddenDismounted) -> Report:
    return Report(f"{state.name(event.unit)} dismounts under HIDDEN UNIT {event.number}", "or:7.2.2.2", "dim")


def _covered(state: PanzerState, event: events.HiddenCovered) -> Report:
    who = _names(state, event.units) or "nobody"
    return Report(f"in Full Cover under HIDDEN UNIT {event.number}: {who}", "or:7.2.2.2", "dim")


_AT_MOST = dict(
    zip(
        LOOKS,
        (
            "anything may be",
            "no vehicle is",
            "no vehicle and no large unit is",
            "nobody outside Full Cover is",
            "nobody but small units in Full Cover is",
        ),
        strict=True,
    )
)


def _unseen(state: PanzerState, event: events.HiddenUnseen) -> Report:
    text = f"{_AT_MOST[event.largest]} under {_of(state, event.side, event.number)}: it would be spotted"
    return Report(text, "or:7.2.2.1", "dim")


def _revealed(state: PanzerState, event: events.HiddenRevealed) -> Report:
    by = f", spotted by {state.name(event.spotter)}" if event.spotter is not None else ""
    held = _names(state, event.units) or "a fake"
    rule = "or:7.2.2.1" if event.spotter is not None else "or:7.2.2.3"
    text = f"{_of(state, event.side, event.number)} in {event.hex} is revealed{by}: {held}"
    return Report(text, rule, "warn", hexes=(event.hex,))


def _revealed_placed(state: PanzerState, event: events.RevealedPlaced) -> Report:
    seen = f"it spots {_names(state, event.targets)}" if event.targets else ""
    details = (seen,) if seen else ()
    return Report(f"{state.name(event.unit)} is placed in {event.hex}", "or:7.2.2.1", details=details)


def _looked(state: PanzerState, event: events.RevealedLooked) -> Report | None:
    found = tuple(f"{state.name(unit)} spots {_names(state, seen)}" for unit, seen in event.sighted if seen)
    return Report("; ".join(found), "or:7.7.1") if found else None


def hiding_finished(state: PanzerState, event: StepFinished) -> Report:
    """A side hides nothing more in this turn."""
    return Report(f"{state.scenario.side(event.side).name} has hidden its units", "or:7.2.3", "dim")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.HiddenPlaced: _placed,
    events.HiddenDropped: _dropped,
    events.HidingPlanned: _planned,
    events.UnitsHidden: _hidden,
    events.HiddenCommanded: _commanded,
    events.HiddenMoved: _moved,
    events.HiddenMounted: _mounted,
    events.HiddenDismounted: _dismounted,
    events.HiddenCovered: _covered,
    events.HiddenUnseen: _unseen,
    events.HiddenRevealed: _revealed,
    events.RevealedPlaced: _revealed_placed,
    events.RevealedLooked: _looked,
}
