"""How mines and bunkers change the state (pw:15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event
from core.panzerwar.movement.events import SetOff
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
from core.panzerwar.pieces.element import Presence
from core.panzerwar.pieces.mines import Probe
from core.panzerwar.state import WarState


def _laid(state: WarState, event: MinesLaid) -> None:
    laid = {id_: one for id_, one in state.mines.laid.items() if id_ != event.laid.id}
    if event.laid.hexes:
        laid[event.laid.id] = event.laid
    state.mines = evolve(state.mines, laid=laid)


def _noticed(state: WarState, event: MinesNoticed) -> None:
    mines = state.mines.finds(event.side, event.field, frozenset((event.hex,)))
    state.mines = evolve(mines, noticed={**mines.noticed, event.element: state.turn})


def _tripped(state: WarState, event: MinesTripped) -> None:
    """Mines that went off are seen: who walked into them knows where the field is."""
    if event.tripped:
        state.mines = state.mines.finds(event.side, event.field, frozenset(event.hexes))


def _stopped(state: WarState, event: MinesStopped) -> None:
    for carried in state.aboard(event.element):
        state.change(carried.id, at=event.at)
    state.change(event.element, at=event.at)


def _probe_begun(state: WarState, event: ProbeBegun) -> None:
    probes = {e: one for e, one in state.mines.probes.items() if e != event.element}
    if event.field:
        probes[event.element] = Probe(field=event.field, since=state.turn)
    state.mines = evolve(state.mines, probes=probes)


def _probed(state: WarState, event: Probed) -> None:
    mines = state.mines.finds(event.side, event.field, dug=True)
    state.mines = evolve(mines, probes={e: one for e, one in mines.probes.items() if e != event.element})


def _manned(state: WarState, event: BunkerManned) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    element = element.with_posture(bunker=event.bunker)
    state.put(evolve(element, at=event.at, heading=event.heading))


def _struck(state: WarState, event: BunkerStruck) -> None:
    bunker = state.elements.get(event.element)
    if bunker is None or bunker.presence is Presence.DESTROYED:
        return
    state.put(bunker.with_harm(worn=bunker.harm.worn + event.worn, struck=True))
    if not event.collapsed:
        return
    for element in list(state.elements.values()):
        if element.posture.bunker == event.element:
            state.put(element.with_posture(bunker=""))
    state.change(event.element, presence=Presence.DESTROYED)


def _set_off(state: WarState, event: SetOff) -> None:
    """Who moves leaves his bunker, and digs no more."""
    element = state.elements.get(event.element)
    if element is not None and element.posture.bunker:
        state.put(element.with_posture(bunker=""))
    if event.element in state.mines.probes:
        probes = {e: one for e, one in state.mines.probes.items() if e != event.element}
        state.mines = evolve(state.mines, probes=probes)


#: What the events of this chapter do to the state, and what setting off does to its part of it.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    MinesLaid: _laid,
    MinesNoticed: _noticed,
    MinesTripped: _tripped,
    MinesStopped: _stopped,
    ProbeBegun: _probe_begun,
    Probed: _probed,
    BunkerManned: _manned,
    BunkerStruck: _struck,
    SetOff: _set_off,
}
