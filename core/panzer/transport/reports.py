"""The events of transporting in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.hexes import DIRECTION_NAMES, Hex
from core.panzer.ground.heights import standing_in
from core.panzer.state import PanzerState
from core.panzer.transport import events
from core.presentation import Report


def _hexes(state: PanzerState, unit: Any) -> tuple[Hex, ...]:
    where = standing_in(state, state.units[unit])
    return (where,) if where is not None else ()


def _begun(state: PanzerState, event: events.MountingBegun) -> Report:
    rule = "na:6.6.7.1.1a" if event.facing is None else "na:5.2.1c"
    text = f"{state.name(event.unit)} goes to mount {state.name(event.vehicle)}"
    return Report(text, rule, "dim", hexes=_hexes(state, event.unit), level=2)


def _mounted(state: PanzerState, event: events.UnitMounted) -> Report:
    text = f"{state.name(event.unit)} mounts {state.name(event.vehicle)} in {event.hex}"
    return Report(text, "na:6.6.7.1.1a", hexes=(event.hex,))


def _failed(state: PanzerState, event: events.MountingFailed) -> Report:
    text = f"{state.name(event.unit)} does not get aboard {state.name(event.vehicle)}: {event.reason}"
    return Report(text, "na:6.6.7.1.1a", "warn", hexes=_hexes(state, event.unit))


def _dismounted(state: PanzerState, event: events.UnitDismounted) -> Report:
    where = f"into {event.hex}, facing {DIRECTION_NAMES[event.facing]}"
    text = f"{state.name(event.unit)} dismounts from {state.name(event.vehicle)} {where}"
    return Report(text, "na:6.6.7.1.1b", hexes=(event.hex,))


def _bailed_out(state: PanzerState, event: events.PassengerBailedOut) -> Report:
    text = f"{state.name(event.unit)} bails out of {state.name(event.vehicle)} in {event.hex}: SUPPRESSION/ON"
    return Report(text, "na:6.6.7.1.2", "warn", hexes=(event.hex,))


def _portee_dismounted(state: PanzerState, event: events.PorteeDismounted) -> Report:
    gun, truck = state.name(event.gun), state.name(event.truck)
    ways = f"{DIRECTION_NAMES[event.gun_facing]} and {DIRECTION_NAMES[event.truck_facing]}"
    text = f"{state.name(event.unit)} becomes {gun} and {truck} in {event.hex}, facing {ways}"
    return Report(text, "na:5.2.1b", hexes=(event.hex,))


def _portee_mounted(state: PanzerState, event: events.PorteeMounted) -> Report:
    parts = f"{state.name(event.gun)} and {state.name(event.truck)}"
    text = f"{parts} become {state.name(event.unit)} in {event.hex}, facing {DIRECTION_NAMES[event.facing]}"
    return Report(text, "na:5.2.1c", hexes=(event.hex,))


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    events.MountingBegun: _begun,
    events.UnitMounted: _mounted,
    events.MountingFailed: _failed,
    events.UnitDismounted: _dismounted,
    events.PassengerBailedOut: _bailed_out,
    events.PorteeDismounted: _portee_dismounted,
    events.PorteeMounted: _portee_mounted,
}
