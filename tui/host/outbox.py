"""What goes to a client: whole frames, never more than a bound of bytes waiting, and a fresh picture after a jam."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

#: Seconds between two looks at a client that has fallen behind.
LOOK_EVERY: Final = 0.1


class Line(Protocol):
    """The way to the client: asyncssh's channel and the connection below it, or a stand-in."""

    def send(self, data: bytes) -> None:
        """Hand bytes over; never fails and never waits."""
        ...

    def waiting(self) -> int:
        """Bytes handed over that have not left for the client yet."""
        ...


class Outbox:
    """Frames on their way to one client.

    bound: bytes that may wait; a frame that would go beyond it is dropped whole, and so is every later one until
    most of what waits has been read; then `behind` asks for the whole picture anew. patience: seconds a client may
    read nothing while frames are dropped; then `lost` is called, once.
    """

    def __init__(
        self,
        line: Line,
        encode: Callable[[str], bytes],
        *,
        bound: int,
        patience: float,
        behind: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self.sent = 0
        self.dropped = 0
        self._line = line
        self._encode = encode
        self._bound = bound
        self._patience = patience
        self._behind = behind
        self._lost = lost
        self._loop = asyncio.get_running_loop()
        self._frame: list[str] = []
        self._soon: asyncio.Handle | None = None
        self._jam: asyncio.TimerHandle | None = None
        self._least = 0
        self._moved = 0.0
        self._closed = False

    @property
    def jammed(self) -> bool:
        """Whether frames are being dropped."""
        return self._jam is not None

    @property
    def empty(self) -> bool:
        """Whether all that was drawn has left for the client, or never will."""
        return self._closed or not (self._frame or self.jammed or self._line.waiting())

    def write(self, text: str) -> None:
        """Add to the frame in hand; it goes with the next `flush`, at the latest when the loop turns."""
        if self._closed:
            return
        self._frame.append(text)
        if self._soon is None:
            self._soon = self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Send the frame in hand, or drop it."""
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        if not self._frame or self._closed:
            return
        text = "".join(self._frame)
        self._frame.clear()
        if self.jammed:
            self.dropped += 1
            return
        data = self._encode(text)
        waits = self._line.waiting()
        if waits and waits + len(data) > self._bound:
            self.dropped += 1
            self._least, self._moved = waits, self._loop.time()
            self._jam = self._loop.call_later(LOOK_EVERY, self._look)
            return
        self._send(data)

    def tell(self, text: str) -> None:
        """Send what must not be dropped: a few bytes that switch modes, or a last word."""
        self.flush()
        if not self._closed:
            self._send(self._encode(text))

    def resume(self) -> None:
        """The client has read: look at once whether it has caught up."""
        if self._jam is not None:
            self._jam.cancel()
            self._look()

    def close(self) -> None:
        """Send nothing more and forget whom to call."""
        self._closed = True
        self._frame.clear()
        for handle in (self._soon, self._jam):
            if handle is not None:
                handle.cancel()
        self._soon = self._jam = None
        self._behind = self._lost = _nothing

    def _send(self, data: bytes) -> None:
        self.sent += len(data)
        self._line.send(data)

    def _look(self) -> None:
        self._jam = None
        if self._closed:
            return
        waits, now = self._line.waiting(), self._loop.time()
        if waits <= self._bound // 8:
            self._behind()
            return
        if waits < self._least:
            self._least, self._moved = waits, now
        elif now - self._moved > self._patience:
            self._lost()
            return
        self._jam = self._loop.call_later(LOOK_EVERY, self._look)


def _nothing() -> None:
    """Called for a client that is gone."""
