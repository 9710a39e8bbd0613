"""Only what changed goes to the terminal: frames are compared cell by cell before they are written.

Textual repaints the regions of widgets that changed; over a slow SSH line most of those cells are the same as
before. `Frames` keeps the last frame that was written and turns an update into the few cells that differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from attrs import frozen
from rich.cells import cell_len
from rich.console import COLOR_SYSTEMS, Console, ConsoleOptions, ConsoleRenderable, RenderResult
from rich.segment import ControlType, Segment
from rich.style import Style
from textual._compositor import CompositorUpdate
from textual.strip import Strip

from tui.terminal.compositor import Patches

#: A cell: its text ("" for the right half of a wide glyph) and its style.
Cell = tuple[str, Style | None]

#: Unchanged cells that are written again rather than jumped over; a jump costs about as many bytes.
BRIDGE = 5


@frozen
class _Ink:
    """A style in numbers: of attributes such as bold, of the foreground, of the background ("" = the terminal's)."""

    attributes: frozenset[str] = frozenset()
    fore: str = ""
    back: str = ""


_PLAIN = _Ink()
#: Attributes that are seen of a space: lines under, through and over it, frames, fore and background exchanged.
_LINES = frozenset({"4", "7", "9", "21", "51", "52", "53"})


class Frames:
    """The last frame on the terminal, as far as it is known."""

    def __init__(self) -> None:
        self._rows: list[list[Cell | None]] = []
        self._size = (0, 0)

    def forget(self) -> None:
        """The terminal may show anything now: write the next frame whole."""
        self._rows = []
        self._size = (0, 0)

    def changes(self, update: CompositorUpdate, console: Console, size: tuple[int, int]) -> str:
        """The control codes and text that bring a terminal of (columns, rows) from the last frame to this one."""
        if size != self._size:
            self._size = size
            self._rows = [[None] * size[0] for _ in range(size[1])]
        touched = self._apply(update, console)
        pen = _Pen(console)
        written = [_written(self._rows[y], y, sorted(columns), pen) for y, columns in sorted(touched.items())]
        return "".join((*written, pen.drop()))

    def _apply(self, update: CompositorUpdate, console: Console) -> dict[int, set[int]]:
        """Put an update into the kept frame; returns the columns of each row that differ."""
        touched: dict[int, set[int]] = {}
        width, height = self._size
        colours = console.color_system
        for x, y, segment in _pieces(update, console):
            if not 0 <= y < height:
                continue
            row, style = self._rows[y], segment.style
            for glyph in segment.text:
                wide = 1 if glyph.isascii() else cell_len(glyph)
                if wide == 0:
                    if 0 < x <= width and row[x - 1] is not None:
                        before = row[x - 1]
                        row[x - 1] = (before[0] + glyph, before[1]) if before else None
                        touched.setdefault(y, set()).add(x - 1)
                    continue
                if x < width and row[x] != (glyph, style):
                    before, row[x] = row[x], _cell(glyph, style)
                    if glyph != " " or before is None or before[0] != " " or not _alike(before[1], style, colours):
                        touched.setdefault(y, set()).add(x)
                if wide == 2 and x + 1 < width:
                    row[x + 1] = _cell("", style)
                x += wide
        return touched


def _pieces(update: CompositorUpdate, console: Console) -> Iterator[tuple[int, int, Segment]]:
    """The segments of an update, each with the column and the row where it begins."""
    if isinstance(update, Patches):
        for x, y, strip in update.patches:
            for segment in strip:
                yield x, y, segment
                x += segment.cell_length
        return
    x = y = 0
    for segment in console.render(cast(ConsoleRenderable, update)):
        if segment.control:
            for code in segment.control:
                if code[0] is ControlType.CURSOR_MOVE_TO:
                    x, y = int(code[1]), int(code[2])  # type: ignore[misc]
        elif segment.text != "\n":
            yield x, y, segment
            x += segment.cell_length


@lru_cache(maxsize=8192)
def _cell(glyph: str, style: Style | None) -> Cell:
    """A cell; most cells of a screen, and of all screens of a host, are the same few."""
    return glyph, style


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


class _Pen:
    """What the terminal writes with: colours and attributes are told only where they change."""

    def __init__(self, console: Console) -> None:
        self._colours = console.color_system
        self._now = _PLAIN

    def take(self, style: Style | None, *, blank: bool) -> str:
        """The control code that brings the terminal to a style; "" if it has it already.

        blank: for a space, of which only the background is seen.
        """
        wanted = _ink(style, self._colours)
        now = self._now
        if blank and _LINES.isdisjoint(wanted.attributes) and _LINES.isdisjoint(now.attributes):
            if wanted.back == now.back:
                return ""
            wanted = _Ink(now.attributes, now.fore, wanted.back)
        if wanted == now:
            return ""
        self._now = wanted
        codes: list[str] = []
        if not now.attributes <= wanted.attributes:
            now = _PLAIN
            codes.append("0")
        codes += sorted(wanted.attributes - now.attributes)
        if wanted.fore != now.fore:
            codes.append(wanted.fore or "39")
        if wanted.back != now.back:
            codes.append(wanted.back or "49")
        return f"\x1b[{';'.join(codes)}m"

    def drop(self) -> str:
        """The control code that brings the terminal back to its own style."""
        return "" if self._now == _PLAIN else "\x1b[0m"


def _written(row: list[Cell | None], y: int, columns: list[int], pen: _Pen) -> str:
    """One row's changed cells, with jumps between runs."""
    out: list[str] = []
    at: int | None = None
    for start, end in _runs(columns):
        out.append(f"\x1b[{y + 1};{start + 1}H" if at is None else f"\x1b[{start - at}C" if start > at else "")
        for x in range(start, end + 1):
            cell = row[x]
            # What is not known yet cannot be written again: the cells behind it would slip into its place.
            out += ("\x1b[1C",) if cell is None else (pen.take(cell[1], blank=cell[0] == " "), cell[0])
        at = end + 1
    return "".join(out)


def _runs(columns: list[int]) -> list[tuple[int, int]]:
    """Changed columns as runs (first, last); short gaps are bridged."""
    runs: list[tuple[int, int]] = []
    for x in columns:
        if runs and x - runs[-1][1] <= BRIDGE:
            runs[-1] = (runs[-1][0], x)
        else:
            runs.append((x, x))
    return runs


@lru_cache(maxsize=4096)
def _alike(style: Style | None, other: Style | None, colours: str | None) -> bool:
    """Whether spaces in two styles look the same."""
    one, two = _ink(style, colours), _ink(other, colours)
    return one.back == two.back and _LINES.isdisjoint(one.attributes | two.attributes)


@lru_cache(maxsize=4096)
def _ink(style: Style | None, colours: str | None) -> _Ink:
    """A style as the numbers of control codes."""
    if style is None or colours is None:
        return _PLAIN
    numbers = [n for n in Strip.render_ansi(style, COLOR_SYSTEMS[colours]).split(";") if n]
    attributes: set[str] = set()
    fore = back = ""
    while numbers:
        first = numbers.pop(0)
        if first in ("38", "48"):
            length = 2 if numbers[:1] == ["5"] else 4
            code = ";".join([first, *numbers[:length]])
            del numbers[:length]
        else:
            code = first
        place = int(first)
        if place == 38 or 30 <= place < 38 or 90 <= place < 98:
            fore = code
        elif place == 48 or 40 <= place < 48 or 100 <= place < 108:
            back = code
        elif place not in (39, 49):
            attributes.add(code)
    return _Ink(frozenset(attributes), fore, back)
