"""What a side may not take back unasked, though no die was rolled: where something could have been learned by it.

Whether an enemy command lies face down that answers a step is seen by what comes of the step, a chance for Overwatch
Fire or none (na:4.2.1a, na:4.5b). So a step is final wherever, for all that everybody knows, such a command could bear
on it, whether or not one does. Everything here is judged by the view of the side that would take back.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve as changed

from core.event import Event, OrderGiven, SideId, UnitId
from core.panzer.adjustment import events as adjustment_events
from core.panzer.air.events import FlightPlanned, LoadChosen
from core.panzer.command import events as command_events
from core.panzer.course import events
from core.panzer.direct_fire import events as direct_fire_events
from core.panzer.direct_fire import overwatch
from core.panzer.ground import events as ground_events
from core.panzer.indirect import events as indirect_events
from core.panzer.movement import events as movement_events
from core.panzer.movement import step as movement_step
from core.panzer.movement.events import TargetsNoted
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, CommandFace, Unit
from core.panzer.sequence import SET_UP
from core.panzer.sight import events as sight_events
from core.panzer.state import PanzerState
from core.panzer.transport.events import (
    MountingBegun,
    MountingFailed,
    PassengerBailedOut,
    PorteeDismounted,
    PorteeMounted,
    UnitDismounted,
    UnitMounted,
)
from core.secrecy import view
from core.step_end import StepFinished

#: Events of a side that follow from its orders and from what everybody knows, and from nothing else.
_OWN: Final = (
    StepFinished,
    events.ZoneChosen,
    events.UnitPlaced,
    events.UnitSheltered,
    command_events.CommandPlaced,
    command_events.FirstPlayerChosen,
    movement_events.MoveBegun,
    movement_events.MovePlanned,
    movement_events.UnitMoved,
    movement_events.AllowanceSpent,
    movement_events.PlanDropped,
    movement_events.MoveEnded,
    command_events.InstructionsSet,
    command_events.CommandShared,
    adjustment_events.PivotChosen,
    adjustment_events.FullCoverChosen,
    indirect_events.PointRegistered,
    indirect_events.MissionPlotted,
    indirect_events.PlotRemoved,
    ground_events.PositionTaken,
    ground_events.WorkRemoved,
    ground_events.DustRaised,
    TargetsNoted,
    MountingBegun,
    MountingFailed,
    PassengerBailedOut,
    PorteeDismounted,
    PorteeMounted,
    UnitDismounted,
    UnitMounted,
    FlightPlanned,
    LoadChosen,
)
#: What the course of the game brings by itself, the same whatever lies face down.
_PUBLIC: Final = (
    events.TurnBegun,
    sight_events.SpottingChecked,
    events.ObjectiveOccupied,
    events.ObjectiveCaptured,
    events.ObjectiveApproached,
    events.ObjectiveContested,
    direct_fire_events.WindowClosed,
    command_events.AvailableCommands,
)


def final(state: PanzerState, event: Event, side: SideId) -> bool:
    """Whether what came with an event, given the state after it, may have told a side something of the enemy's secrets.

    It depends on nothing but what the side may know.
    """
    if isinstance(event, OrderGiven):
        return event.side != side
    if isinstance(event, _PUBLIC):
        return False
    if isinstance(event, events.StepBegun):
        return _enemy_has_secrets(state, side)
    if isinstance(event, direct_fire_events.OverwatchPassed):
        return event.side != side or (state.fire.window is not None and _answered(state, side, state.fire.window))
    if not isinstance(event, _OWN) or _owner(state, event) != side:
        return True
    mover = _open_to_fire(event)
    if mover is None or not state.units[mover].on_map or movement_step.under_way(state, mover):
        return False
    return _answered(state, side, Window(acting=state.scenario.enemy(side), mover=mover))


def _owner(state: PanzerState, event: Event) -> SideId | None:
    """The side that an event is of: it names it, or one of its units."""
    side: SideId | None = getattr(event, "side", None)
    unit: UnitId | None = getattr(event, "unit", None)
    return state.units[unit].side if side is None and unit is not None else side


def _open_to_fire(event: Event) -> UnitId | None:
    """The unit for which the enemy may have a chance for Overwatch Fire after an event; None if none arises."""
    match event:
        case movement_events.UnitMoved() | MountingBegun() | UnitDismounted():
            return event.unit
        case PorteeDismounted():
            return event.gun
        case movement_events.MovePlanned(steps=()):
            return event.unit
    return None


def _face_down(state: PanzerState, unit: Unit) -> bool:
    """Whether, in the view of its enemy, a unit has a command that nobody has seen."""
    placed = unit.side in state.commands.done and unit.command is None and unit.command_face is CommandFace.DOWN
    return placed and (unit.on_map or state.may_enter(unit))


def _enemy_has_secrets(state: PanzerState, side: SideId) -> bool:
    """Whether the enemy may have anything that decides what the next step brings: commands, plots, aircraft."""
    if state.step == SET_UP or not state.turn:
        return False
    if state.has(Switch.INDIRECT_FIRE) or state.has(Switch.AIR):
        return True
    known = view(state, side)
    return any(u.side != side and _face_down(known, u) for u in known.units.values())


def _answered(state: PanzerState, side: SideId, window: Window) -> bool:
    """Whether the enemy of a side could use a chance for Overwatch Fire if each of his commands face down were
    OVERWATCH, whatever his standing instructions are (na:4.4.2b)."""
    known, enemy = view(state, side), state.scenario.enemy(side)
    for unit in list(known.units.values()):
        if unit.side == enemy and _face_down(known, unit):
            known.put(changed(unit, command=Command.OVERWATCH))
    return bool(overwatch.overwatch_shots(known, window, enemy))
