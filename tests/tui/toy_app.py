"""The app with the toy game open, for tests of the game screen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from core.dice import ScriptedDice
from core.event import SideId
from core.play.game import Game
from tests.tui.toy import toy_war
from tui.app import PanzerhexApp
from tui.game.table import GameTable, Seat, SeatKind

COMPUTER = Seat(SeatKind.COMPUTER, "greedy")


class ToyApp(PanzerhexApp):
    """The app with a toy game open."""

    def __init__(self, data_dir: Path, table: GameTable) -> None:
        super().__init__(data_dir)
        self.table = table

    def show_title(self) -> None:
        """Go to the toy game."""
        self.open_game(self.table)


def table(seats: Mapping[SideId, Seat] | None = None, dice: tuple[int, ...] = ()) -> GameTable:
    """A toy game just begun."""
    return GameTable(Game(toy_war(), ScriptedDice(list(dice))), None, seats or {})


@asynccontextmanager
async def playing(
    data_dir: Path, at: GameTable, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[ToyApp, Pilot[None]]]:
    """The app running with a table; nothing may have gone wrong at the end."""
    app = ToyApp(data_dir, at)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield app, pilot
        assert app.failures == []


def seen(app: ToyApp) -> str:
    """The text on the screen."""
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each shown before the next."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
