"""Where a body may fire at an area with its first shell: all hexes, or whether there is any (pw:10.5).

It is what `direct.aim_refusal` says of the centre of every hex, asked from the cheapest to the dearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import cos, radians, sin, sqrt
from typing import Final, NamedTuple

from core.hexes import Hex
from core.panzerwar.artillery import batteries, direct
from core.panzerwar.artillery.direct import Body
from core.panzerwar.artillery.seeing import by_ground_alone, point_refusal
from core.panzerwar.combat import zones
from core.panzerwar.ground.heights import height
from core.panzerwar.ground.terrain import country_now
from core.panzerwar.ground.views import View, view
from core.panzerwar.pieces.artillery import Sheaf
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.weapons import MachineGun
from core.panzerwar.state import WarState
from core.plane import GSU, Point, bearing, degrees_of, in_arc

#: GSU beyond which no direct fire at areas is offered, but at who is in sight.
FARTHEST: Final = 1800
#: Tenths by which who lies about the border of a fire zone is asked exactly.
_ABOUT: Final = 1.0


class _Bearer(NamedTuple):
    """A piece that fires: where it stands, what it sees of the ground, None = nothing; the heading of its axis and half
    of its fire zone in headings, None = it fires all around; its axis as a unit vector to the east and the south, and
    the cosine of half the zone."""

    piece: Element
    x: int
    y: int
    view: View | None
    axis: int
    half: int | None
    east: float
    south: float
    least: float

    def bears(self, at: Point) -> bool:
        """Whether a point lies in its fire zone (pw:8.1): what lies on its border is told exactly."""
        if self.half is None:
            return True
        dx, dy = at[0] - self.x, at[1] - self.y
        inside = dx * self.east + dy * self.south - self.least * sqrt(dx * dx + dy * dy)
        if not -_ABOUT < inside < _ABOUT:
            return inside > 0
        return in_arc(self.axis, self.half, bearing(self.piece.where, at))

    def shows(self, number: int) -> bool:
        """Whether it sees the ground of a hex."""
        return self.view is not None and self.view.shows(number)


def any_at(state: WarState, body: Body, known: frozenset[Hex]) -> bool:
    """Whether there is any hex at whose centre a body may fire. known: those in which it has enemies in sight."""
    return next(_sought(state, body, known, country_now(state).scattered), None) is not None


def all_at(state: WarState, body: Body, known: frozenset[Hex]) -> Iterator[Hex]:
    """The hexes at whose centres a body may fire, those with enemies in sight first."""
    land = country_now(state)
    return (land.places[number][0] for number in _sought(state, body, known, range(len(land.places))))


def _sought(state: WarState, body: Body, known: frozenset[Hex], order: Iterable[int]) -> Iterator[int]:
    """The numbers of the hexes at which a body may fire: first those that are known, then all others in an order."""
    bearers = tuple(_bearer(state, piece, body) for piece in direct.ready(state, body))
    if not bearers:
        return
    fired = body.weapon
    shell = None if isinstance(fired, MachineGun) else batteries.shell(state, fired, "")
    by_ground = by_ground_alone(state)
    places, (x, y) = country_now(state).places, body.where
    first = [number for number, (hex_, _) in enumerate(places) if hex_ in known] if known else []
    shown = frozenset(first)
    far = FARTHEST if len(bearers) > 1 or not isinstance(fired, MachineGun) else min(FARTHEST, fired.maximum)
    farthest = (far * GSU) ** 2
    for number in chain(first, (number for number in order if number not in shown)) if first else order:
        at = places[number][1]
        if (at[0] - x) ** 2 + (at[1] - y) ** 2 > farthest and number not in shown:
            continue
        able = [one for one in bearers if one.bears(at)]
        if not able:
            continue
        away = sqrt((at[0] - able[0].x) ** 2 + (at[1] - able[0].y) ** 2) / GSU
        if direct.range_refusal(fired, shell, away) is not None:
            continue
        if not any(one.shows(number) for one in able):
            continue
        if not by_ground and all(point_refusal(state, one.piece, at, "pw:10.5") is not None for one in able):
            continue
        if direct.friend_refusal(state, body, tuple(one.piece for one in able), at, Sheaf.CLOSED) is None:
            yield number


def _bearer(state: WarState, piece: Element, body: Body) -> _Bearer:
    sees = None if piece.harm.blind(state.turn) else view(state, piece.where, height(state, piece))
    x, y = piece.where
    if body.arm.id == batteries.TUBE:
        return _Bearer(piece, x, y, sees, 0, None, 0.0, 0.0, 0.0)
    half, axis = zones.arc(state, piece, body.arm)
    ahead = radians(degrees_of(axis))
    return _Bearer(piece, x, y, sees, axis, half, sin(ahead), -cos(ahead), cos(radians(degrees_of(half))))
