"""The Advanced Game played by keys alone, at the smallest size and a usual one: menus, sheets, cards, refusals."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.panzer import sequence
from core.play.game import Game
from tests.tui.toy_app import ToyApp, press, seen
from tui.game.screen import GameScreen
from tui.game.sheets import GameSheets
from tui.game.table import GameTable
from tui.kit.whole_card import WholeCard
from tui.widgets.orders import OrderMenu

#: The steps in which an advanced game is joined, the size of the terminal, and what must be on the screen there.
STEPS = [
    (sequence.COMMANDS, (80, 24), "Place commands"),
    (sequence.FIRST_FIRE, (120, 40), "fire"),
    (sequence.SECOND_MOVE, (80, 24), "Which unit moves?"),
    (sequence.FIRST_INDIRECT, (120, 40), "Indirect fire"),
]
#: Keys that are pressed at least and, until one of them has given an order, at most.
LEAST, MOST = 9, 40


def joined(scenario: str, step: str) -> GameTable:
    """A game of two players by hand that computers have brought to a step."""
    system: Any = catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice("keys"))
    players = {side.id: player("random", f"keys/{side.id}") for side in system.sides}
    game.begin()
    while game.state.step != step or game.state.question is not None or game.state.fire.window is not None:
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
    return GameTable(game, None, {})


@pytest.mark.parametrize(("step", "size", "shown"), STEPS, ids=lambda value: str(value))
async def test_keys_lead_through_every_step(tmp_path: Path, step: str, size: tuple[int, int], shown: str) -> None:
    at = joined("halfaya-pass", step)
    app = ToyApp(tmp_path, at)
    app.settings = evolve(app.settings, hand_over=False, confirm=False)
    whim = random.Random(f"{size} {step}")
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        await home(app, pilot)
        assert shown.lower() in " ".join(seen(app).lower().split())
        before = len(at.game.journal)
        for number in range(MOST):
            await at_random(app, pilot, whim, number)
            assert app.failures == []
            if number + 1 >= LEAST and len(at.game.journal) > before:
                break
        assert len(at.game.journal) > before


async def home(app: ToyApp, pilot: Pilot[None]) -> None:
    """Close what lies over the game."""
    for _ in range(6):
        await pilot.pause()
        if isinstance(app.screen, GameScreen):
            return
        await press(pilot, "escape")
    raise AssertionError(app.screen)


async def at_random(app: ToyApp, pilot: Pilot[None], whim: random.Random, number: int) -> None:
    """Pick something by its key; now and then look at sheets, cards and what is refused."""
    screen = app.screen
    assert isinstance(screen, GameScreen)
    if number % 7 == 3:
        await press(pilot, "B")
        assert isinstance(app.screen, GameSheets)
        for _ in app.screen.kinds:
            await press(pilot, "right", "down")
    elif number % 7 == 5:
        await press(pilot, "tab", "C")
        assert isinstance(app.screen, WholeCard | GameScreen)
    elif number % 7 == 6:
        await press(pilot, "X", "right_square_bracket", "X")
    elif screen.stage.complete:
        await press(pilot, "enter")
    elif screen.keys:
        keys = [key for key, choice in screen.keys.items() if choice.kind != "done" or len(screen.keys) == 1]
        await press(pilot, whim.choice(sorted(keys or screen.keys)))
    else:
        await press(pilot, "escape")
    await home(app, pilot)


async def test_enter_on_a_heading_opens_it_and_picks_nothing(tmp_path: Path) -> None:
    at = joined("halfaya-pass", sequence.COMMANDS)
    app = ToyApp(tmp_path, at)
    app.settings = evolve(app.settings, hand_over=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.pause()
        await home(app, pilot)
        screen = app.screen
        assert isinstance(screen, GameScreen)
        menu = screen.query_one(OrderMenu)
        before = len(at.game.journal)
        for _ in range(menu.option_count):
            await press(pilot, "left_square_bracket")
            if menu.heading is not None:
                break
        assert menu.heading is not None
        group = menu.heading
        await press(pilot, "enter")
        assert not screen.stage.begun
        assert len(at.game.journal) == before
        await press(pilot, "right_square_bracket", "enter")
        assert screen.stage.ordering is not None
        assert screen.stage.ordering.picked[0].group == group
        assert app.failures == []
