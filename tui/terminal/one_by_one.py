"""Keys are done one after the other, however fast they were typed.

Textual hands a key to what has the focus when it comes, and looks for its binding when it has come back from there. So
keys typed ahead while a screen was at work, or that came together over a slow line, reached a screen that the one
before them was about to cover: the digits of a hex to go to gave orders. Pastes and the buttons of the mouse keep their
place among the keys.

What a key asks for may be worked out in a thread before a window shows it; the worker is called `OPENS`, and what is
typed meanwhile goes to the window. Escape alone does not wait for it: what takes long can be left.

How long a key takes is no sign that it is done: a machine that is slow for a while would give the next one to the
wrong screen. What was typed behind a key that never comes to its end is forgotten, and so is what nobody types.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from textual.app import App, ScreenStackError
from textual.events import Event, InputEvent, Key, MouseMove, Paste
from textual.message_pump import MessagePump

from tui.terminal.settled import undelivered

#: Seconds between two looks at the key under way while others wait for it.
BEAT: Final = 0.25
#: So many looks, of a program that is not held up itself, until a key counts as one that never comes to its end.
PATIENCE: Final = 20
#: Seconds between two looks at whether what a key has set off has been done.
SOON: Final = 0.005
#: So many of these, until the next one comes anyway.
LOOKS: Final = 1000
#: The name of a worker that works out what a window is to show.
OPENS: Final = "opens a window"
#: So many may wait.
MOST: Final = 400

FORGOTTEN: Final = "What was typed ahead is forgotten."


class OneByOne:
    """The key that is under way in an app, and what was typed after it and waits until it is done.

    give: hands something typed to what has the focus. forgot: told when what was waiting is let go.
    """

    def __init__(self, app: App[Any], give: Callable[[Event], Any], forgot: Callable[[], None]) -> None:
        self._app = app
        self._give = give
        self._forgot = forgot
        self._now: Event | None = None
        self._to: MessagePump | None = None
        self._waiting: deque[Event] = deque()
        self._heard = False
        #: Whether the key under way has been handed on; one that was dropped before that.
        self._given = True
        self._dropped: Event | None = None
        self._beats = self._looks = 0
        self._look: asyncio.Handle | None = None
        self._rest: asyncio.Handle | None = None

    @staticmethod
    def concerns(event: Event) -> bool:
        """Whether an event is something typed, or done with a button of the mouse, that has just come."""
        if isinstance(event, Paste):
            return not event.is_forwarded
        moves = isinstance(event, MouseMove) and not event.button
        return isinstance(event, InputEvent) and not event.is_forwarded and not moves

    @property
    def waits(self) -> int:
        """How much waits."""
        return len(self._waiting)

    @property
    def at_rest(self) -> bool:
        """Whether nothing is under way, and nothing waits."""
        return self._now is None and not self._waiting

    def takes(self, event: Event) -> bool:
        """Whether something that has come is to be handed on now; else it waits."""
        if event is self._dropped:
            self._dropped = None
            return False
        if event is self._now:
            self._given = True
            return True
        if self.at_rest:
            if self._opening and not _leaves(event):
                self._waiting.append(event)
                self._rest = asyncio.get_running_loop().call_later(SOON, self._at_rest)
                return False
            if isinstance(event, Key):
                self._begin(event)
            return True
        if len(self._waiting) >= MOST:
            self._forget()
            return False
        self._waiting.append(event)
        if self._look is None:
            self._beats = 0
            self._look_later()
        return False

    def handed_on(self, event: Event) -> None:
        """Something was handed on: what nobody takes, or is no key, is done with that."""
        if not (isinstance(event, Key) and event.is_forwarded) or self._gone:
            self.done(event)

    def done(self, event: Event) -> None:
        """A key has been heard by all that may: the next one comes when what it set off has been done."""
        if event is self._now and not self._heard:
            self._heard = True
            self._rest = asyncio.get_running_loop().call_soon(self._at_rest)

    def drop(self) -> None:
        """Let go of all that has not been handed on: it was typed for what is no more."""
        self._waiting.clear()
        if self._now is not None and not self._given:
            self._dropped, self._now, self._to = self._now, None, None

    @property
    def _gone(self) -> bool:
        """Whether what the key went to is there no more."""
        return self._to is not None and (self._to._closed or self._to._closing)

    @property
    def _opening(self) -> bool:
        """Whether a window is to open that is still being worked out."""
        return any(one.name == OPENS and not one.is_finished for one in self._app.workers) and not self._app._exit

    def _begin(self, event: Event) -> None:
        self._now, self._beats, self._looks, self._heard, self._given = event, 0, 0, False, True
        try:
            self._to = self._app.focused or self._app.screen
        except ScreenStackError:
            self._to = None

    def _at_rest(self) -> None:
        """Go on when all that the key has set off has been taken by whom it concerns: a screen that it opens has its
        parts then, and the focus is where it will be."""
        if self._opening and not (self._waiting and _leaves(self._waiting[0])):
            self._rest = asyncio.get_running_loop().call_later(SOON, self._at_rest)
            return
        self._looks += 1
        if undelivered(self._app) and not self._app._exit and self._looks < LOOKS:
            self._rest = asyncio.get_running_loop().call_later(SOON, self._at_rest)
        else:
            self._next()

    def _next(self) -> None:
        """Hand on what waits first."""
        if self._rest is not None:
            self._rest.cancel()
        self._now = self._to = self._rest = None
        if self._waiting:
            self._begin(self._waiting.popleft())
            self._given = False
            self._app.call_later(self._give, self._now)

    def _look_later(self) -> None:
        self._look = asyncio.get_running_loop().call_later(BEAT, self._look_again)

    def _look_again(self) -> None:
        """Whether the key under way is still under way."""
        self._look = None
        if not self._waiting:
            return
        self._beats += 1
        if not self._heard and self._gone:
            self._next()
        elif not self._heard and self._beats >= PATIENCE:
            self._forget()
            self._next()
        if self._waiting:
            self._look_later()

    def _forget(self) -> None:
        self._waiting.clear()
        self._forgot()


def _leaves(event: Event) -> bool:
    return isinstance(event, Key) and event.key == "escape"
