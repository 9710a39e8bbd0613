"""What a side may know (na:4.2.1a, na:4.2.1d): the only doors through which state and events reach a player."""

from __future__ import annotations

from attrs import evolve as changed

from core.event import Event, OrderGiven, SideId, TakenBack
from core.panzer import events as e
from core.panzer.events_command import CommandShared, FullCoverChosen, PivotChosen
from core.panzer.orders import (
    ChooseAspect,
    Move,
    Pass,
    PlaceCommand,
    PlaceCommands,
    SetInstructions,
    ShowCommand,
)
from core.panzer.orders_command import FullCover, Pivot, ShareCommand
from core.panzer.sequence import COMMANDS, FULL_COVER, PIVOT
from core.panzer.state import CommandFace, PanzerState

_SECRET_ORDERS = (
    PlaceCommand,
    PlaceCommands,
    ShareCommand,
    Pivot,
    FullCover,
    SetInstructions,
    ShowCommand,
    ChooseAspect,
    Pass,
    Move,
)
#: Steps in which what a side does is secret until it has ended them.
_SECRET_STEPS = (COMMANDS, PIVOT, FULL_COVER)


def view(state: PanzerState, side: SideId | None) -> PanzerState:
    """The state without the secrets of other sides; None = what everybody may know.

    Absent are: commands face down and who shares one (na:6.2.1.1.3b), what is decided for the end of an adjustment
    step (na:6.8), standing instructions, questions put to another side, its chances for
    Overwatch Fire, and the steps that a moving unit has yet to take.
    """
    shown = state.copy()
    for unit in state.units.values():
        if unit.side != side and unit.command is not None:
            command = None if unit.command_face is CommandFace.DOWN else unit.command
            if command is None or unit.group:
                shown.units[unit.id] = changed(unit, command=command, group="")
    shown.pivots = {u: facing for u, facing in state.pivots.items() if state.units[u].side == side}
    shown.covers = {u: on for u, on in state.covers.items() if state.units[u].side == side}
    shown.instructions = {s: i for s, i in state.instructions.items() if s == side}
    if state.question is not None and state.question.side != side:
        shown.question = None
    if state.window is not None and state.window.acting != side:
        shown.window = None
    if state.move is not None and state.units[state.move.unit].side != side:
        shown.plan = ()
        shown.plan_ends = False
    if state.scored is not None and state.scored.asked:
        mine = tuple(unit for unit in state.scored.asked if state.units[unit].side == side)
        shown.scored = changed(state.scored, asked=mine)
    owner = state.units[state.announced[0].target].side if state.announced else None
    if owner != side:
        shown.declined = False
        shown.aspect = None
    return shown


def redact(state: PanzerState, event: Event, side: SideId | None) -> Event | None:
    """What a side may know of an event, given the state after it; None if not even that it happened."""
    if isinstance(event, OrderGiven):
        return event if event.side == side or not isinstance(event.order, _SECRET_ORDERS) else None
    if isinstance(event, TakenBack):
        return event if event.side == side or event.agreed or state.step not in _SECRET_STEPS else None
    if isinstance(event, e.CommandsFinished) and event.side != side:
        return e.CommandsFinished(side=event.side, units=())
    if state.half_of is not None and isinstance(event, e.WindowOpened | e.OverwatchPassed | e.WindowClosed):
        return event  # between halves a chance opens and passes by what everybody knows
    if isinstance(
        event,
        e.CommandPlaced | CommandShared | PivotChosen | FullCoverChosen | e.InstructionsSet | e.OverwatchPassed,
    ):
        return event if event.side == side else None
    if isinstance(event, e.QuestionAsked):
        return event if event.question.side == side else None
    if isinstance(event, e.ShowingDeclined):
        return event if state.units[event.unit].side == side else None
    if isinstance(event, e.WindowOpened):
        return event if event.window.acting == side else None
    if isinstance(event, e.WindowClosed):
        return None
    if isinstance(event, e.MovePlanned | e.PlanDropped):
        return event if state.units[event.unit].side == side else None
    return event
