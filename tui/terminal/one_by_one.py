"""Keys are done one after the other, however fast they were typed.

Textual hands a key to what has the focus when it comes, and looks for its binding when it has come back from there. So
keys typed ahead while a screen was at work, or that came together over a slow line, reached a screen that the one
before them was about to cover: the digits of a hex to go to gave orders.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from textual.app import App, ScreenStackError
from textual.events import Key
from textual.message_pump import MessagePump

#: Seconds after which a key counts as done, whatever became of it.
PATIENCE: Final = 5.0


class OneByOne:
    """The key that is under way in an app, and those that wait until it is done.

    give: hands a key to what has the focus.
    """

    def __init__(self, app: App[Any], give: Callable[[Key], Any]) -> None:
        self._app = app
        self._give = give
        self._now: Key | None = None
        self._since = 0.0
        self._to: MessagePump | None = None
        self._waiting: deque[Key] = deque()

    def takes(self, key: Key) -> bool:
        """Whether a key that has come is to be handed on now; else it waits."""
        if key is self._now:
            return True
        if self._now is not None and not self._lost:
            self._waiting.append(key)
            return False
        if self._waiting:
            self._waiting.append(key)
            self._next()
            return False
        self._begin(key)
        return True

    def done(self, key: Key) -> None:
        """A key has been heard by all that may: the next one comes when what it set off has been done."""
        if key is not self._now:
            return
        try:
            waits = self._app.screen.call_later(self._next)
        except ScreenStackError:
            waits = False
        if not waits:
            self._next()

    @property
    def _lost(self) -> bool:
        """Whether what the key went to is gone, or it has taken too long."""
        return (self._to is not None and self._to._closed) or monotonic() > self._since + PATIENCE

    def _begin(self, key: Key) -> None:
        self._now, self._since = key, monotonic()
        try:
            self._to = self._app.focused or self._app.screen
        except ScreenStackError:
            self._to = None

    def _next(self) -> None:
        self._now = None
        if self._waiting:
            self._begin(self._waiting.popleft())
            self._app.call_later(self._give, self._now)
