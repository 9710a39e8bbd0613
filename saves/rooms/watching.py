"""What those who sit at a table or watch it may see of its game, and how far each has looked."""

from __future__ import annotations

from typing import Any

from core.event import Event, SideId
from core.play.game import Game
from saves.rooms import events as e
from saves.rooms.desk import Desk
from saves.rooms.error import RoomError
from saves.rooms.names import PlayerName
from saves.rooms.seating import watch_refusal


class Watching:
    """The part of a `Room` that has to do with what may be seen.

    side: None is a spectator's, who sees what everybody knows. over: whether the game is over; then everybody sees
    everything.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._views: dict[SideId | None, tuple[Game[Any], int, bool, Any]] = {}
        self._seen: dict[PlayerName, int] = {}

    def side(self, player: PlayerName | None) -> SideId | None:
        """The side as which somebody looks on. RoomError if he may not."""
        side = self._desk.state.side_of(player) if player is not None else None
        if side is None:
            no = watch_refusal(self._desk.state, player)
            if no:
                raise RoomError(no)
        return side

    def view(self, side: SideId | None, game: Game[Any], *, over: bool) -> Any:
        """The state as far as a side knows it; the same object as long as nothing happens."""
        kept = self._views.get(side)
        if kept is None or kept[0] is not game or kept[1:3] != (len(game.journal), over):
            state = game.system.copy(game.state) if over else game.view(side)
            self._views[side] = kept = (game, len(game.journal), over, state)
        return kept[3]

    def events(self, side: SideId | None, game: Game[Any], from_n: int, *, over: bool) -> list[tuple[int, Event]]:
        """The events after number `from_n` that a side may know of, with their numbers."""
        if over:
            return [(n, game.journal[n - 1]) for n in range(max(0, from_n) + 1, len(game.journal) + 1)]
        return self._desk.known_to(side).events(game, from_n)

    def any(self, side: SideId | None, game: Game[Any], before: int, after: int, *, over: bool) -> bool:
        """Whether any of the events after number `before` up to `after` is for a side to know."""
        if over:
            return after > before
        return self._desk.known_to(side).any(game, before, after)

    def seen(self, player: PlayerName) -> int:
        """How many events a player has seen."""
        return max(self._seen.get(player, 0), self._desk.state.seen.get(player, 0))

    def mark_seen(self, player: PlayerName, n: int) -> None:
        """Note that a player has seen so many events."""
        if n > self.seen(player):
            self._seen[player] = n

    def write_seen(self) -> None:
        """Write down what players have seen, if that has changed."""
        new = {player: n for player, n in self._seen.items() if n > self._desk.state.seen.get(player, 0)}
        if new:
            with self._desk.turn():
                self._desk.write(*(e.Seen(player=player, events=n) for player, n in new.items()))

    def forget(self) -> None:
        """Give the memory free that was taken to show the game."""
        self._desk.known.clear()
        self._views.clear()
