"""How mines and bunkers change the state (pw:15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event, SideId
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.movement.events import Boarded, SetOff
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
from core.panzerwar.pieces.mines import Laid, Probe
from core.panzerwar.state import WarState


def _laid(state: WarState, event: MinesLaid) -> None:
    laid = {id_: one for id_, one in state.mines.laid.items() if id_ != event.laid.id}
    if event.laid.hexes:
        laid[event.laid.id] = event.laid
    state.mines = evolve(state.mines, laid=laid)


def _noticed(state: WarState, event: MinesNoticed) -> None:
    mines = state.mines.finds(event.side, event.field, frozenset((event.hex,)))
    state.mines = evolve(mines, noticed={**mines.noticed, event.element: state.turn})
    _learn(state, event.side, event.field)


def _learn(state: WarState, side: SideId, id_: str) -> None:
    """For who knows one side alone a hidden minefield of the enemy is what has been found of it."""
    laid = state.mines.laid.get(id_)
    if laid is not None and (laid.grade is not None or laid.marked):
        return
    found = state.mines.found_by(side, id_).hexes
    shown = Laid(id=id_, side=state.enemy(side), grade=None, kind="", hexes=found, marked=False)
    state.mines = evolve(state.mines, laid={**state.mines.laid, id_: shown})


def _tripped(state: WarState, event: MinesTripped) -> None:
    """Mines that went off are seen: who walked into them knows where the field is."""
    element = state.elements.get(event.element)
    if event.tripped and element is not None and not element.apparent:
        state.mines = state.mines.finds(event.side, event.field, frozenset(event.hexes))
        _learn(state, event.side, event.field)


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
    laid = mines.laid.get(event.field)
    if event.dummy and laid is not None and laid.grade is None:
        mines = evolve(mines, laid={**mines.laid, event.field: evolve(laid, grade=0)})
    state.mines = evolve(mines, probes={e: one for e, one in mines.probes.items() if e != event.element})


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """All see the minefields that are marked (pw:15.1.1)."""
    shown = {laid.id: laid for laid in event.minefields if laid.id not in state.mines.laid}
    if shown:
        state.mines = evolve(state.mines, laid={**state.mines.laid, **shown})


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
    harm = bunker.harm
    state.put(bunker.with_harm(worn=harm.worn + event.worn, struck=True, pierced=harm.pierced or event.pierced))
    if not event.collapsed:
        return
    for element in list(state.elements.values()):
        if element.posture.bunker == event.element:
            state.put(element.with_posture(bunker=""))
    state.change(event.element, presence=Presence.DESTROYED)


def _set_off(state: WarState, event: SetOff | Boarded) -> None:
    """Who moves, or is taken aboard, leaves his bunker, and digs no more."""
    element = state.elements.get(event.element)
    if element is not None and element.posture.bunker:
        state.put(element.with_posture(bunker=""))
    if event.element in state.mines.probes:
        probes = {e: one for e, one in state.mines.probes.items() if e != event.element}
        state.mines = evolve(state.mines, probes=probes)


#: What the events of this chapter do to the state, and what setting off and the first turn do to its part of it.
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
    Boarded: _set_off,
    TurnBegun: _turn_begun,
}
