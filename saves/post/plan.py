"""What a letter of a game in trust says of play: what its side has decided, bound or in the open, and what happened.

What a side decides is a text with salt in it. Bound, no more than its SHA-256 stands in a letter, until the other side
has decided too; then the text is shown. What happened is packed, so that nobody reads it by chance who opens a file.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import orjson
from attrs import frozen

from core.codec import CodecError, decode, decode_order, encode, encode_order
from core.event import Event
from core.play.whole import ANSWERS, Decided
from saves.line import SaveError
from saves.post.keys import PostError
from saves.upcast import upcast, upcast_order

#: Bytes of what happened between two letters, by far more than ever does; what unpacks to more is not taken.
MOST: Final = 16 << 20
_HASH: Final = re.compile(r"[0-9a-f]{64}\Z")


@frozen
class Plan:
    """binds: SHA-256 of what the side has decided, which it will show; shows: what it had bound before; tells: what it
    has decided in the open; each "" if there is none. happened: all that happened, packed, b"" if nothing did."""

    binds: str = ""
    shows: str = ""
    tells: str = ""
    happened: bytes = b""


def plan_data(plan: Plan) -> dict[str, str]:
    """A plan as it stands in a letter."""
    happened = base64.b64encode(plan.happened).decode()
    return {"binds": plan.binds, "shows": plan.shows, "tells": plan.tells, "happened": happened}


def read_plan(raw: dict[str, Any], what: str, part: Callable[[dict[str, Any], str, type, str], Any]) -> Plan:
    """A plan out of a letter. PostError if it cannot be read."""
    binds, shows, tells, happened = (part(raw, key, str, what) for key in ("binds", "shows", "tells", "happened"))
    if binds and not _HASH.match(binds):
        raise PostError(f"{what}: 'binds' is not 64 hex digits")
    try:
        return Plan(binds, shows, tells, base64.b64decode(happened, validate=True))
    except (binascii.Error, ValueError) as error:
        raise PostError(f"{what} is damaged: {error}") from error


# -- what is decided -------------------------------------------------------------------------------


def text_of(decided: Decided) -> str:
    """What a side has decided, as it is bound and shown. Its seed is the salt."""
    orders = [encode_order(order) for order in decided.orders]
    return orjson.dumps({"orders": orders, "standing": dict(decided.standing), "salt": decided.seed}).decode()


def bound(text: str) -> str:
    """What binds a side to a text: 64 hex digits."""
    return hashlib.sha256(b"panzerhex plan " + text.encode()).hexdigest()


def decided_in(text: str, schema: int, names: Mapping[str, str]) -> Decided:
    """What is decided in a text. names: what may be left to a standing order. PostError if it cannot be read."""
    try:
        raw = orjson.loads(text)
        if set(raw) != {"orders", "standing", "salt"} or not _HASH.match(raw["salt"]):
            raise ValueError("it has to have orders, standing orders and salt")
        unknown = [name for name, answer in raw["standing"].items() if name not in names or answer not in ANSWERS]
        if unknown:
            raise ValueError(f"there is no such standing order: {unknown[0]}")
        orders = tuple(decode_order(upcast_order(order, schema)) for order in raw["orders"])
    except (CodecError, SaveError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise PostError(f"what was decided cannot be read: {error}") from error
    return Decided(orders, raw["standing"], raw["salt"])


# -- what happened ---------------------------------------------------------------------------------


def packed(events: Sequence[Event]) -> bytes:
    """Events as they stand in a letter; b"" for none."""
    return zlib.compress(orjson.dumps([encode(event) for event in events]), 9) if events else b""


def unpacked(data: bytes, schema: int) -> tuple[Event, ...]:
    """The events that were packed so. PostError if there are none."""
    if not data:
        return ()
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(data, MOST + 1)
        if len(text) > MOST or not unpacking.eof:
            raise PostError(f"what happened breaks off, or unpacks to more than {MOST >> 20} MB: do not take it")
        return tuple(decode(upcast(event, schema)) for event in orjson.loads(text))
    except (CodecError, SaveError, AttributeError, TypeError, ValueError, zlib.error) as error:
        if isinstance(error, PostError):
            raise
        raise PostError(f"what happened cannot be read: {error}") from error
