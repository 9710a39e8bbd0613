"""From where a shot arrives at a vehicle, and how it falls on it (na:6.5.2.2, na:6.5.2.3.1, min:8.4.5.1)."""

from __future__ import annotations

from typing import Final

from core.hexes import Hex, octant, off_axis
from core.panzer.ground.heights import height_of
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import Inclination
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState

#: The sections of the Target Angle Wheel, clockwise from the front (min:1.1.6).
_WHEEL: Final = (
    HitAngle.FRONT,
    HitAngle.FRONT_SIDE,
    HitAngle.SIDE,
    HitAngle.REAR_SIDE,
    HitAngle.REAR,
    HitAngle.REAR_SIDE,
    HitAngle.SIDE,
    HitAngle.FRONT_SIDE,
)
#: Degrees of a section of the wheel, and from hexside to hexside.
_OCTANT: Final = 45
_SEXTANT: Final = 60


def hit_angles(target: Unit, firer: Hex, sections: int = 6, turned: int = 0) -> tuple[HitAngle, ...]:
    """The Hit Angle of a shot from a hex; two if the line runs exactly between them (na:6.5.2.2, min:8.4.5.1.1).

    Six sectors of 60 degrees, each centred on a hexside, or the eight of the wheel, no border of which meets the centre
    of a hex; left and right are alike. turned: by how many degrees what is hit is turned clockwise against the hull, as
    turrets may be (or:7.8.2, min:8.4.5.2).
    """
    if target.hex is None:
        raise ValueError("the target must be on the map")
    if sections == len(_WHEEL) and firer != target.hex:
        return (_WHEEL[(octant(target.hex, target.facing, firer) - turned // _OCTANT) % len(_WHEEL)],)
    ahead, width = off_axis(target.hex, (target.facing + turned // _SEXTANT) % 6, firer)
    if ahead == 0:
        return (HitAngle.FRONT_SIDE, HitAngle.REAR_SIDE)
    end, side = (HitAngle.FRONT, HitAngle.FRONT_SIDE) if ahead > 0 else (HitAngle.REAR, HitAngle.REAR_SIDE)
    from_edge = 3 * width - abs(ahead)
    if from_edge == 0:
        return (end, side)
    return (end,) if from_edge < 0 else (side,)


def inclination(state: PanzerState, shooter: Unit, target: Unit) -> Inclination:
    """Whether a shot is Level, Rising or Falling, by the Heights of both (na:6.5.2.3.1)."""
    above = height_of(state, shooter) - height_of(state, target)
    return Inclination.FALLING if above > 0 else Inclination.RISING if above < 0 else Inclination.LEVEL
