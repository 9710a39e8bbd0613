"""What each side was told of a game: its events, redacted by the state right after them."""

from __future__ import annotations

from typing import Any

from core.event import Event, SideId, TakenBack
from core.play import aside
from core.play.game import Game


class Known:
    """The journal as one side (None = a spectator) may read it, followed event by event when somebody asks.

    It begins at the first event that was asked for, so that a long game is opened quickly.
    """

    def __init__(self, side: SideId | None) -> None:
        self.side = side
        self._first = 0
        self._told: list[Event | None] = []
        self._state: Any = None

    def events(self, game: Game[Any], first: int, last: int | None = None) -> list[tuple[int, Event]]:
        """Events `first` + 1 to `last` (None = all) as far as the side may know of them, with their numbers."""
        end = len(game.journal) if last is None else min(last, len(game.journal))
        first = max(0, first)
        if self._state is None or first < self._first:
            self._first, self._told = first, []
            self._state = game.system.copy(game.at(first))
        self._follow(game, end)
        return [
            (n, told)
            for n in range(max(first, self._first) + 1, end + 1)
            if (told := self._told[n - self._first - 1]) is not None
        ]

    def any(self, game: Game[Any], first: int, last: int) -> bool:
        """Whether the side may know of any of these events."""
        return bool(self.events(game, first, last))

    def _follow(self, game: Game[Any], end: int) -> None:
        system = game.system
        while self._first + len(self._told) < end:
            n = self._first + len(self._told)
            event = game.journal[n]
            if isinstance(event, TakenBack):
                self._state = system.copy(game.at(n + 1))
            else:
                aside.evolve(system, self._state, event)
            self._told.append(aside.redact(system, self._state, event, self.side))
