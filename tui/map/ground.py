"""The ground of a map: terrain, heights, hexsides and routes, drawn once for each hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.board import Board, Cell
from core.hexes import NE, NW, SE, SW, Hex, N, S, opposite
from core.presentation import TerrainLook
from tui.map.canvas import Canvas
from tui.map.glyphs import ASCII, DOWN, LEFT, RIGHT, UNICODE, UP, Glyphs
from tui.map.ink import PATTERN, READ, SEEN, Ink, Row, ink, least, legible, mix, readable, seen, strongest
from tui.map.palette import DRAWN_AS, FEATURES, ROUTES, Palette
from tui.map.projection import SHAPES, Zoom

#: How many texture signs a hex of a family bears at the close and at the middle zoom.
_DENSITY: Final = {
    "open": (1, 1),
    "brush": (5, 2),
    "rough": (5, 2),
    "sand": (3, 1),
    "woods": (7, 3),
    "town": (5, 2),
    "water": (4, 2),
    "depression": (4, 2),
    "structure": (3, 1),
}

#: Cells for the id of a hex, between its edge and its height.
_ID_WIDTH: Final = 4

_UNKNOWN: Final = TerrainLook("", "", "open", "?", "?", "?")


@frozen(eq=False, repr=False)
class Layout(Alike):
    """Where things stand in the cells of a hex, as (row, cell).

    spine: the cell of each row through which routes run; upper, lower: the rows in which they leave to the
    NE and NW, and to the SE and SW; sides: the cells that show a hexside, for the sides that a hex draws
    itself (the other three are drawn by the neighbours).
    """

    id: tuple[int, int] | None
    height: tuple[int, int]
    stories: tuple[int, int]
    spine: tuple[int, ...]
    centre: int
    upper: int
    lower: int
    sides: Mapping[int, tuple[tuple[int, int], ...]]
    texture: tuple[tuple[int, int], ...]


LAYOUTS: Final = {
    Zoom.CLOSE: Layout(
        id=(0, 1),
        height=(0, 5),
        stories=(2, 5),
        spine=(3, 4, 4, 3),
        centre=1,
        upper=1,
        lower=3,
        sides={
            SE: ((2, 7), (3, 5)),
            S: ((3, 1), (3, 2), (3, 3), (3, 4)),
            SW: ((2, 0), (3, 0)),
        },
        texture=tuple((row, x) for row, width in ((1, 8), (2, 8), (3, 6)) for x in range(width)),
    ),
    Zoom.MIDDLE: Layout(
        id=None,
        height=(0, 3),
        stories=(1, 2),
        spine=(1, 1),
        centre=0,
        upper=0,
        lower=1,
        sides={SE: ((1, 3),), S: ((1, 1), (1, 2)), SW: ((1, 0),)},
        texture=((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (1, 3)),
    ),
    Zoom.PLAIN: Layout(
        id=None,
        height=(0, 4),
        stories=(1, 3),
        spine=(2, 2),
        centre=0,
        upper=0,
        lower=1,
        sides={S: ((1, 1), (1, 2), (1, 3), (1, 4)), SW: ((1, 0),), NW: ((0, 0),)},
        texture=((0, 1), (0, 2)),
    ),
}


def first_of(order: tuple[str, ...], found: frozenset[str]) -> str | None:
    """The first name of `order` that is in `found`."""
    return next((name for name in order if name in found), None) if found else None


def feature_of(side: frozenset[str]) -> str | None:
    """What is drawn of all that lies on a hexside."""
    return first_of(FEATURES, frozenset(DRAWN_AS.get(name, name) for name in side)) if side else None


class Ground:
    """The static layer of a board at one zoom in one palette, drawn hex by hex when asked for."""

    def __init__(
        self, board: Board, looks: Mapping[str, TerrainLook], zoom: Zoom, palette: Palette, ascii: bool
    ) -> None:
        self.board = board
        self.looks = looks
        self.zoom = zoom
        self.palette = palette
        self.glyphs: Glyphs = ASCII if ascii or zoom is Zoom.PLAIN else UNICODE
        self.shape = SHAPES[zoom]
        self._layout = LAYOUTS.get(zoom)
        sides = self._layout.sides.items() if self._layout else ()
        #: The hexsides that a hex draws itself, as its neighbours call them, and the cells that show them.
        self._sides = tuple((direction, opposite(direction), cells) for direction, cells in sides)
        self.void: Ink = ink("", "") if palette.mono else ink(palette.text, palette.void)
        self._canvases: dict[Hex, Canvas] = {}
        self._colours: dict[tuple[str, int, bool], tuple[Ink, Ink, Ink]] = {}
        self._places = _labels(board)
        self._labels = printed(board)
        self._rows: dict[Hex, tuple[Row, ...]] = {}
        self._blank = Canvas.blank(self.shape.rows, (self.void,) * len(self.shape.rows))

    def look(self, hex_: Hex) -> TerrainLook:
        """How the terrain of a hex is drawn; under a bridge, that of what it spans."""
        return self._look(self.board[hex_])

    def _look(self, cell: Cell) -> TerrainLook:
        return self.looks.get(cell.under or cell.terrain, _UNKNOWN)

    def inks(self, family: str, level: int, faded: bool) -> tuple[Ink, Ink, Ink]:
        """Inks of texture, of texture in the hex's shaded last row, and of labels."""
        key = (family, level, faded)
        inks = self._colours.get(key)
        if inks is None:
            inks = self._colours[key] = self._mix(family, level, faded)
        return inks

    def _mix(self, family: str, level: int, faded: bool) -> tuple[Ink, Ink, Ink]:
        palette = self.palette
        if palette.mono:
            plain = ink("", "")
            return plain, plain, plain
        back = palette.ground.get(family, palette.ground["open"])
        if palette.ansi:
            fore = palette.glyphs.get(family, "black")
            return ink(fore, back), ink(fore, back), ink(strongest(back), back)
        colour, part = palette.rise
        if level > 0:
            back = mix(back, colour, 1 - (1 - part) ** level)
        elif level < 0:
            back = mix(back, "#000000", 1 - (1 - part) ** -level)
        if faded:
            back = mix(back, palette.void, 0.4)
        back = readable(back)
        shade = readable(mix(back, "#000000", 0.1))
        tone = legible(back, palette.texture) if palette.texture > 0.4 else mix(back, "#000000", palette.texture)
        need = max(PATTERN, SEEN if palette.texture > 0.4 else 0)
        tones = (tone, seen(tone, shade, need), seen(tone, back, need), strongest(shade))
        tone = next((one for one in tones if min(least(one, back), least(one, shade)) >= need), tones[-1])
        return ink(tone, back), ink(tone, shade), ink(seen(legible(back, palette.label), back, READ), back)

    def canvas(self, hex_: Hex) -> Canvas:
        """The ground of one hex (or of the void beside the board); copy it before drawing upon it."""
        canvas = self._canvases.get(hex_)
        if canvas is None:
            cell = self.board.cells.get(hex_)
            if self.zoom is Zoom.PLAIN:
                canvas = self._draw(hex_, cell) if cell else self._blank.copy()
                self._outline(canvas, hex_)
            else:
                canvas = self._draw(hex_, cell) if cell else self._blank
            if cell:
                self._hexsides(canvas, hex_, cell)
            self._canvases[hex_] = canvas
        return canvas

    def printed(self, hex_: Hex) -> str:
        """What a hex bears: what its mapboard prints if there is room for that all over the map, else its id."""
        return self._labels.get(hex_, hex_.id)

    def rows(self, hex_: Hex) -> tuple[Row, ...]:
        """The ground of one hex as runs."""
        rows = self._rows.get(hex_)
        if rows is None:
            rows = self._rows[hex_] = self.canvas(hex_).rows()
        return rows

    def _draw(self, hex_: Hex, cell: Cell) -> Canvas:
        look = self._look(cell)
        faded = "partial" in cell.marks
        texture, shaded, label = self.inks(look.family, cell.level, faded)
        count = len(self.shape.rows)
        canvas = Canvas.blank(self.shape.rows, (texture,) * (count - 1) + (shaded,) if count > 1 else (texture,))
        layout = self._layout
        if layout is None:
            return canvas
        self._texture(canvas, hex_, look, layout)
        if self.zoom is Zoom.PLAIN:
            canvas.chars[1][1:5] = "____"
            if look.family != "open" and look.letter:
                canvas.put(1, 1, look.letter[:1], ink(seen(label.fore, shaded.back, READ), shaded.back))
        if cell.routes or cell.under:
            self._routes(canvas, cell, layout)
        if cell.stories:
            row, x = layout.stories
            back = canvas.inks[row][x].back
            stories = self.glyphs.building + str(min(cell.stories, 9))
            canvas.put(row, x, stories, ink(seen(label.fore, back, READ), back))
        if cell.level:
            row, x = layout.height
            sign = str(min(abs(cell.level), 9)) if cell.level > 0 else self.glyphs.below
            canvas.put(row, x, sign, ink(label.fore, label.back, True))
        if layout.id:
            canvas.put(*layout.id, self.printed(hex_), label)
            for number, line in enumerate(self._places.get(hex_, ())):
                canvas.put(1 + number, 0, line.center(8).rstrip(), ink(label.fore, label.back, True))
        return canvas

    def _texture(self, canvas: Canvas, hex_: Hex, look: TerrainLook, layout: Layout) -> None:
        signs = (look.ascii if self.glyphs.ascii else look.glyph).strip()
        coloured = not (self.palette.ansi or self.palette.mono)
        if not signs or (look.family == "open" and (self.zoom is not Zoom.MIDDLE if coloured else self.glyphs.ascii)):
            return
        if self.zoom is Zoom.PLAIN:
            for row, x in layout.texture:
                canvas.chars[row][x] = signs[0]
            return
        count = _DENSITY.get(look.family, (3, 1))[0 if self.zoom is Zoom.CLOSE else 1]
        spots = layout.texture
        # A fixed scatter: it must look irregular, and be the same in every frame and every process.
        seed = (hex_.col * 73856093 ^ hex_.row * 19349663) & 0x7FFFFFFF
        stride = len(spots) // count or 1
        for i in range(count):
            row, x = spots[(i * stride + (seed >> 3 * i) % stride) % len(spots)]
            canvas.chars[row][x] = signs[(seed >> i) % len(signs)]

    def _routes(self, canvas: Canvas, cell: Cell, layout: Layout) -> None:
        palette, glyphs = self.palette, self.glyphs
        spanned = palette.ground["structure"] if cell.under and not palette.mono else None
        kinds = sorted(cell.routes, key=lambda kind: ROUTES.index(kind) if kind in ROUTES else len(ROUTES))
        for kind in reversed(kinds):
            water = DRAWN_AS.get(kind)
            fore = palette.features[water] if water else palette.routes.get(kind, palette.routes["track"])
            fore = "" if palette.mono else fore
            for row, x, arms in _strokes(cell.routes[kind], layout, [w for _, w in self.shape.rows]):
                if self.zoom is Zoom.PLAIN and x == 0:
                    continue
                canvas.sign(
                    row, x, glyphs.line("path" if water else kind, arms), fore, kind == "road" or bool(spanned), spanned
                )
        if cell.under:
            row = layout.lower if cell.routes and not _mask(cell) & (1 << NE | 1 << NW | 1) else layout.centre
            fore = "" if palette.mono else palette.routes["road"]
            canvas.sign(row, layout.spine[row], glyphs.bridge, fore, True, spanned)

    def _hexsides(self, canvas: Canvas, hex_: Hex, cell: Cell) -> None:
        there, around, own = self.board.cells, hex_.neighbours(), cell.sides
        for direction, back, cells in self._sides:
            if own[direction] or ((other := there.get(around[direction])) and other.sides[back]):
                self._hexside(canvas, hex_, direction, cells)

    def _hexside(self, canvas: Canvas, hex_: Hex, direction: int, cells: tuple[tuple[int, int], ...]) -> None:
        feature = feature_of(self.board.side(hex_, direction))
        if feature is None:
            return
        sign = self.glyphs.features[feature]
        if feature == "slope" and self._level(hex_) < self._level(hex_.neighbour(direction)):
            sign = self.glyphs.rising
        layout = LAYOUTS[self.zoom]
        crossed = direction == S and any(mask >> S & 1 for mask in self.board[hex_].routes.values())
        fore = "" if self.palette.mono else self.palette.features[feature]
        for row, x in cells:
            if not (crossed and x == layout.spine[-1]):
                canvas.sign(row, x, sign, fore)

    def _level(self, hex_: Hex) -> int:
        cell = self.board.cells.get(hex_)
        return cell.level if cell else 0

    def _outline(self, canvas: Canvas, hex_: Hex) -> None:
        board = self.board
        here = hex_ in board
        if here or hex_.neighbour(NW) in board:
            canvas.chars[0][0] = "/"
        if here or hex_.neighbour(SW) in board:
            canvas.chars[1][0] = "\\"
        if not here and hex_.neighbour(S) in board:
            canvas.chars[1][1:5] = "____"
        if not here:
            for direction, cells in LAYOUTS[Zoom.PLAIN].sides.items():
                if direction != S and hex_.neighbour(direction) in board:
                    self._hexside_beside(canvas, hex_, direction, cells)

    def _hexside_beside(self, canvas: Canvas, hex_: Hex, direction: int, cells: tuple[tuple[int, int], ...]) -> None:
        feature = feature_of(self.board.side(hex_, direction))
        if feature is not None:
            for row, x in cells:
                canvas.chars[row][x] = self.glyphs.features[feature]


