"""How the events of command control and adjustment change the state (na:6.2, na:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from core.event import Event, SideId, UnitId
from core.panzer import events_command as e
from core.panzer.state import PanzerState
from core.panzer.unit import Command, CommandFace


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


def _available_commands(state: PanzerState, event: e.AvailableCommands) -> None:
    state.available = {f.formation: f.commands for f in event.formations}


def _command_shared(state: PanzerState, event: e.CommandShared) -> None:
    leave_groups(state, event.side, event.units)
    name = min(event.units)
    for unit in event.units:
        state.change(unit, command=event.command, command_face=CommandFace.DOWN, group=name)


def _overwatch_lost(state: PanzerState, event: e.OverwatchLost) -> None:
    state.change(event.unit, command=Command.OVERWATCH, command_face=CommandFace.REVEALED)


def _pivot_chosen(state: PanzerState, event: e.PivotChosen) -> None:
    if event.facing == state.units[event.unit].facing:
        state.pivots.pop(event.unit, None)
    else:
        state.pivots[event.unit] = event.facing


def _full_cover_chosen(state: PanzerState, event: e.FullCoverChosen) -> None:
    if event.on == state.units[event.unit].full_cover:
        state.covers.pop(event.unit, None)
    else:
        state.covers[event.unit] = event.on


def _adjustment_finished(state: PanzerState, event: e.AdjustmentFinished) -> None:
    state.adjusted |= {event.side}


def _units_pivoted(state: PanzerState, event: e.UnitsPivoted) -> None:
    for unit, facing in event.pivots:
        state.change(unit, facing=facing)
        state.pivots.pop(unit, None)
    state.settled |= {event.side}


def _full_cover_adjusted(state: PanzerState, event: e.FullCoverAdjusted) -> None:
    for unit in (*event.into, *event.out_of):
        state.change(unit, full_cover=unit in event.into)
        state.covers.pop(unit, None)
    before = state.works
    state.works = before if event.works is None else event.works
    state.dug = tuple(w for w in state.works if w not in before)
    state.settled |= {event.side}


APPLY: Final[dict[type[Event], Callable[[PanzerState, Any], None]]] = {
    e.AvailableCommands: _available_commands,
    e.CommandShared: _command_shared,
    e.OverwatchLost: _overwatch_lost,
    e.PivotChosen: _pivot_chosen,
    e.FullCoverChosen: _full_cover_chosen,
    e.AdjustmentFinished: _adjustment_finished,
    e.UnitsPivoted: _units_pivoted,
    e.FullCoverAdjusted: _full_cover_adjusted,
}
