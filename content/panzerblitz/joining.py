"""Geomorphic boards joined into one map (pb:PB-COMP-2).

A layout has rows of boards from north to south, each from west to east; ``"1 inverted"`` is board 1 turned
half round. Boards in one row lie side by side on their long edges, those of several rows end to end on their
short edges. Hexes have vertical columns only, and rows of boards are straight across their width: so the map
is drawn lying on its side, north to the left and west at the bottom, and row A of a board that is not turned
is its leftmost column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from content.folders import kept
from content.load import ContentError, Mistake
from content.panzerblitz.board_file import COLUMNS, ROWS
from content.panzerblitz.boards import board, turned, turned_cells
from core.board import Board, Cell, Place
from core.hexes import Hex

#: Where north lies on a joined map.
NORTH: Final = "left"
#: Columns and rows from one board to the next: the half hexes of both are one.
_COLUMN_PITCH: Final = COLUMNS - 1
_ROW_PITCH: Final = ROWS - 1

Layout = tuple[tuple[str, ...], ...]


@frozen
class Piece:
    """A board in its place: its number, whether it is turned half round, and where its A1 or last hex comes."""

    board: str
    inverted: bool
    columns: int
    rows: int

    def place(self, hex_: Hex) -> Hex:
        """Where a hex of the board lies on the joined map."""
        at = turned(hex_) if self.inverted else hex_
        return Hex(at.col + self.columns, at.row + self.rows)


def pieces(layout: Layout) -> tuple[Piece, ...]:
    """The boards of a layout in their places, each row from west (bottom of the map) to east (top)."""
    made = []
    for at, row in enumerate(layout):
        for west, words in enumerate(row):
            number, _, turn = words.partition(" ")
            if turn not in ("", "inverted"):
                raise ContentError(Mistake("layout", "", repr(words), 'a board such as "1" or "1 inverted"'))
            made.append(Piece(number, turn == "inverted", at * _COLUMN_PITCH, (len(row) - 1 - west) * _ROW_PITCH))
    return tuple(made)


@kept
def join(layout: Layout) -> Board:
    """The boards of a layout as one map, half hexes merged; labels have the printed names, such as ``2-A-3``.

    Ids of places are prefixed with the number of their board: ``2-plateau``. ContentError if boards do not
    lie in a rectangle, or one half of a hex disagrees with the other.
    """
    if len({len(row) for row in layout}) != 1:
        raise ContentError(Mistake("layout", "", f"rows of {[len(row) for row in layout]} boards", "equal rows"))
    cells: dict[Hex, Cell] = {}
    labels: dict[Hex, str] = {}
    places: list[Place] = []
    for piece in pieces(layout):
        part = board(piece.board)
        for hex_, cell in _placed(piece, part):
            cells[hex_] = _merged(cells[hex_], cell, hex_) if hex_ in cells else cell
        for hex_, label in part.labels.items():
            labels.setdefault(piece.place(hex_), label)
        places += (Place(f"{part.id}-{p.id}", p.name, tuple(piece.place(h) for h in p.hexes)) for p in part.places)
    name = ", ".join("/".join(row) for row in layout)
    return Board(
        id="+".join(words.replace(" inverted", "i") for row in layout for words in row),
        name=f"Boards {name}" if len(cells) > 346 else f"Board {name}",
        columns=max(h.col for h in cells),
        rows=max(h.row for h in cells),
        cells=cells,
        places=tuple(places),
        labels=labels,
    )


def board_hexes_of(layout: Layout, number: str) -> frozenset[Hex]:
    """The hexes of a joined map that lie wholly on one board: shared half hexes are left out (pb:PB-TERR-4)."""
    map_ = join(layout)
    return frozenset(
        hex_
        for piece in pieces(layout)
        if piece.board == number
        for one in board(number).cells
        if "seam" not in map_[hex_ := piece.place(one)].marks
    )


def _placed(piece: Piece, part: Board) -> Iterator[tuple[Hex, Cell]]:
    cells: Mapping[Hex, Cell] = turned_cells(part.cells) if piece.inverted else part.cells
    for hex_, cell in cells.items():
        yield Hex(hex_.col + piece.columns, hex_.row + piece.rows), cell


def _merged(one: Cell, other: Cell, hex_: Hex) -> Cell:
    """A hex of two halves: both have the same ground, and each brings its own roads and hexsides."""
    if (one.terrain, one.level) != (other.terrain, other.level):
        raise ContentError(Mistake("layout", hex_.id, f"{other.terrain} beside {one.terrain}", "the same ground"))
    kinds = one.routes.keys() | other.routes.keys()
    return evolve(
        one,
        routes={kind: one.routes.get(kind, 0) | other.routes.get(kind, 0) for kind in kinds},
        sides=tuple(a | b for a, b in zip(one.sides, other.sides, strict=True)),
        marks=(one.marks | other.marks) - {"partial"} | {"seam"},
    )