def _mask(cell: Cell) -> int:
    mask = 0
    for sides in cell.routes.values():
        mask |= sides
    return mask


def _strokes(mask: int, layout: Layout, widths: list[int]) -> list[tuple[int, int, int]]:
    """The cells of a route with the hexsides of `mask`, as (row, cell, arms)."""
    last = len(layout.spine) - 1
    used = set()
    if mask >> N & 1:
        used.add(0)
    if mask >> S & 1:
        used.add(last)
    if mask & (1 << NE | 1 << NW):
        used.add(layout.upper)
    if mask & (1 << SE | 1 << SW):
        used.add(layout.lower)
    if mask.bit_count() < 2:
        used.add(layout.centre)
    strokes: list[tuple[int, int, int]] = []
    top, bottom = min(used), max(used)
    for row in range(top, bottom + 1):
        spine, arms = layout.spine[row], 0
        if row > top or (row == 0 and mask >> N & 1):
            arms |= UP
        if row < bottom or (row == last and mask >> S & 1):
            arms |= DOWN
        for west, east, level in ((NW, NE, layout.upper), (SW, SE, layout.lower)):
            if row != level:
                continue
            if mask >> west & 1:
                arms |= LEFT
                strokes += [(row, x, LEFT | RIGHT) for x in range(spine)]
            if mask >> east & 1:
                arms |= RIGHT
                strokes += [(row, x, LEFT | RIGHT) for x in range(spine + 1, widths[row])]
        strokes.append((row, spine, arms))
    return strokes


def printed(board: Board) -> Mapping[Hex, str]:
    """What the hexes of a board bear in place of their ids: what its mapboards print, if there is room for it. All or
    none, so that a map does not mix the two."""
    return board.labels if all(len(text) <= _ID_WIDTH for text in board.labels.values()) else {}


def _labels(board: Board) -> dict[Hex, tuple[str, ...]]:
    """The names of places, each in the hex of the place nearest to its middle, as lines of 8 cells."""
    labels: dict[Hex, tuple[str, ...]] = {}
    for place in board.places:
        hexes = [h for h in place.hexes if h in board]
        if not hexes:
            continue
        x, y = sum(h.col for h in hexes) / len(hexes), sum(h.y for h in hexes) / len(hexes)
        middle = min(hexes, key=lambda h: ((h.col - x) ** 2 * 3 + (h.y - y) ** 2, h))
        lines = [""]
        for word in place.name.split():
            if lines[-1] and len(lines[-1]) + 1 + len(word) > 8:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word}".strip()
        labels.setdefault(middle, tuple(line if len(line) <= 8 else line[:7] + "." for line in lines[:2]))
    return labels
