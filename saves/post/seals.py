"""What a side seals of the events of a letter, and what it foresees of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import product

import orjson

from core.codec import CodecError, decode, encode
from core.event import Event
from saves.line import SCHEMA, SaveError
from saves.post.keys import PostError
from saves.upcast import Raw, former, upcast


def events_digest(events: Sequence[Event]) -> str:
    """SHA-256 of events, 64 hex digits."""
    return _digest([encode(e) for e in events])


def is_digest(digest: str, events: Sequence[Event], schema: int) -> bool:
    """Whether it is the `events_digest` of events, in today's terms or in those of the version that the file has."""
    made = [encode(e) for e in events]
    if digest == _digest(made):
        return True
    return schema < SCHEMA and any(digest == _digest(list(b)) for b in product(*(former(e, schema) for e in made)))


def _digest(made: Sequence[Raw]) -> str:
    return hashlib.sha256(orjson.dumps(made)).hexdigest()


def seal_text(events: Sequence[Event], told: Sequence[tuple[Event, ...]]) -> bytes:
    """What a side seals of its events: nothing of those that the other side was told whole, else all of the event and
    how many events were told for it."""
    whole = [known == (event,) for event, known in zip(events, told, strict=True)]
    return orjson.dumps(
        [0 if w else [encode(e), len(k)] for e, k, w in zip(events, told, whole, strict=True)],
    )


def unsealed(text: bytes, public: Sequence[Event], schema: int) -> tuple[Event, ...]:
    """All events of a letter, from what was sealed of them, in the version that the file has, and what was told.

    PostError if the two do not fit.
    """
    events: list[Event] = []
    at = 0
    try:
        for item in orjson.loads(text):
            if item == 0:
                events.append(public[at])
                at += 1
            else:
                events.append(decode(upcast(item[0], schema)))
                at += int(item[1])
    except (CodecError, SaveError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise PostError(f"what was sealed cannot be read: {error}") from error
    if at != len(public):
        raise PostError("what was sealed does not fit what was told")
    return tuple(events)
