"""The Adjustment Phase in words (na:4.6, na:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import DIRECTION_NAMES
from core.panzer.adjustment import events
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.works import Work, WorkKind
from core.panzer.state import PanzerState
from core.panzer.words import hex_names, names
from core.presentation import Report
from core.step_end import StepFinished


def removed(state: PanzerState, event: events.CommandsRemoved) -> Report:
    details = tuple(f"{state.name(unit)}: {command.value}" for unit, command in event.revealed)
    return Report("Commands are turned over and removed", "na:4.6.1a", details=details)


def pivot(state: PanzerState, event: events.PivotChosen) -> Report:
    text = f"{state.name(event.unit)} will face {DIRECTION_NAMES[event.facing]}"
    return Report(text, "na:6.8.1", hexes=hex_names(state, (event.unit,)), level=2)


def leaving(state: PanzerState, event: events.BailOutChosen) -> Report:
    how = "stay aboard" if event.facing is None else f"bail out, facing {DIRECTION_NAMES[event.facing]}"
    return Report(f"{state.name(event.unit)} will {how}", "min:16.1.6.3", level=2)


def left(state: PanzerState, event: events.PassengersBailedOut) -> Report:
    units = [unit for unit, _ in event.out]
    text = f"{names(state, units)}: bailed out, SUPPRESSION/ON"
    return Report(text, "min:16.1.6.3", "warn", hexes=hex_names(state, units))


def cover(state: PanzerState, event: events.FullCoverChosen) -> Report:
    text = f"{state.name(event.unit)} will {'be in' if event.on else 'leave'} Full Cover"
    return Report(text, "na:6.8.2", hexes=hex_names(state, (event.unit,)), level=2)


def finished(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} has adjusted its units", "na:6.8", "dim", level=2)


def pivoted(state: PanzerState, event: events.UnitsPivoted) -> Report | None:
    if not event.pivots:
        return None
    turned = ", ".join(f"{state.name(u)} to {DIRECTION_NAMES[facing]}" for u, facing in event.pivots)
    return Report(f"Pivots: {turned}", "na:6.8.1", hexes=hex_names(state, (u for u, _ in event.pivots)))


def adjusted(state: PanzerState, event: events.FullCoverAdjusted) -> Report | None:
    details = []
    if event.into:
        details.append(f"into Full Cover: {names(state, event.into)}")
    if event.out_of:
        details.append(f"out of Full Cover: {names(state, event.out_of)}")
    dug = [w for w in state.adjustment.dug if _digging(state, event, w)]
    details += [_work(state, w) for w in dug]
    if not details:
        return None
    side = state.scenario.side(event.side).name
    hexes = (*hex_names(state, (*event.into, *event.out_of)), *(w.hex for w in dug))
    return Report(
        f"{side}: {'; '.join(details)}", "na:6.8.2", details=tuple(details), hexes=tuple(dict.fromkeys(hexes))
    )


def _digging(state: PanzerState, event: events.FullCoverAdjusted, work: Work) -> bool:
    return work.kind is WorkKind.HASTY and any(state.units[u].side == event.side for u in work.holders)


def _work(state: PanzerState, work: Work) -> str:
    who = names(state, work.holders)
    return f"{who}: Hasty Entrenchment in {work.hex} {'complete' if work.complete else f'at {work.progress}'}"


def turret(state: PanzerState, event: events.TurretChosen) -> Report:
    where = state.turrets.called(state.units[event.unit].facing, event.turret)
    shut = (", Buttoned Up" if event.buttoned else ", open") if state.has(Switch.TURRETS) else ""
    return Report(f"{state.name(event.unit)} will have its turret to {where}{shut}", state.turrets.adjusts, level=2)


def turrets(state: PanzerState, event: events.TurretsAdjusted) -> Report | None:
    if not event.turrets:
        return None
    told = [
        f"{state.name(unit)} {state.turrets.called(state.units[unit].facing, turret)}"
        f"{', Buttoned Up' if buttoned else ''}"
        for unit, turret, buttoned in event.turrets
    ]
    return Report(f"Turrets: {'; '.join(told)}", state.turrets.adjusts, details=tuple(told))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.CommandsRemoved: removed,
    events.PivotChosen: pivot,
    events.BailOutChosen: leaving,
    events.PassengersBailedOut: left,
    events.FullCoverChosen: cover,
    events.TurretChosen: turret,
    events.TurretsAdjusted: turrets,
    events.UnitsPivoted: pivoted,
    events.FullCoverAdjusted: adjusted,
}
