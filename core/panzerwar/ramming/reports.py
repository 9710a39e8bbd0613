"""Rams, overruns and pushing in words (pw:14, pw:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzerwar.ramming.events import Pushed, Rammed, RamMet, RamStopped
from core.panzerwar.state import WarState
from core.panzerwar.words import called, place
from core.plane import hex_at
from core.presentation import Play, Report


def _hexes(state: WarState, *elements: UnitId) -> tuple[Hex, ...]:
    found = [state.elements.get(e) for e in elements]
    return tuple(dict.fromkeys(hex_at(e.at) for e in found if e is not None and e.at is not None))


def _met(state: WarState, event: RamMet) -> Report:
    mine, its = called(state, event.element), called(state, event.target)
    does = "drives over" if event.overrun else "rams"
    details: tuple[str, ...] = ()
    if event.rolled is not None:
        more = " (1 of it for the faster vehicle, pw:14.2.2)" if event.faster else ""
        details = (f"{event.rolled}{more} against {event.against}: at least as much is needed (pw:14.2.1)",)
    hexes = _hexes(state, event.element, event.target)
    if not event.takes:
        why = f": {event.why}" if event.why else ""
        return Report(f"{its} gets out of the way of {mine}{why}", "pw:14.2", "good", event.rolls, (), details, hexes)
    text = f"{mine} {does} {its}, in E{event.segment} if nothing stops it"
    rule = "pw:6.8.1" if event.overrun else "pw:14.1"
    return Report(text, rule, "bad", event.rolls, (), details, hexes)


def _stopped(state: WarState, event: RamStopped) -> Report:
    back = f"; it stands in {place(event.at)}" if event.at is not None else ""
    text = f"{called(state, event.element)} does not ram {called(state, event.target)}: {event.why}{back}"
    return Report(text, "pw:14.1", hexes=_hexes(state, event.element))


def _rammed(state: WarState, event: Rammed) -> Report:
    mine, its = called(state, event.element), called(state, event.target)
    hexes = _hexes(state, event.element, event.target)
    if event.overrun:
        return Report(f"{mine} drives over {its}", "pw:6.8.1", "bad", hexes=hexes, play=Play.PAUSE)
    if event.mutual:
        return Report(f"{mine} and {its} ram each other", "pw:14.3.4", "bad", hexes=hexes, play=Play.PAUSE)
    return Report(f"{mine} rams {its}", "pw:14.3", "bad", hexes=hexes, play=Play.PAUSE)


def _pushed(state: WarState, event: Pushed) -> Report:
    text = f"{called(state, event.element)} pushes {called(state, event.target)} aside to {place(event.to)}"
    return Report(text, "pw:6.8.2", hexes=_hexes(state, event.element, event.target))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    RamMet: _met,
    RamStopped: _stopped,
    Rammed: _rammed,
    Pushed: _pushed,
}
