"""Screens on terminals without colour: what colours would tell is told by weight, lines and reversed text."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rich.color import Color as RichColour
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter, Monochrome, NoColor

from tui.terminal.filters import draw_through, draw_without


def be_colourless(app: App[Any]) -> None:
    """Let an app that does not run yet draw without colours; Textual's own way writes greys, or black on black."""
    be_coloured(app)
    app.no_color = True
    draw_through(app, Attributes())


def be_coloured(app: App[Any]) -> None:
    """Let an app that does not run yet draw in colours, whatever the environment says."""
    app.no_color = False
    draw_without(app, Monochrome, NoColor, Attributes)


class Attributes(LineFilter):
    """Leaves bold, underlined and reversed text, and no colours; what has a ground of its own becomes reversed."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Take the colours out of a line."""
        return [Segment(text, style and _without_colours(style), control) for text, style, control in segments]


@lru_cache(maxsize=4096)
def _without_colours(style: Style) -> Style:
    reverse = bool(style.reverse) != _stands_out(style.bgcolor)
    return Style(bold=style.bold, underline=style.underline, strike=style.strike, reverse=reverse, meta=style.meta)


def _stands_out(ground: RichColour | None) -> bool:
    """Whether a background is another than that of the screen."""
    return ground is not None and not ground.is_default and sum(ground.get_truecolor()) > 3 * 16
