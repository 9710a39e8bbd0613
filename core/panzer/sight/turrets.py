"""Turrets with a facing of their own, open or buttoned up: which vehicles have one, and which way it looks (or:7.8).

A turret keeps its place relative to the hull, so that it turns with it for nothing (or:7.8.1).
"""

from __future__ import annotations

from typing import Final

from core.hexes import Hex, in_front_arc
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState

#: Turret turns of a data card that are no turret: a fixed gun, and a mount that turns all round without one.
_NONE: Final = (0, 360)
#: The turret turn that is left to a Damaged vehicle (or:7.8.1).
_DAMAGED: Final = 1


def has_turret(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit has a turret of its own facing, and that matters in this game (or:7.8)."""
    if not state.has(Switch.TURRETS):
        return False
    card = state.card(unit.id)
    return isinstance(card, VehicleCard) and card.tt not in _NONE and unit.presence is not Presence.CARRIED


def turns(state: PanzerState, unit: Unit) -> int:
    """By how many hexsides a turret turns on one occasion: its TT Factor, 1 at most if Damaged (or:7.8.1)."""
    if not has_turret(state, unit):
        return 0
    tt = state.vehicle(unit.id).tt
    return min(tt, _DAMAGED) if unit.hurt else tt


def looks(unit: Unit) -> int:
    """The facing of a turret, 0 to 5; of a vehicle without one that of its hull."""
    return (unit.facing + unit.turret) % 6


def apart(one: int, other: int) -> int:
    """How many hexsides lie between two facings."""
    return min((one - other) % 6, (other - one) % 6)


def buttons_up(state: PanzerState, unit: Unit) -> bool:
    """Whether a vehicle can be open or buttoned up: all of A-Type, with a turret or not (or:7.8.3)."""
    card = state.card(unit.id)
    return state.has(Switch.TURRETS) and isinstance(card, VehicleCard) and card.armed and card.type == "A"


def is_open(state: PanzerState, unit: Unit) -> bool:
    """Whether an A-Type vehicle is open, and so more vulnerable (or:7.8.3)."""
    return buttons_up(state, unit) and not unit.buttoned


def sees_ahead_only(state: PanzerState, unit: Unit) -> bool:
    """Whether a vehicle is buttoned up, and sees only what is before its turret, or its hull (or:7.8.3)."""
    return buttons_up(state, unit) and unit.buttoned


def in_front(unit: Unit, hex_: Hex) -> bool:
    """Whether a hex lies in the front arc of a turret, or of a hull without one."""
    return unit.hex is not None and (unit.hex == hex_ or in_front_arc(unit.hex, looks(unit), hex_))
