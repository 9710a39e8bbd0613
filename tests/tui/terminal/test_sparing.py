"""An app that writes only what changed: its terminal shows what it would show if all were written each time."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from textual.pilot import Pilot

from tests.tui.played import SHELF, played
from tests.tui.terminal.at_a_terminal import TERMINALS, PlayedTerminal, at_a_terminal
from tests.tui.tour import PLACES, at
from tui.app import PanzerhexApp
from tui.theme import THEMES

#: Keys that are pressed on the map and in its windows, the more often those that change much.
KEYS: Final = (
    *("up", "down", "left", "right") * 4,
    *("tab", "enter") * 3,
    *("escape",) * 3,
    *"+-gvMLDBCXwd%zu;,.?'\"",
    "home",
    "end",
    "ctrl+p",
    "pagedown",
)
SIZES: Final = ((80, 24), (120, 40), (79, 30), (200, 60), (60, 20), (5, 2), (100, 24))


async def walk(terminal: PlayedTerminal, pilot: Pilot[Any], keys: int, chance: Random) -> None:
    """Press keys at random in a game, and change the size of the terminal now and then; look after each."""
    for number in range(keys):
        if len(terminal.app.screen_stack) < 3 and not number % 7:
            await at(pilot, PLACES["game"])
        if chance.random() < 0.04:
            what = str(sizes := chance.sample(SIZES, chance.randint(1, 3)))
            terminal.resize(*sizes)
        else:
            what = chance.choice(KEYS)
            await pilot.press(what)
        await terminal.rest()
        terminal.check(f"{number}: {what}")


@pytest.mark.parametrize("kind", TERMINALS)
async def test_a_terminal_follows_a_game(tmp_path: Path, kind: str) -> None:
    played(tmp_path, 40)
    async with at_a_terminal(PanzerhexApp(tmp_path, shelf=SHELF), kind=kind) as (terminal, pilot):
        await at(pilot, PLACES["game"])
        await walk(terminal, pilot, 40, Random(kind))


@pytest.mark.long
@pytest.mark.parametrize("theme", [theme.name for theme in THEMES])
@pytest.mark.parametrize("kind", TERMINALS)
async def test_a_terminal_follows_thousands_of_keys(tmp_path: Path, kind: str, theme: str) -> None:
    played(tmp_path, 40)
    chance = Random(f"{kind} {theme}")
    async with at_a_terminal(PanzerhexApp(tmp_path, shelf=SHELF), chance.choice(SIZES[:4]), kind) as (terminal, pilot):
        terminal.app.theme = theme
        await at(pilot, PLACES["game"])
        await walk(terminal, pilot, 150, chance)
