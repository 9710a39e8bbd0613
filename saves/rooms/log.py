"""The log of a room: lines that several processes append to, each on the disk before anybody is told."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import orjson

from saves.files import lock, write_all
from saves.line import SaveError, seal, sum_fits
from saves.rooms.error import RoomBusyError, RoomError
from saves.rooms.events import Entry, RoomEvent, decode_room, encode_room

#: Seconds that a file of another process's operation is waited for; an operation takes milliseconds.
PATIENCE: Final = 3.0
_PAUSE: Final = 0.002
_BINARY: Final = getattr(os, "O_BINARY", 0)


def take(descriptor: int, what: str) -> None:
    """Lock a file, waiting while another process is at it. RoomBusyError if that takes longer than an operation may.

    Looks are counted, not seconds: where the machine has no time for this process, it has none for the other either.
    """
    for _ in range(round(PATIENCE / _PAUSE)):
        if lock(descriptor):
            return
        time.sleep(_PAUSE)
    raise RoomBusyError(f"{what} is kept busy by another panzerhex; try again in a moment")


def entry_line(entry: Entry) -> bytes:
    """The line of an entry, without a line feed."""
    at = datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="milliseconds")
    return seal({"n": entry.n, "at": at, **encode_room(entry.event)})


def parse_entry(line: bytes, n: int) -> Entry:
    """The entry that a line holds; it must be number `n`. SaveError says what is wrong with the line."""
    if not sum_fits(line):
        raise SaveError("the line was changed: its own sum does not fit")
    try:
        raw = orjson.loads(line)
        found, at = raw.pop("n"), datetime.fromisoformat(raw.pop("at")).timestamp()
        raw.pop("sum")
    except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise SaveError(f"the line is no event of a room: {error!r}") from error
    if found != n:
        raise SaveError(f"expected event {n} here, found {found}")
    return Entry(n, at, decode_room(raw))


class RoomLog:
    """One log file as far as it was read. `refresh` reads on, `append` writes within `locked`.

    torn: what was cut off from the end because a killed process had not finished writing it, in words; "" if
    nothing was.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._place = str(path)
        self._called = f"{path.parent.name}/{path.name}"
        #: Number of events that were read.
        self.count = 0
        self.torn = ""
        self._size = 0
        self._stamp: tuple[int, int] = (-1, -1)
        self._descriptor = -1

    @property
    def stale(self) -> bool:
        """Whether the file is not as it was when it was last read. RoomError if it is gone."""
        return self._stamp_now() != self._stamp

    def _stamp_now(self) -> tuple[int, int]:
        try:
            status = os.stat(self._place)
        except OSError as error:
            raise RoomError(f"the table {self.path.parent.name} was removed") from error
        return status.st_size, status.st_mtime_ns

    def refresh(self) -> tuple[Entry, ...]:
        """What was written since the last reading, by whomever. RoomError names a line that is not good."""
        if not self.stale:
            return ()
        with self.locked() as fresh:
            return fresh

    @contextmanager
    def locked(self) -> Iterator[tuple[Entry, ...]]:
        """Keep every other process out, and what was written since the last reading. Not to be nested."""
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | _BINARY)
        except OSError as error:
            why = "was removed" if isinstance(error, FileNotFoundError) else f"cannot be opened: {error.strerror}"
            raise RoomError(f"the table {self.path.parent.name} {why}") from error
        try:
            take(descriptor, f"the table {self.path.parent.name}")
            self._descriptor = descriptor
            yield self._read_on()
        finally:
            self._descriptor = -1
            os.close(descriptor)

    def _read_on(self) -> tuple[Entry, ...]:
        stamp = self._stamp_now()
        if stamp == self._stamp:
            return ()
        os.lseek(self._descriptor, self._size, os.SEEK_SET)
        parts: list[bytes] = []
        while part := os.read(self._descriptor, 1 << 20):
            parts.append(part)
        *lines, tail = b"".join(parts).split(b"\n")
        fresh: list[Entry] = []
        size = self._size
        for n, line in enumerate(lines, start=self.count + 1):
            try:
                fresh.append(parse_entry(line, n))
            except SaveError as error:
                raise RoomError(f"{self._called}: line {n}: {error}") from error
            size += len(line) + 1
        if tail:
            self._cut_back(size)
            self.torn = f"line {self.count + len(fresh) + 1} broke off after {len(tail)} bytes and was cut off"
        self.count += len(fresh)
        self._size, self._stamp = size, self._stamp_now()
        return tuple(fresh)

    def append(self, events: Sequence[RoomEvent], at: float) -> tuple[Entry, ...]:
        """Write events within `locked`, and return when they are on the disk.

        RoomError if they are not; the file then ends where it ended before.
        """
        if self._descriptor < 0:
            raise ValueError("a log is written while it is locked")
        entries = tuple(Entry(n, at, event) for n, event in enumerate(events, start=self.count + 1))
        data = b"".join(entry_line(entry) + b"\n" for entry in entries)
        try:
            write_all(self._descriptor, data)
            os.fsync(self._descriptor)
        except BaseException as error:
            with suppress(OSError):
                self._cut_back(self._size)
            if isinstance(error, OSError):
                raise RoomError(f"cannot write {self._called}: {error.strerror}; nothing was changed") from error
            raise
        self.count += len(entries)
        self._size += len(data)
        self._stamp = self._stamp_now()
        return entries

    def _cut_back(self, size: int) -> None:
        os.ftruncate(self._descriptor, size)
        os.fsync(self._descriptor)


def create_log(path: Path, events: Sequence[RoomEvent], at: float) -> None:
    """Write a new log whole, on the disk when this returns. OSError if it cannot be."""
    data = b"".join(entry_line(Entry(n, at, event)) + b"\n" for n, event in enumerate(events, start=1))
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    try:
        write_all(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
