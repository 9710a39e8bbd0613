"""What a table has to do with games by file: how one is brought to it, how its own goes on as one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core.event import Event, SideId
from saves.post.bring import Brought
from saves.rooms import brought, by_file
from saves.rooms.desk import Desk
from saves.rooms.names import PlayerName


class Post:
    """The part of a `Room` that has to do with files. RoomError leaves the room as it was."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def may_bring(self, player: PlayerName, side: SideId) -> str:
        """Why a player may not bring the keys of a side of a game by file; "" if he may."""
        return brought.refusal(self._desk, player, side)

    def brought_by_the_other(self, side: SideId) -> Path | None:
        """The file that was brought for the other side; None if it was not yet."""
        return brought.others(self._desk, side)

    def bring(self, player: PlayerName, one: Brought, data: bytes, whole: tuple[Sequence[Event], int] | None) -> None:
        """Keep what a player has brought of a game by file. whole: all of it, when both sides are there."""
        brought.keep(self._desk, player, one, data, whole)

    def may_go_by_file(self, player: PlayerName) -> str:
        """Why a player may not wish to go on by file now; "" if he may."""
        return by_file.refusal(self._desk, player)

    def go_by_file(self, player: PlayerName) -> bool:
        """Wish to go on by file; whether it does, as both sides wish it and nothing has happened in between."""
        return by_file.wish(self._desk, player)

    def half(self, player: PlayerName) -> Path:
        """The half of a player's side, once the game goes on by file."""
        return by_file.half(self._desk, player)
