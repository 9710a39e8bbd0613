"""Events of command control and adjustment in words (na:6.2, na:6.3, na:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from core.event import Event, UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer import events_command as e
from core.panzer.command_control import formation_name
from core.panzer.state import PanzerState
from core.panzer.works import Work, WorkKind
from core.presentation import Report


def _names(state: PanzerState, units: Iterable[UnitId]) -> str:
    return ", ".join(state.name(u) for u in units)


def _hexes(state: PanzerState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    return tuple(h for u in units if (h := state.units[u].hex) is not None)


def _available(state: PanzerState, event: e.AvailableCommands) -> Report:
    details = []
    for found in event.formations:
        grade = next(
            state.scenario.formation_of(u.id).grade.value
            for u in state.scenario.units
            if f"{u.side}/{u.formation}" == found.formation
        )
        count = f"{found.commands} command{'s' if found.commands != 1 else ''}"
        details.append(f"{formation_name(state, found.formation)}: {found.active} active, {grade}: {count}")
    return Report("; ".join(details), "na:6.2.1.1.1", details=tuple(details))


def _shared(state: PanzerState, event: e.CommandShared) -> Report:
    text = f"{_names(state, event.units)} share one {event.command.value}, face down"
    return Report(text, "na:6.2.1.1.3b", hexes=_hexes(state, event.units), level=2)


def _lost(state: PanzerState, event: e.OverwatchLost) -> Report:
    text = f"{state.name(event.unit)} shares the OVERWATCH and cannot fire at {state.name(event.target)}: it is lost"
    return Report(text, "na:6.2.1.1.4c", "dim", hexes=_hexes(state, (event.unit,)))


def _pivot(state: PanzerState, event: e.PivotChosen) -> Report:
    text = f"{state.name(event.unit)} will face {DIRECTION_NAMES[event.facing]}"
    return Report(text, "na:6.8.1", hexes=_hexes(state, (event.unit,)), level=2)


def _cover(state: PanzerState, event: e.FullCoverChosen) -> Report:
    text = f"{state.name(event.unit)} will {'be in' if event.on else 'leave'} Full Cover"
    return Report(text, "na:6.8.2", hexes=_hexes(state, (event.unit,)), level=2)


def _finished(state: PanzerState, event: e.AdjustmentFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} has adjusted its units", "na:6.8", "dim", level=2)


def _pivoted(state: PanzerState, event: e.UnitsPivoted) -> Report | None:
    if not event.pivots:
        return None
    turned = ", ".join(f"{state.name(u)} to {DIRECTION_NAMES[facing]}" for u, facing in event.pivots)
    return Report(f"Pivots: {turned}", "na:6.8.1", hexes=_hexes(state, (u for u, _ in event.pivots)))


def _adjusted(state: PanzerState, event: e.FullCoverAdjusted) -> Report | None:
    details = []
    if event.into:
        details.append(f"into Full Cover: {_names(state, event.into)}")
    if event.out_of:
        details.append(f"out of Full Cover: {_names(state, event.out_of)}")
    dug = [w for w in state.dug if _digging(state, event, w)]
    details += [_work(state, w) for w in dug]
    if not details:
        return None
    side = state.scenario.side(event.side).name
    hexes = (*_hexes(state, (*event.into, *event.out_of)), *(w.hex for w in dug))
    return Report(
        f"{side}: {'; '.join(details)}", "na:6.8.2", details=tuple(details), hexes=tuple(dict.fromkeys(hexes))
    )


def _digging(state: PanzerState, event: e.FullCoverAdjusted, work: Work) -> bool:
    return work.kind is WorkKind.HASTY and any(state.units[u].side == event.side for u in work.holders)


def _work(state: PanzerState, work: Work) -> str:
    who = _names(state, work.holders)
    return f"{who}: Hasty Entrenchment in {work.hex} {'complete' if work.complete else f'at {work.progress}'}"


WRITE: Final[dict[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    e.AvailableCommands: _available,
    e.CommandShared: _shared,
    e.OverwatchLost: _lost,
    e.PivotChosen: _pivot,
    e.FullCoverChosen: _cover,
    e.AdjustmentFinished: _finished,
    e.UnitsPivoted: _pivoted,
    e.FullCoverAdjusted: _adjusted,
}
