"""Obstacle symbols of a board, from its woods, towns, heights and ponds (pb:PB-TERR-2, pb:PB-LOSN-I)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from core.board import NO_SIDES
from core.hexes import Hex, opposite
from core.panzerblitz.pieces.reference import BROWN, GRAY, GREEN, ORANGE, POND_SIDE, Elevation

#: Vectors of the six directions in units that keep true angles: x in halves, y in half root threes.
_VECTORS = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))

_SURROUNDED = {"woods": GREEN, "town": GRAY, "pond": POND_SIDE}


def symbols(
    terrain: Mapping[Hex, str],
    level: Mapping[Hex, int],
    plateau: frozenset[Hex],
    added: Iterable[tuple[str, Hex, int]] = (),
) -> dict[Hex, list[frozenset[str]]]:
    """For each hex that has any, what lies on its six hexsides; a hexside is marked on both its hexes.

    Hexsides of hilltops are Orange, on a plateau only at the rim; a hexside between two slope hexes is Brown
    where the slope turns by 60 degrees or more.
    """
    sides: dict[Hex, list[frozenset[str]]] = {}

    def mark(kind: str, hex_: Hex, direction: int) -> None:
        for one, d in ((hex_, direction), (hex_.neighbour(direction), opposite(direction))):
            if one in terrain:
                sides.setdefault(one, list(NO_SIDES))[d] |= {kind}

    for hex_, kind in terrain.items():
        around = hex_.neighbours()
        for direction, other in enumerate(around):
            if kind in _SURROUNDED:
                mark(_SURROUNDED[kind], hex_, direction)
            if level[hex_] == Elevation.HILLTOP and not (hex_ in plateau and other in plateau):
                mark(ORANGE, hex_, direction)
            if direction < 3 and _turns(level, hex_, other):
                mark(BROWN, hex_, direction)
    for kind, hex_, direction in added:
        mark(kind, hex_, direction)
    return sides


def _turns(level: Mapping[Hex, int], hex_: Hex, other: Hex) -> bool:
    """Whether the slope turns by 60 degrees or more between two adjacent slope hexes."""
    if level[hex_] != Elevation.SLOPE or level.get(other) != Elevation.SLOPE:
        return False
    (ax, ay), (bx, by) = _uphill(level, hex_), _uphill(level, other)
    if (ax, ay) == (0, 0) or (bx, by) == (0, 0):
        return False
    dot = ax * bx + 3 * ay * by
    # cos 60 = 1/2, squared to stay in integers: the scale of both vectors is x/2, y * sqrt(3)/2.
    return dot <= 0 or 4 * dot * dot <= (ax * ax + 3 * ay * ay) * (bx * bx + 3 * by * by)


def _uphill(level: Mapping[Hex, int], hex_: Hex) -> tuple[int, int]:
    """The way up from a slope hex: the sum of the directions to its hilltops; (0, 0) without any."""
    up = [v for v, n in zip(_VECTORS, hex_.neighbours(), strict=True) if level.get(n) == Elevation.HILLTOP]
    return sum(x for x, _ in up), sum(y for _, y in up)
