"""What is said in the lobby or at a table: a file that every process appends to and reads the end of."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import orjson

from core.event import SideId
from saves.files import replace_file, write_all
from saves.line import seal, sum_fits
from saves.rooms.error import RoomError
from saves.rooms.log import take
from saves.rooms.names import PlayerName
from saves.rooms.state import Remark

#: Bytes of the file's end that are read; some hundred lines.
_TAIL: Final = 1 << 16
#: Bytes at which the file is cut to its end, unless it is said otherwise.
_LARGEST: Final = 1 << 22
#: Lines that are kept when a file is cut.
_KEPT: Final = 200
#: The stamp of a file that is not there.
_NONE: Final = (0, 0, 0)


class ChatFile:
    """A chat as far as anybody wants to read it. place: what is kept busy when it cannot be written, in words."""

    def __init__(self, path: Path, place: str, *, largest: int = _LARGEST) -> None:
        self.path = path
        self._place = place
        self._name = str(path)
        self._largest = largest
        self._stamp = _NONE
        self._lines: tuple[Remark, ...] = ()

    def _stamp_now(self) -> tuple[int, int, int]:
        try:
            status = os.stat(self._name)
        except OSError:
            return _NONE
        # A file that was cut may be as long as before, and as old where clocks are coarse; it is another file.
        return status.st_ino, status.st_size, status.st_mtime_ns

    @property
    def stale(self) -> bool:
        """Whether somebody has said something since the lines were read."""
        return self._stamp_now() != self._stamp

    def lines(self) -> tuple[Remark, ...]:
        """The last lines, the oldest first. Damaged ones are left out."""
        if self.stale:
            self._stamp = self._stamp_now()
            self._lines = tuple(remark for line in self._tail() if (remark := _remark(line)) is not None)
        return self._lines

    def _tail(self) -> list[bytes]:
        try:
            with self.path.open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - _TAIL))
                lines = file.read().split(b"\n")
        except OSError:
            return []
        return lines[1:] if size > _TAIL else lines

    def say(self, remark: Remark) -> None:
        """Append a line. RoomError if it cannot be written."""
        when = datetime.fromtimestamp(remark.at, UTC).isoformat(timespec="milliseconds")
        said: dict[str, Any] = {"at": when, "player": remark.player, "text": remark.text}
        if remark.side is not None:
            said["side"] = remark.side
        if remark.alone:
            said["alone"] = True
        line = seal(said) + b"\n"
        try:
            descriptor = self._taken()
        except OSError as error:
            raise RoomError(f"{self._place} cannot be written: {error.strerror}; nothing was said") from error
        try:
            status = os.fstat(descriptor)
            if status.st_size > self._largest:
                # Whoever is killed meanwhile leaves the whole of the old file.
                kept = [*filter(None, self._tail())][-_KEPT:]
                replace_file(self.path, b"\n".join([*kept, line]), status.st_mode & 0o777)
            else:
                _append(descriptor, line)
        except OSError as error:
            raise RoomError(f"{self._place} cannot be written: {error.strerror}; nothing was said") from error
        finally:
            os.close(descriptor)

    def _taken(self) -> int:
        """A descriptor of the file, which nobody else writes now. Who had it before may have replaced the file."""
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                take(descriptor, self._place)
                with suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(descriptor), os.stat(self.path)):
                        return descriptor
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)


def _append(descriptor: int, line: bytes) -> None:
    """Add a line. OSError if it cannot be; the file then ends where it ended before."""
    size = os.fstat(descriptor).st_size
    if size:
        os.lseek(descriptor, size - 1, os.SEEK_SET)
        line = line if os.read(descriptor, 1) == b"\n" else b"\n" + line
    try:
        write_all(descriptor, line)
        os.fsync(descriptor)
    except OSError:
        with suppress(OSError):
            os.ftruncate(descriptor, size)
        raise


def _remark(line: bytes) -> Remark | None:
    if not sum_fits(line):
        return None
    try:
        raw = orjson.loads(line)
        at = datetime.fromisoformat(raw["at"]).timestamp()
        side = SideId(raw["side"]) if "side" in raw else None
        return Remark(at, PlayerName(raw["player"]), raw["text"], side, raw.get("alone") is True)
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        return None
