"""An app at a terminal that is played: what it writes is shown, as a real one would, and its size may change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from rich.console import COLOR_SYSTEMS
from rich.segment import Segment
from textual.app import App
from textual.pilot import Pilot
from textual.strip import Strip

from tests.emulator import Screen
from tui.host.tenant import settle
from tui.host.terminal import offered
from tui.terminal.driver import DistantDriver
from tui.terminal.settled import settled, unsettled

#: The terminals of players, by what their client says of them: TERM and variables.
TERMINALS = {
    "true colour": ("xterm-256color", {"COLORTERM": "truecolor"}),
    "256 colours": ("xterm-256color", {}),
    "16 colours": ("linux", {}),
    "no colours": ("xterm-256color", {"NO_COLOR": "1"}),
    "ASCII": ("xterm-256color", {"LANG": "C", "LC_ALL": "C"}),
}
PATIENCE = 20.0


class PlayedTerminal:
    """A terminal and the app that draws on it. deaf: whether what is written is lost on the way."""

    def __init__(self, app: App[Any], size: tuple[int, int]) -> None:
        self.app = app
        self.size = size
        self.screen = Screen(*size)
        self.deaf = False
        self.written = 0

    def take(self, text: str) -> None:
        """What the app writes."""
        self.written += len(text.encode())
        if not self.deaf:
            self.screen.take(text)

    def resize(self, *sizes: tuple[int, int]) -> None:
        """Make it larger or smaller, perhaps several times before the app hears of it: what is cut off is lost."""
        driver = self.app._driver
        assert isinstance(driver, EmulatedDriver)
        for size in sizes:
            self.size = size
            self.screen.resize(*size)
            driver.resize(size)

    async def rest(self) -> None:
        """Until the app has done and drawn all that was set off."""
        assert not (what := await settled(lambda: unsettled(self.app), PATIENCE)), what

    def check(self, what: str = "") -> None:
        """It shows what the app would draw if it drew all anew."""
        with self.app._context():
            rows = self.app.screen._compositor.render_strips()
        whole = painted(rows, self.size, self.app.console.color_system)
        for y, (row, wanted) in enumerate(zip(self.screen.rows, whole.rows, strict=True)):
            assert "".join(row) == "".join(wanted), f"row {y} after {what}"
            assert self.screen.styles[y] == whole.styles[y], f"row {y} after {what}"
        assert self.screen.plain


class EmulatedDriver(DistantDriver):
    """Draws on a terminal that is played."""

    def __init__(self, app: App[Any], *, terminal: PlayedTerminal, **options: Any) -> None:
        super().__init__(app, **{**options, "size": terminal.size})
        self._terminal = terminal

    def write(self, data: str) -> None:
        """Draw."""
        self._terminal.take(data)

    def start_application_mode(self) -> None:
        """The app begins."""
        self.resize(self._terminal.size)

    def disable_input(self) -> None:
        """Nothing is heard but what a test does."""

    def stop_application_mode(self) -> None:
        """The app ends."""


@asynccontextmanager
async def at_a_terminal(
    app: App[Any], size: tuple[int, int] = (80, 24), kind: str = "true colour"
) -> AsyncIterator[tuple[PlayedTerminal, Pilot[Any]]]:
    """An app that runs at a terminal of (columns, rows)."""
    term, variables = TERMINALS[kind]
    settle(app, offered(term, variables))
    terminal = PlayedTerminal(app, size)
    app.driver_class = partial(EmulatedDriver, terminal=terminal)  # type: ignore[assignment]
    task = asyncio.create_task(app.run_async())
    pilot = Pilot(app)
    try:
        while not app._running:
            await asyncio.sleep(0)
        await pilot._wait_for_screen()
        await terminal.rest()
        yield terminal, pilot
    finally:
        app.exit()
        await task


def painted(rows: Iterable[Iterable[Segment]], size: tuple[int, int], colours: str | None) -> Screen:
    """A terminal of (columns, rows) that gets rows whole, each piece of them with its whole style."""
    screen = Screen(*size)
    for y, row in enumerate(rows):
        if y == size[1]:
            break
        screen.take(f"\x1b[{y + 1};1H")
        for text, style, _ in Strip(row).crop(0, size[0]):
            # Strip.render keeps the codes with a style, whatever the colours.
            codes = Strip.render_ansi(style, COLOR_SYSTEMS[colours]) if style and colours else ""
            screen.take(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
    return screen
