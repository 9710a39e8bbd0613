"""A screen at a table of several, as far as something can be done from it: before a game or in one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from textual.app import App

from saves.rooms.names import PlayerName
from saves.rooms.room import Room
from tui.lobby.hosted import HostedTable


class Seated(Protocol):
    """From where things are done at a table; hosted: the game as its player follows it there, None before it begins."""

    room: Room
    player: PlayerName

    @property
    def hosted(self) -> HostedTable | None: ...

    @property
    def app(self) -> App[object]: ...

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something at the table; say why if it cannot be done."""
        ...
