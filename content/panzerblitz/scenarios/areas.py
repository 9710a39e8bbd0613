"""Areas of a joined map: its boards, its edges, and what a Situation file describes (pb:PB-LOC-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import frozen

from content.kit.load import Proof
from content.panzerblitz.boards.joining import Layout, boards_of, hexes_on, join
from content.panzerblitz.scenarios.scenario_file import AreaLine
from core.alike import Alike
from core.board import Board
from core.hexes import Hex
from core.panzerblitz.pieces.reference import ORANGE, Elevation
from core.setting import Area

#: The edges of a map and where they lie on it, north being to the left.
EDGES: Final = {"north": "left", "east": "top", "south": "right", "west": "bottom"}


@frozen(eq=False, repr=False)
class AreaHexes(Alike):
    """The hexes of a joined map by board and by edge."""

    layout: Layout
    map: Board

    def standing(self) -> Iterator[Area]:
        """The areas that every Situation has: "map", "board-1" ..., "north", "east", "south", "west"."""
        yield Area("map", "Whole map", self._open(self.map.cells))
        for number in sorted(boards_of(self.layout)):
            yield Area(f"board-{number}", f"Board {number}", self.board(number))
        for edge, where in EDGES.items():
            yield Area(edge, f"{edge.title()} edge ({where})", self.edge(edge))

    def board(self, number: str) -> frozenset[Hex]:
        """The hexes wholly on a board, the pond left out."""
        return self._open(hexes_on(self.layout, number))

    def edge(self, edge: str) -> frozenset[Hex]:
        """The hexes that are cut by an edge of the map, or have a whole hexside on it."""
        hexes = self.map.cells
        if edge in ("north", "south"):
            column = 1 if edge == "north" else self.map.columns
            return frozenset(h for h in hexes if h.col == column)
        sign = 1 if edge == "east" else -1
        outermost: dict[int, Hex] = {}
        for hex_ in hexes:
            at = outermost.setdefault(hex_.col, hex_)
            if sign * hex_.row < sign * at.row:
                outermost[hex_.col] = hex_
        return frozenset(outermost.values())

    def rows(self, hexes: frozenset[Hex], edge: str, count: int) -> frozenset[Hex]:
        """The `count` rows of some hexes that lie nearest to an edge; rows run along that edge."""
        if edge in ("north", "south"):
            first = min(h.col for h in hexes) if edge == "north" else max(h.col for h in hexes)
            return frozenset(h for h in hexes if abs(h.col - first) < count)
        first = min(h.row for h in hexes) if edge == "east" else max(h.row for h in hexes)
        return frozenset(h for h in hexes if abs(h.row - first) < count)

    def described(self, line: AreaLine, key: str, proof: Proof) -> Area:
        """The area that a line of a Situation file describes; its mistakes are noted."""
        hexes = frozenset(self._named(line.hexes, f"{key}.hexes", proof))
        known = sorted(boards_of(self.layout))
        numbers = line.board.split()
        for number in numbers:
            proof.among(f"{key}.board", number, known, "the board")
        part = frozenset(h for number in numbers if number in known for h in self.board(number))
        if line.edge and line.edge not in EDGES:
            proof.unknown(f"{key}.edge", line.edge, EDGES, "the edge")
        elif line.edge and part:
            part = self.rows(part, line.edge, line.rows) if line.rows else part & self.edge(line.edge)
        if line.hilltops:
            part = frozenset(h for h in part if self._hilltop(h))
        hexes |= part
        if not hexes:
            proof.mistake(key, "no hex", "hexes, or a board, perhaps with edge, rows or hilltops")
        return Area(line.id, line.name, hexes)

    def _hilltop(self, hex_: Hex) -> bool:
        cell = self.map[hex_]
        return cell.level == Elevation.HILLTOP and all(ORANGE in side for side in cell.sides)

    def _named(self, text: str, key: str, proof: Proof) -> Iterator[Hex]:
        for word in text.split():
            try:
                yield self.map.hex(word)
            except ValueError:
                proof.mistake(key, repr(word), "printed names of hexes on the map, such as 2-A-3")

    def _open(self, hexes: Mapping[Hex, object] | frozenset[Hex]) -> frozenset[Hex]:
        return frozenset(h for h in hexes if self.map[h].terrain != "pond")


def area_hexes(layout: Layout) -> AreaHexes:
    """The areas of the map that a layout gives."""
    return AreaHexes(layout, join(layout))
