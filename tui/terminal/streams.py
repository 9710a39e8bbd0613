"""Consoles and standard streams of an app that has none of its own: many of them run in one process."""

from __future__ import annotations

import sys
from io import StringIO
from typing import Any

from rich.console import Console
from textual.app import App


def leave_streams_alone(app: App[Any]) -> None:
    """Let an app that has not run yet leave the standard streams where they lead, and say nothing on them.

    Every app redirects them to itself; nested in one process, the last to end would leave them to a dead one.
    Redirecting them to where they lead anyway changes nothing.
    """
    app._capture_stdout = sys.stdout  # type: ignore[assignment]
    app._capture_stderr = sys.stderr  # type: ignore[assignment]
    # What an app has to say at its very end would go to the process's standard error.
    app.error_console = Console(file=StringIO(), force_terminal=False, _environ={})


def take_console(app: App[Any], colours: str, *, unicode: bool) -> None:
    """Give an app a console like Textual's own, but of its client's colours instead of the process's environment.

    colours: Rich's name of the colour system.
    """
    app.console = Console(
        color_system=colours,  # type: ignore[arg-type]
        file=app.console.file,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
        force_terminal=True,
        safe_box=not unicode,
        soft_wrap=False,
    )
