"""What a side may not take back unasked, though no die was rolled: where something could have been learned by it.

Whether an enemy command lies face down that answers a step is seen by what comes of the step, a chance for Overwatch
Fire or none (na:4.2.1a, na:4.5b). So a step is final wherever, for all that everybody knows, such a command could bear
on it, whether or not one does. Everything here is judged by the view of the side that would take back.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve as changed

from core.event import Event, OrderGiven, SideId, UnitId
from core.panzer import events as e
from core.panzer import events_command, events_indirect, events_terrain, overrun, overwatch
from core.panzer.command import may_enter
from core.panzer.events_air import AirPhaseFinished, FlightPlanned, LoadChosen
from core.panzer.events_assault import AssaultsFinished, TargetsNoted
from core.panzer.events_transport import (
    FireFinished,
    MountingBegun,
    MountingFailed,
    PassengerBailedOut,
    PorteeDismounted,
    PorteeMounted,
    UnitDismounted,
    UnitMounted,
)
from core.panzer.modules import Module
from core.panzer.secrets import view
from core.panzer.sequence import SET_UP
from core.panzer.state import PanzerState, Window
from core.panzer.unit import Command, CommandFace, Unit

#: Events of a side that follow from its orders and from what everybody knows, and from nothing else.
_OWN: Final = (
    e.ZoneChosen,
    e.UnitPlaced,
    e.SetUpFinished,
    e.CommandPlaced,
    e.CommandsFinished,
    e.FirstPlayerChosen,
    e.MoveBegun,
    e.MovePlanned,
    e.UnitMoved,
    e.AllowanceSpent,
    e.PlanDropped,
    e.MoveEnded,
    e.MovementFinished,
    e.InstructionsSet,
    events_command.CommandShared,
    events_command.PivotChosen,
    events_command.FullCoverChosen,
    events_command.AdjustmentFinished,
    events_indirect.PointRegistered,
    events_indirect.MissionPlotted,
    events_indirect.PlotRemoved,
    events_indirect.PlottingFinished,
    events_indirect.IndirectFinished,
    events_terrain.PositionTaken,
    events_terrain.WorkRemoved,
    events_terrain.DustRaised,
    AssaultsFinished,
    TargetsNoted,
    FireFinished,
    MountingBegun,
    MountingFailed,
    PassengerBailedOut,
    PorteeDismounted,
    PorteeMounted,
    UnitDismounted,
    UnitMounted,
    FlightPlanned,
    LoadChosen,
    AirPhaseFinished,
)
#: What the course of the game brings by itself, the same whatever lies face down.
_PUBLIC: Final = (
    e.TurnBegun,
    e.SpottingChecked,
    e.ObjectiveOccupied,
    e.ObjectiveCaptured,
    e.WindowClosed,
    events_command.AvailableCommands,
)


def final(state: PanzerState, event: Event, side: SideId) -> bool:
    """Whether what came with an event, given the state after it, may have told a side something of the enemy's secrets.

    It depends on nothing but what the side may know.
    """
    if isinstance(event, OrderGiven):
        return event.side != side
    if isinstance(event, _PUBLIC):
        return False
    if isinstance(event, e.StepBegun):
        return _enemy_has_secrets(state, side)
    if isinstance(event, e.OverwatchPassed):
        return event.side != side or (state.window is not None and _answered(state, side, state.window))
    if not isinstance(event, _OWN) or _owner(state, event) != side:
        return True
    mover = _open_to_fire(event)
    if mover is None or not state.units[mover].on_map or overrun.under_way(state, mover):
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
        case e.UnitMoved() | MountingBegun() | UnitDismounted():
            return event.unit
        case PorteeDismounted():
            return event.gun
        case e.MovePlanned(steps=()):
            return event.unit
    return None


def _face_down(state: PanzerState, unit: Unit) -> bool:
    """Whether, in the view of its enemy, a unit has a command that nobody has seen."""
    placed = unit.side in state.commands_done and unit.command is None and unit.command_face is CommandFace.DOWN
    return placed and (unit.on_map or may_enter(state, unit))


def _enemy_has_secrets(state: PanzerState, side: SideId) -> bool:
    """Whether the enemy may have anything that decides what the next step brings: commands, plots, aircraft."""
    if state.step == SET_UP or not state.turn:
        return False
    if state.has(Module.INDIRECT_FIRE) or state.has(Module.AIR):
        return True
    known = view(state, side)
    return any(u.side != side and _face_down(known, u) for u in known.units.values())


def _answered(state: PanzerState, side: SideId, window: Window) -> bool:
    """Whether the enemy of a side could use a chance for Overwatch Fire if each of his commands face down were
    OVERWATCH, whatever his standing instructions are (na:4.4.2b)."""
    known, enemy = view(state, side), state.scenario.enemy(side)
    for unit in list(known.units.values()):
        if unit.side == enemy and _face_down(known, unit):
            known.units[unit.id] = changed(unit, command=Command.OVERWATCH)
    return bool(overwatch.overwatch_shots(known, window, enemy))
