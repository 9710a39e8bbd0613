"""What a side may not take back unasked, though no die was rolled: where something could have been learned by it.

Whether an enemy command lies face down that answers a step is seen by what comes of the step, a chance for Overwatch
Fire or none (na:4.2.1a, na:4.5b). So a step is final wherever, for all that everybody knows, such a command could bear
on it, whether or not one does. Everything here is judged by the view of the side that would take back. Here stand the
events that leave it to the rules; all others say it themselves (`core.secrecy`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, SideId, UnitId
from core.panzer.course.events import StepBegun
from core.panzer.direct_fire import overwatch
from core.panzer.direct_fire.events import OverwatchPassed
from core.panzer.movement import step as movement_step
from core.panzer.movement.events import MovePlanned, UnitMoved
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, CommandFace, Unit
from core.panzer.sequence import SET_UP
from core.panzer.state import PanzerState
from core.panzer.transport.events import MountingBegun, PorteeDismounted, UnitDismounted
from core.secrecy import TO_OTHERS, Tells, view


def _step_begun(state: PanzerState, event: StepBegun, side: SideId) -> bool:
    """Whether the enemy may have anything that decides what the step brings: commands, plots, aircraft."""
    if state.step == SET_UP or not state.turn:
        return False
    if state.has(Switch.INDIRECT_FIRE) or state.has(Switch.AIR):
        return True
    known = view(state, side)
    return any(u.side != side and _face_down(known, u) for u in known.units.values())


def _passed(state: PanzerState, event: OverwatchPassed, side: SideId) -> bool:
    """What comes after the chance that a side lets go by is another of the enemy, or none."""
    return event.side != side or (state.fire.window is not None and _answered(state, side, state.fire.window))


def _planned(state: PanzerState, event: MovePlanned, side: SideId) -> bool:
    """A move that is begun without a step is open to fire where it begins."""
    return _told(state, event, side, None if event.steps else event.unit)


def _of_unit(state: PanzerState, event: Any, side: SideId) -> bool:
    return _told(state, event, side, event.unit)


def _of_gun(state: PanzerState, event: PorteeDismounted, side: SideId) -> bool:
    return _told(state, event, side, event.gun)


def _told(state: PanzerState, event: Event, side: SideId, mover: UnitId | None) -> bool:
    """Whether it was another's doing, or the enemy may have a chance for Overwatch Fire at a unit, if it names one."""
    if TO_OTHERS(state, event, side):
        return True
    if mover is None or not state.units[mover].on_map or movement_step.under_way(state, mover):
        return False
    return _answered(state, side, Window(acting=state.scenario.enemy(side), mover=mover))


def _face_down(state: PanzerState, unit: Unit) -> bool:
    """Whether, in the view of its enemy, a unit has a command that nobody has seen."""
    placed = unit.side in state.commands.done and unit.command is None and unit.command_face is CommandFace.DOWN
    return placed and (unit.on_map or state.may_enter(unit))


def _answered(state: PanzerState, side: SideId, window: Window) -> bool:
    """Whether the enemy of a side could use a chance for Overwatch Fire if each of his commands face down were
    OVERWATCH, whatever his standing instructions are (na:4.4.2b)."""
    known, enemy = view(state, side), state.scenario.enemy(side)
    for unit in list(known.units.values()):
        if unit.side == enemy and _face_down(known, unit):
            known.put(changed(unit, command=Command.OVERWATCH))
    return bool(overwatch.overwatch_shots(known, window, enemy))


#: Whether what came with an event may have told a side something of the enemy's commands.
TELLS: Final[Mapping[type[Event], Tells]] = {
    StepBegun: _step_begun,
    OverwatchPassed: _passed,
    MovePlanned: _planned,
    UnitMoved: _of_unit,
    MountingBegun: _of_unit,
    UnitDismounted: _of_unit,
    PorteeDismounted: _of_gun,
}
