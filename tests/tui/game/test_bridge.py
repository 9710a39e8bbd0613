"""A real turn of The Bridge at one keyboard: played, left, resumed and replayed; nothing leaks at a hand-over."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from core.event import SideId
from core.panzer.command.events import CommandPlaced
from core.panzer.course.events import UnitPlaced
from core.panzer.movement.events import MoveEnded
from core.panzer.state import PanzerState
from saves.verify import verify
from tui.app import PanzerhexApp
from tui.game.handover import HandOverScreen
from tui.game.many.preview import PreviewScreen
from tui.game.screen import GameScreen
from tui.game.sheets import GameSheets
from tui.game.told import ToldSheet
from tui.kit.popups import Sheet
from tui.replay.screen import ReplayScreen
from tui.shelf import ContentShelf
from tui.start import StartGame, StartResume

SHELF = ContentShelf()
OTHERS = (*"uUvVwgDMLX[]+-Rr13", "enter", "up", "down", "left", "right", "tab", "escape", "question_mark", "space")
BOTH = {"german": "human", "soviet": "human"}


@asynccontextmanager
async def running(
    tmp_path: Path, start: StartGame | StartResume, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[PanzerhexApp, Pilot[None]]]:
    """The app, begun somewhere; nothing may have gone wrong at the end."""
    app = PanzerhexApp(tmp_path, start, shelf=SHELF)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield app, pilot
        assert app.failures == []


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one after the other, each shown before the next."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def seen(app: PanzerhexApp) -> str:
    """The text on the screen."""
    return "\n".join("".join(segment.text for segment in line) for line in app.screen._compositor.render_strips())


def game(app: PanzerhexApp) -> GameScreen:
    """The game screen, wherever it is in the pile."""
    return next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))


def state(app: PanzerhexApp) -> PanzerState:
    """The game as it stands."""
    found: PanzerState = game(app).table.game.state
    return found


async def choose(app: PanzerhexApp, pilot: Pilot[None], *picks: str) -> None:
    """Pick by tokens, and confirm what is for good."""
    for pick in picks:
        screen = game(app)
        assert screen.stage.ordering is not None
        choice = next(c for c in screen.stage.ordering.choices.legal if c.pick == pick)
        screen.picking.pick((choice,))
        await pilot.pause()
    if game(app).stage.complete:
        await press(pilot, "enter")


async def to_the_game(app: PanzerhexApp, pilot: Pilot[None]) -> None:
    """Close what is told and come to the keyboard, until the game itself is in front."""
    for _ in range(9):
        if isinstance(app.screen, GameScreen):
            return
        assert isinstance(app.screen, HandOverScreen | Sheet | ToldSheet | GameSheets)
        await press(pilot, "enter")
    raise AssertionError("the game does not come to the front")


async def set_up(app: PanzerhexApp, pilot: Pilot[None]) -> None:
    """Both sides set up: one unit by hand, the rest by the program."""
    for _ in range(2):
        await to_the_game(app, pilot)
        screen = game(app)
        assert screen.stage.ordering is not None
        if not state(app).setting_up.zones.get(screen.stage.ordering.side):
            await choose(app, pilot, next(c.pick for c in screen.stage.ordering.choices.legal))
        first = next(c.pick for c in screen.stage.ordering.choices.legal if c.kind == "unit")
        await choose(app, pilot, first)
        # The cursor waits in a hex that may be picked, the facing asked for is the one towards the enemy.
        await press(pilot, "enter", "enter")
        assert sum(isinstance(e, UnitPlaced) for e in screen.table.game.journal) % 13 == 1
        await choose(app, pilot, "place-rest")
        assert isinstance(app.screen, PreviewScreen)
        assert "what is left" in seen(app)
        await press(pilot, "f", "f")
        assert "plainly" in seen(app)
        await press(pilot, "enter", "E")


async def command(app: PanzerhexApp, pilot: Pilot[None], word: str) -> None:
    """The side at the keyboard gives all its units the same command, and ends its placing."""
    await to_the_game(app, pilot)
    await press(pilot, "A")
    await choose(app, pilot, word)
    await choose(app, pilot, "finish-step")


async def test_a_turn_is_played_saved_resumed_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    async with running(tmp_path, StartGame("the-bridge", (), BOTH, "5", path)) as (app, pilot):
        await set_up(app, pilot)
        await command(app, pilot, "MOVE")
        await command(app, pilot, "MOVE")
        await to_the_game(app, pilot)
        assert "who is First Player" in seen(app)
        assert "1 German (fires first, moves second)  2 Soviet (fires first, moves second)" in seen(app)
        await press(pilot, "1")
        await to_the_game(app, pilot)
        assert state(app).step == "second-move"
        assert "End movement" in seen(app)
        # A move by a hex in reach; its path is drawn before the order is given.
        await press(pilot, "1")
        ordering = game(app).stage.ordering
        assert ordering is not None
        far = [c for c in ordering.choices.legal if c.pick.startswith("to:")][-1]
        assert far.hex is not None
        game(app).looking.go_to_hex(far.hex)
        await pilot.pause()
        assert game(app).stage.scene().path[-1] == far.hex
        await choose(app, pilot, far.pick, "done")
        assert any(isinstance(e, MoveEnded) for e in game(app).table.game.journal)
        # The rest stays; so does the other side.
        for step in ("second-move", "first-move"):
            await to_the_game(app, pilot)
            assert state(app).step == step
            await press(pilot, "E", "enter")
        await to_the_game(app, pilot)
        assert (state(app).turn, state(app).step) == (2, "commands")
        told = len(game(app).table.game.journal)
        await press(pilot, "q")

    assert verify(path, SHELF.open_system).good
    async with running(tmp_path, StartResume(path), (80, 24)) as (app, pilot):
        assert isinstance(app.screen, HandOverScreen)
        await to_the_game(app, pilot)
        assert (state(app).turn, len(game(app).table.game.journal)) == (2, told)
        app.watch_game(path, 0)
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        for _ in range(5):
            await press(pilot, "right")
        assert 0 < app.screen.projector.n < told
    assert verify(path, SHELF.open_system).events == told


async def test_a_hand_over_shows_nothing_of_any_side(tmp_path: Path) -> None:
    async with running(tmp_path, StartGame("the-bridge", (), BOTH, "5", tmp_path / "game.journal")) as (app, pilot):
        await set_up(app, pilot)
        await to_the_game(app, pilot)
        await press(pilot, "A", "o")
        names = [state(app).name(unit) for unit in state(app).units]
        words = [*names, "OVERWATCH", "MOVE", "FIRE", "face down", "T-34", "PzKpfw"]
        assert any(word in seen(app) for word in words)
        await press(pilot, "E", "enter")
        assert isinstance(app.screen, HandOverScreen)
        for text in (seen(app), _words(app.export_screenshot())):
            assert [word for word in words if word in text] == []
        first = next(e.unit for e in game(app).table.game.journal if isinstance(e, CommandPlaced))
        await press(pilot, "enter")
        await to_the_game(app, pilot)
        assert game(app).table.here != state(app).units[first].side
        # What the letters of the own unit could give it is no secret of the other side.
        assert "OVERWATCH" not in seen(app).replace("o OVERWATCH", "")
        assert "face down" not in seen(app)


def _words(svg: str) -> str:
    return " ".join(re.findall(r">([^<]+)<", svg)).replace("&#160;", " ")


async def test_the_end_says_who_won_and_how(tmp_path: Path) -> None:
    sides = {"british": "ai:random", "italian": "ai:random"}
    path = tmp_path / "game.journal"
    start = StartGame("the-pimple", (), sides, "3", path)
    async with running(tmp_path, start) as (app, pilot):
        screen = game(app)
        screen.workers.cancel_group(screen, "thinking")
        _play_on(screen, lambda: False)
        screen.course.proceed()
        await pilot.pause()
        assert isinstance(app.screen, Sheet)
        outcome = screen.table.game.system.outcome(screen.table.game.state)
        assert outcome is not None
        for wanted in (outcome.level, "points", "p replay", "v check"):
            assert wanted in seen(app)
        await press(pilot, "v")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "is good" in seen(app)
        assert "The dice are open: nobody sealed" in seen(app)


def _play_on(screen: GameScreen, stop: Callable[[], bool]) -> None:
    """Play by chance, without showing it, until the game is over or `stop` says so."""
    from core.ai import player

    game = screen.table.game
    chance = {SideId(side.id): player("random", f"test/{side.id}") for side in game.system.sides}
    while not game.over and not stop():
        side = game.active[0]
        screen.table.give(side, chance[side].order(game.system, game.view(side), side))


@pytest.mark.parametrize(("size", "seed"), [((80, 24), 3), pytest.param((120, 40), 4, marks=pytest.mark.thorough)])
async def test_no_key_does_harm_in_a_real_game(tmp_path: Path, size: tuple[int, int], seed: int) -> None:
    chance = Random(seed)
    start = StartGame("the-bridge", (), BOTH, str(seed), tmp_path / "game.journal")
    async with running(tmp_path, start, size) as (app, pilot):
        await set_up(app, pilot)
        _play_on(game(app), lambda: state(app).turn >= 2)
        game(app).stage.end()
        game(app).course.proceed()
        for _ in range(45):
            own = list(app.screen.keys) if isinstance(app.screen, GameScreen) else []
            key = chance.choice(own) if own and chance.random() < 0.5 else chance.choice(OTHERS)
            await pilot.press(key)
        await pilot.pause()
