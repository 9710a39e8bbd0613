"""The map as text, for the command line and for tests."""

from __future__ import annotations

from collections.abc import Sequence

from rich.color import ColorSystem

from core.hexes import Hex
from core.presentation import SideLook
from tui.map.glyphs import Glyphs
from tui.map.ink import Row
from tui.map.painter import Painter
from tui.map.palette import Palette
from tui.map.palettes import DARK, MONO
from tui.map.projection import Zoom
from tui.map.scene import Scene


def render_text(
    scene: Scene,
    zoom: Zoom,
    size: tuple[int, int] | None = None,
    centre: Hex | None = None,
    colour: bool = False,
    palette: Palette = DARK,
    ascii: bool = False,
) -> str:
    """The map in lines of text: pure ASCII at the plain zoom, without ANSI sequences unless `colour`.

    size: cells, width and height; the whole map without it. centre: the hex in the middle of what is shown.
    """
    painter = Painter(scene, zoom, palette if colour else MONO, ascii)
    full_width, full_height = painter.projection.size
    width, height = size or (full_width, full_height)
    x = y = 0
    if centre is not None:
        middle_x, middle_y = painter.projection.centre(centre)
        x, y = middle_x - width // 2, middle_y - height // 2
    x, y = max(0, min(x, full_width - width)), max(0, min(y, full_height - height))
    rows = (painter.line(y + i, x, min(width, full_width)) for i in range(min(height, full_height)))
    if colour:
        return "".join(_ansi(row) + "\n" for row in rows)
    return "".join("".join(run.text for run in row).rstrip() + "\n" for row in rows)


def side_line(glyphs: Glyphs, sides: Sequence[SideLook]) -> str:
    """The sides in one line under a map that is printed."""
    letters = (", CAPITALS", ", small letters") if glyphs.cased else ("", "")
    return "  ".join(
        f"{glyphs.facing[at][0][0]}{glyphs.sides[at]} {look.name}{letters[at]}" for at, look in enumerate(sides[:2])
    )


def _ansi(row: Row) -> str:
    return "".join(run.ink.style.render(run.text, color_system=ColorSystem.TRUECOLOR) for run in row)
