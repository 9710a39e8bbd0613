"""The events of terrain counters in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import DIRECTION_NAMES
from core.panzer import events_terrain as e
from core.panzer.state import PanzerState
from core.panzer.works import WorkKind
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


def _taken(state: PanzerState, event: e.PositionTaken) -> Report:
    rule = "na:6.1.4.3.7a" if event.kind is WorkKind.IMPROVED else "na:6.1.4.3.6b"
    open_ = "" if event.open is None else f"; open to the {DIRECTION_NAMES[event.open]}"
    text = f"{state.name(event.unit)} occupies the {NAMES[event.kind]} in {event.hex}{open_}"
    return Report(text, rule, hexes=(event.hex,), level=2)


def _removed(state: PanzerState, event: e.WorkRemoved) -> Report:
    text = f"{state.name(event.unit)} rolls over the {NAMES[event.kind]} in {event.hex}: removed"
    return Report(text, "na:6.1.4.3.11", hexes=(event.hex,))


def _dust(state: PanzerState, event: e.DustRaised) -> Report:
    where = ", ".join(str(h) for h in event.hexes)
    return Report(f"{state.name(event.unit)} raises dust in {where}", "na:6.1.4.3.12b", hexes=event.hexes, level=2)


def _burned(state: PanzerState, event: e.UnitBurned) -> Report:
    return Report(f"{state.name(event.unit)} is lost in the Fire in {event.hex}", "na:6.1.4.3.5b", hexes=(event.hex,))


WRITE: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report]]] = {
    e.PositionTaken: _taken,
    e.WorkRemoved: _removed,
    e.DustRaised: _dust,
    e.UnitBurned: _burned,
}
