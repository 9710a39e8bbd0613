"""Names of players, and texts that players type: checked once, where they come in."""

from __future__ import annotations

import re
from typing import Final, NewType

from saves.rooms.error import RoomError

#: A name that `checked_name` let pass.
PlayerName = NewType("PlayerName", str)

SHORTEST: Final = 2
LONGEST: Final = 20

#: Names that would speak for the program, or that mean something in a list of players.
RESERVED: Final = frozenset(
    {
        *("admin", "administrator", "all", "anybody", "anyone", "clock", "computer", "everybody", "guest", "host"),
        *("lobby", "new", "nobody", "none", "panzerhex", "root", "server", "side", "spectator", "system"),
    }
)

_SHAPE: Final = re.compile(r"[a-z][a-z0-9_-]*\Z")


def checked_name(text: str) -> PlayerName:
    """The name that a text gives, in lower case. ValueError says what a name looks like."""
    name = text.strip().lower()
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValueError(f"a name has {SHORTEST} to {LONGEST} letters; this one has {len(name)}")
    if not _SHAPE.match(name):
        raise ValueError("a name begins with a letter a-z and goes on with a-z, 0-9, - or _")
    if name in RESERVED:
        raise ValueError(f"{name!r} is kept for the program; choose another name")
    return PlayerName(name)


def printable(text: str, longest: int) -> str:
    """What a player typed as one line without control characters. RoomError if nothing is left or it is too long."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not line:
        raise RoomError("nothing was written; type a text first")
    if len(line) > longest:
        raise RoomError(f"the text has {len(line)} characters; it may have {longest}")
    return line
