"""A game by file that goes on at a table: each player has brought the keys of his side, and only he may sit there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import orjson
from attrs import frozen

from core.codec import decode, encode
from core.event import Event, SideId
from core.play.aside import LettersBrought
from saves.files import replace_file
from saves.line import SCHEMA
from saves.post.bring import SUFFIX, Brought
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.state import Stage
from saves.upcast import upcast

#: What was played in the letters, as at a table.
PLAYED: Final = "letters.json"


@frozen
class Letters:
    """What was played by file before. said: how the journal tells of it."""

    said: LettersBrought
    events: tuple[Event, ...]


def refusal(desk: Desk, player: PlayerName, side: SideId) -> str:
    """Why a player may not bring the keys of a side; "" if he may."""
    state = desk.state
    if state.stage is not Stage.WAITING:
        return "the game goes on here already; find it in the lobby"
    if state.brought.get(side, player) != player:
        return f"{side} was brought by {state.brought[side]} already"
    if any(name == player for other, name in state.brought.items() if other != side):
        return "you have brought the other side of this game already"
    return ""


def others(desk: Desk, side: SideId) -> Path | None:
    """The file that was brought for another side than this one; None if there is none yet."""
    return next((_path(desk, other) for other in desk.state.brought if other != side), None)


def keep(desk: Desk, player: PlayerName, one: Brought, data: bytes, whole: tuple[Sequence[Event], int] | None) -> None:
    """Keep what a player has brought. whole: all that was played, and how many dice fell, when both sides are there.

    RoomError leaves everything as it was.
    """
    side = SideId(one.side)
    with desk.turn():
        no = refusal(desk, player, side)
        if no:
            raise RoomError(no)
        if (whole is None) != (others(desk, side) is None):
            raise RoomError("the other side was brought at the same moment; bring yours once more")
        try:
            replace_file(_path(desk, side), data, 0o600)
            if whole is not None:
                last = one.mail.letters[-1]
                said = LettersBrought(letter=last.n, digest=last.digest, dice=whole[1])
                body = {"schema": SCHEMA, "said": encode(said), "events": [encode(event) for event in whole[0]]}
                replace_file(desk.directory / PLAYED, orjson.dumps(body), 0o600)
        except OSError as error:
            raise RoomError(f"the letters cannot be kept: {error.strerror}") from error
        if desk.state.brought.get(side) != player:
            desk.write(e.Brought(player=player, side=side))


def kept(desk: Desk) -> Letters | None:
    """What was played by file before a game of this table; None if nothing was. RoomError if it is lost."""
    if not desk.state.plan.letters:
        return None
    _ = desk.system
    try:
        raw = orjson.loads((desk.directory / PLAYED).read_bytes())
        said = decode(raw["said"])
        assert isinstance(said, LettersBrought)
        return Letters(said, tuple(decode(upcast(event, int(raw["schema"]))) for event in raw["events"]))
    except Exception as error:  # whatever is wrong with it, the table cannot begin
        raise RoomError(f"{PLAYED} of {desk.id} cannot be read; bring both sides once more") from error


def _path(desk: Desk, side: SideId) -> Path:
    return desk.directory / f"{side}{SUFFIX}"
