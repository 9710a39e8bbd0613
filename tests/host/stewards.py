"""A host for tests of its administration: sessions that exist on paper only, behind a real socket."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from pathlib import Path

from saves.rooms.error import RoomError
from tui.host import admin
from tui.host.accounts import AccountBook
from tui.host.admin import AdminSocket, SessionLine, TableLine
from tui.host.log import HostLog

ANNA = SessionLine(
    "1", "anna", address="192.0.2.7", since=100.0, idle=65.0, terminal="xterm", size="80x24", place="lobby"
)
GUEST = SessionLine("2", "guest", guest=True, address="192.0.2.8", since=200.0)


class PaperHost:
    """What an administrator asked for, in `asked`."""

    def __init__(self) -> None:
        self.lines = [ANNA, GUEST]
        self.asked: list[tuple[object, ...]] = []

    def sessions(self) -> Sequence[SessionLine]:
        """All sessions."""
        return self.lines

    def tables(self, finished: bool) -> Sequence[TableLine]:
        """One table."""
        return [
            TableLine("bridge-7k2", "The Bridge", "anna", ("anna", "ben"), "over" if finished else "playing", 100.0)
        ]

    def close_table(self, table: str) -> None:
        """End a game."""
        if table != "bridge-7k2":
            raise RoomError(f"there is no table {table!r}; it may have been removed")
        self.asked.append(("close", table))

    def remove_table(self, table: str) -> None:
        """Remove a table."""
        self.asked.append(("remove", table))

    def reload(self) -> Sequence[str]:
        """Read the configuration."""
        self.asked.append(("reload",))
        return ["listen"]

    def counters(self) -> Mapping[str, object]:
        """Some figures."""
        return {"sessions": 2, "events": {"registered": 1}}

    async def kick_banned(self, what: str, reason: str) -> int:
        """End what comes from somewhere."""
        self.asked.append(("kick-banned", what, reason))
        return 1

    async def kick(self, who: str, reason: str) -> int:
        """End sessions."""
        self.asked.append(("kick", who, reason))
        before = len(self.lines)
        self.lines = [line for line in self.lines if who not in (line.id, line.player)]
        return before - len(self.lines)

    async def say(self, text: str) -> int:
        """Show a text."""
        if text == "fail":
            raise RuntimeError("a secret")
        self.asked.append(("say", text))
        return len(self.lines)

    async def stop(self, minutes: int, text: str) -> None:
        """Stop."""
        self.asked.append(("stop", minutes, text))


@contextlib.asynccontextmanager
async def _open(data: Path, host: PaperHost) -> AsyncIterator[AdminSocket]:
    log = HostLog(data / "host" / "host.log")
    book = AccountBook(data / "host" / "accounts")
    socket = AdminSocket(data / "host" / admin.FILE, book, host, log)
    await socket.start()
    try:
        yield socket
    finally:
        await socket.stop()
        book.close()
        log.close()


@contextlib.contextmanager
def running(data: Path) -> Iterator[PaperHost]:
    """A host that answers its administrator, in a thread of its own."""
    host, ready = PaperHost(), threading.Event()
    loops: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    async def serve() -> None:
        end = asyncio.Event()
        loops.append((asyncio.get_running_loop(), end))
        async with _open(data, host):
            ready.set()
            await end.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert ready.wait(5)
    try:
        yield host
    finally:
        ((loop, end),) = loops
        loop.call_soon_threadsafe(end.set)
        thread.join(5)
        assert not thread.is_alive()
