"""Results of games in a file: a JSON line for each, on the disk as soon as it comes, so that a run can go on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import orjson

from core.yardstick.result import GameResult, Key, as_data, of_data
from saves.files import lock, write_all

#: Of a file that holds something else so much is shown.
_SHOWN: Final = 40


class ResultsError(Exception):
    """A file of results cannot be read or written; the text says why, in one line, and what would be right."""


def read(path: Path) -> list[GameResult]:
    """The results in a file; of games that are there twice the last. ResultsError names the line that is none.

    A last line that was not finished, because the program that wrote it was killed, does not count.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ResultsError(f"cannot read {path}: {error.strerror}") from error
    return list(_parsed(data, str(path)).values())


def _parsed(data: bytes, name: str) -> dict[Key, GameResult]:
    whole = data[: data.rfind(b"\n") + 1]
    found: dict[Key, GameResult] = {}
    for number, line in enumerate(whole.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            result = of_data(orjson.loads(line))
        except ValueError as error:
            shown = line[:_SHOWN].decode(errors="replace")
            raise ResultsError(
                f"{name} line {number} is no result of a game ({shown!r}: {error}); name a file that --out has written"
            ) from error
        found.pop(result.key, None)
        found[result.key] = result
    return found


class ResultsFile:
    """A file to which results are added, by one run at a time.

    done: the games that are there and have not failed. told: called once with why nothing can be written, and once
    more when it can again; what could not be written is kept, and tried again with the next result.
    """

    def __init__(self, path: Path, told: Callable[[str], None]) -> None:
        self.path = path
        self.waiting: list[bytes] = []
        self._failing = False
        self._told = told
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise ResultsError(f"cannot write {path}: {error.strerror}; choose another --out") from error
        try:
            self.done = self._taken()
        except BaseException:
            os.close(self._file)
            raise

    def _taken(self) -> dict[Key, GameResult]:
        # A device or a pipe is nobody's: the whole machine may write /dev/null at once.
        if not self.path.is_file():
            data = b""
        elif lock(self._file):
            data = self.path.read_bytes()
        else:
            raise ResultsError(f"another run writes {self.path}; wait for its end, or choose another --out")
        found = _parsed(data, str(self.path))
        # What a run that was killed has begun to write is written over.
        self._end = data.rfind(b"\n") + 1
        if self._end < len(data):
            os.ftruncate(self._file, self._end)
        return {key: result for key, result in found.items() if not result.failed}

    def left(self, keys: Iterable[Key]) -> Iterator[Key]:
        """Those of the games that are not there yet."""
        return (key for key in keys if key not in self.done)

    def add(self, result: GameResult) -> None:
        """Write a result, and what could not be written before."""
        self.waiting.append(orjson.dumps(as_data(result)) + b"\n")
        self._write()

    def _write(self) -> None:
        data = b"".join(self.waiting)
        try:
            with suppress(OSError):  # /dev/full and pipes have no places
                os.lseek(self._file, self._end, os.SEEK_SET)
            write_all(self._file, data)
        except OSError as error:
            # A line that was written in part would spoil the next one.
            with suppress(OSError):
                os.ftruncate(self._file, self._end)
            if not self._failing:
                self._told(f"cannot write {self.path}: {error.strerror}; the games go on and their results are kept")
            self._failing = True
            return
        self._end += len(data)
        self.waiting.clear()
        if self._failing:
            self._told(f"{self.path} can be written again; nothing is missing")
        self._failing = False

    def close(self) -> list[bytes]:
        """Close the file; returns the lines that could not be written."""
        if self.waiting:
            self._write()
        with suppress(OSError):
            os.close(self._file)
        return self.waiting
