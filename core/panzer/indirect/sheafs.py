"""SHEAF Patterns: which hexes indirect fire strikes (na:6.5.1.5, min:16.5.1.9)."""

from __future__ import annotations

from functools import lru_cache

from core.board import Board
from core.hexes import Hex, off_axis, within_range
from core.panzer.pieces.edition import Edition
from core.panzer.pieces.missions import Aim, FireType, Sheaf

#: Radius in hexes of the round patterns of off-map batteries, and how far a Closed Linear one runs out.
RADIUS = {Sheaf.CLOSED: 1, Sheaf.OPEN: 2}
LENGTH = 6
#: Width across its axis and depth along it of a rectangular pattern, in inches (min:1.1.5).
RECTANGLES = {Sheaf.CLOSED: (3, 2), Sheaf.OPEN: (6, 4)}
#: What `off_axis` gives for one hex straight ahead; across, so much more for the same distance.
_AHEAD, _ACROSS_SQUARED = 12, 48


def pattern(aim: Aim, edition: Edition, *, on_map: bool) -> frozenset[Hex]:
    """The hexes of a SHEAF, on the board or not: of an on-map unit always the Target Point alone (na:6.5.1.5).

    Closed Linear is read as a line of six more hexes in one direction, which its player announces. In the miniatures
    edition all are rectangles about the Target Point, across the direction announced: what has its centre in one has
    at least half of it there (min:16.5.1.8, min:16.5.1.9, min:16.1.7.2, min:16.1.7.3).
    """
    if on_map:
        return frozenset({aim.hex})
    if edition.indirect.rectangular_sheafs:
        return _rectangle(aim.hex, aim.direction, *RECTANGLES[aim.sheaf])
    if aim.sheaf is not Sheaf.LINEAR:
        return frozenset(within_range(aim.hex, RADIUS[aim.sheaf]))
    found, at = [aim.hex], aim.hex
    for _ in range(LENGTH):
        at = at.neighbour(aim.direction)
        found.append(at)
    return frozenset(found)


@lru_cache(maxsize=1 << 10)
def _rectangle(middle: Hex, direction: int, width: int, depth: int) -> frozenset[Hex]:
    found = []
    for hex_ in within_range(middle, width):
        ahead, across = off_axis(middle, direction, hex_)
        if 2 * abs(ahead) <= depth * _AHEAD and 4 * across * across <= width * width * _ACROSS_SQUARED:
            found.append(hex_)
    return frozenset(found)


def hexes(board: Board, aim: Aim, edition: Edition, *, on_map: bool) -> frozenset[Hex]:
    """The hexes of the board that a SHEAF covers."""
    return frozenset(h for h in pattern(aim, edition, on_map=on_map) if h in board)


def counts_as_open(aim: Aim, edition: Edition, *, on_map: bool) -> bool:
    """Whether its Barrage or smoke is that of an Open SHEAF; Closed Linear counts as Closed (na:6.5.1.5).

    Of units on the map it is Closed, in the miniatures edition Open (min:16.2.1.4, min:16.2.1.5).
    """
    return edition.indirect.on_map_counts_open if on_map else aim.sheaf is Sheaf.OPEN


def allowed(type_: FireType, edition: Edition) -> tuple[Sheaf, ...]:
    """The SHEAFs that a type of fire may use (na:6.5.1.6.1): Illumination only the Closed one (na:6.5.1.6.2).

    The miniatures edition has no Closed Linear one (min:16.5.1.13.1, min:16.5.1.13.2).
    """
    if type_ is FireType.ILLUMINATION:
        return (Sheaf.CLOSED,)
    return (Sheaf.CLOSED, Sheaf.OPEN) if edition.indirect.rectangular_sheafs else tuple(Sheaf)


def turned(edition: Edition) -> frozenset[Sheaf]:
    """The SHEAFs whose direction their player announces: a line's, that of a rectangle that is not about square."""
    return frozenset({Sheaf.OPEN}) if edition.indirect.rectangular_sheafs else frozenset({Sheaf.LINEAR})
