"""Lessons on the screen: each is done by hand, a wrong order is explained, hints help, the finished are marked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import DataTable

from content.lesson import LessonInfo, lessons
from core.choice import Partial
from tui.app import PanzerhexApp
from tui.game.over import OverSheet
from tui.game.screen import GameScreen
from tui.game.told import ToldSheet
from tui.kit.popups import Sheet
from tui.learn.finished import FILE, finish, finished
from tui.learn.lesson import Teacher
from tui.learn.listing import LessonsScreen
from tui.learn.table import LessonTable
from tui.menu.title import TitleScreen
from tui.shelf import ContentShelf
from tui.widgets.log import GameLog

SHELF = ContentShelf()
ALL = lessons()


@asynccontextmanager
async def learning(
    data: Path, number: int, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[PanzerhexApp, Pilot[None]]]:
    """The app with a lesson open, come to by the keys of the title and the list; nothing may have gone wrong."""
    app = PanzerhexApp(data, None, shelf=SHELF)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        await press(pilot, "e", *["down"] * number, "enter")
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


def at(app: PanzerhexApp) -> LessonTable:
    """The table of the lesson."""
    table = next(screen for screen in app.screen_stack if isinstance(screen, GameScreen)).table
    assert isinstance(table, LessonTable)
    return table


async def to_the_front(app: PanzerhexApp, pilot: Pilot[None]) -> GameScreen:
    """Close what was opened over the game, and let the other side order."""
    for _ in range(40):
        if isinstance(app.screen, OverSheet):
            break
        if isinstance(app.screen, Sheet | ToldSheet):
            await press(pilot, "enter")
        elif not isinstance(app.screen, GameScreen):
            await press(pilot, "escape")
        elif app.screen.stage.ordering is None:
            await pilot.pause(0.05)
        else:
            break
    return next(screen for screen in app.screen_stack if isinstance(screen, GameScreen))


async def order(app: PanzerhexApp, pilot: Pilot[None], picks: Partial) -> None:
    """Build an order pick by pick, and give it if it waits for that."""
    screen = await to_the_front(app, pilot)
    while screen.stage.begun:
        await press(pilot, "escape")
    at_first = len(at(app).game.journal)
    for pick in picks:
        assert screen.stage.ordering is not None
        if pick in screen.stage.ordering.partial:
            continue  # the only one there is was taken along
        choice = next(c for c in screen.stage.ordering.choices.legal if c.pick == pick)
        screen.picking.pick((choice,))
        await pilot.pause()
    if len(at(app).game.journal) == at_first and screen.stage.complete:
        await press(pilot, "enter")


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("info", ALL, ids=[one.id for one in ALL])
async def test_a_lesson_is_done_at_the_screen(tmp_path: Path, info: LessonInfo, size: tuple[int, int]) -> None:
    async with learning(tmp_path, ALL.index(info), size) as (app, pilot):
        for number, step in enumerate(at(app).lesson.steps):
            await to_the_front(app, pilot)
            assert at(app).progress.at == number
            assert f"step {number + 1} of {info.steps}" in seen(app)
            assert app.held_keys.in_text(step.say).split()[-1] in seen(app), "all of it is on the screen"
            for right in step.right:
                await order(app, pilot, right)
            if not step.right:
                await press(pilot, *(app.held_keys.pressed(step.keys) or ("enter",)))
            assert at(app).progress.at == number + 1, step
        assert finished(tmp_path) == {info.id}
        over = isinstance((await to_the_front(app, pilot)).app.screen, OverSheet)
        assert over == at(app).over
        if not over:
            assert "finished" in seen(app)
            await press(pilot, "q")
            assert isinstance(app.screen, LessonsScreen)
            assert "✓" in seen(app)


async def test_a_wrong_order_is_explained_and_not_given(tmp_path: Path) -> None:
    async with learning(tmp_path, 1) as (app, pilot):
        before = len(at(app).game.journal)
        # First there is something to read; an order before that is not given either.
        await order(app, pilot, ("command:g1", "FIRE"))
        assert "Read what the teacher says first" in seen(app)
        await press(pilot, "escape", "escape", "enter")
        assert "step 2 of 7" in seen(app)
        await order(app, pilot, ("command:g2", "MOVE"))
        assert "III/J 1, in D6, is to have FIRE. Nothing was done" in seen(app)
        assert "Not allowed" not in seen(app)
        assert len(at(app).game.journal) == before
        await order(app, pilot, ("command:g1", "FIRE"))
        assert len(at(app).game.journal) > before
        assert "step 3 of 7" in seen(app)
        assert "Nothing was done" not in seen(app)


async def test_enter_goes_on_and_picks_nothing(tmp_path: Path) -> None:
    async with learning(tmp_path, 1) as (app, pilot):
        await press(pilot, "enter")
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert at(app).progress.at == 1
        assert not screen.stage.begun
        await press(pilot, "enter")
        assert screen.stage.begun


async def test_hints_and_beginning_a_step_again(tmp_path: Path) -> None:
    async with learning(tmp_path, 1) as (app, pilot):
        await press(pilot, "H")
        assert "Press enter to go on" in seen(app)
        await press(pilot, "enter", "H")
        assert "Hint: Point at III/J 1" in seen(app)
        await press(pilot, "N")
        assert "Finish this lesson first" in seen(app)
        await press(pilot, "H", "H")
        assert "step 3 of 7" in seen(app)
        assert any("FIRE" in line.report.text for line in at(app).lines())
        await order(app, pilot, ("command:g2", "OVERWATCH"))
        assert "step 4 of 7" in seen(app)
        await press(pilot, "U")
        assert "step 4 of 7" in seen(app)
        assert at(app).progress.at == 3


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)], ids=str)
async def test_the_log_is_there_when_it_is_asked_for(tmp_path: Path, size: tuple[int, int]) -> None:
    async with learning(tmp_path, 1, size) as (app, pilot):
        for away in ("L", "escape"):
            await press(pilot, "L")
            assert isinstance(app.screen.focused, GameLog)
            assert "has placed its commands" in seen(app)
            await press(pilot, away)
            assert not isinstance(app.screen.focused, GameLog)
            assert "step 1 of 7" in seen(app)


@pytest.mark.parametrize("width", [80, 70])
async def test_who_is_winning_is_told_whole_where_there_is_little_room(tmp_path: Path, width: int) -> None:
    async with learning(tmp_path, 2, (width, 24)) as (app, _):
        headline = seen(app).split("\n")[0]
        assert "First Player (German)" in headline
        assert "→ draw" in headline


async def test_the_list_cuts_no_column(tmp_path: Path) -> None:
    app = PanzerhexApp(tmp_path, None, shelf=SHELF)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "e")
        assert app.screen.query_one(DataTable).max_scroll_x == 0


async def test_the_next_lesson_follows(tmp_path: Path) -> None:
    async with learning(tmp_path, 0) as (app, pilot):
        for step in at(app).lesson.steps:
            await to_the_front(app, pilot)
            await press(pilot, *(app.held_keys.pressed(step.keys) or ("enter",)))
        await to_the_front(app, pilot)
        await press(pilot, "N")
        assert at(app).lesson.id == ALL[1].id
        assert isinstance(app.screen, GameScreen)
        assert isinstance(app.screen.attention, Teacher)
        await press(pilot, "q")
        assert isinstance(app.screen, LessonsScreen)
        await press(pilot, "end")
        assert app.screen.current == ALL[-1]
        await press(pilot, "home")
        assert app.screen.current == ALL[0]
        await press(pilot, "escape")
        assert isinstance(app.screen, TitleScreen)


def test_what_is_finished_is_kept(tmp_path: Path) -> None:
    assert finished(tmp_path) == frozenset()
    finish(tmp_path / "new", "panzer/02-x")
    finish(tmp_path / "new", "panzer/01-x")
    assert finished(tmp_path / "new") == {"panzer/01-x", "panzer/02-x"}
    (tmp_path / "new" / FILE).write_text("finished = 3", "utf-8")
    assert finished(tmp_path / "new") == frozenset()
    (tmp_path / "new" / FILE).write_text("finished = [", "utf-8")
    assert finished(tmp_path / "new") == frozenset()


async def test_enter_right_behind_an_arrow_opens_the_line_that_the_arrow_led_to(tmp_path: Path) -> None:
    app = PanzerhexApp(tmp_path, None, shelf=SHELF)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "e")
        for key, character in (("down", None), ("down", None), ("enter", "\r")):
            app.post_message(Key(key, character))
        await pilot.pause()
        assert at(app).lesson.id == ALL[2].id


async def test_enter_in_the_finder_opens_the_line_that_the_arrow_led_to(tmp_path: Path) -> None:
    app = PanzerhexApp(tmp_path, None, shelf=SHELF)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await press(pilot, "e", "slash")
        for key, character in (("down", None), ("enter", "\r")):
            app.post_message(Key(key, character))
        await pilot.pause()
        assert at(app).lesson.id == ALL[1].id
