"""The events of terrain counters in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import DIRECTION_NAMES
from core.panzer.ground import events
from core.panzer.pieces.works import WorkKind
from core.panzer.state import PanzerState
from core.presentation import Report

NAMES: Final = {
    WorkKind.BLOCK: "Block",
    WorkKind.DITCH: "Ditch",
    WorkKind.HASTY: "Hasty Entrenchment",
    WorkKind.IMPROVED: "Improved Position",
    WorkKind.MINES_HASTY: "Mines, Hasty",
    WorkKind.MINES_DELIBERATE: "Mines, Deliberate",
    WorkKind.RUBBLE: "Rubble",
    WorkKind.WIRE: "Wire",
}


def _taken(state: PanzerState, event: events.PositionTaken) -> Report:
    rule = "na:6.1.4.3.7a" if event.kind is WorkKind.IMPROVED else "na:6.1.4.3.6b"
    open_ = "" if event.open is None else f"; open to the {DIRECTION_NAMES[event.open]}"
    partly = ", Partial Hull Down for its Limited weapon" if event.partial else ""
    text = f"{state.name(event.unit)} occupies the {NAMES[event.kind]} in {event.hex}{open_}{partly}"
    return Report(text, rule, hexes=(event.hex,), level=2)


def _removed(state: PanzerState, event: events.WorkRemoved) -> Report:
    text = f"{state.name(event.unit)} rolls over the {NAMES[event.kind]} in {event.hex}: removed"
    return Report(text, "na:6.1.4.3.11", hexes=(event.hex,))


def _dust(state: PanzerState, event: events.DustRaised) -> Report:
    where = ", ".join(str(h) for h in event.hexes)
    return Report(f"{state.name(event.unit)} raises dust in {where}", "na:6.1.4.3.12b", hexes=event.hexes, level=2)


def _burned(state: PanzerState, event: events.UnitBurned) -> Report:
    return Report(f"{state.name(event.unit)} is lost in the Fire in {event.hex}", "na:6.1.4.3.5b", hexes=(event.hex,))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.PositionTaken: _taken,
    events.WorkRemoved: _removed,
    events.DustRaised: _dust,
    events.UnitBurned: _burned,
}
