"""How the events of command control and adjustment change the state (na:6.2, na:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from core.event import Event, SideId, UnitId
from core.panzer import sequence
from core.panzer.adjustment.events import CountersAdjusted
from core.panzer.command import events
from core.panzer.course.events import TurnBegun
from core.panzer.movement.events import UnitMoved
from core.panzer.pieces.command import Commands, Instructions
from core.panzer.pieces.unit import Command, CommandFace, Presence
from core.panzer.state import PanzerState
from core.replaced import replaced
from core.step_end import StepFinished


def leave_groups(state: PanzerState, side: SideId, units: Iterable[UnitId]) -> None:
    """Units share their command no longer. A group is named after its least member; one unit alone is none."""
    for unit in units:
        state.change(unit, group="")
    named: dict[str, list[UnitId]] = {}
    for other in state.units.values():
        if other.side == side and other.group:
            named.setdefault(other.group, []).append(other.id)
    for name, members in named.items():
        right = min(members) if len(members) > 1 else ""
        if right != name:
            for member in members:
                state.change(member, group=right)


def _available_commands(state: PanzerState, event: events.AvailableCommands) -> None:
    available = {f.formation: f.commands for f in event.formations}
    state.commands = replaced(state.commands, available=available, moving={})


def _movement_limited(state: PanzerState, event: events.MovementLimited) -> None:
    state.commands = replaced(state.commands, moving=dict(event.limits))


def _command_shared(state: PanzerState, event: events.CommandShared) -> None:
    leave_groups(state, event.side, event.units)
    name = min(event.units)
    for unit in event.units:
        state.change(unit, command=event.command, command_face=CommandFace.DOWN, group=name)


def command_placed(state: PanzerState, event: events.CommandPlaced) -> None:
    leave_groups(state, event.side, (event.unit,))
    state.change(event.unit, command=event.command, command_face=CommandFace.DOWN)


def commands_finished(state: PanzerState, event: StepFinished) -> None:
    """The units without a command have N/C (na:4.2e), for whoever knows which they are."""
    if state.step != sequence.COMMANDS:
        return
    state.commands = replaced(state.commands, done=state.commands.done | {event.side})
    for unit in list(state.units.values()):
        bare = unit.command is None and unit.presence in (Presence.ON_MAP, Presence.WAITING)
        if event.rest and bare and unit.side == event.side:
            state.change(unit.id, command=Command.NONE)


def initiative_rolled(state: PanzerState, event: events.InitiativeRolled) -> None:
    state.commands = replaced(state.commands, initiative_winner=event.winner)


def first_player_chosen(state: PanzerState, event: events.FirstPlayerChosen) -> None:
    state.commands = replaced(state.commands, first_player=event.first)


def instructions_set(state: PanzerState, event: events.InstructionsSet) -> None:
    given = Instructions(event.show_moving, event.aspect, event.overwatch_from, event.silent)
    state.commands = replaced(state.commands, instructions={**state.commands.instructions, event.side: given})


def _smoke_discharged(state: PanzerState, event: events.SmokeDischarged) -> None:
    state.commands = replaced(state.commands, discharged=state.commands.discharged | {event.unit})
    if event.placed:
        state.change(event.unit, smoke_screen=True, smoked_in=state.turn)


def _unit_moved(state: PanzerState, event: UnitMoved) -> None:
    """A vehicle leaves its smoke by any move, within its hex too (or:7.9)."""
    if state.units[event.unit].smoke_screen:
        state.change(event.unit, smoke_screen=False)


def _counters_adjusted(state: PanzerState, event: CountersAdjusted) -> None:
    for unit in [unit for unit in state.units.values() if unit.smoke_screen]:
        state.change(unit.id, smoke_screen=False)


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    """Only the instructions stand on, and who was First Player."""
    before = state.commands
    state.commands = Commands(instructions=before.instructions, went_first=before.first_player)


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.CommandPlaced: command_placed,
    StepFinished: commands_finished,
    events.InitiativeRolled: initiative_rolled,
    events.FirstPlayerChosen: first_player_chosen,
    events.InstructionsSet: instructions_set,
    events.AvailableCommands: _available_commands,
    events.MovementLimited: _movement_limited,
    events.CommandShared: _command_shared,
    events.SmokeDischarged: _smoke_discharged,
    CountersAdjusted: _counters_adjusted,
    UnitMoved: _unit_moved,
    TurnBegun: _turn_begun,
}
