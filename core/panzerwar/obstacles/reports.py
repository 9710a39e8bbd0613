"""Mines and bunkers in words (pw:15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzerwar.obstacles.events import (
    BunkerManned,
    BunkerStruck,
    MinesLaid,
    MinesNoticed,
    MinesStopped,
    MinesTripped,
    ProbeBegun,
    Probed,
)
from core.panzerwar.pieces.mines import IN_WORDS
from core.panzerwar.state import WarState
from core.panzerwar.words import called, dice, munition, place, side, trial
from core.plane import hex_at
from core.presentation import Report


def _hexes(state: WarState, element: UnitId) -> tuple[Hex, ...]:
    found = state.elements.get(element)
    return () if found is None or found.at is None else (hex_at(found.at),)


def _laid(state: WarState, event: MinesLaid) -> Report:
    laid, who = event.laid, side(state, event.side)
    if not laid.hexes:
        return Report(f"{who} takes the minefield {laid.id} up again", "pw:15.1", level=2)
    how = "marked" if laid.marked else "hidden"
    kind = f"class {laid.grade}, {IN_WORDS[laid.kind]}" if laid.grade else "dummy"
    text = f"{who} lays a {how} minefield: {kind}, {', '.join(str(h) for h in sorted(laid.hexes))}"
    return Report(text, "pw:15.1", hexes=tuple(sorted(laid.hexes)), level=2)


def _noticed(state: WarState, event: MinesNoticed) -> Report:
    return Report(f"{called(state, event.element)} notices mines in {event.hex}", "pw:15.4", "warn", hexes=(event.hex,))


def _tripped(state: WarState, event: MinesTripped) -> Report:
    name, kind = called(state, event.element), IN_WORDS.get(event.kind, "")
    if event.tripped:
        mines = f"{event.tripped} {kind} mine{'s' if event.tripped > 1 else ''}"
        text, tone = f"{name} trips {mines}", "bad"
    else:
        text, tone = f"{name} trips none of the mines", "dim"
    how = "each 1 trips a mine (pw:15.1.4)"
    if event.rolls and event.rolls[0].die == "d100":
        how = "one D100 for all of them (pw:2.4)"
    details = (f"{event.length:g} GSU of the field: {dice(event.number)}, {how}",)
    return Report(text, "pw:15.1.4", tone, event.rolls, details=details, hexes=event.hexes)


def _stopped(state: WarState, event: MinesStopped) -> Report:
    text = f"{called(state, event.element)} comes no farther than {place(event.at)}"
    return Report(text, "pw:15.4", hexes=(hex_at(event.at),))


def _probe_begun(state: WarState, event: ProbeBegun) -> Report:
    does = "digs around the mines" if event.field else "digs no more around the mines"
    return Report(f"{called(state, event.element)} {does}", "pw:15.5", hexes=_hexes(state, event.element), level=2)


def _probed(state: WarState, event: Probed) -> Report:
    found = "they are a dummy" if event.dummy else "they are real"
    text = f"{called(state, event.element)} has dug around the mines: {found}"
    return Report(text, "pw:15.5", "good" if event.dummy else "warn", hexes=_hexes(state, event.element))


def _manned(state: WarState, event: BunkerManned) -> Report:
    where = f"is in {called(state, event.bunker)}" if event.bunker else "is outside of its bunker"
    return Report(f"{called(state, event.element)} {where}", "pw:15.7.1", hexes=(hex_at(event.at),), level=2)


def _bunker(state: WarState, event: BunkerStruck) -> Report:
    name, found = called(state, event.element), []
    if event.pierced:
        found.append("through the slit" if event.slit else "pierced")
    else:
        found.append("not pierced")
    if event.worn:
        found.append(f"{event.worn} points of damage")
    if event.collapsed:
        found.append("it falls in")
    text = f"{munition(state, event.by)} strikes {name}: {', '.join(found)}"
    bad = event.pierced or event.collapsed
    return Report(
        text[0].upper() + text[1:],
        "pw:15.7.2.1",
        "bad" if bad else "dim",
        event.rolls,
        details=tuple(trial(one) for one in event.trials),
        hexes=_hexes(state, event.element),
    )


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[WarState, Any], Report | None]]] = {
    MinesLaid: _laid,
    MinesNoticed: _noticed,
    MinesTripped: _tripped,
    MinesStopped: _stopped,
    ProbeBegun: _probe_begun,
    Probed: _probed,
    BunkerManned: _manned,
    BunkerStruck: _bunker,
}
