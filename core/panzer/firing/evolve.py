"""How questions and shown commands change the state (na:4.4.1, na:4.4.3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event
from core.panzer.course.events import TurnBegun
from core.panzer.firing import events
from core.panzer.ground import positions
from core.panzer.pieces.inquiry import NO_INQUIRY
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import CommandFace
from core.panzer.state import PanzerState
from core.replaced import replaced


def command_revealed(state: PanzerState, event: events.CommandRevealed) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)
    positions.abandon_position(state, event.unit, event.command)


def question_asked(state: PanzerState, event: events.QuestionAsked) -> None:
    state.question = event.question


def command_shown(state: PanzerState, event: events.CommandShown) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.SHOWN)
    state.question = None


def showing_declined(state: PanzerState, event: events.ShowingDeclined) -> None:
    """Of the shot being resolved; each moving vehicle in a SHEAF, or in the pattern of an aircraft, is settled by the
    chapters of those."""
    if state.indirect.pending or (state.air.flight is not None and state.air.flight.strike is not None):
        pass
    elif state.fire.scored is None:
        state.fire = replaced(state.fire, declined=True)
    else:
        scored = changed(state.fire.scored, asked=(*state.fire.scored.asked, event.unit))
        state.fire = replaced(state.fire, scored=scored)
    state.question = None


def fire_forgone(state: PanzerState, event: events.FireForgone) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)
    positions.abandon_position(state, event.unit, event.command)


def gun_turned(state: PanzerState, event: events.GunTurned) -> None:
    state.change(event.unit, facing=event.facing)


def turret_turned(state: PanzerState, event: events.TurretTurned) -> None:
    state.change(event.unit, turret=event.turret)
    move = state.moves.of(event.unit)
    if move is not None and event.by:
        state.moves = replaced(state.moves, active=changed(move, turret=move.turret + event.by))


def facts_asked(state: PanzerState, event: events.FactsAsked) -> None:
    state.inquiry = changed(state.inquiry, asked=event.facts)


def facts_told(state: PanzerState, event: events.FactsTold) -> None:
    state.inquiry = changed(state.inquiry, asked=(), told=(*state.inquiry.told, *event.facts))


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    """What was told was of the commands of the turn before; ammunition is limited from where a unit began the scenario
    (na:5.16)."""
    state.inquiry = NO_INQUIRY
    if event.turn == 1 and state.has(Switch.AMMO_LIMITS):
        for unit in list(state.units.values()):
            if unit.on_map:
                state.change(unit.id, started=unit.hex)


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.CommandRevealed: command_revealed,
    events.QuestionAsked: question_asked,
    events.CommandShown: command_shown,
    events.ShowingDeclined: showing_declined,
    events.FireForgone: fire_forgone,
    events.GunTurned: gun_turned,
    events.TurretTurned: turret_turned,
    events.FactsAsked: facts_asked,
    events.FactsTold: facts_told,
    TurnBegun: _turn_begun,
}
