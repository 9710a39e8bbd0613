"""Commands that are turned up: those that are carried out, and a hidden MOVE that its owner shows for Target Moving.

(na:4.4.1a, na:4.4.1g, na:4.4.3.2.2b, na:6.5.4.3a)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.event import Event, UnitId
from core.panzer.firing.aim import hidden_moving
from core.panzer.firing.events import CommandRevealed, CommandShown, QuestionAsked, ShowingDeclined
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.firing import Question, QuestionKind, Shot
from core.panzer.pieces.unit import CommandFace, Unit
from core.panzer.state import PanzerState


def revealed(state: PanzerState, units: Iterable[UnitId]) -> Iterator[Event]:
    """Turn up the commands that units carry out, as far as that has not been done (na:4.4.1a, na:4.5.1.1a)."""
    for unit_id in units:
        unit = state.units[unit_id]
        if unit.command is not None and unit.command_face is not CommandFace.REVEALED:
            yield CommandRevealed(unit=unit_id, command=unit.command)


def may_show(state: PanzerState, unit: Unit) -> bool:
    """Whether showing a hidden MOVE or SHORT HALT would help a target: vehicles alone (na:4.4.3.2.2b)."""
    return hidden_moving(state, unit) and isinstance(state.card(unit.id), VehicleCard)


def ask(state: PanzerState, unit: Unit, shot: Shot) -> Iterator[Event]:
    """Ask the owner of a target whether it shows a hidden MOVE or SHORT HALT, or do what the side wishes for always.

    The question is of this shot; while it stands, nothing else is resolved (na:4.4.3.2.2b).
    """
    wish = state.commands.standing(unit.side).show_moving
    if wish == "ask":
        yield QuestionAsked(question=Question(QuestionKind.SHOW_COMMAND, unit.side, unit.id, shot))
    else:
        yield answered(unit, show=wish == "show")


def answered(unit: Unit, *, show: bool) -> Event:
    """The hidden command is shown, or the target is treated as not moving (na:4.4.3.2.2b)."""
    if show and unit.command is not None:
        return CommandShown(unit=unit.id, command=unit.command)
    return ShowingDeclined(unit=unit.id)
