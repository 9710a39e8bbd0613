"""How well what is drawn can be seen: the contrast of every pair of colours on a screen, after the WCAG."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from attrs import frozen
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.geometry import Region
from textual.widget import Widget

Rgb = tuple[int, int, int]

#: The colours of a terminal of sixteen, as most of them have been since the VGA.
VGA: Final = TerminalTheme(
    (0, 0, 0),
    (170, 170, 170),
    [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)],
    [(85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255), (255, 85, 255), (85, 255, 255),
     (255, 255, 255)],
)  # fmt: skip

#: What letters and figures need, and what a sign needs, of which the shape tells enough.
TEXT, SIGN = 4.5, 3.0


#: Lines, edges and scrollbars: they part what is told, and tell nothing.
FRAMES: Final = frozenset(map(chr, range(0x2500, 0x25A0))) - {"█"}


class Depth(Enum):
    """How many colours a terminal shows."""

    TRUE = ColorSystem.TRUECOLOR
    MANY = ColorSystem.EIGHT_BIT
    FEW = ColorSystem.STANDARD
    NONE = None


@frozen
class Pair:
    """Two colours on a screen, the contrast between them, and a glyph that is written so."""

    glyph: str
    fore: Rgb
    back: Rgb

    @property
    def contrast(self) -> float:
        """1 (none) to 21 (black on white)."""
        one, other = _luminance(self.fore), _luminance(self.back)
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)

    @property
    def enough(self) -> bool:
        """Whether it can be read, if it is text, or seen, if it is a sign."""
        return self.contrast >= (TEXT if self.glyph.isalnum() else SIGN)

    def __str__(self) -> str:
        fore, back = ("#" + "".join(f"{c:02x}" for c in colour) for colour in (self.fore, self.back))
        return f"{self.glyph!r} {fore} on {back}: {self.contrast:.1f}"


def pairs(segment: Segment, depth: Depth) -> Iterator[Pair]:
    """The pairs of colours of a piece of a line: one for its text, one for its signs."""
    text = segment.text.strip()
    style = segment.style or Style()
    fore, back = _seen(style, depth)
    for alike in (True, False):
        glyph = next((g for g in text if g.isalnum() is alike and not g.isspace() and g not in FRAMES), "")
        if glyph:
            yield Pair(glyph, fore, back)


@lru_cache(maxsize=8192)
def _seen(style: Style, depth: Depth) -> tuple[Rgb, Rgb]:
    fore, back = _colour(style.color, depth, True), _colour(style.bgcolor, depth, False)
    if style.dim:
        fore = tuple((f + b) // 2 for f, b in zip(fore, back, strict=True))  # type: ignore[assignment]
    return (back, fore) if style.reverse else (fore, back)


def _colour(colour: Color | None, depth: Depth, foreground: bool) -> Rgb:
    if colour is None or colour.is_default or depth is Depth.NONE:
        return VGA.foreground_color if foreground else VGA.background_color
    if depth is not Depth.TRUE:
        colour = colour.downgrade(depth.value)
    return colour.get_truecolor(VGA, foreground=foreground)


@lru_cache(maxsize=4096)
def _luminance(colour: Rgb) -> float:
    red, green, blue = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def faint(app: App[Any], depth: Depth, *, but: type[Widget] | tuple[type[Widget], ...] = ()) -> set[str]:
    """What is drawn on the screen in front and cannot be seen well enough. but: widgets that are left out.

    What lies behind a window is dimmed, so that the window is seen.
    """
    left_out = [widget.region for widget in app.screen.query("*") if isinstance(widget, but)] if but else []
    windows = [widget.region for widget in app.screen.children] if app.screen.is_modal else [app.screen.region]
    found = set()
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        x = 0
        for segment in strip:
            width = segment.cell_length
            piece = Region(x, y, width, 1)
            within = any(region.contains_region(piece) for region in windows)
            if within and not any(region.overlaps(piece) for region in left_out):
                found |= {
                    f"{pair} in {segment.text.strip()[:24]!r}" for pair in pairs(segment, depth) if not pair.enough
                }
            x += width
    return found
