"""Only what changed goes to the terminal: frames are compared cell by cell before they are written.

Textual repaints the regions of widgets that changed; over a slow SSH line most of those cells are the same as
before. `Frames` keeps the last frame that was written and turns an update into the few cells that differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, cast

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderResult
from rich.segment import ControlType, Segment
from rich.style import Style
from textual._compositor import CompositorUpdate

from tui.terminal.compositor import Patches
from tui.terminal.ink import ODD, Cell, Ink, covered, cut, ink_of, marks_of
from tui.terminal.pen import written

#: Colours that only terminals have which know how one attribute ends; a VT100 knows how all do.
MODERN: Final = ("256", "truecolor")


class Frames:
    """The last frame on the terminal, as far as it is known."""

    def __init__(self) -> None:
        # Row by row; None = not known.
        self._cells: list[Cell | None] = []
        self._size = (0, 0)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the terminal; (0, 0) where nothing is known of it."""
        return self._size

    def forget(self) -> None:
        """The terminal may show anything now: write the next frame whole."""
        self._cells = []
        self._size = (0, 0)

    def changes(self, update: CompositorUpdate, console: Console, size: tuple[int, int]) -> str:
        """The control codes and text that bring a terminal of (columns, rows) from the last frame to this one."""
        if size != self._size:
            self._size = size
            self._cells = [None] * (size[0] * size[1])
        changed = self._apply(update, console)
        return written(self._cells, changed, size[0], ends=console.color_system in MODERN) if changed else ""

    def _apply(self, update: CompositorUpdate, console: Console) -> set[int]:
        """Put an update into the kept frame; returns the places that differ, counted row by row."""
        kept, changed = self._cells, set[int]()
        width, height = self._size
        colours = console.color_system
        # To hash a style for each piece of text would cost more than all else. Its identity lasts as long as it does.
        inks: dict[int, Ink] = {}
        held: list[Style | None] = []
        for x, y, segments in _rows(update, console):
            if not (x < width and 0 <= y < height):
                continue
            new: list[Cell] = []
            for text, style, _ in segments:
                ink = inks.get(id(style))
                if ink is None:
                    ink = inks[id(style)] = ink_of(style, colours)
                    held.append(style)
                if x and not new and text and not cell_len(text[0]):
                    self._mark(y * width + x - 1, marks_of(text), changed)
                ink.put(text, new)
            if len(new) > width - x:
                cut(new, width - x)
            start = y * width + x
            end = start + len(new)
            old = kept[start:end]
            if old != new:
                self._halve(start, end, changed)
                changed.update(
                    [place for place, (a, b) in enumerate(zip(old, new, strict=True), start) if a is not b and a != b]
                )
                kept[start:end] = new
        return changed

    def _mark(self, place: int, marks: str, changed: set[int]) -> None:
        """Put marks, such as accents, on a glyph: what was cut off before them begins with them."""
        cell = self._cells[place]
        if cell is not None and cell[0] and not cell[0].endswith(marks):
            self._cells[place] = (cell[0] + marks, cell[1], ODD)
            changed.add(place)

    def _halve(self, start: int, end: int, changed: set[int]) -> None:
        """Empty what is left of wide glyphs of which a part is written over, from one place to before another."""
        kept, width = self._cells, self._size[0]
        left: list[int] = []
        place = start
        while place % width and covered(kept[place]):
            place -= 1
            left.append(place)
        place = end
        while place % width and covered(kept[place]):
            left.append(place)
            place += 1
        for place in left:
            cell = kept[place]
            kept[place] = cell and cell[1].space
        changed.update(left)


def _rows(update: CompositorUpdate, console: Console) -> Iterator[tuple[int, int, Iterable[Segment]]]:
    """What an update shows, row by row or in parts of them, each with the column and the row where it begins."""
    if isinstance(update, Patches):
        yield from update.patches
        return
    x = y = 0
    row: list[Segment] = []
    for segment in console.render(cast(ConsoleRenderable, update)):
        if not segment.control and segment.text != "\n":
            row.append(segment)
            continue
        if row:
            yield x, y, row
            row = []
        for code in segment.control or ():
            if code[0] is ControlType.CURSOR_MOVE_TO:
                x, y = int(code[1]), int(code[2])  # type: ignore[misc]
    if row:
        yield x, y, row


class ChangedCells(CompositorUpdate):
    """An update that writes only the cells that differ from the last frame."""

    def __init__(self, update: CompositorUpdate, frames: Frames, size: tuple[int, int]) -> None:
        self._update = update
        self._frames = frames
        self._size = size
        self._ready: str | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield cast(ConsoleRenderable, self._update)

    def render_segments(self, console: Console) -> str:
        """The update as raw data for the terminal. Called once, when it is really written."""
        ready, self._ready = self._ready, None
        return self._frames.changes(self._update, console, self._size) if ready is None else ready

    def changes_nothing(self, console: Console) -> bool:
        """Whether no cell differs. Asked only where the update is written next, if there is anything to write."""
        self._ready = self._frames.changes(self._update, console, self._size)
        return not self._ready
