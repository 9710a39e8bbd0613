"""From where a shot arrives at a vehicle, and how it falls on it (na:6.5.2.2, na:6.5.2.3.1)."""

from __future__ import annotations

from core.hexes import Hex, off_axis
from core.panzer.advanced_tables import HitAngle
from core.panzer.cards import Inclination
from core.panzer.heights import unit_height
from core.panzer.state import PanzerState
from core.panzer.unit import Unit


def standing_in(state: PanzerState, unit: Unit) -> Hex | None:
    """The hex of a unit: its own, or that of the vehicle that carries it (na:6.6.7.2)."""
    return state.units[unit.carrier].hex if unit.carrier is not None else unit.hex


def facing_of(state: PanzerState, unit: Unit) -> int:
    """The facing of a unit: its own, or that of the vehicle that carries it (na:6.6.7.2)."""
    return state.units[unit.carrier].facing if unit.carrier is not None else unit.facing


def hit_angles(target: Unit, firer: Hex) -> tuple[HitAngle, ...]:
    """The Hit Angle of a shot from a hex; two if the line runs exactly between them (na:6.5.2.2).

    Six sectors of 60 degrees, each centred on a hexside; left and right are alike.
    """
    if target.hex is None:
        raise ValueError("the target must be on the map")
    ahead, width = off_axis(target.hex, target.facing, firer)
    if ahead == 0:
        return (HitAngle.FRONT_SIDE, HitAngle.REAR_SIDE)
    end, side = (HitAngle.FRONT, HitAngle.FRONT_SIDE) if ahead > 0 else (HitAngle.REAR, HitAngle.REAR_SIDE)
    from_edge = 3 * width - abs(ahead)
    if from_edge == 0:
        return (end, side)
    return (end,) if from_edge < 0 else (side,)


def height_of(state: PanzerState, unit: Unit) -> int:
    """Height of a unit for Direct Fire: that of its ground, and the storeys that it has gone up (na:6.1.4.3.1e)."""
    hex_ = standing_in(state, unit)
    if hex_ is None:
        raise ValueError(f"{unit.id} is not on the map")
    return unit_height(state.board, state.tables, hex_) + unit.floor


def inclination(state: PanzerState, shooter: Unit, target: Unit) -> Inclination:
    """Whether a shot is Level, Rising or Falling, by the Heights of both (na:6.5.2.3.1)."""
    above = height_of(state, shooter) - height_of(state, target)
    return Inclination.FALLING if above > 0 else Inclination.RISING if above < 0 else Inclination.LEVEL
