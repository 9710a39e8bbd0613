"""Where hexes lie in terminal cells, for each of the four zooms; exact both ways, integers only."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from attrs import frozen

from core.alike import Alike
from core.board import Board
from core.hexes import Hex


class Zoom(Enum):
    """The four sizes at which a map is drawn, from the nearest to the one for bare terminals."""

    CLOSE = "close"
    MIDDLE = "middle"
    FAR = "far"
    PLAIN = "plain"

    def nearer(self) -> Zoom:
        """The next zoom towards close; close stays."""
        order = tuple(Zoom)
        return order[max(order.index(self) - 1, 0)]

    def farther(self) -> Zoom:
        """The next zoom away from close; plain stays."""
        order = tuple(Zoom)
        return order[min(order.index(self) + 1, len(order) - 1)]


class Span(NamedTuple):
    """One line of cells: cell row, first cell and number of cells."""

    y: int
    x: int
    width: int


@frozen(eq=False, repr=False)
class Shape(Alike):
    """The cells of one hex at a zoom.

    step_x, step_y: cells to the next column and to the next row; odd columns lie half of step_y lower.
    rows: for each cell row of a hex its first cell (from the origin) and its width.
    above, right: cells needed beyond the hexes, for drawn outlines or widths that overlap the next column.
    """

    step_x: int
    step_y: int
    rows: tuple[tuple[int, int], ...]
    above: int = 0
    right: int = 0


SHAPES: Final = {
    Zoom.CLOSE: Shape(7, 4, ((1, 6), (0, 8), (0, 8), (1, 6)), right=1),
    Zoom.MIDDLE: Shape(4, 2, ((0, 4), (0, 4))),
    Zoom.FAR: Shape(2, 1, ((0, 2),)),
    Zoom.PLAIN: Shape(5, 2, ((0, 5), (0, 5)), above=1, right=1),
}


@frozen(eq=False, repr=False)
class Projection:
    """A board laid out in cells at one zoom; the cell (0, 0) is its top left corner.

    At the far zoom a hex of an odd column owns the lower half of its own line and the upper half of the next.
    Such a split cell counts as the hex of its lower half, which is the one whose sign is written there.
    """

    board: Board
    zoom: Zoom

    @cached_property
    def shape(self) -> Shape:
        """The cells of one hex."""
        return SHAPES[self.zoom]

    @property
    def first_column(self) -> int:
        """The leftmost column of the board."""
        return self.board.first_column

    @property
    def last_column(self) -> int:
        """The rightmost column of the board."""
        return self.board.last_column

    @cached_property
    def _top(self) -> int:
        return self.board.top * self.shape.step_y // 2 - self.shape.above

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole map in cells."""
        shape = self.shape
        width = (self.last_column - self.first_column + 1) * shape.step_x + shape.right
        lowest = self.board.bottom
        if self.zoom is Zoom.FAR:  # where hexes of odd columns, half a hex lower, reach into the next line
            return width, (lowest + 1) // 2 - self._top + 1
        return width, lowest * shape.step_y // 2 - self._top + len(shape.rows)

    def origin(self, hex_: Hex) -> tuple[int, int]:
        """Top left cell of the box round a hex, as x and y."""
        return (hex_.col - self.first_column) * self.shape.step_x, hex_.y * self.shape.step_y // 2 - self._top

    def spans(self, hex_: Hex) -> tuple[Span, ...]:
        """The cells of a hex, line by line."""
        x, y = self.origin(hex_)
        return tuple(Span(y + i, x + dx, width) for i, (dx, width) in enumerate(self.shape.rows))

    def box(self, hex_: Hex) -> tuple[int, int, int, int]:
        """The box of cells that a change of a hex may touch: x, y, width, height."""
        x, y = self.origin(hex_)
        shape = self.shape
        width = max(dx + w for dx, w in shape.rows) + (1 if self.zoom is Zoom.PLAIN else 0)
        half = 1 if self.zoom is Zoom.FAR and hex_.col & 1 else 0
        return x, y, width, len(shape.rows) + half

    def centre(self, hex_: Hex) -> tuple[int, int]:
        """The cell nearest to the middle of a hex; it always belongs to that hex."""
        x, y = self.origin(hex_)
        row = (len(self.shape.rows) - 1) // 2
        dx, width = self.shape.rows[row]
        return x + dx + (width - 1) // 2, y + row

    def hex_at(self, x: int, y: int) -> Hex | None:
        """The hex of the board that a cell belongs to; None off the board."""
        hex_ = self.tile_at(x, y)
        if hex_ in self.board:
            return hex_
        if self.zoom is Zoom.FAR and hex_.col & 1:
            above = Hex(hex_.col, hex_.row - 1)
            return above if above in self.board else None
        return None

    def tile_at(self, x: int, y: int) -> Hex:
        """The hex a cell belongs to, were the board to go on for ever."""
        shape = self.shape
        col = self.first_column + x // shape.step_x
        hex_, row = self._in_column(col, y)
        dx, _ = shape.rows[row]
        if x - (col - self.first_column) * shape.step_x < dx:
            return self._in_column(col - 1, y)[0]
        return hex_

    def _in_column(self, col: int, y: int) -> tuple[Hex, int]:
        """The hex of a column that reaches cell row `y`, and which of its rows that is."""
        step = self.shape.step_y
        row, within = divmod(y + self._top - (step // 2 if col & 1 else 0), step)
        return Hex(col, row), within

    def line(self, y: int, first: int, last: int) -> Iterator[tuple[Hex, int, int]]:
        """The hexes of a cell row for columns `first` to `last`: hex, its row, and its first cell."""
        shape = self.shape
        step, left, place = shape.step_x, self.first_column, y + self._top
        # In even columns, and in odd ones, which lie half a hex lower.
        halves = divmod(place, shape.step_y), divmod(place - shape.step_y // 2, shape.step_y)
        for col in range(first, last + 1):
            row, within = halves[col & 1]
            yield Hex(col, row), within, (col - left) * step + shape.rows[within][0]
