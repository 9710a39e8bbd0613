"""Hits on a turret that looks elsewhere than its hull: it has a Hit Angle and armor of its own (or:7.8.2, min:8.4.5.2).

A location of the turret is looked up again in the row of the turret's Hit Angle; if that has a location of the hull,
the hit stays on the turret: its front, side or rear.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.hexes import Hex
from core.panzer.ap.hits import TRACK, Plate
from core.panzer.firing.hit_angles import hit_angles
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.unit import Unit
from core.panzer.sight.turrets import has_turret
from core.panzer.state import PanzerState

#: Where a turret is hit whose row has no location of a turret there.
_ELSE: Final = {HitAngle.FRONT: "TF", HitAngle.REAR: "TR"}
_SIDE: Final = "TS"


def angles(state: PanzerState, target: Unit, origin: Hex, hull: HitAngle) -> tuple[HitAngle | None, ...]:
    """From where a shot arrives at the turret of a vehicle: its Hit Angles, None where that is the hull's."""
    if not has_turret(state, target) or not target.turret:
        return (None,)
    turned = state.turrets.degrees(target.turret)
    found = hit_angles(target, origin, state.edition.hit_angle_sections, turned)
    return tuple(None if angle is hull else angle for angle in found)


def of_turret(location: str) -> bool:
    """Whether a location is of the turret."""
    return location[0] == "T" and location != TRACK


def locations(state: PanzerState, hull: tuple[str, ...], turret: HitAngle) -> tuple[str, ...]:
    """The locations by tens digit, those of the turret by its own Hit Angle."""
    own = state.advanced.hit_locations[turret]
    found = []
    for where, again in zip(hull, own, strict=True):
        if of_turret(where):
            where = again if of_turret(again) else _ELSE.get(turret, _SIDE)
        found.append(where)
    return tuple(found)


def thickest(plates: Iterable[Plate]) -> Plate:
    """Of what a shot meets that arrives exactly between two Hit Angles of the turret, what shows the most armor."""
    return max(plates, key=lambda plate: plate.thickness)
