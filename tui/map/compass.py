"""Where north lies on a map of which it is not the top, in a corner of what is seen."""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.strip import Strip

from core.board import Board
from tui.map.glyphs import Glyphs
from tui.map.ink import ink
from tui.map.palette import Palette

#: The way to north, by quarters of a turn from the top of the map.
_WAYS: Final = ("\u2191\u2192\u2193\u2190", "^>v<")
#: On a view as narrow as this it would hide more than it tells.
_LEAST: Final = 24


def compass(board: Board, glyphs: Glyphs) -> str:
    """What stands in the corner, such as ``\u2190N``; "" where north is the top, as everybody takes it to be."""
    return f"{_WAYS[glyphs.ascii][round(board.north / 90) % 4]}N" if board.north else ""


def with_compass(strip: Strip, x: int, view: int, told: str, palette: Palette) -> Strip:
    """The first line of a view, of which a piece begins at its cell `x`, with what is told in its last cells.

    view: how many cells the view is wide.
    """
    text = f" {told} "
    start = view - len(text) - x
    if not told or view < _LEAST or start >= strip.cell_length:
        return strip
    style = ink(palette.text, palette.void, True).style
    before = strip.crop(0, max(start, 0))
    shown = text[max(-start, 0) :][: strip.cell_length - before.cell_length]
    return Strip([*before, Segment(shown, style)], strip.cell_length)
