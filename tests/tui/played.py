"""Games that screens show, played by the computer against itself, and what is done on every screen."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from core.ai import player
from saves.library import Library
from saves.session import start_game
from tui.app import PanzerhexApp
from tui.shelf import ContentShelf

SIZES = pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)], ids=["80x24", "120x40"]
)
SHELF = ContentShelf()
SCENARIO = "the-bridge"


def played(data: Path, events: int, name: str = "game") -> Path:
    """A game of the computer against itself that has come so far."""
    path = Library(data).games_directory / f"{name}.journal"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(events))
    return path


@cache
def written(events: int) -> bytes:
    """The journal of such a game."""
    with TemporaryDirectory() as folder:
        return recorded(Path(folder) / "game.journal", events).read_bytes()


def recorded(path: Path, events: int) -> Path:
    """The game, played into a file."""
    sides = {side.id: "human" for side in SHELF.open_system(SCENARIO, ()).sides}
    with start_game(
        SCENARIO, SHELF.open_system, path, sides=sides, created="2026-01-01T00:00:00+00:00", seed="7"
    ) as it:
        players = {side: player("random", side) for side in sides}
        while len(it.game.journal) < events and not it.game.over:
            side = it.game.active[0]
            it.game.submit(side, players[side].order(it.game.system, it.game.view(side), side))
    return path


def text(app: PanzerhexApp, selector: str) -> str:
    """What a static of the screen in front says."""
    return str(app.screen.query_one(selector, Static).render())


async def opened(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, and wait until each is done with."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
