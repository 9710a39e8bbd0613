"""Real-space line of sight (pb:PB-OPT-RSL-1): the hexsides that a ruler between two centres cuts.

All on the lattice of `core.hexes`: centres at (3 * col, y), corners of a hex at (+-2, 0) and (+-1, +-1) from there.
"""

from __future__ import annotations

from core.board import Board
from core.hexes import Hex, line, opposite
from core.panzerblitz.pieces.reference import BROWN, ORANGE, SYMBOLS

#: The corners of a hex clockwise from the left end of its N hexside; hexside d runs from corner d to corner d + 1.
_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))

#: A hexside with its symbols: the hex, the direction, TWICE its number on the line, what counts.
Cut = tuple[Hex, int, int, frozenset[str]]


def real_space_crossings(board: Board, origin: Hex, target: Hex) -> tuple[tuple[Cut, ...], int]:
    """The hexsides cut, in order from the origin, and how many hexsides the line crosses in all.

    A symbol along whose length the line runs counts, unless it is Brown and connects with Orange; of those that meet
    in a corner through which the line passes all count, since the defender has the benefit of the doubt, where the line
    comes into the next hex.
    """
    stretches = line(origin, target)
    found: dict[tuple[Hex, int], tuple[int, frozenset[str]]] = {}

    def cut(hex_: Hex, direction: int, twice: int, *, along: bool = False) -> None:
        symbols = board.side(hex_, direction) & SYMBOLS
        if along and BROWN in symbols and _meets_orange(board, hex_, direction):
            symbols -= {BROWN}
        other = (hex_.neighbour(direction), opposite(direction))
        if symbols and (hex_, direction) not in found and other not in found:
            found[hex_, direction] = (twice, symbols)

    for number, stretch in enumerate(stretches):
        pair = len(stretch.hexes) == 2
        for index, (hex_, direction) in enumerate(stretch.sides):
            along = pair and index == len(stretch.sides) - 1
            cut(hex_, direction, 2 * number + (1 if along else 0), along=along)
        for hex_ in stretch.hexes:
            for corner in range(6):
                if _on_line(origin, target, hex_, corner):
                    for touched, direction in _meeting(hex_, corner):
                        if not _runs_along(origin, target, touched, direction):
                            cut(touched, direction, 2 * number + 2)
    ordered = sorted((twice, hex_, direction, symbols) for (hex_, direction), (twice, symbols) in found.items())
    return tuple((h, d, twice, symbols) for twice, h, d, symbols in ordered), len(stretches) - 1


def _point(hex_: Hex, corner: int) -> tuple[int, int]:
    dx, dy = _CORNERS[corner % 6]
    return 3 * hex_.col + dx, hex_.y + dy


def _on_line(origin: Hex, target: Hex, hex_: Hex, corner: int) -> bool:
    """Whether the line passes exactly through a corner, strictly between its ends."""
    px, py = _point(hex_, corner)
    ax, ay = 3 * origin.col, origin.y
    bx, by = 3 * target.col, target.y
    if (bx - ax) * (py - ay) != (by - ay) * (px - ax):
        return False
    along = (px - ax) * (bx - ax) + (py - ay) * (by - ay)
    return 0 < along < (bx - ax) ** 2 + (by - ay) ** 2


def _runs_along(origin: Hex, target: Hex, hex_: Hex, direction: int) -> bool:
    return _on_line(origin, target, hex_, direction) and _on_line(origin, target, hex_, direction + 1)


def _meeting(hex_: Hex, corner: int) -> tuple[tuple[Hex, int], ...]:
    """The three hexsides that meet in a corner of a hex."""
    before, after = (corner - 1) % 6, corner % 6
    outer = hex_.neighbour(before)
    return (hex_, before), (hex_, after), (outer, (before + 2) % 6)


def _meets_orange(board: Board, hex_: Hex, direction: int) -> bool:
    """Whether a hexside shares a corner with an Orange one."""
    return any(ORANGE in board.side(h, d) for corner in (direction, direction + 1) for h, d in _meeting(hex_, corner))
