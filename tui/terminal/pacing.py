"""What a key brings about on a screen is gathered into one frame."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from textual.app import App
from textual.screen import Screen

#: Seconds for which what changes on a screen is gathered into one frame.
GATHER: Final = 0.025


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
