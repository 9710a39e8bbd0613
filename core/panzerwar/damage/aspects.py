"""From where a vehicle is hit: hull and turret aspects, deflection zones (pw:9.1)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.pieces.charts.damage import AspectZone, DamageCharts
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.strike import Aspect
from core.plane import off_angle

#: Degrees from the front at which the front aspect of a turret ends, and the side aspect (pw:9.1.7).
TURRET_FRONT: Final = 45
TURRET_SIDE: Final = 135
#: Degrees from the front within which anti-deflection armour deflects (pw:9.4.3).
ANTI_DEFLECTION: Final = 30


def hull_zone(charts: DamageCharts, heading: int, bearing: float) -> AspectZone:
    """The zone in which a firer lies, by his bearing from the vehicle and its heading (pw:9.1.1 to pw:9.1.4).

    At exactly 30, 60, 120 and 150 degrees from the front it is the pure aspect, at 45 and 135 a side deflection zone.
    """
    return charts.zone(off_angle(heading, bearing))


def turret_aspect(heading: int, bearing: float) -> Aspect:
    """The aspect of a turret that points on a heading: all end at the 45 degree lines, nothing deflects (pw:9.1.7)."""
    off = off_angle(heading, bearing)
    if off <= TURRET_FRONT:
        return Aspect.FRONT
    return Aspect.SIDE if off <= TURRET_SIDE else Aspect.REAR


def hull_aspect(zone: AspectZone, die: int) -> tuple[Aspect, bool]:
    """The aspect of a hull by a D6 in a zone, and whether its armour counts 1.5 times (pw:9.1.5, pw:9.1.6)."""
    name = zone.other if zone.other and die >= zone.other_from else zone.aspect
    return Aspect(name), name == zone.thicker


def turret_heading(element: Element) -> int:
    """Where the turret points for hits on it: until it may fire as it did before, then as it was turned (pw:6.16.4).

    Without a turret that turns it is the heading of the hull.
    """
    if element.turret is None:
        return element.heading
    return element.turret if element.gunnery.pointed is None else element.gunnery.pointed
