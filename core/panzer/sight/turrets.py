"""Turrets with a facing of their own, open or buttoned up: who has one, which way it looks, how far it turns.

They are an Optional Rule of the hex edition (or:7.8), and a rule of every game of the miniatures edition (min:8.2.1). A
turret keeps its place relative to the hull, so that it turns with it for nothing (or:7.8.1).
"""

from __future__ import annotations

from typing import Final

from core.hexes import Hex
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.turrets import TRAVERSE, Mount
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState

#: The turret turn that is left to a Damaged vehicle: that of a Slow one (or:7.8.1, min:8.4.7.4).
_DAMAGED: Final = 1


def has_turret(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit has a turret of its own facing, and that matters in this game (or:7.8, min:8.2.1.1)."""
    if not (state.edition.turrets_face or state.has(Switch.TURRETS)):
        return False
    card = state.card(unit.id)
    return isinstance(card, VehicleCard) and card.has_turret and unit.presence is not Presence.CARRIED


def turret_turn(state: PanzerState, unit: Unit) -> int:
    """The TT Factor of a vehicle with a turret, 1 at most if Damaged (or:7.8.1, min:8.4.7.4)."""
    tt = state.vehicle(unit.id).tt
    return min(tt, _DAMAGED) if unit.hurt else tt


def traverse(state: PanzerState, unit: Unit) -> Mount:
    """The traverse speed of a turret: that of its card, Slow once it is Damaged (min:8.2.1.1, min:8.4.7.4)."""
    return TRAVERSE[turret_turn(state, unit)]


def turns(state: PanzerState, unit: Unit) -> int:
    """By how many positions a turret turns on one occasion: its TT Factor (or:7.8.1, min:10.2.1, min:10.2.2), by none
    once its ring is damaged (or:7.23.2).

    Of four quarters none is farther than two, so that Fast and Normal ones turn to any.
    """
    return turret_turn(state, unit) if has_turret(state, unit) and unit.turret_turned is None else 0


def ways(state: PanzerState, unit: Unit) -> tuple[int, ...]:
    """The ways in which a turret may face after one turn, clockwise from the front of the hull; () without one."""
    turrets, most = state.turrets, turns(state, unit)
    if not most:
        return ()
    return tuple(way for way in range(turrets.positions) if turrets.apart(unit.turret, way) <= most)


def looks(state: PanzerState, unit: Unit) -> int:
    """The facing of a turret as orders name it; of a vehicle without one that of its hull."""
    return state.turrets.named(unit.facing, unit.turret)


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


def in_front(state: PanzerState, unit: Unit, hex_: Hex) -> bool:
    """Whether a hex lies in the front arc of a turret, or of a hull without one."""
    return unit.hex is not None and state.turrets.holds(unit.hex, unit.facing, unit.turret, hex_)
