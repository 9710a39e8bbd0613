"""Movement and transport in words (pb:PB-MOVE-C, pb:PB-TRANS-A)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerblitz.movement.events import ContactMade, FortificationTaken, Left, Loaded, Moved, Shifted, Unloaded
from core.panzerblitz.movement.move import points
from core.panzerblitz.state import BlitzState
from core.presentation import Report


def _loaded(state: BlitzState, event: Loaded) -> Report:
    text = f"{state.name(event.carrier)} loads {state.name(event.passenger)}"
    return Report(text, "pb:PB-TRANS-A", level=2 if event.prepared else 1)


def _unloaded(state: BlitzState, event: Unloaded) -> Report:
    where = state.units[event.carrier].hex
    if event.jumped is not None:
        text = f"{state.name(event.passenger)} jumps off {state.name(event.carrier)} in {where}"
        return Report(text, "pb:PB-OPT-PBA-1", hexes=(where,) if where else ())
    text = f"{state.name(event.carrier)} unloads {state.name(event.passenger)}" + (f" in {where}" if where else "")
    return Report(text, "pb:PB-TRANS-A", hexes=(where,) if where else (), level=2 if event.prepared else 1)


def _moved(state: BlitzState, event: Moved) -> Report:
    how = "comes on in" if event.group else "moves to"
    rate = " at road rate" if event.road else ""
    spent = points(state.units[event.unit].spent)
    text = f"{state.name(event.unit)} {how} {event.hex}{rate}, {points(event.cost)} MF, {spent} spent"
    if event.stopped:
        text += ", and must stop"
    return Report(text, "pb:PB-MOVE-C", "dim", hexes=(event.hex,), level=2)


def _shifted(state: BlitzState, event: Shifted) -> Report:
    where = "goes into the fortification" if event.inside else "comes out of the fortification"
    return Report(f"{state.name(event.unit)} {where}", "pb:PB-FORT-J", level=2)


def _taken(state: BlitzState, event: FortificationTaken) -> Report:
    hex_ = state.units[event.unit].hex
    text = f"{state.situation.side(event.side).name} captures the fortification in {hex_}"
    return Report(text, "pb:PB-FORT-G", "good", hexes=(hex_,) if hex_ else ())


def _left(state: BlitzState, event: Left) -> Report:
    area = state.situation.areas[event.area].name
    return Report(f"{state.name(event.unit)} leaves the map from {event.hex} ({area})", "pb:PB-WIN-1")


def _contact(state: BlitzState, event: ContactMade) -> Report:
    return Report(f"{state.situation.side(event.side).name} has met the enemy and may leave the road", "pb:PB-SETUP-1")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[BlitzState, Any], Report | None]]] = {
    Loaded: _loaded,
    Unloaded: _unloaded,
    Moved: _moved,
    Shifted: _shifted,
    FortificationTaken: _taken,
    Left: _left,
    ContactMade: _contact,
}
