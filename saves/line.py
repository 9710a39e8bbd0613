"""The lines of a journal: what a header and an event line look like as bytes, and how lines hang together.

An event line is ``{"n": 3, "prev": "...", "event": ..., ..., "sum": "..."}``. ``prev`` is the first 16 hex
digits of the SHA-256 of the line before, without its line feed. ``sum`` is always last: the CRC-32 of the line's
own bytes before it, in 8 hex digits. The chain finds what was changed by hand; the sum finds damage in the last
line, which no other line vouches for, and tells which of two neighbours is the damaged one. A line without a sum
is taken as it is.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Mapping
from typing import Any, Final

import orjson
from attrs import field, frozen

from core.alike import Alike

#: The version of the format that is written; older ones are read through `saves.upcast`.
SCHEMA: Final = 2

#: Keys of a line that are not fields of its event.
RESERVED: Final = frozenset({"n", "prev", "sum"})

#: A sum as other programs may space it; as it is written here it takes the last 18 bytes.
_SUM: Final = re.compile(rb',\s?"sum":\s?"([0-9a-f]{8})"\}\Z')


class SaveError(Exception):
    """A game that cannot be opened, written or found; the text says what to do."""


@frozen(eq=False, repr=False)
class Header(Alike):
    """The first line of a journal.

    sides: who plays each side ("human", "ai", "ai:greedy"). content: hash of the content the game was begun with.
    created: when, in ISO 8601. seed: of the dice; None if they cannot be foretold. forked: the file and event
    that the game was played on from. schema: version of the format the file is written in.
    """

    system: str
    edition: str
    scenario: str
    options: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(factory=dict)
    content: str = ""
    created: str = ""
    seed: str | None = None
    forked: tuple[str, int] | None = None
    schema: int = SCHEMA

    def to_data(self) -> dict[str, Any]:
        """The header as it stands in the file."""
        data: dict[str, Any] = {
            "panzerhex": self.schema,
            "system": self.system,
            "edition": self.edition,
            "scenario": self.scenario,
            "options": list(self.options),
            "sides": dict(self.sides),
            "content": self.content,
            "created": self.created,
        }
        if self.seed is not None:
            data["seed"] = self.seed
        if self.forked:
            data["forked"] = {"from": self.forked[0], "at": self.forked[1]}
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any], schema: int = SCHEMA) -> Header:
        """The header that `to_data` wrote, from a file of version `schema`. SaveError names the field that is wrong."""
        forked = _fit(data, "forked", dict, None)
        return cls(
            system=_fit(data, "system", str),
            edition=_fit(data, "edition", str),
            scenario=_fit(data, "scenario", str),
            options=tuple(str(o) for o in _fit(data, "options", list, [])),
            sides={str(k): str(v) for k, v in _fit(data, "sides", dict, {}).items()},
            content=_fit(data, "content", str, ""),
            created=_fit(data, "created", str, ""),
            seed=_fit(data, "seed", str, None),
            forked=(_fit(forked, "from", str), _fit(forked, "at", int)) if forked else None,
            schema=schema,
        )


_NEEDED: Final = object()


def _fit(data: Mapping[str, Any], key: str, kind: type, default: Any = _NEEDED) -> Any:
    value = data.get(key, default)
    if value is _NEEDED:
        raise SaveError(f"the header has no {key!r}")
    if value is not default and type(value) is not kind:
        raise SaveError(f"{key!r} of the header is {value!r}, expected {kind.__name__}")
    return value


def line_hash(line: bytes) -> str:
    """What the next line gives as ``prev``: 16 hex digits for a line without its line feed."""
    return hashlib.sha256(line).hexdigest()[:16]


def seal(data: Mapping[str, Any]) -> bytes:
    """A line for this data, its sum added at the end, without a line feed."""
    body = orjson.dumps(data)[:-1]
    return b'%b,"sum":"%08x"}' % (body, zlib.crc32(body))


def event_line(n: int, prev: str, body: Mapping[str, Any]) -> bytes:
    """The line of event number `n` (from 1), given as `core.codec.encode` gives it."""
    if not RESERVED.isdisjoint(body):
        raise ValueError(f"event {body.get('event')!r} has a field named {', '.join(sorted(RESERVED & body.keys()))}")
    return seal({"n": n, "prev": prev, **body})


def sum_fits(line: bytes) -> bool | None:
    """Whether a line's own sum is right, digit by digit; None if it has none."""
    if line[-18:-10] == b',"sum":"' and line[-2:] == b'"}':
        return b"%08x" % zlib.crc32(line[:-18]) == line[-10:-2]
    loose = _SUM.search(line)
    return b"%08x" % zlib.crc32(line[: loose.start()]) == loose[1] if loose else None
