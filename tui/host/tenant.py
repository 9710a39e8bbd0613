"""An app as one of many in a process: what it would share with the others, or take from the host, becomes its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from io import StringIO
from typing import Any, ClassVar, Final, TypeVar

from attrs import evolve
from rich.console import Console
from textual.app import App, ScreenStackError
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.screen import Screen

from tui.app import THEME_PREFIX, PanzerhexApp
from tui.colourless import be_coloured, be_colourless
from tui.host.belonging import belong
from tui.host.terminal import Colours, Terminal

#: The theme for terminals that have too few colours for any other.
FEW_COLOURS: Final = "16"
#: Sets of variables whose parsed style sheets are kept: more than there are themes.
_THEMES_KEPT: Final = 16

#: Seconds for which what changes on a screen is gathered into one frame.
GATHER: Final = 0.025
#: Parsed rules by their source.
_Shelf = dict[tuple[object, ...], list[RuleSet]]
Result = TypeVar("Result")


def settle(app: App[Result], terminal: Terminal) -> App[Result]:
    """Prepare an app that has not run yet to run on a client's terminal beside other apps; returns it."""
    belong()
    # Every app redirects the standard streams to itself; nested in one process, the last to end would leave them
    # to a dead one. Redirecting them to where they lead anyway changes nothing.
    app._capture_stdout = sys.stdout  # type: ignore[assignment]
    app._capture_stderr = sys.stderr  # type: ignore[assignment]
    # What an app has to say at its very end would go to the host's standard error.
    app.error_console = Console(file=StringIO(), force_terminal=False, _environ={})
    app.console = _console(app, terminal)
    app.animation_level = "none"
    _take_colours(app, terminal)
    app.stylesheet = SharedStylesheet(variables=app.get_css_variables())
    if isinstance(app, PanzerhexApp) and not terminal.unicode:
        app.settings = evolve(app.settings, ascii=True)
    return app


def pace(screen: Screen[Any] | None) -> None:
    """Let all that a key brings about on a screen be one frame. To be called in its app's own context.

    A screen draws as soon as anything in it has changed. Every frame looks at all its widgets, and goes to the
    client with an answer of its own.
    """
    if screen is not None and not isinstance(screen._update_timer.resume, _Gathering):
        timer = screen._update_timer
        timer.resume = _Gathering(timer.resume)  # type: ignore[method-assign]


def gathers(app: App[Any]) -> bool:
    """Whether what a key brings about is still being gathered into a frame."""
    resumes = [screen._update_timer.resume for stack in app._screen_stacks.values() for screen in stack]
    return any(isinstance(resume, _Gathering) and resume.due for resume in resumes)


class _Gathering:
    """Calls for a frame a little later than it is called itself."""

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._due: asyncio.TimerHandle | None = None

    @property
    def due(self) -> bool:
        """Whether it will call."""
        return self._due is not None

    def __call__(self) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(GATHER, self._now)

    def _now(self) -> None:
        self._due = None
        self._draw()


def repaint(app: App[Any]) -> None:
    """Draw an app's whole screen anew: the terminal may show anything. To be called in the app's own context."""
    try:
        screen = app.screen
    except ScreenStackError:
        return
    if isinstance(app, PanzerhexApp):
        app._frames.forget()
    app._display(screen, screen._compositor.render_update(full=True))


def _console(app: App[Any], terminal: Terminal) -> Console:
    """A console like Textual's own, but of the client's colours instead of the host's environment."""
    return Console(
        color_system=terminal.colours.value or Colours.SIXTEEN.value,  # type: ignore[arg-type]
        file=app.console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
        force_terminal=True,
        safe_box=not terminal.unicode,
        soft_wrap=False,
    )


def _take_colours(app: App[Any], terminal: Terminal) -> None:
    """Filters and theme of the client's terminal; the host's own NO_COLOR is nothing to the client."""
    if terminal.colours is Colours.NONE:
        be_colourless(app)
    else:
        be_coloured(app)
    if terminal.colours in (Colours.SIXTEEN, Colours.NONE) and THEME_PREFIX + FEW_COLOURS in app.available_themes:
        app.theme = THEME_PREFIX + FEW_COLOURS


class SharedStylesheet(Stylesheet):
    """A style sheet whose parsed rules are shared by all apps of the process that show the same theme.

    Parsing takes most of the time until an app shows anything, and the rules most of its memory; nothing changes
    them once they are parsed.
    """

    _parsed: ClassVar[dict[frozenset[tuple[str, str]], _Shelf]] = {}

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._kept = self._shelf(self._variables)

    @classmethod
    def _shelf(cls, variables: dict[str, str]) -> _Shelf:
        key = frozenset(variables.items())
        if key not in cls._parsed:
            while len(cls._parsed) >= _THEMES_KEPT:
                del cls._parsed[next(iter(cls._parsed))]
            cls._parsed[key] = {}
        return cls._parsed[key]

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take the variables of another theme."""
        super().set_variables(variables)
        self._kept = self._shelf(variables)

    def reparse(self) -> None:
        """Parse for the variables as they are now, or take what another app parsed for them."""
        self.parse()

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        key = (css, read_from, is_default_rules, tie_breaker, scope)
        rules = self._kept.get(key)
        if rules is None:
            rules = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
            self._kept[key] = rules
            self._parse_cache.clear()
        return rules
