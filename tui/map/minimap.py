"""The whole board in few cells, with the part that the map shows marked; a click jumps there."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable
from functools import lru_cache

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from core.board import Board
from core.hexes import Hex
from tui.map.far import bare_ink, ground_ink
from tui.map.glyphs import ASCII, UNICODE
from tui.map.ground import Ground
from tui.map.ink import ink, mix, seen
from tui.map.painter import ground_of
from tui.map.palette import Palette
from tui.map.palettes import MONO, palette_named
from tui.map.projection import Projection, Zoom
from tui.map.scene import UNIT_KINDS, Scene
from tui.map.writing import held


class MiniMap(Widget):
    """The board scaled to the widget's size: two dots a cell by half blocks, units in their side's colour.

    Set `scene` and `window` (the hexes seen: left column, top and bottom position in half hexes, right column).
    """

    DEFAULT_CSS = """
    MiniMap {
        width: 24;
        height: 8;
    }
    """

    scene: reactive[Scene | None] = reactive(None)
    ascii: reactive[bool] = reactive(False)
    window: reactive[tuple[int, int, int, int] | None] = reactive(None)

    class Jumped(Message):
        """A click asks for this hex to be shown."""

        def __init__(self, minimap: MiniMap, hex: Hex) -> None:
            super().__init__()
            self.minimap = minimap
            self.hex = hex

        @property
        def control(self) -> MiniMap:
            """The minimap it happened on."""
            return self.minimap

    def __init__(
        self,
        scene: Scene | None = None,
        *,
        ascii: bool = False,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.set_reactive(MiniMap.ascii, ascii)
        self.set_reactive(MiniMap.scene, scene)

    def show_window(self, projection: Projection, window: Region) -> None:
        """Mark the part of the board that lies in these cells of a map."""
        self.window = hexes_in(projection, window)

    def render_line(self, y: int) -> Strip:
        """One line: the upper and the lower dot of each cell."""
        scene, width = self.scene, self.size.width
        if scene is None or not width:
            return Strip.blank(width, self.rich_style)
        palette = MONO if self.app.no_color else palette_named(self.app.theme)
        segments = [self._cell(scene, palette, x, y) for x in range(width)]
        return Strip(Segment.simplify(segments), width)

    def _cell(self, scene: Scene, palette: Palette, x: int, y: int) -> Segment:
        upper, lower = self._hexes(scene.board, x, 2 * y), self._hexes(scene.board, x, 2 * y + 1)
        edge = self._edge(scene.board, x, y)
        if palette.mono:
            glyphs = ASCII if self.ascii else UNICODE
            counters = (c for h in (*upper, *lower) for c in scene.stacks.get(h, ()))
            unit = next((held(glyphs, c, scene) or "?" for c in counters if c.kind in UNIT_KINDS), "")
            return Segment(edge or unit or ("." if upper or lower else " "), ink("", "").style)
        above, below = self._colour(scene, palette, upper), self._colour(scene, palette, lower)
        if edge:
            return Segment(edge, ink(seen(palette.cursor[1], above), above, True).style)
        if above == below or self.ascii:
            return Segment(" ", ink(palette.text, above).style)
        return Segment("▄", ink(below, above).style)

    def _hexes(self, board: Board, x: int, y: int) -> tuple[Hex, ...]:
        """The hexes that a dot stands for: all between it and the next dots."""
        return _dot(board, max(self.size.width, 1), max(2 * self.size.height, 1), x, y)

    def _colour(self, scene: Scene, palette: Palette, hexes: tuple[Hex, ...]) -> str:
        if not hexes:
            return palette.void
        for hex_ in hexes:
            for counter in scene.stacks.get(hex_, ()):
                if counter.kind in UNIT_KINDS:
                    return palette.side(scene.tone(counter.side))[1]
        ground = ground_of(scene.board, scene.looks, Zoom.FAR, palette, False)
        marked = scene.overlay.cells if scene.overlay else {}
        if any(h in marked or h in scene.path for h in hexes):
            return _shade(ground_ink(ground, scene, h).back for h in hexes)
        return _bare(ground, hexes)

    def _edge(self, board: Board, x: int, y: int) -> str:
        """The line of the window's outline in this cell; "" inside and outside of it."""
        if self.window is None:
            return ""
        left, top, right, bottom = self._frame(board)
        if not (left <= x <= right and top <= y <= bottom):
            return ""
        corners, level, upright = ("++++", "-", "|") if self.ascii else ("┌┐└┘", "─", "│")
        if x in (left, right) and y in (top, bottom):
            return corners[(x == right) + 2 * (y == bottom)]
        if y in (top, bottom):
            return level
        return upright if x in (left, right) else ""

    def _frame(self, board: Board) -> tuple[int, int, int, int]:
        assert self.window is not None
        first, high, last, low = self.window
        columns, top, span = _extent(board)
        width, height = self.size.width, self.size.height
        left = (first - columns[0]) * width // len(columns)
        right = min(((last - columns[0] + 1) * width - 1) // len(columns), width - 1)
        upper = (high - top) * height // span
        lower = min(((low - top + 2) * height - 1) // span, height - 1)
        return max(left, 0), max(upper, 0), right, lower

    def on_click(self, event: events.Click) -> None:
        """Ask for the hex that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or self.scene is None:
            return
        hexes = self._hexes(self.scene.board, offset.x, 2 * offset.y)
        if hexes:
            self.post_message(self.Jumped(self, hexes[len(hexes) // 2]))


def _extent(board: Board) -> tuple[range, int, int]:
    """Columns, topmost vertical position and height of a board in half hexes."""
    return range(board.first_column, board.last_column + 1), board.top, board.bottom - board.top + 2


def _shade(backs: Iterable[str]) -> str:
    """The most frequent colour, a little darker, so that the dots of the units stand out."""
    return mix(Tally(backs).most_common(1)[0][0], "#000000", 0.15)


@lru_cache(maxsize=4096)
def _bare(ground: Ground, hexes: tuple[Hex, ...]) -> str:
    """The colour of hexes on which nothing is drawn; those of a few boards are kept."""
    return _shade(bare_ink(ground, h).back for h in hexes)


@lru_cache(maxsize=4096)
def _dot(board: Board, width: int, height: int, x: int, y: int) -> tuple[Hex, ...]:
    """The hexes of one of `width` x `height` dots; those of a few boards are kept."""
    columns, top, span = _extent(board)
    first = columns[0] + x * len(columns) // width
    last = max(first + 1, columns[0] + (x + 1) * len(columns) // width)
    start, end = top + y * span // height, top + (y + 1) * span // height
    spots = (
        Hex(col, (half - (col & 1)) // 2) for col in range(first, last) for half in range(start, max(end, start + 1))
    )
    return tuple(dict.fromkeys(hex_ for hex_ in spots if hex_ in board))


def hexes_in(projection: Projection, window: Region) -> tuple[int, int, int, int]:
    """The hexes seen in a window of cells: first column, top position, last column, bottom position (half hexes)."""
    width, height = projection.size
    right, bottom = min(window.right, width) - 1, min(window.bottom, height) - 1
    first, last = projection.tile_at(max(window.x, 0), window.y), projection.tile_at(max(right, 0), bottom)
    return first.col, first.y, min(last.col, projection.last_column), last.y
