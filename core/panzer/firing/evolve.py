"""How questions and shown commands change the state (na:4.4.1, na:4.4.3.2)."""

from __future__ import annotations

from attrs import evolve as changed

from core.panzer import losses
from core.panzer.air import evolve as air_evolve
from core.panzer.firing import events
from core.panzer.indirect import evolve as indirect_evolve
from core.panzer.pieces.unit import CommandFace
from core.panzer.state import PanzerState


def command_revealed(state: PanzerState, event: events.CommandRevealed) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)
    losses.abandon_position(state, event.unit, event.command)


def question_asked(state: PanzerState, event: events.QuestionAsked) -> None:
    state.question = event.question


def command_shown(state: PanzerState, event: events.CommandShown) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.SHOWN)
    state.question = None


def showing_declined(state: PanzerState, event: events.ShowingDeclined) -> None:
    if indirect_evolve.showing_settled(state, event.unit) or air_evolve.showing_settled(state, event.unit):
        pass  # each moving vehicle in a SHEAF, or in the pattern of an aircraft, is settled by itself
    elif state.scored is None:
        state.declined = True
    else:
        state.scored = changed(state.scored, asked=(*state.scored.asked, event.unit))
    state.question = None


def fire_forgone(state: PanzerState, event: events.FireForgone) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)
    losses.abandon_position(state, event.unit, event.command)
