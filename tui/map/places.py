"""Where counters and ways lie within their hex, in games that have points: in which of its cells, and how there."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, dist, floor

from core.hexes import Hex
from core.plane import Point, centre
from core.presentation import Counter, Stroke
from tui.map.canvas import Canvas
from tui.map.glyphs import Glyphs
from tui.map.ink import Ink, ink, strongest
from tui.map.palette import Palette
from tui.map.projection import SHAPES, Zoom
from tui.map.scene import Scene
from tui.map.writing import marked, shortened, written

#: A cell of a hex: its row, and its place in that row.
At = tuple[int, int]

#: Tenths of a GSU from one column of hexes to the next, and from one row to the next.
_COLUMN, _ROW = 216.506, 250.0
#: Tenths of a GSU between two places of a line that are looked at.
_GRAIN = 12.0
#: Marks that a counter among others shows, and one that is alone.
_FEW, _MANY = 2, 4


def cell_of(zoom: Zoom, hex_: Hex, point: Point) -> At:
    """The cell of a hex in which a point of it lies; the nearest one of a point beyond its cells."""
    shape, middle = SHAPES[zoom], centre(hex_)
    row = floor((point.y - middle.y) / _ROW * shape.step_y + len(shape.rows) / 2)
    row = max(0, min(row, len(shape.rows) - 1))
    width = max(first + length for first, length in shape.rows)
    x = floor((point.x - middle.x) / _COLUMN * shape.step_x + width / 2)
    first, length = shape.rows[row]
    return row, max(0, min(x - first, length - 1))


def cells_along(zoom: Zoom, hex_: Hex, stroke: Stroke) -> tuple[At, ...]:
    """The cells of a hex through which a stroke runs, in order."""
    (ax, ay), (bx, by) = stroke.start, stroke.end
    parts = max(1, ceil(dist(stroke.start, stroke.end) / _GRAIN))
    spots = (
        Point(round(ax + (bx - ax) * part / parts), round(ay + (by - ay) * part / parts)) for part in range(parts + 1)
    )
    return tuple(dict.fromkeys(cell_of(zoom, hex_, spot) for spot in spots))


class Places:
    """The cells of one hex at the close zoom, and which of them are taken by what stands there."""

    def __init__(self, canvas: Canvas, palette: Palette, glyphs: Glyphs, scene: Scene, hex_: Hex) -> None:
        self.canvas = canvas
        self.taken: set[At] = set()
        self._palette = palette
        self._glyphs = glyphs
        self._scene = scene
        self._hex = hex_
        self._firsts = tuple(first for first, _ in SHAPES[Zoom.CLOSE].rows)

    def units(self, units: Sequence[Counter]) -> None:
        """Every unit where it stands, its heading in that very cell, its class beside it, of a lone one its name."""
        cells = [self._settle(counter) for counter in units]
        alone = len(units) == 1
        for counter, at in zip(units, cells, strict=True):
            if at is not None:
                self._words(counter, *at, marks=_MANY if alone else _FEW)
                if alone:
                    self._name(counter, *at)
        if any(row == 0 and 1 <= x <= 4 for row, x in self.taken):
            self._blank_id()

    def sign(self, counter: Counter, sign: str, colours: Ink) -> None:
        """A counter that is no unit, in the cell of its place if that is free, else where there is room."""
        if counter.point is not None:
            row, x = cell_of(Zoom.CLOSE, self._hex, counter.point)
            if self._free(row, x, len(sign)):
                self._put(row, x, sign, colours)
                return
        self.text(sign, colours, last=False)

    def text(self, text: str, colours: Ink | None = None, *, last: bool = True) -> None:
        """Some characters where there is room for them: at the end of a row, or at its beginning; over the id of a hex
        only where there is none elsewhere."""
        named = any(character.isalnum() for character in self.canvas.chars[0][1:5])
        for row in (3, 2, 1, 0) if named else (3, 0, 2, 1):
            starts = range(len(self.canvas.chars[row]) - len(text) + 1)
            for x in reversed(starts) if last else starts:
                # The corners are for the cursor, and the height of a hex stands in its first row.
                if self._free(row, x, len(text)) and not (row in (0, 3) and (x < 1 or x + len(text) > 5)):
                    back = self.canvas.inks[row][x].back
                    self._put(row, x, text, colours or ink(strongest(back), back, True))
                    return

    def corner(self, sign: str, colours: Ink) -> None:
        """A sign in the first corner that is free."""
        for row, x in ((0, 0), (3, 0), (0, 5), (3, 5)):
            if (row, x) not in self.taken:
                self._put(row, x, sign, colours)
                return

    def frame(self, upright: str, colours: Ink) -> None:
        """The cursor round what stands here, in the cells that are not taken."""
        top_left, top_right, bottom_right, bottom_left = self._glyphs.corners
        corners = {(0, 0): top_left, (0, 5): top_right, (3, 5): bottom_right, (3, 0): bottom_left}
        level = {(row, x) for row in (0, 3) for x in range(6)}
        for row, x in level | {(row, x) for row in (1, 2) for x in (0, 7)}:
            if (row, x) in self.taken:
                continue
            self.canvas.inks[row][x] = colours
            height = (row, x) == (0, 5) and self.canvas.chars[row][x] != " "
            if not height:
                sign = corners.get((row, x), upright if row in (1, 2) else None)
                self.canvas.chars[row][x] = sign or self.canvas.chars[row][x]

    # -- a unit ---------------------------------------------------------------------------------

    def _settle(self, counter: Counter) -> At | None:
        """The heading of a unit in its cell, or in the nearest one that is free; where that is, None if none is."""
        row, x = cell_of(Zoom.CLOSE, self._hex, counter.point or centre(self._hex))
        free = [
            (r, c) for r, line in enumerate(self.canvas.chars) for c in range(len(line)) if (r, c) not in self.taken
        ]
        at = min(free, key=lambda one: (2 * abs(one[0] - row) + abs(one[1] - x), one), default=None)
        if at is not None:
            self._put(*at, self._heading(counter)[0], written(self._palette, counter, self._scene))
        return at

    def _words(self, counter: Counter, row: int, x: int, *, marks: int) -> None:
        """The longest word for which there is room on one side of a heading, and marks behind it."""
        sign, after = self._heading(counter)
        fixed = self._glyphs.ascii and sign in "/\\"
        colours = written(self._palette, counter, self._scene)
        for word in _called(counter, self._scene, self._glyphs):
            for right in (not after,) if fixed else (True, False):
                start = x + 1 if right else x - len(word)
                if self._free(row, start, len(word)):
                    self._put(row, start, word, colours)
                    ends = (start + len(word), x - 1) if right else (x + 1, start - 1)
                    self._marks(counter, row, ends, right, marks, colours)
                    return

    def _marks(self, counter: Counter, row: int, ends: At, right: bool, most: int, colours: Ink) -> None:
        """The marks of a unit behind its word, as far as there is room, then on the other side."""
        after, before = ends
        ways = [(after, 1), (before, -1)] if right else [(before, -1), (after, 1)]
        left = list(counter.marks[:most])
        for at, step in ways:
            while left and self._free(row, at, 1):
                mark = left.pop(0)
                self._put(
                    row, at, mark.ascii if self._glyphs.ascii else mark.glyph, marked(self._palette, mark, colours)
                )
                at += step

    def _heading(self, counter: Counter) -> tuple[str, bool]:
        shape = self._scene.shape(counter.side)
        if counter.heading is not None:
            return self._glyphs.heading(shape, counter.heading)
        return (self._glyphs.sides[shape] if shape is not None else "?"), False

    def _name(self, counter: Counter, row: int, x: int) -> None:
        """The name of a lone unit in the wide row beside its own."""
        beside = 1 if row in (0, 2) else 2
        width = len(self.canvas.chars[beside])
        glyphs, shape = self._glyphs, self._scene.shape(counter.side)
        name = shortened(glyphs.named(counter.name or counter.short, shape), width, glyphs.cut).rstrip()
        taken = [at for line, at in self.taken if line == row]
        start = min(taken, default=x) + self._firsts[row] - self._firsts[beside]
        self._put(beside, max(0, min(start, width - len(name))), name, written(self._palette, counter, self._scene))

    # -- cells ----------------------------------------------------------------------------------

    def _free(self, row: int, x: int, length: int) -> bool:
        if x < 0 or x + length > len(self.canvas.chars[row]):
            return False
        return not any((row, at) in self.taken for at in range(x, x + length))

    def _put(self, row: int, x: int, text: str, colours: Ink) -> None:
        self.canvas.put(row, x, text, colours)
        self.taken |= {(row, at) for at in range(x, x + len(text))}

    def _blank_id(self) -> None:
        """No half of the id of a hex is left beside what stands on it."""
        for x in range(1, 5):
            if (0, x) not in self.taken and self.canvas.chars[0][x].isalnum():
                self.canvas.chars[0][x] = " "


def _called(counter: Counter, scene: Scene, glyphs: Glyphs) -> tuple[str, ...]:
    """What may stand beside the heading of a unit, the longest first: class and number, class, its first letter."""
    short = glyphs.named(counter.short[:2], scene.shape(counter.side))
    number = counter.called.rpartition(" ")[2]
    numbered = (short + number,) if number.isdigit() and len(number) <= 2 else ()
    return tuple(dict.fromkeys((*numbered, short, short[:1], "")))
