"""Who is in a house, in this process, and where; and since when nobody has seen whom at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count

from saves.rooms.names import PlayerName

#: None is the lobby.
Where = str | None


class Presence:
    """Counts those who came and went. now: the time in seconds since the epoch."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.began = now()
        self._here: dict[int, tuple[PlayerName, Where]] = {}
        self._left: dict[tuple[str, PlayerName], float] = {}
        self._tokens = count(1)

    def enter(self, player: PlayerName, where: Where) -> int:
        """Somebody has come; returns what `leave` takes."""
        token = next(self._tokens)
        self._here[token] = (player, where)
        return token

    def leave(self, token: int) -> tuple[PlayerName, Where] | None:
        """Somebody has gone: who, and from where; None if he had gone before."""
        gone = self._here.pop(token, None)
        if gone is not None and gone[1] is not None and not self.at(*gone):
            self._left[gone[1], gone[0]] = self._now()
        return gone

    def at(self, player: PlayerName, where: Where) -> bool:
        """Whether a player is at a place."""
        return (player, where) in self._here.values()

    @property
    def places(self) -> frozenset[Where]:
        """Where anybody is."""
        return frozenset(where for _, where in self._here.values())

    def left(self, room: str, player: PlayerName) -> float | None:
        """When a player went from a table, if he was seen there."""
        return self._left.get((room, player))

    def forget(self, room: str) -> None:
        """A table is no more."""
        self._left = {key: since for key, since in self._left.items() if key[0] != room}

    def everybody(self) -> Mapping[PlayerName, frozenset[Where]]:
        """Who is here, and where."""
        found: dict[PlayerName, frozenset[Where]] = {}
        for player, where in self._here.values():
            found[player] = found.get(player, frozenset()) | {where}
        return found
