"""How the events of command control and adjustment change the state (na:6.2, na:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from core.event import Event, SideId, UnitId
from core.panzer import sequence
from core.panzer.adjustment.events import CountersAdjusted
from core.panzer.command import events
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.formation_turns import FORMATION_MOVE, NEXT_FORMATION
from core.panzer.movement.events import HullDownSearched, ShoulderPushed, UnitMoved
from core.panzer.pieces.command import NOT_STAGGERED, Commands, Instructions, Staggered
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
    given = Instructions(event.show_moving, event.aspect, event.overwatch_from, event.silent, event.spared)
    state.commands = replaced(state.commands, instructions={**state.commands.instructions, event.side: given})


def _smoke_discharged(state: PanzerState, event: events.SmokeDischarged) -> None:
    state.commands = replaced(state.commands, discharged=state.commands.discharged | {event.unit})
    if event.placed:
        state.change(event.unit, smoke_screen=True, smoked_in=state.turn)


def _unit_moved(state: PanzerState, event: UnitMoved | HullDownSearched | ShoulderPushed) -> None:
    """A vehicle leaves its smoke by any move, within its hex too: it turns there, searches it, pushes something aside
    (or:7.9, or:7.29, or:7.30a)."""
    if state.units[event.unit].smoke_screen:
        state.change(event.unit, smoke_screen=False)


def _counters_adjusted(state: PanzerState, event: CountersAdjusted) -> None:
    for unit in [unit for unit in state.units.values() if unit.smoke_screen]:
        state.change(unit.id, smoke_screen=False)


def _formation_named(state: PanzerState, event: events.FormationNamed) -> None:
    state.staggered = replaced(state.staggered, named={**state.staggered.named, event.side: event.formation})


def _formations_rolled(state: PanzerState, event: events.FormationsRolled) -> None:
    """Who wins the roll of the Initiative Phase is the initial First Player (or:7.42.1)."""
    state.staggered = replaced(state.staggered, winner=event.winner)
    if state.commands.first_player is None and event.winner is not None:
        state.commands = replaced(state.commands, first_player=event.winner)


def _formation_triggered(state: PanzerState, event: events.FormationTriggered) -> None:
    order = (*state.staggered.order, event.formation)
    state.staggered = Staggered(active=event.formation, order=order, to_move=order)


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    """The last formation to fire moves first (or:7.42.2)."""
    if event.step == NEXT_FORMATION:
        state.staggered = replaced(state.staggered, active=None)
    elif event.step == FORMATION_MOVE:
        *left, mover = state.staggered.to_move
        state.staggered = replaced(state.staggered, active=mover, to_move=tuple(left))


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    """Only the instructions stand on, and who was First Player."""
    state.staggered = NOT_STAGGERED
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
    events.FormationNamed: _formation_named,
    events.FormationsRolled: _formations_rolled,
    events.FormationTriggered: _formation_triggered,
    StepBegun: _step_begun,
    events.SmokeDischarged: _smoke_discharged,
    CountersAdjusted: _counters_adjusted,
    UnitMoved: _unit_moved,
    HullDownSearched: _unit_moved,
    ShoulderPushed: _unit_moved,
    TurnBegun: _turn_begun,
}
