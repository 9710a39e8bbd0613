"""The hexsides that lie nearest to a line in GSU, as one unbroken chain: hedges, walls and banks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot, sqrt
from typing import Final

from core.hexes import Hex, opposite
from core.plane import GSU, Point, distance_to_segment

#: A corner of hexagons on the lattice of `core.hexes`: column times three and half rows, whole numbers.
Corner = tuple[int, int]
Side = tuple[Hex, int]

#: From the centre of a hex to its corners; the hexside in direction d lies between the corners d - 1 and d.
_AROUND: Final = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
#: Tenths of a GSU of a step of the lattice to the east, and to the south.
_EAST: Final = 125 / sqrt(3)
_SOUTH: Final = 125
#: GSU from the line beyond which no hexside is thought of, and off which one costs twice what it costs upon it.
_NEAR: Final = 45
_OFF: Final = 6


def chain(points: Sequence[Point], hexes: Collection[Hex]) -> tuple[Side, ...]:
    """The hexsides along a line through points, in order, of hexes of a board; no gap between them.

    Of all chains of hexsides it is the one that strays least, each leg of the line for itself.
    """
    found: dict[Side, None] = {}
    corners = _corners(points, hexes)
    if corners:
        ends = [min(corners, key=lambda corner: _apart(corner, point)) for point in points]
        for (a, b), (start, end) in zip(pairwise(points), pairwise(ends), strict=True):
            found.update(dict.fromkeys(_nearest(a, b, start, end, corners)))
    return tuple(found)


def _place(corner: Corner) -> Point:
    return Point(round(corner[0] * _EAST), round(corner[1] * _SOUTH))


def _apart(corner: Corner, point: Point) -> float:
    """GSU between a corner and a point."""
    return hypot(corner[0] * _EAST - point[0], corner[1] * _SOUTH - point[1]) / GSU


def _corners(points: Sequence[Point], hexes: Collection[Hex]) -> Mapping[Corner, Mapping[Corner, Side]]:
    """The corners of the hexes near a line: from each the next ones, and the hexside between."""
    made: dict[Corner, dict[Corner, Side]] = {}
    for hex_ in hexes:
        east, south = 3 * hex_.col, hex_.y
        if min(distance_to_segment(_place((east, south)), a, b) for a, b in pairwise(points)) > _NEAR:
            continue
        corners = [(east + dx, south + dy) for dx, dy in _AROUND]
        for direction in range(6):
            a, b = corners[direction - 1], corners[direction]
            other = hex_.neighbour(direction)
            side = (hex_, direction) if other not in hexes or hex_ < other else (other, opposite(direction))
            made.setdefault(a, {})[b] = side
            made.setdefault(b, {})[a] = side
    return made


def _nearest(
    a: Point, b: Point, start: Corner, end: Corner, corners: Mapping[Corner, Mapping[Corner, Side]]
) -> Iterator[Side]:
    """The chain from corner to corner that strays least from the leg between two points."""
    costs = {start: 0.0}
    before: dict[Corner, Corner] = {}
    queue = [(0.0, start)]
    while queue:
        cost, here = heappop(queue)
        if here == end:
            break
        if cost > costs[here]:
            continue
        for there in corners[here]:
            (ax, ay), (bx, by) = _place(here), _place(there)
            middle = Point((ax + bx) // 2, (ay + by) // 2)
            whole = cost + 1 + (distance_to_segment(middle, a, b) / _OFF) ** 2
            if whole < costs.get(there, float("inf")):
                costs[there], before[there] = whole, here
                heappush(queue, (whole, there))
    back = []
    here = end
    while here != start and here in before:
        back.append(corners[before[here]][here])
        here = before[here]
    return reversed(back)
