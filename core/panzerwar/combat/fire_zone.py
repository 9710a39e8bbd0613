"""Whether many points lie in the fire zone of one weapon, by its axis as a vector (pw:8.1)."""

from __future__ import annotations

from math import cos, pi, radians, sin, sqrt
from typing import Final, NamedTuple, Self

from core.panzerwar.combat import zones
from core.panzerwar.ground.panorama import ALL_AROUND, Arc
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.shots import Arm
from core.panzerwar.state import WarState
from core.plane import Point, bearing, degrees_of, in_arc

#: Tenths by which who lies about the border of a fire zone is asked exactly.
_ABOUT: Final = 1.0
#: Radians by which more is looked at than the fire zone.
_MORE: Final = 0.01


class FireZone(NamedTuple):
    """Where a weapon fires: from which point; the heading of its axis and half of the zone in headings, None = all
    around; its axis as a unit vector to the east and the south, and the cosine of half the zone."""

    where: Point
    axis: int = 0
    half: int | None = None
    east: float = 0.0
    south: float = 0.0
    least: float = 0.0

    @classmethod
    def of(cls, state: WarState, firer: Element, arm: Arm) -> Self:
        """The fire zone of a weapon where its bearer stands."""
        half, axis = zones.arc(state, firer, arm)
        ahead = radians(degrees_of(axis))
        return cls(firer.where, axis, half, sin(ahead), -cos(ahead), cos(radians(degrees_of(half))))

    def bears(self, at: Point) -> bool:
        """Whether a point lies in it: what lies on its border is told exactly."""
        if self.half is None:
            return True
        dx, dy = at[0] - self.where[0], at[1] - self.where[1]
        inside = dx * self.east + dy * self.south - self.least * sqrt(dx * dx + dy * dy)
        if not -_ABOUT < inside < _ABOUT:
            return inside > 0
        return in_arc(self.axis, self.half, bearing(self.where, at))

    @property
    def arc(self) -> Arc:
        """The directions in it, and a little more."""
        if self.half is None:
            return ALL_AROUND
        return Arc(radians(degrees_of(self.axis)) - pi / 2, min(pi, radians(degrees_of(self.half)) + _MORE))
