"""These events in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import DIRECTION_NAMES
from core.panzer import events_move as e
from core.panzer.state import PanzerState
from core.presentation import Report

#: Steps that lead nowhere else, or indoors, in words.
WORDS: Final = {
    "B": "goes into the building",
    "I": "goes into the building",
    "O": "comes out into the alley",
    "U": "goes up a storey",
    "D": "goes down a storey",
}
_HARM: Final = {
    "unharmed": ("unharmed", ""),
    "track": ("a Track hit", "bad"),
    "turret damaged": ("TURRET DMGD", "bad"),
    "hull damaged": ("HULL DMGD", "bad"),
    "KO": ("a second Damaged result: Knocked Out", "bad"),
}


def _building(state: PanzerState, event: e.BuildingEntryChecked) -> Report:
    words, tone = _HARM[event.result]
    way = "goes into" if event.entering else "comes out of"
    text = f"{state.name(event.unit)} {way} the {state.tables.terrain[event.terrain].name} in {event.hex}: {words}"
    detail = f"{event.total} against 01-{event.hit % 100:02d}"
    return Report(
        text, "na:6.6.3", tone or "dim", details=(detail,), rolls=event.rolls, tally=event.tally, hexes=(event.hex,)
    )


def _quickmarch(state: PanzerState, event: e.QuickmarchChecked) -> Report:
    unit = state.units[event.unit]
    outcome = "Suppressed" if event.suppressed else "in good order"
    text = (
        f"{state.name(event.unit)} after its quickmarch: {outcome} ({event.total} against 01-{event.value % 100:02d})"
    )
    hexes = (unit.hex,) if unit.hex is not None else ()
    return Report(text, "na:6.6.4.2", "warn" if event.suppressed else "dim", rolls=event.rolls, hexes=hexes)


def _searched(state: PanzerState, event: e.HullDownSearched) -> Report:
    kind = "Partial Hull Down" if event.partial else "Hull Down"
    name = state.name(event.unit)
    if event.found:
        how = " in reverse" if event.reverse else ""
        text = f"{name} finds a {kind} position in {event.hex}{how}, facing {DIRECTION_NAMES[event.facing]}"
    else:
        text = f"{name} finds no {kind} position in {event.hex}"
    detail = f"{event.total} against 01-{event.value % 100:02d}"
    tone = "good" if event.found else "dim"
    return Report(text, "na:6.6.9", tone, details=(detail,), rolls=event.rolls, tally=event.tally, hexes=(event.hex,))


WRITE: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report]]] = {
    e.BuildingEntryChecked: _building,
    e.QuickmarchChecked: _quickmarch,
    e.HullDownSearched: _searched,
}
