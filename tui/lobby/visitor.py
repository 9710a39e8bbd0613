"""What the screens of the lobby ask of the app that they run in; LobbyApp fits this protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

from textual.app import App

from saves.rooms.house import House
from saves.rooms.names import PlayerName
from saves.rooms.state import Remark


class Visitor(Protocol):
    """The parts of the app that the screens of the lobby rely on. guest: whether he may only watch."""

    player: PlayerName
    guest: bool

    @property
    def house(self) -> House: ...

    def talk_refused(self) -> str:
        """Why the player may not say anything; "" if he may."""
        ...

    def heard(self, said: Iterable[Remark]) -> tuple[Remark, ...]:
        """What was said, without what those said whom the player ignores."""
        ...

    def table_refused(self) -> str:
        """Why the player may not sit down at one more table; "" if he may."""
        ...

    @property
    def finished_days(self) -> Callable[[], int]: ...

    def laying_refused(self) -> str:
        """Why the player may not lay one more table; "" if he may."""
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
