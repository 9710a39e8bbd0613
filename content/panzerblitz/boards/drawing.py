"""Maps as text grids: what is drawn alike on a geomorphic board and on the map of a worked example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from content.kit.grids import NO_HEX, Grid, HexsideLine, Legend, lines_of
from content.kit.load import Proof
from content.panzerblitz.boards.board_file import BoardFile, SketchFile
from content.panzerblitz.boards.symbols import symbols
from content.panzerblitz.tables.tables import terrain_looks
from core.board import NO_FEATURES, NO_SIDES, Cell
from core.hexes import Hex, opposite
from core.panzerblitz.pieces.reference import POND_SIDE, ROAD, SYMBOLS

_KINDS: Final = tuple(sorted(SYMBOLS | {POND_SIDE}))

Sides = dict[Hex, list[frozenset[str]]]


class Drawing:
    """A map on its way from a file. `under` stands before its keys in messages.

    roads: the hexsides that roads cross, as a mask for each hex; marks: what else is said of a hex.
    """

    def __init__(self, data: BoardFile | SketchFile, proof: Proof, under: str = "") -> None:
        self.data = data
        self.grid = Grid(proof, under)
        self.roads: dict[Hex, int] = {}
        self.marks: dict[Hex, frozenset[str]] = {}

    def read_grid(self) -> None:
        """Take the grid apart: terrain, then 1 for slope or 2 for hilltop."""
        letters = {look.letter: look.id for look in terrain_looks().values()}
        legend = Legend(letters, "12", "1 for slope or 2 for hilltop")
        for row, line in enumerate(lines_of(self.data.grid), 1):
            for col, cell in enumerate(line, 1):
                if cell != NO_HEX:
                    self.grid.put(Hex(col, row), cell, legend)

    def read_lines(self) -> None:
        """Roads, plateaus, and terrain of which hexes have a part (pb:PB-TERR-1)."""
        for at, road in enumerate(self.data.road, 1):
            for hex_, crossed in self.grid.trail(road.hexes, f"road[{at}].hexes").items():
                self.roads[hex_] = self.roads.get(hex_, 0) | crossed
        for at, also in enumerate(self.data.also, 1):
            self.mark(also.hexes, also.terrain, f"also[{at}].hexes")
        for at, plateau in enumerate(self.data.plateau, 1):
            self.mark(plateau.hexes, "plateau", f"plateau[{at}].hexes")

    def mark(self, hexes: str, mark: str, key: str) -> None:
        """Say something of the hexes of a line."""
        for hex_ in self.grid.hexes(hexes, key):
            self.marks[hex_] = self.marks.get(hex_, NO_FEATURES) | {mark}

    def marked(self, mark: str) -> frozenset[Hex]:
        """The hexes of which it is said."""
        return frozenset(hex_ for hex_, marks in self.marks.items() if mark in marks)

    def sides(self, *, follow: bool = True) -> Sides:
        """What lies on the hexsides of each hex that has any. follow: whether symbols follow from the grid."""
        terrain, level = self.grid.terrain, self.grid.level
        if not follow:
            terrain, level = dict.fromkeys(terrain, "clear"), dict.fromkeys(terrain, 0)
        added = tuple(self._hexsides("hexside", self.data.hexside))
        sides = symbols(terrain, level, self.marked("plateau"), added)
        for kind, hex_, direction in self._hexsides("open", self.data.open):
            for one, d in ((hex_, direction), (hex_.neighbour(direction), opposite(direction))):
                if one in sides:
                    sides[one][d] -= {kind}
        return sides

    def cells(self, sides: Sides, partial: Iterable[Hex] = ()) -> Mapping[Hex, Cell]:
        """The cells of the map; `partial` are hexes that are not whole."""
        halves = frozenset(partial)
        return {
            hex_: Cell(
                terrain=terrain,
                level=self.grid.level[hex_],
                routes={ROAD: self.roads[hex_]} if hex_ in self.roads else {},
                sides=tuple(sides[hex_]) if hex_ in sides else NO_SIDES,
                marks=self.marks.get(hex_, NO_FEATURES) | ({"partial"} if hex_ in halves else NO_FEATURES),
            )
            for hex_, terrain in self.grid.terrain.items()
        }

    def _hexsides(self, name: str, lines: Sequence[HexsideLine]) -> Iterator[tuple[str, Hex, int]]:
        for at, line in enumerate(lines, 1):
            yield from ((line.kind, *side) for side in self.grid.hexsides(line, f"{name}[{at}]", _KINDS))
