"""What the screens of the lobby ask of the app that they run in; LobbyApp fits this protocol."""

from __future__ import annotations

from typing import Any, Protocol, cast

from textual.app import App

from saves.rooms.house import House
from saves.rooms.names import PlayerName


class Visitor(Protocol):
    """The parts of the app that the screens of the lobby rely on. guest: whether he may only watch; mute: whether he
    may not even talk."""

    player: PlayerName
    guest: bool

    @property
    def house(self) -> House: ...

    @property
    def mute(self) -> bool: ...

    def table_refused(self) -> str:
        """Why the player may not sit down at one more table; "" if he may."""
        ...

    def told_error(self, error: Exception) -> str:
        """What is wrong, as the player may see it."""
        ...

    def enter(self, room: str) -> None:
        """Go to a room: to its game if that has begun, else to the seats."""
        ...

    def show_lobby(self) -> None:
        """Go back to the lobby."""
        ...


def visitor(app: App[Any]) -> Visitor:
    """The app, seen as what the screens of the lobby rely on."""
    return cast(Visitor, app)
