"""Reading a journal: the header, the longest good beginning, and what is wrong with the rest. Changes no file."""

from __future__ import annotations

from pathlib import Path

import orjson
from attrs import define, field, frozen

from core.alike import Alike
from core.codec import CodecError, decode
from core.event import Event
from saves.line import SCHEMA, Header, SaveError, line_hash, sum_fits
from saves.upcast import upcast


@frozen(eq=False, repr=False)
class Fault(Alike):
    """What is wrong with one line of a journal.

    line: from 1, the header. kind: "torn" (the end was cut off), "changed", "missing" (a line is not where it
    should be), "unknown" (an event or a field that this version does not have) or, from `saves.verify`,
    "illegal", "different" and "dice".
    """

    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


@frozen(eq=False, repr=False)
class Journal(Alike):
    """A journal as far as it is good.

    size: bytes of the file that hold it, up to and with the last line feed. fault: the first thing wrong after
    it, None for a whole file. last_hash: what the next line has to give as ``prev``.
    """

    path: Path
    header: Header
    events: tuple[Event, ...]
    size: int
    last_hash: str
    fault: Fault | None = None

    @property
    def whole(self) -> bool:
        """Whether the file has nothing beyond what was read."""
        return self.fault is None

    @property
    def rolls(self) -> int:
        """How many dice were rolled."""
        return sum(len(e.rolls) for e in self.events)


class _BadLineError(Exception):
    """A fault that ends the reading; `events` is how many events before it can be trusted."""

    def __init__(self, fault: Fault, events: int) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.events = events


def read_header(path: Path) -> Header:
    """Read the first line of a journal alone. SaveError if there is no file or the line is not good."""
    try:
        with path.open("rb") as file:
            first = file.readline(1 << 20)
    except OSError as error:
        raise SaveError(f"cannot read {path}: {error.strerror or error}") from error
    if not first.endswith(b"\n"):
        raise SaveError(f"{path} is no game: its first line is not complete")
    return parse_header(path, first[:-1])[0]


def read_journal(path: Path) -> Journal:
    """Read and check a journal. SaveError if there is no file or not even its header is good.

    Events are known once their rule system is imported: open the system of the header first.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"cannot read {path}: {error.strerror or error}") from error
    return parse_journal(path, data)


def parse_journal(path: Path, data: bytes) -> Journal:
    """Read a journal from its bytes; `path` is only for the record."""
    lines = data.split(b"\n")
    tail = lines.pop()
    if not lines:
        raise SaveError(f"{path} is no game: its first line is not complete")
    header, version = parse_header(path, lines[0])
    reading = _Reading(lines, version)
    fault: Fault | None = None
    try:
        reading.run()
        if tail:
            number = len(lines) + 1
            raise _BadLineError(
                Fault(number, "torn", f"the line breaks off after {len(tail)} bytes"), len(reading.decoded)
            )
    except _BadLineError as found:
        fault = found.fault
        del reading.decoded[found.events :]
    good = 1 + len(reading.decoded)
    size = len(data) - len(tail) if good == len(lines) else sum(len(line) + 1 for line in lines[:good])
    return Journal(path, header, tuple(reading.decoded), size, line_hash(lines[good - 1]), fault)


def parse_header(path: Path, line: bytes) -> tuple[Header, int]:
    """The header on the first line of a file and the version the file is written in. SaveError if it is none."""
    try:
        raw = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise SaveError(f"{path} is no game: line 1 is no JSON ({error})") from error
    if not isinstance(raw, dict) or type(raw.get("panzerhex")) is not int:
        raise SaveError(f'{path} is no game: line 1 should begin {{"panzerhex": {SCHEMA}')
    if sum_fits(line) is False:
        raise SaveError(f"{path}: line 1, the header, was changed; nothing after it can be trusted")
    version = raw["panzerhex"]
    if version > SCHEMA:
        raise SaveError(f"{path} is of format {version}; this panzerhex reads up to {SCHEMA}: update it")
    try:
        return Header.from_data(upcast(raw, version), version), version
    except SaveError as error:
        raise SaveError(f"{path}: line 1: {error}") from error


@define
class _Reading:
    """The lines of one file on their way to events."""

    lines: list[bytes]
    version: int
    decoded: list[Event] = field(factory=list)

    def run(self) -> None:
        """Decode line after line; raises _BadLineError at the first that is not good."""
        before = line_hash(self.lines[0])
        decoded, version, loads = self.decoded, self.version, orjson.loads
        for number, line in enumerate(self.lines[1:], start=2):
            fits = sum_fits(line)
            if fits is False:
                raise self._found(number, "changed", "the line was changed: its own sum does not fit")
            try:
                raw = loads(line)
            except orjson.JSONDecodeError as error:
                raise self._found(number, "changed", f"the line is no JSON: {error}") from None
            if type(raw) is not dict:
                raise self._found(number, "changed", "the line is no JSON object")
            n, prev = raw.pop("n", None), raw.pop("prev", None)
            raw.pop("sum", None)
            if n != number - 1 or type(n) is not int:
                raise self._found(number, "missing", f"expected event {number - 1} here, found n = {n!r}")
            if prev != before:
                raise self._broken_link(number, before, prev, trusted=bool(fits))
            before = line_hash(line)
            try:
                decoded.append(decode(raw if version == SCHEMA else upcast(raw, version)))
            except (CodecError, SaveError) as error:
                raise self._found(number, "unknown", str(error)) from None

    def _found(self, number: int, kind: str, text: str) -> _BadLineError:
        return _BadLineError(Fault(number, kind, text), number - 2)

    def _broken_link(self, number: int, before: str, prev: object, *, trusted: bool) -> _BadLineError:
        """Which of two lines was changed, when one does not give the hash of the other.

        It is the earlier one, unless the later has no sum to vouch for it and the line after that denies it too.
        """
        if not trusted:
            trusted = True
            if number < len(self.lines):
                try:
                    following = orjson.loads(self.lines[number])
                    trusted = following["prev"] == line_hash(self.lines[number - 1])
                except (orjson.JSONDecodeError, TypeError, KeyError):
                    trusted = False
        if trusted and number == 2:
            return _BadLineError(
                Fault(1, "changed", f"the header was changed: line 2 expects hash {prev}, it has {before}"), 0
            )
        if trusted:
            text = f"the line was changed: line {number} expects its hash to be {prev}, it is {before}"
            return _BadLineError(Fault(number - 1, "changed", text), number - 3)
        return self._found(
            number, "changed", f"the line does not follow the one before: expected {before}, found {prev}"
        )
