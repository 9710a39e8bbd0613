"""How many keys an order takes: a command, a shot, a move with and without a stop. Each number is asserted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from content import catalogue
from core.ai import player
from core.choice import Choice, Choices, Partial
from core.dice import SeededDice
from core.panzer import sequence
from core.panzer.command.events import CommandPlaced
from core.panzer.state import PanzerState
from core.play.game import Game
from tests.tui.toy_app import ToyApp, seen
from tests.tui.toy_table import NORTH
from tui.game.ahead import ahead
from tui.game.ordering import Ordering
from tui.game.screen import GameScreen
from tui.game.table import GameTable
from tui.program import program

SIZES = [(80, 24), (120, 40)]


def at_step(step: str, seed: str = "keys") -> GameTable:
    """The Bridge at one keyboard, brought to a step by computers that choose at random."""
    system: Any = catalogue.open_system("the-bridge", ())
    game: Game[Any] = Game(system, SeededDice(seed))
    players = {side.id: player("random", f"{seed}/{side.id}") for side in system.sides}
    game.begin()
    while game.state.step != step or game.state.question is not None or game.state.fire.window is not None:
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
    return GameTable(game, None, {})


class Player:
    """Somebody at the keyboard. keys: how many have been pressed since the last count."""

    def __init__(self, app: ToyApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.keys = 0

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each shown before the next."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()
            self.keys += 1

    @property
    def screen(self) -> GameScreen:
        """The game, in front."""
        assert isinstance(self.app.screen, GameScreen)
        return self.app.screen

    @property
    def state(self) -> PanzerState:
        """The game as it stands."""
        found: PanzerState = self.screen.table.game.state
        return found

    @property
    def prompt(self) -> str:
        """What is on the screen, as one line."""
        return " ".join(seen(self.app).split())


@asynccontextmanager
async def playing(
    data: Path, at: GameTable, size: tuple[int, int] = (80, 24), **settings: Any
) -> AsyncIterator[Player]:
    """The first side to act at the keyboard, nothing pressed yet."""
    app = ToyApp(data, at)
    program(app).settings = evolve(app.settings, **settings)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        one = Player(app, pilot)
        for _ in range(4):
            if isinstance(app.screen, GameScreen):
                break
            await one.press("enter")
        one.keys = 0
        yield one
        assert app.failures == []


@pytest.mark.parametrize("size", SIZES)
async def test_a_command_takes_one_key(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), size) as one:
        first = one.screen.stage.unit
        assert "m MOVE o OVERWATCH N N/C" in one.prompt
        assert "E End placing commands" in one.prompt
        await one.press("m")
        assert one.keys == 1
        second = one.screen.stage.unit
        assert second != first
        await one.press("o")
        await one.press("N")
        placed = [e for e in one.screen.table.game.journal if isinstance(e, CommandPlaced)]
        assert [e.command.value for e in placed] == ["MOVE", "OVERWATCH", "N/C"]
        assert [e.unit for e in placed[:2]] == [first, second]
        assert one.keys == 3


def test_letters_that_mean_something_else_are_not_given_to_the_unit() -> None:
    def ask(side: object, partial: Partial) -> Choices:
        if not partial:
            return Choices("", "", (Choice("u", "Unit", "unit", unit="u"), Choice("e", "End", "done", key="e")))
        keys = {"Move": "m", "End": "e", "Card": "C", "None": "n", "North": "k"}
        return Choices("", "", tuple(Choice(label, label, "option", key=key) for label, key in keys.items()))

    ordering = Ordering(NORTH, ask)
    found = ahead(ordering, ordering.of("u")[0], {"C", "q", "K"}, {"n", "k"})
    assert found is not None
    assert {key: choice.pick for key, choice in found.keys.items()} == {"m": "Move", "N": "None"}
    ordering.take(ordering.of("u")[0])
    assert ahead(ordering, None, (), ()) is None
