"""What happened on the host: one JSON object a line, written by a thread of its own.

What may stand in a line is what `HostLog.event` takes, and nothing else: there is no place for passwords, keys, typed
text, chat or what goes on in a game. Of each kind a few lines a minute are written for each address and each account,
and then one that says how many more there were.
"""

from __future__ import annotations

import os
import queue
import secrets
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import orjson

from tui.host.limits import origin
from tui.host.throttle import Throttle

LEVELS: Final = ("debug", "info", "warning", "error")
#: Bytes of a file before the next is begun, and how many full ones are kept.
SIZE: Final = 5_000_000
KEPT: Final = 4
#: Lines that may wait for the disk; beyond them the newest are lost, and counted.
_WAITING: Final = 10_000
#: Characters of any text in a line.
_LONGEST: Final = 300
#: Places of an error in a line, and of one with a number; errors that led to it.
_FRAMES: Final = 4
#: What only the host itself and its administrator bring about.
_NEVER_THROTTLED: Final = ("host-", "admin-")
_ALL_FRAMES: Final = 40
_CAUSES: Final = 4


class HostLog:
    """A log that never holds up the host and never ends it: what cannot be written is counted and told of later."""

    def __init__(
        self,
        path: Path,
        level: str = "info",
        *,
        size: int = SIZE,
        kept: int = KEPT,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self.level = LEVELS.index(level)
        self.lost = 0
        #: What was to be logged since the start, by kind, whether it was written or not.
        self.counts: Counter[str] = Counter()
        self._throttle = Throttle(monotonic)
        self._count = threading.Lock()
        self._size = size
        self._kept = kept
        self._now = now
        self._lines: queue.Queue[bytes | None] = queue.Queue(_WAITING)
        self._descriptor: int | None = None
        self._thread = threading.Thread(target=self._run, name="host-log", daemon=True)
        self._thread.start()

    def event(
        self,
        event: str,
        *,
        level: str = "info",
        session: str | None = None,
        player: str | None = None,
        address: str | None = None,
        key: str | None = None,
        method: str | None = None,
        room: str | None = None,
        reason: str | None = None,
        terminal: str | None = None,
        size: str | None = None,
        version: str | None = None,
        port: int | None = None,
        count: int | None = None,
        bytes: int | None = None,
        seconds: float | None = None,
        number: str | None = None,
        error: BaseException | None = None,
    ) -> None:
        """Log that something happened.

        player: only a name that is an account's; people type passwords where a name is asked. key: a fingerprint.
        number: by which a player names a failure. error: its kind and where it came up, in full under a number; its
        text may hold what a player typed.
        """
        with self._count:
            self.counts[event] += 1
        if LEVELS.index(level) < self.level:
            return
        self.catch_up()
        sources = [("address", origin(address))] if address else []
        sources += [("player", player)] if player else []
        with self._count:
            always = number is not None or event.startswith(_NEVER_THROTTLED)
            passes = always or self._throttle.passes(event, sources)
        if not passes:
            return
        facts: dict[str, Any] = {
            "time": self._time(),
            "level": level,
            "event": event,
            "session": session,
            "player": player,
            "address": address,
            "key": key,
            "method": method,
            "room": room,
            "reason": reason,
            "terminal": terminal,
            "size": size,
            "version": version,
            "port": port,
            "count": count,
            "bytes": bytes,
            "seconds": round(seconds, 3) if seconds is not None else None,
            "number": number,
        }
        if error is not None:
            facts["error"] = type(error).__name__
            facts["at"] = _places(error, _FRAMES if number is None else _ALL_FRAMES)
            if number is not None and (causes := _causes(error)):
                facts["causes"] = causes
        self._put(facts)

    def catch_up(self, *, at_once: bool = False) -> None:
        """Tell how many lines were kept back, of those kinds and sources whose time is over."""
        with self._count:
            due = self._throttle.more(at_once=at_once)
        for more in due:
            facts = {"time": self._time(), "level": "warning", "event": more.event, "more": more.count}
            self._put(facts | ({more.field: more.source} if more.field else {}))

    def failure(
        self,
        event: str,
        error: BaseException,
        number: str = "",
        *,
        session: str | None = None,
        player: str | None = None,
    ) -> str:
        """Log a failure, under a number of its own if it has none; the number under which it is found."""
        number = number or f"{secrets.randbelow(10_000):04}-{secrets.randbelow(10_000):04}"
        self.event(event, level="error", session=session, player=player, number=number, error=error)
        return number

    def close(self) -> None:
        """Write what waits, for at most two seconds, and end."""
        self.catch_up(at_once=True)
        if self._thread.is_alive():
            try:
                self._lines.put(None, timeout=1.0)
            except queue.Full:
                return
            self._thread.join(2.0)

    def _time(self) -> str:
        return datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="milliseconds")

    def _put(self, facts: dict[str, Any]) -> None:
        shown = {k: v[:_LONGEST] if isinstance(v, str) else v for k, v in facts.items() if v is not None}
        try:
            self._lines.put_nowait(_line(shown))
        except queue.Full:
            self._lose(1)

    def _lose(self, lines: int) -> None:
        with self._count:
            self.lost += lines

    # -- in the thread ----------------------------------------------------------------------------------

    def _run(self) -> None:
        while (line := self._lines.get()) is not None:
            if lost := self.lost:
                gap = {"time": self._time(), "level": "warning", "event": "log-gap", "count": lost}
                if self._write(_line(gap)):
                    self._lose(-lost)
            if not self._write(line):
                self._lose(1)
        self._shut()

    def _write(self, line: bytes) -> bool:
        """Write one line whole; False if that is not possible now."""
        try:
            if self._descriptor is None:
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
                self._end_line(self._descriptor)
            end = os.fstat(self._descriptor).st_size
            if end and end + len(line) > self._size:
                self._turn()
                return self._write(line)
            written = os.write(self._descriptor, line)
            if written < len(line):
                # Half a line would spoil the next one.
                os.ftruncate(self._descriptor, end)
                return False
        except OSError:
            self._shut()
            return False
        return True

    def _end_line(self, descriptor: int) -> None:
        """A host that was killed may have left half a line."""
        end = os.fstat(descriptor).st_size
        if end:
            os.lseek(descriptor, end - 1, os.SEEK_SET)
            if os.read(descriptor, 1) != b"\n":
                os.write(descriptor, b"\n")

    def _turn(self) -> None:
        """Begin a new file; the oldest one goes."""
        self._shut()
        for n in range(self._kept, 0, -1):
            older = self._numbered(n - 1)
            if older.exists():
                os.replace(older, self._numbered(n))
        if not self._kept:
            self.path.unlink()

    def _numbered(self, n: int) -> Path:
        return self.path.with_name(f"{self.path.name}.{n}") if n else self.path

    def _shut(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _line(facts: dict[str, Any]) -> bytes:
    try:
        return orjson.dumps(facts) + b"\n"
    except TypeError:
        # Half a character from a terminal is no UTF-8.
        clean = {k: v.encode(errors="replace").decode() if isinstance(v, str) else v for k, v in facts.items()}
        return orjson.dumps(clean) + b"\n"


def _places(error: BaseException, most: int) -> list[str]:
    """Where an error came up, innermost last: "server.py:120 in connection_made"."""
    frames = traceback.extract_tb(error.__traceback__)[-most:]
    return [f"{Path(f.filename).name}:{f.lineno} in {f.name}" for f in frames]


def _causes(error: BaseException) -> list[dict[str, Any]]:
    """The errors that led to one, the nearest first."""
    found: list[dict[str, Any]] = []
    cause = error.__cause__ or error.__context__
    while cause is not None and len(found) < _CAUSES:
        found.append({"error": type(cause).__name__, "at": _places(cause, _ALL_FRAMES)})
        cause = cause.__cause__ or cause.__context__
    return found
