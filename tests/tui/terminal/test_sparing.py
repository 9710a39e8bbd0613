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
from tui.terminal.sparing import repaint
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
        if terminal.app._exit:
            return  # the palette has that too
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


async def test_a_terminal_that_was_smaller_for_a_moment_is_drawn_anew(tmp_path: Path) -> None:
    """It has lost what it had no room for, though the app hears of a size that it knows."""
    async with at_a_terminal(PanzerhexApp(tmp_path)) as (terminal, _):
        terminal.check("the beginning")
        terminal.resize((40, 12), (80, 24))
        await terminal.rest()
        terminal.check("the sizes")
        terminal.screen.resize(40, 12)
        terminal.resize((80, 24))
        await terminal.rest()
        terminal.check("the size it had")


async def test_what_was_lost_on_the_way_is_drawn_when_all_is_drawn_anew(tmp_path: Path) -> None:
    async with at_a_terminal(PanzerhexApp(tmp_path)) as (terminal, pilot):
        terminal.deaf = True
        await pilot.press("down", "n")
        await terminal.rest()
        terminal.deaf = False
        await pilot.press("down")
        terminal.app.call_later(repaint, terminal.app)
        await terminal.rest()
        terminal.check("it was drawn anew")


async def test_what_is_to_be_drawn_anew_while_an_app_holds_back_is_drawn_later(tmp_path: Path) -> None:
    async with at_a_terminal(PanzerhexApp(tmp_path)) as (terminal, _):

        def disturb() -> None:
            with terminal.app.batch_update():
                terminal.screen.take("\x1b[3;3Hmail has come")
                repaint(terminal.app)

        terminal.app.call_later(disturb)
        await terminal.rest()
        terminal.check("the app went on")


async def test_a_key_draws_anew_what_others_have_written_over(tmp_path: Path) -> None:
    async with at_a_terminal(PanzerhexApp(tmp_path)) as (terminal, pilot):
        for keys in ((), ("ctrl+p",)):
            await pilot.press(*keys)
            await terminal.rest()
            terminal.screen.take("\x1b[3;3Hmail has come")
            await pilot.press("ctrl+l")
            await terminal.rest()
            terminal.check(f"{keys}")


async def test_wide_letters_are_written_and_covered_like_others(tmp_path: Path) -> None:
    """What is typed may be as wide as it likes, and windows may cut it in half."""
    async with at_a_terminal(PanzerhexApp(tmp_path)) as (terminal, pilot):
        await at(pilot, ("r", "slash"))
        keys = (
            *"a漢字🚀b漢",
            "left",
            "left",
            *"é字",
            "backspace",
            "ctrl+p",
            *"漢x",
            "escape",
            "home",
            "delete",
            "delete",
        )
        for key in keys:
            await pilot.press(key)
            await terminal.rest()
            if key in "漢字🚀":
                assert key in terminal.screen.text
            terminal.check(key)
        for size in ((81, 24), (80, 24), (79, 25)):
            terminal.resize(size)
            await terminal.rest()
            terminal.check(f"{size}")
