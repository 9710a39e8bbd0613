"""Writing a journal: whole lines appended, and on the disk before anybody sees what they tell."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import orjson
from attrs import evolve

from core.codec import CodecError, decode, encode
from core.event import Event
from saves.closing import Closing
from saves.files import lock, publish, sync_directory, write_all
from saves.line import SCHEMA, Header, SaveError, event_line, line_hash, seal, sum_fits
from saves.reading import Journal, parse_journal, read_header

_BINARY = getattr(os, "O_BINARY", 0)


class JournalWriter(Closing):
    """The one writer of one journal file; nobody else can open the file for play as long as it is not closed.

    `JournalWriter(path, header)` begins a new file, which is there with its whole header or not at all.
    `JournalWriter.reopen(path)` goes on with one. `append` is what `core.play.game.Game` takes as its recorder.
    """

    def __init__(self, path: Path, header: Header) -> None:
        line = seal(header.to_data())
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
        self.path = path
        try:
            self._descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY, 0o666)
        except OSError as error:
            raise SaveError(f"cannot write in {path.parent}: {error.strerror}; choose another place") from error
        try:
            lock(self._descriptor)
            write_all(self._descriptor, line + b"\n")
            os.fsync(self._descriptor)
            _publish(draft, path)
        except BaseException as error:
            os.close(self._descriptor)
            with suppress(OSError):
                draft.unlink()
            if isinstance(error, OSError):
                raise SaveError(f"cannot write {path}: {error.strerror}; choose another place") from error
            raise
        self._begin(events=0, size=len(line) + 1, last_hash=line_hash(line))

    @classmethod
    def reopen(cls, path: Path) -> tuple[JournalWriter, Journal]:
        """Open a journal to go on with it, and what it holds. A torn last line is cut off here, and only here.

        SaveError if there is none, another program plays it, or it is damaged before its end.
        """
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND | _BINARY)
        except OSError as error:
            raise SaveError(f"cannot open {path} to play it: {error.strerror}") from error
        try:
            if not lock(descriptor):
                raise SaveError(f"{path} is being played by another panzerhex; close it there or replay the file")
            journal = parse_journal(path, _read_all(descriptor))
            if journal.fault and journal.fault.kind != "torn":
                raise SaveError(f"{path}: {journal.fault}; play on from the good part as a new game")
            if journal.fault:
                os.ftruncate(descriptor, journal.size)
                os.fsync(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        writer = cls.__new__(cls)
        writer.path, writer._descriptor = path, descriptor
        writer._begin(events=len(journal.events), size=journal.size, last_hash=journal.last_hash)
        return writer, journal

    def _begin(self, *, events: int, size: int, last_hash: str) -> None:
        #: Number of events in the file.
        self.events = events
        #: Bytes of the file that hold them.
        self.size = size
        self._last_hash = last_hash
        self._broken = ""

    def append(self, events: Sequence[Event]) -> None:
        """Write events and return when they are on the disk.

        SaveError if they are not; the file then ends where it ended before.
        """
        if self._broken:
            raise SaveError(self._broken)
        last_hash = self._last_hash
        lines: list[bytes] = []
        for n, event in enumerate(events, start=self.events + 1):
            line = event_line(n, last_hash, encode(event))
            last_hash = line_hash(line)
            lines += (line, b"\n")
        data = b"".join(lines)
        try:
            write_all(self._descriptor, data)
            os.fsync(self._descriptor)
        except BaseException as error:
            self._cut_back()
            if isinstance(error, OSError):
                raise SaveError(f"cannot save to {self.path}: {error.strerror}; the order was not given") from error
            raise
        self.events += len(events)
        self.size += len(data)
        self._last_hash = last_hash

    def _cut_back(self) -> None:
        """Take away what a failed append may have left. After a failure of that too, nothing more is written."""
        try:
            os.ftruncate(self._descriptor, self.size)
            os.fsync(self._descriptor)
        except OSError as error:
            self._broken = f"cannot save to {self.path} any more: {error.strerror}; open the game again"

    def release(self) -> None:
        """Give the file free for a while; `retake` goes on with it."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def retake(self) -> bool:
        """Go on after `release`; False if the file does not end any more where this writer left it.

        SaveError if it is gone or another program has it.
        """
        try:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | _BINARY)
        except OSError as error:
            raise SaveError(f"cannot open {self.path} to play it: {error.strerror}") from error
        if not lock(descriptor):
            os.close(descriptor)
            raise SaveError(f"{self.path} is being played by another panzerhex; close it there or replay the file")
        if self._broken or os.fstat(descriptor).st_size != self.size:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def read_on(self) -> tuple[Event, ...] | None:
        """While released: the events that others have appended since, after which this writer would go on now.

        None, and nothing is changed, if the lines do not follow on what was written here or are not whole.
        """
        events: list[Event] = []
        last_hash = self._last_hash
        try:
            with self.path.open("rb") as file:
                file.seek(self.size)
                data = file.read()
            *lines, tail = data.split(b"\n")
            for n, line in enumerate(lines, start=self.events + 1):
                raw = orjson.loads(line)
                if not sum_fits(line) or raw.pop("n") != n or raw.pop("prev") != last_hash:
                    return None
                del raw["sum"]
                events.append(decode(raw))
                last_hash = line_hash(line)
        except (OSError, ValueError, AttributeError, KeyError, CodecError):
            return None
        if tail:
            return None
        self.events += len(events)
        self.size += len(data)
        self._last_hash = last_hash
        return tuple(events)

    def close(self) -> None:
        """Give the file free. May be called twice."""
        self.release()
        self._broken = f"{self.path} was closed"


def draft_beside(path: Path, events: Sequence[Event]) -> Path:
    """Write a journal that is to take the place of another: with other events, in today's format, else as its header
    says. Its file, which the caller renames."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.again")
    with JournalWriter(draft, evolve(read_header(path), schema=SCHEMA)) as writer:
        writer.append(events)
    return draft


def _publish(draft: Path, path: Path) -> None:
    """Give a finished draft its name, unless that is taken."""
    try:
        publish(draft, path)
    except FileExistsError:
        raise SaveError(f"{path} exists already; choose another file name") from None
    sync_directory(path.parent)


def _read_all(descriptor: int) -> bytes:
    os.lseek(descriptor, 0, os.SEEK_SET)
    parts: list[bytes] = []
    while part := os.read(descriptor, 1 << 20):
        parts.append(part)
    return b"".join(parts)
