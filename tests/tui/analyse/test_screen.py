"""The pages of an analysis at three sizes, without colour and in ASCII, from the end of a game and from a replay."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from saves.library import SAMPLES
from saves.notes import read_notes
from saves.session import open_game
from tests.tui.contrast import Depth, faint
from tests.tui.played import SHELF, opened, played
from tui.analyse.chart import ChartView, Series, together
from tui.analyse.pages import PAGES
from tui.analyse.screen import AnalysisScreen, open_analysis
from tui.analyse.words import aligned, within
from tui.app import PanzerhexApp
from tui.game.over import OverSheet
from tui.replay.screen import ReplayScreen
from tui.settings import Settings, save

SIZES = pytest.mark.parametrize(
    "size",
    [
        (80, 24),
        pytest.param((120, 40), marks=pytest.mark.thorough),
        pytest.param((200, 60), marks=pytest.mark.thorough),
    ],
    ids=["80x24", "120x40", "200x60"],
)


@pytest.fixture
def app(tmp_path: Path) -> PanzerhexApp:
    return PanzerhexApp(tmp_path, shelf=SHELF)


def sample(data: Path, name: str) -> Path:
    return Path(shutil.copy(SAMPLES / f"{name}.journal", data))


def drawn(app: PanzerhexApp) -> str:
    """All that stands on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def words_once(text: str) -> int:
    """How often a level of victory is told."""
    return len(re.findall(r"(?:decisive|tactical|marginal) victory", text, re.IGNORECASE))


def test_curves_that_run_together_say_so() -> None:
    one, other = (
        Series(name=name, points=[(0, 1), (1, 2), (2, 2), (3, y), (4, 5)]) for name, y in (("a", 3), ("b", 4))
    )
    assert together([one, other]) == [[(0, 1), (1, 2), (2, 2)]]
    assert together([one, one]) == [list(one.points)]
    assert together([one]) == []


def test_lines_are_broken_but_those_of_tables() -> None:
    table = aligned([("unit", "what it did"), ("a", "x" * 40)])
    assert within(table, 30) == table
    told = within(["rolls for other things than attempts: initiative 14"], 30)
    assert all(len(line) <= 30 for line in told)
    assert " ".join(" ".join(told).split()) == "rolls for other things than attempts: initiative 14"


async def counted(app: PanzerhexApp, pilot: object) -> AnalysisScreen:
    screen = app.screen
    assert isinstance(screen, AnalysisScreen)
    await app.workers.wait_for_complete()
    await pilot.pause()  # type: ignore[attr-defined]
    assert screen.analysis is not None
    return screen


@SIZES
@pytest.mark.parametrize("name", ["the-pimple-11", "rear-area-raid-3", "pw-0-1"])
async def test_every_page_is_drawn(app: PanzerhexApp, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        open_analysis(app, sample(tmp_path, name))
        await pilot.pause()
        screen = await counted(app, pilot)
        expected = ("Turning points", "points", "attempts", "shots", "tried", "rolls")
        for i, words in enumerate(expected):
            await opened(pilot, str(i + 1))
            assert screen.page == i
            assert words in drawn(app)
            assert not re.search(r"(\w+ victory): \1", drawn(app), re.IGNORECASE), "the level is told once"
            assert words_once(drawn(app)) <= 1, "the level is told once"
            cut = [line for line in drawn(app).splitlines() if line.rstrip().endswith("victory, le")]
            assert not cut, "prose is broken, not cut"
            assert " 1 points" not in drawn(app)
            chart = screen.query_one(ChartView)
            charts = [c for c in PAGES[i].charts(screen.analysis, {}) if not c.empty]  # type: ignore[arg-type]
            assert chart.display == bool(charts)
            if charts:
                assert charts[0].title in drawn(app)
                assert chart.size.height >= 5
                await opened(pilot, "c")
                assert charts[1 % len(charts)].title in drawn(app)
        await opened(pilot, "tab")
        assert screen.page == 0
        await opened(pilot, "escape")
        assert not isinstance(app.screen, AnalysisScreen)


async def test_curves_are_told_apart_in_ascii(tmp_path: Path) -> None:
    """Without a sign that is not of ASCII, and without a colour, each curve has a sign of its own."""
    save(Settings(ascii=True), tmp_path)
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        open_analysis(app, sample(tmp_path, "the-pimple-11"))
        await pilot.pause()
        await counted(app, pilot)
        for page in "123456":
            await opened(pilot, page)
            assert drawn(app).isascii()
        await opened(pilot, "2")
        assert "oo British" in drawn(app)
        assert "xx Italian" in drawn(app)


@pytest.mark.parametrize("name", ["the-bridge-9", "rear-area-raid-3"])
async def test_curves_are_seen_in_every_theme(app: PanzerhexApp, tmp_path: Path, name: str) -> None:
    """A side's colour that is nearly that of the screen is made as much lighter or darker as it needs."""
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        open_analysis(app, sample(tmp_path, name))
        await pilot.pause()
        await counted(app, pilot)
        for theme in ("dark", "light", "contrast", "safe"):
            app._put_theme(theme)
            for page in "234":
                await opened(pilot, page)
                for depth in (Depth.TRUE, Depth.MANY):
                    assert not faint(app, depth), (theme, page)


async def test_a_key_that_does_nothing_is_answered(app: PanzerhexApp, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        open_analysis(app, played(tmp_path, 20))
        await pilot.pause()
        await counted(app, pilot)
        before = drawn(app)
        await opened(pilot, "x")
        assert "x does nothing here (in the log, L: the loss or damage before)" in drawn(app)
        await opened(pilot, "tab", "shift+tab")
        assert drawn(app) == before, "a key that does something takes the answer away"


async def test_a_replay_opens_it_and_goes_to_a_turning_point(app: PanzerhexApp, tmp_path: Path) -> None:
    path = sample(tmp_path, "the-pimple-11")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.watch_game(path)
        await pilot.pause()
        await opened(pilot, "A")
        screen = await counted(app, pilot)
        assert screen.analysis is not None
        swings = screen.analysis.swings
        await opened(pilot, "m")
        assert {mark.at for mark in read_notes(path).bookmarks} == {swing.n for swing in swings}
        await opened(pilot, "down", "enter")
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.projector.n == swings[1].n


async def test_the_end_of_a_game_leads_to_it(app: PanzerhexApp, tmp_path: Path) -> None:
    path = sample(tmp_path, "the-pimple-11")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.play(open_game(path, SHELF.open_system))
        await pilot.pause()
        assert isinstance(app.screen, OverSheet)
        await opened(pilot, "a")
        screen = await counted(app, pilot)
        assert screen.eye.all
        await opened(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)


async def test_a_running_game_is_told_as_the_eye_knows_it(app: PanzerhexApp, tmp_path: Path) -> None:
    path = played(tmp_path, 400)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        open_analysis(app, path)
        await pilot.pause()
        screen = await counted(app, pilot)
        assert screen.eye.id == "spectator"
        assert "as a spectator" in drawn(app)
        assert "in progress" in drawn(app)
