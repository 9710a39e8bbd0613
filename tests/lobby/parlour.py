"""Two or three LobbyApps in one process on one house, and what is on their screens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from saves.rooms.house import House
from saves.rooms.names import PlayerName
from tui.game.screen import GameScreen
from tui.lobby.app import LobbyApp
from tui.lobby.game import AtTable
from tui.shelf import ContentShelf
from tui.terminal.settled import settled as rest
from tui.terminal.settled import unsettled

SHELF = ContentShelf()
SIZE = (100, 32)


@asynccontextmanager
async def visiting(
    house: House, player: PlayerName, *, size: tuple[int, int] = SIZE, room: str | None = None, **more: Any
) -> AsyncIterator[tuple[LobbyApp, Pilot[None]]]:
    """The app of a player, running; nothing may have gone wrong at the end."""
    app = LobbyApp(house, player, house.data / "players" / player, shelf=SHELF, start_room=room, **more)
    async with app.run_test(size=size, notifications=True) as pilot:
        await settled(pilot)
        yield app, pilot
        assert app.failures == []


async def settled(*pilots: Pilot[None]) -> None:
    """Until every app has done and drawn what it was told."""

    def left() -> str:
        return next((what for pilot in pilots if (what := unsettled(pilot.app))), "")

    assert not (what := await rest(left, 600.0)), f"{what} is still to come"


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each shown before the next."""
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def seen(app: LobbyApp) -> str:
    """The text on the screen."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def at_table(screen: Screen[Any]) -> bool:
    """Whether a screen shows the game of a room."""
    return isinstance(screen, GameScreen) and isinstance(screen.attention, AtTable)


def game_screen(app: LobbyApp) -> GameScreen:
    """The game screen of an app."""
    return next(screen for screen in app.screen_stack if at_table(screen))
