"""How much one player may say: a few lines at once, then one every few seconds, wherever he says them."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Final

from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName

#: Lines that may be said at once, and the seconds after which one more may be.
AT_ONCE: Final = 6
EVERY: Final = 3.0
#: Players whose last words are remembered before those are forgotten who have been silent.
_REMEMBERED: Final = 1024


class Talk:
    """Counts what each player says. monotonic: seconds of a clock that never jumps."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        #: When all that a player has said is as good as forgotten.
        self._until: dict[PlayerName, float] = {}

    def spend(self, player: PlayerName) -> None:
        """Count a line. RoomError if the player has said too much."""
        now = self._monotonic()
        until = max(now, self._until.get(player, now))
        wait = until + EVERY - now - AT_ONCE * EVERY
        if wait > 0:
            raise RoomError(f"that is a lot of lines at once; wait {ceil(wait)} seconds before you say more")
        if len(self._until) > _REMEMBERED:
            self._until = {one: end for one, end in self._until.items() if end > now}
        self._until[player] = until + EVERY
