"""A game by file is brought to a host's table: by each player the letters, and the key of what he has sealed in them.

Only whoever has the keys of a side can make its file, and only the host reads it. From both files together the host has
the whole game, decides every letter again, and lays the table with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import orjson
from attrs import evolve, frozen

from core.event import Event
from core.system import RuleSystem
from saves.post.correspondence import Correspondence
from saves.post.keys import OpenedKeys, PostError
from saves.post.places import read_mail
from saves.post.table import judged, taken_along
from saves.session import OpenSystem

#: The version of the format.
SCHEMA: Final = 1
#: The ending of the files that are brought.
SUFFIX: Final = ".bring"
#: Bytes of such a file.
LARGEST: Final = 16 << 20


@frozen
class Brought:
    """What a player brings. system: the rules; mail: the letters; side: his; opened: its keys."""

    system: RuleSystem[Any]
    mail: Correspondence
    side: str
    opened: OpenedKeys


def bring_data(mail: Correspondence, side: str, opened: OpenedKeys) -> bytes:
    """The file that a side brings. PostError if both have not agreed to go on at a host's table."""
    if not mail.taken:
        raise PostError("both sides have to agree to go on at a host's table: ask the other")
    body = {
        "panzerhex-bring": SCHEMA,
        "side": side,
        "seal": opened.seal.hex(),
        "chain": opened.chain.hex(),
        "mail": mail.data.decode(),
    }
    return orjson.dumps(body) + b"\n"


def read_bring(data: bytes, open_system: OpenSystem) -> Brought:
    """A file that was brought. PostError if it is not good, or the keys are not those of its side."""
    if len(data) > LARGEST:
        raise PostError(f"the file is larger than {LARGEST >> 20} MB")
    try:
        raw = orjson.loads(data)
    except orjson.JSONDecodeError:
        raise PostError("this is no file of 'panzerhex post bring'") from None
    if not isinstance(raw, dict) or raw.pop("panzerhex-bring", None) != SCHEMA:
        raise PostError("this is no file of 'panzerhex post bring', or of another version")
    side, seal, chain, mail = (raw.pop(name, None) for name in ("side", "seal", "chain", "mail"))
    if raw or not all(isinstance(word, str) for word in (side, seal, chain, mail)):
        raise PostError("the file is damaged")
    try:
        opened = OpenedKeys(bytes.fromhex(seal), bytes.fromhex(chain))
    except ValueError:
        raise PostError("the file is damaged: its keys are none") from None
    system, letters = read_mail(mail.encode(errors="replace"), open_system)
    keys = letters.keys.get(side)
    if keys is None or opened.public() != (keys.seal, keys.chain):
        raise PostError(f"the keys are not those of {side} in this game")
    if not letters.taken or letters.opened:
        raise PostError("both sides have not agreed to go on at a host's table, or the game is over")
    return Brought(system, letters, side, opened)


def whole_of(both: Iterable[Brought]) -> tuple[tuple[Event, ...], int]:
    """All that happened in a game that both sides have brought, as at a table, and how many dice fell in its letters.

    PostError if they brought different letters, or a letter is not what its writer's orders lead to.
    """
    one, other = both
    if one.mail.data != other.mail.data:
        raise PostError("the two sides brought different letters")
    if one.side == other.side:
        raise PostError(f"{one.side} was brought twice")
    mail = evolve(one.mail, opened={one.side: one.opened, other.side: other.opened})
    found = judged(one.system, mail)
    if not found.good:
        raise PostError(f"letter {found.letter} is not good: {found.words}")
    events = taken_along(one.system, mail)
    return events, sum(len(event.rolls) for event in events)
