"""An app as one of many in a process: what it would share with the others, or take from the host, becomes its own."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from attrs import evolve
from textual.app import App

from tui.app import THEME_PREFIX, PanzerhexApp
from tui.host.terminal import Colours, Terminal
from tui.terminal.ascii_only import AsciiOnly
from tui.terminal.belonging import belong
from tui.terminal.colourless import be_coloured, be_colourless
from tui.terminal.filters import draw_through
from tui.terminal.streams import leave_streams_alone, take_console
from tui.terminal.stylesheet import SharedStylesheet

#: The theme for terminals that have too few colours for any other.
FEW_COLOURS_THEME: Final = "16"

Result = TypeVar("Result")


def settle(app: App[Result], terminal: Terminal) -> App[Result]:
    """Prepare an app that has not run yet to run on a client's terminal beside other apps; returns it."""
    belong()
    leave_streams_alone(app)
    take_console(app, terminal.colours.value or Colours.SIXTEEN.value, unicode=terminal.unicode)
    app.animation_level = "none"
    _take_colours(app, terminal)
    app.stylesheet = SharedStylesheet.of(app)
    if isinstance(app, PanzerhexApp) and not terminal.unicode:
        app.settings = evolve(app.settings, ascii=True)
    elif not terminal.unicode:
        draw_through(app, AsciiOnly(lambda: True))
    return app


def _take_colours(app: App[Any], terminal: Terminal) -> None:
    """Filters and theme of the client's terminal; the host's own NO_COLOR is nothing to the client."""
    if terminal.colours is Colours.NONE:
        be_colourless(app)
    else:
        be_coloured(app)
    few = THEME_PREFIX + FEW_COLOURS_THEME
    if isinstance(app, PanzerhexApp):
        app.retheme()  # it was made for the colours of the host's own terminal
    elif terminal.colours in (Colours.SIXTEEN, Colours.NONE) and few in app.available_themes:
        app.theme = few
