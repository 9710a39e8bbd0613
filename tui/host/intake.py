"""What a client types: bytes become keys, mouse and pastes; garbage becomes nothing; a flood is cut off."""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Callable
from time import monotonic
from typing import Final

from textual import constants, events, messages
from textual.message import Message

from tui.terminal.typed import PASTE_END, TypedParser

#: Seconds between two movements of the mouse that are passed on while no button is held.
MOUSE_EVERY: Final = 0.05
#: Keys (or other events) a second in the long run, and at once; a held key repeats about 30 times a second.
KEYS_A_SECOND: Final = 50.0
KEYS_AT_ONCE: Final = 200
#: Bytes a second in the long run.
BYTES_A_SECOND: Final = 8192
#: Seconds of silence after which what comes is no part of a paste that was not taken.
SKIP_SECONDS: Final = 2.0
#: Characters at the most that the parser keeps besides a paste.
_MARKS: Final = 64
#: What answers a question of ours or cannot be meant for us; the channel itself tells the size.
_NOT_TYPED: Final = (events.Resize, events.CursorPosition, messages.InBandWindowResize)
_BAD: Final = "\N{REPLACEMENT CHARACTER}"


class Allowance:
    """How much may come: `most` at once, `rate` a second in the long run."""

    def __init__(self, most: float, rate: float, now: Callable[[], float] = monotonic) -> None:
        self._most = self._left = most
        self._rate = rate
        self._now = now
        self._at = now()

    def take(self, amount: float) -> bool:
        """Whether so much may come now; if so it is counted."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


class Intake:
    """The keyboard and the mouse of one client.

    deliver: takes each message for the app. size: columns and rows of the screen now. most: characters of one
    paste; a longer one is not taken at all, and `too_long` is told how long it was when that was seen. `lost` counts
    the bytes and events that were not taken; `heard` all bytes.
    """

    def __init__(
        self,
        deliver: Callable[[Message], None],
        size: Callable[[], tuple[int, int]],
        most: int,
        too_long: Callable[[int], None],
    ) -> None:
        self.lost = 0
        self.heard = 0
        self._deliver = deliver
        self._size = size
        self._most = most
        self._too_long = too_long
        self._bytes = Allowance(2 * most + BYTES_A_SECOND, BYTES_A_SECOND)
        self._events = Allowance(KEYS_AT_ONCE, KEYS_A_SECOND)
        self._loop = asyncio.get_running_loop()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._parser = TypedParser()
        self._silent = 0
        self._skipped: str | None = None
        self._heard = 0.0
        self._held: events.MouseMove | None = None
        self._moved = 0.0
        self._later: asyncio.TimerHandle | None = None
        self._escape: asyncio.TimerHandle | None = None

    @property
    def waits(self) -> bool:
        """Whether something that was typed is not passed on yet: an escape, a movement of the mouse."""
        return self._escape is not None or self._later is not None

    def feed(self, data: bytes) -> bool:
        """Take bytes of the client; False if they are lost because they come too fast."""
        self.heard += len(data)
        if not self._bytes.take(len(data)):
            self.lost += len(data)
            self._forget(skip=self._silent > 0 or self._skipped is not None)
            return False
        text = self._rest(self._decode(data).replace(_BAD, ""))
        try:
            self._read(text)
        except Exception:
            # The parser is made for terminals, not for strangers: what it cannot read is no key.
            self._forget()
        self._await_escape()
        return True

    def close(self) -> None:
        """Deliver nothing more."""
        for handle in (self._later, self._escape):
            if handle is not None:
                handle.cancel()
        self._later = self._escape = self._held = None
        self._deliver = _nowhere

    def _read(self, text: str) -> None:
        if not text:
            return
        found = False
        for message in self._parser.feed(text):
            found = True
            self._take(message)
        # Nothing but a paste keeps the parser silent for long, and it may never end: it is not kept beyond the bound.
        self._silent = 0 if found else self._silent + len(text)
        if self._silent > self._most + _MARKS:
            self.lost += self._silent
            self._too_long(self._silent)
            self._forget(skip=True)

    def _rest(self, text: str) -> str:
        """What follows the end of a paste that is not taken; all of the text if there is none."""
        now, before = self._loop.time(), self._heard
        self._heard = now
        if self._skipped is None or now - before > SKIP_SECONDS:
            self._skipped = None
            return text
        seen = self._skipped + text
        _, end, rest = seen.partition(PASTE_END)
        self._skipped = None if end else seen[-len(PASTE_END) :]
        return rest

    def _tick(self) -> None:
        """An escape after which nothing came was the key."""
        self._escape = None
        try:
            for message in self._parser.tick():
                self._take(message)
        except Exception:
            self._forget()
        self._await_escape()

    def _await_escape(self) -> None:
        """Look again later whether an escape is the beginning of something else."""
        if self._parser.waits and self._escape is None:
            self._escape = self._loop.call_later(constants.ESCAPE_DELAY + 0.01, self._tick)

    def _take(self, message: Message) -> None:
        # Sizes in the client's bytes would bring coordinates in pixels with them.
        self._parser.mouse_pixels = False
        if isinstance(message, _NOT_TYPED):
            return
        if isinstance(message, events.MouseEvent):
            columns, rows = self._size()
            if not (0 <= message.x < columns and 0 <= message.y < rows):
                return
            if isinstance(message, events.MouseMove) and not message.button and self._soon(message):
                return
            self._flush()
        if not self._events.take(1):
            self.lost += 1
            return
        if isinstance(message, events.Paste) and len(message.text) > self._most:
            self.lost += len(message.text)
            self._too_long(len(message.text))
            return
        self._deliver(message)

    def _soon(self, move: events.MouseMove) -> bool:
        """Whether a movement waits, because another was just passed on; the last one of several is what counts."""
        now = self._loop.time()
        wait = self._moved + MOUSE_EVERY - now
        if wait <= 0:
            self._moved = now
            self._held = None
            return False
        self._held = move
        if self._later is None:
            self._later = self._loop.call_later(wait, self._flush)
        return True

    def _flush(self) -> None:
        """Pass on the movement that waits."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        held, self._held = self._held, None
        if held is not None:
            self._moved = self._loop.time()
            if self._events.take(1):
                self._deliver(held)

    def _forget(self, *, skip: bool = False) -> None:
        """Begin anew: what was half read is gone. skip: so is the rest of the paste that it belonged to."""
        self._parser = TypedParser()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._silent = 0
        self._skipped = "" if skip else None


def _nowhere(message: Message) -> None:
    """Takes what a client types after the end."""
