"""Emergency bailouts in the Adjustment Phase of the miniatures edition (min:16.1.6.3, min:17.2.8.3).

They are decided in the Pivot Step, the first of the phase, in secret as all that both sides do there at once (na:6.8).
The hex edition has them during the vehicle's move alone (na:6.6.7.1.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer.adjustment.events import BailOutChosen, PassengersBailedOut
from core.panzer.adjustment.orders import LeaveVehicle
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState

RULE: Final = "min:16.1.6.3"


def refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit may not bail out in the Adjustment Phase; None if it may, by min:16.1.6.3.

    Any passenger may, whatever the order of its vehicle and in whatever condition both are.
    """
    name = state.name(unit.id)
    if not state.edition.leaves_at_end or not state.has(Switch.TRANSPORT):
        return Refusal(f"{name} bails out during the move of its vehicle alone", "na:6.6.7.1.2")
    if unit.presence is not Presence.CARRIED or unit.carrier is None or not state.units[unit.carrier].on_map:
        return Refusal(f"{name} is no passenger on the map", RULE)
    return None


def leavers(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The units of a side that may bail out in the Pivot Step."""
    if not state.edition.leaves_at_end:
        return ()
    return tuple(u for u in state.units.values() if u.side == side and refusal(state, u) is None)


def check(state: PanzerState, side: SideId, order: LeaveVehicle) -> None:
    """A passenger of one's own, and a hexside for it to face."""
    if side in state.ended:
        raise IllegalOrder("this side has ended the step", "na:6.8")
    unit = own_unit(state, side, order.unit, "na:3.1")
    refuse(refusal(state, unit))
    if order.facing is not None and not 0 <= order.facing <= 5:
        refuse(Refusal(f"{order.facing} is no facing from 0 to 5", "na:3.3"))


def leave(state: PanzerState, side: SideId, order: LeaveVehicle, dice: Dice) -> Iterator[Event]:
    """Decide whether a passenger bails out."""
    yield BailOutChosen(side=side, unit=order.unit, facing=order.facing)


def carried_out(state: PanzerState, side: SideId) -> Iterator[Event]:
    """All passengers of a side that bail out do it at once, each into its vehicle's hex, SUPPRESSION/ON."""
    chosen = state.adjustment.leaving.items()
    out = tuple(sorted((unit, facing) for unit, facing in chosen if state.units[unit].side == side))
    if out:
        yield PassengersBailedOut(side=side, out=out)
