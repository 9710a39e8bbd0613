"""Geomorphic boards of PanzerBlitz, drawn as text grids in ``boards/<number>.toml``.

A board is drawn lying on its side: its rows A to GG run across it as columns of the grid (pb:PB-LOC-1), so
that hex P-6 of the board is P6 of the grid. Columns A, C ... GG have 10 hexes, the others 11, of which the
first and last are half hexes; so are all hexes of A and GG (pb:PB-TERR-4). A cell is a terrain letter
(``terrain.toml``), then its elevation if it is not 0: ``.`` ``w1`` ``.2``; ``--`` stands where there is no hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from content.kit.grids import HexsideLine, PlaceLine
from core.hexes import Hex

#: Columns A to GG and rows of the grid.
COLUMNS: Final = 33
ROWS: Final = 11
#: Columns whose long edges and rows whose short edges the roads of every board cross.
ROAD_COLUMNS: Final = (7, 17, 27)
ROAD_ROWS: Final = (3, 8)


@frozen(eq=False, repr=False)
class RoadLine:
    """A road: adjacent hexes in order, ``"N> G1 G2 >S"`` where it leaves by a long edge."""

    hexes: str


@frozen(eq=False, repr=False)
class AlsoLine:
    """Terrain of which hexes have a part besides the one that the grid draws (pb:PB-TERR-1)."""

    terrain: str
    hexes: str


@frozen(eq=False, repr=False)
class HexesLine:
    """Hexes with a property of their own."""

    hexes: str


@frozen(eq=False, repr=False)
class BoardFile:
    """A board as its file states it.

    Obstacle symbols follow from the grid: Green round every woods hex, Gray round every town hex, Orange
    round every hilltop (of a plateau only at its rim), Brown where a slope turns. `hexside` adds some,
    `open` takes some away.
    """

    id: str
    name: str
    grid: str
    source: str = "judged"
    note: str = ""
    road: tuple[RoadLine, ...] = ()
    hexside: tuple[HexsideLine, ...] = ()
    open: tuple[HexsideLine, ...] = ()
    also: tuple[AlsoLine, ...] = ()
    plateau: tuple[HexesLine, ...] = ()
    place: tuple[PlaceLine, ...] = ()


@frozen(eq=False, repr=False)
class SketchFile:
    """A map of any size, drawn like a board: odd columns lie half a hex lower.

    symbols: whether obstacle symbols follow from the grid as on the boards.
    """

    grid: str
    road: tuple[RoadLine, ...] = ()
    hexside: tuple[HexsideLine, ...] = ()
    open: tuple[HexsideLine, ...] = ()
    also: tuple[AlsoLine, ...] = ()
    plateau: tuple[HexesLine, ...] = ()
    partial: tuple[HexesLine, ...] = ()
    place: tuple[PlaceLine, ...] = ()
    symbols: bool = True


def board_hexes() -> Iterator[Hex]:
    """Every hex of a board, half hexes included."""
    for col in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1 - col % 2):
            yield Hex(col, row)


def is_half(hex_: Hex) -> bool:
    """Whether a hex of a board is a half hex, which the next board completes."""
    return hex_.col in (1, COLUMNS) or (hex_.col % 2 == 0 and hex_.row in (1, ROWS))
