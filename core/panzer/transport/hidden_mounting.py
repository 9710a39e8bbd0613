"""Mounting and dismounting under a HIDDEN UNIT counter, which nobody else sees (or:7.2.2.2).

All of its units are in one hex, with the command of the counter. Who mounts does it before the counter moves, which
costs half of its move; where somebody dismounts it stays for the turn, since to get down is all of his move
(na:6.6.7.1.1c).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.gp.bail_out import passengers
from core.panzer.hidden_units.events import HiddenDismounted, HiddenMounted
from core.panzer.hidden_units.orders import DismountHidden, MountHidden
from core.panzer.hidden_units.under import uncovered
from core.panzer.movement.under_counters.moving import to_move
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.state import PanzerState
from core.panzer.transport.room import aboard_refusal, is_transport, landing_refusal

RULE: Final = "or:7.2.2.2"


def _counter(state: PanzerState, side: SideId, number: int) -> HiddenCounter:
    """The counter of that number. IllegalOrder if it cannot move now."""
    there = next((c for c in to_move(state, side) if c.number == number), None)
    if there is None or state.moves.active is not None:
        raise IllegalOrder(f"nobody under HIDDEN UNIT {number} mounts or dismounts now", RULE)
    return there


def mount_refusal(state: PanzerState, counter: HiddenCounter, unit: UnitId, vehicle: UnitId) -> Refusal | None:
    """Why a unit under a counter cannot mount a vehicle under it; None if it can."""
    if unit not in counter.holds or vehicle not in counter.holds or not is_transport(state, vehicle):
        return Refusal(f"{unit} and a transport {vehicle} are not both under the counter", RULE)
    return aboard_refusal(uncovered(state, counter.side), unit, vehicle)


def mounting(state: PanzerState, counter: HiddenCounter) -> tuple[tuple[UnitId, UnitId], ...]:
    """Who may mount which vehicle under a counter."""
    vehicles = [vehicle for vehicle in counter.holds if is_transport(state, vehicle)]
    return tuple(
        (unit, vehicle)
        for vehicle in vehicles
        for unit in counter.holds
        if unit != vehicle and mount_refusal(state, counter, unit, vehicle) is None
    )


def check_mount(state: PanzerState, side: SideId, order: MountHidden) -> None:
    """A unit and a vehicle with room for it, under one counter with MOVE that has not moved."""
    refuse(mount_refusal(state, _counter(state, side, order.number), order.unit, order.vehicle))


def mount(state: PanzerState, side: SideId, order: MountHidden, dice: Dice) -> Iterator[Event]:
    """It is aboard at once: nobody sees it."""
    yield HiddenMounted(side=side, number=order.number, unit=order.unit, vehicle=order.vehicle)


def aboard(state: PanzerState, counter: HiddenCounter) -> dict[UnitId, UnitId]:
    """The passengers of the vehicles under a counter that may get down there, each with its vehicle."""
    if counter.handled:
        return {}
    open_ = uncovered(state, counter.side)
    there = ((unit, vehicle) for vehicle in counter.holds for unit in passengers(open_, vehicle))
    return {u: v for u, v in there if landing_refusal(open_, u, v, counter.hex) is None}


def check_dismount(state: PanzerState, side: SideId, order: DismountHidden) -> None:
    """A passenger under a counter with MOVE that has done nothing in this turn yet, where he may stand."""
    if order.unit not in aboard(state, _counter(state, side, order.number)):
        raise IllegalOrder(f"{order.unit} does not dismount under HIDDEN UNIT {order.number} now", RULE)


def dismount(state: PanzerState, side: SideId, order: DismountHidden, dice: Dice) -> Iterator[Event]:
    """He is down at once."""
    yield HiddenDismounted(side=side, number=order.number, unit=order.unit)
