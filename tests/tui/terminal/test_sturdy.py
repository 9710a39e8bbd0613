"""No failure ends the program: it is told in the player's words and kept, and he goes on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.command import CommandPalette
from textual.content import Content
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from saves.rooms.names import PlayerName
from tests.lobby.terminals import RecordingDriver
from tests.patience import PATIENCE
from tests.rooms.table import house
from tests.tui.played import SHELF, played
from tests.tui.tour import at
from tui import coverage
from tui.app import LOG_FILE, PanzerhexApp
from tui.kit.help import HelpScreen
from tui.kit.popups import Sheet
from tui.lobby.app import LobbyApp
from tui.menu.briefing import BriefingScreen
from tui.menu.rules import RulesScreen
from tui.menu.settings import SettingsScreen
from tui.menu.title import TitleScreen
from tui.shelf import ContentShelf
from tui.terminal.sturdy import SturdyApp

JAM = "the gun jammed"


@asynccontextmanager
async def terminal(app: App[Any], size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Any]]:
    """An app that runs as in a terminal: nothing that it raises gets out of it."""
    app.driver_class = RecordingDriver
    ready = asyncio.Event()

    async def begun(_: Pilot[Any]) -> None:
        ready.set()

    task = asyncio.create_task(app.run_async(size=size, auto_pilot=begun))
    await ready.wait()
    try:
        with app._context():
            yield Pilot(app)
    finally:
        app.exit()
        await task


def told(app: App[Any]) -> list[tuple[str, str]]:
    """Title and text of the notices that are shown."""
    return [(notice.title, notice.message) for notice in app._notifications]


def fail(*_: object, **__: object) -> Any:
    """Fail as code fails that nobody thought of."""
    raise KeyError(JAM)


async def in_a_thread(screen: Screen[Any]) -> None:
    await asyncio.wait([asyncio.ensure_future(_waited(screen.run_worker(fail, thread=True)))])


async def _waited(worker: Any) -> None:
    with pytest.raises(Exception, match=JAM):
        await worker.wait()


async def in_a_worker(screen: Screen[Any]) -> None:
    async def work() -> None:
        fail()

    await _waited(screen.run_worker(work()))


async def in_a_timer(screen: Screen[Any]) -> None:
    ran = asyncio.Event()

    def ring() -> None:
        ran.set()
        fail()

    screen.set_timer(0.001, ring)
    await ran.wait()


async def in_a_callback(screen: Screen[Any]) -> None:
    screen.call_later(fail)


async def after_a_refresh(screen: Screen[Any]) -> None:
    screen.call_after_refresh(fail)


async def in_the_app(screen: Screen[Any]) -> None:
    screen.app.call_later(fail)


async def in_a_message(screen: Screen[Any]) -> None:
    widget = screen.query("*").first(Widget)
    widget.call_later(fail)
    widget.call_next(fail)


async def in_a_new_widget(screen: Screen[Any]) -> None:
    class Broken(Static):
        def on_mount(self) -> None:
            fail()

    await screen.mount(Broken())


@pytest.mark.parametrize(
    "somewhere",
    [
        in_a_thread,
        in_a_worker,
        in_a_timer,
        in_a_callback,
        after_a_refresh,
        in_the_app,
        in_a_message,
        in_a_new_widget,
    ],
)
async def test_whatever_fails_is_told_and_kept_and_the_program_goes_on(
    tmp_path: Path, somewhere: Callable[[Screen[Any]], Any]
) -> None:
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with terminal(app) as pilot:
        await at(pilot, ("t",))
        screen = app.screen
        assert isinstance(screen, SettingsScreen)
        await somewhere(screen)
        await pilot.pause()
        assert [JAM in str(error) for error in app.failures] in ([True], [True, True])
        ((title, text),) = told(app)
        assert title == "Something went wrong here"
        assert "you can go on" in text
        assert "KeyError" not in text
        assert JAM not in text
        assert JAM in (tmp_path / LOG_FILE).read_text("utf-8")
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        assert app.return_code is None


async def test_rules_that_cannot_be_counted_are_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise SystemError("AST constructor recursion depth mismatch")

    monkeypatch.setattr(coverage, "cover", broken)
    monkeypatch.setattr(SHELF, "_states", None)
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with terminal(app) as pilot:
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        workers = list(app.workers)
        await asyncio.gather(*(worker.wait() for worker in workers), return_exceptions=True)
        await pilot.pause()
        assert [type(error) for error in app.failures] == [SystemError]
        ((title, text),) = told(app)
        assert title == "How far the rules are played could not be found out"
        assert "SystemError" not in text
        await pilot.press("n", "n")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.shown == app.screen.order[1]


async def test_a_place_where_everything_fails_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with terminal(app) as pilot:
        await at(pilot, ("n", *"bridge", "enter"))
        screen = app.screen
        assert isinstance(screen, BriefingScreen)
        monkeypatch.setattr(screen.query_one("#text"), "render_lines", fail)
        while app.screen is screen:
            screen.query_one("#text").refresh()
            await pilot._wait_for_screen()
        assert isinstance(app.screen, TitleScreen)
        assert len(told(app)) == 1
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)


async def test_what_fails_at_the_title_too_ends_in_good_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path, 5)
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with terminal(app) as pilot:
        await pilot.pause()
        for _ in range(20):
            app.call_later(fail)
        while not app._exit:
            await pilot._wait_for_screen()
        assert app.return_code == 1


async def test_on_a_host_no_path_and_no_kind_of_error_is_told(tmp_path: Path) -> None:
    where = house(tmp_path)
    app = LobbyApp(where, PlayerName("anna"), tmp_path / "players" / "anna", shelf=SHELF)

    def full() -> None:
        raise OSError(24, "Too many open files", str(tmp_path / "secret"))

    async with terminal(app) as pilot:
        await pilot.pause()
        for act in (fail, full):
            app.screen.call_later(act)
            await pilot.pause()
        assert len(app.failures) == 2
        for title, text in told(app):
            for innards in (str(tmp_path), "Error", "open files", JAM):
                assert innards not in title + text


def test_the_rules_are_counted_once_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions of a host ask in threads of their own; the second waits for what the first finds."""
    asked: list[int] = []
    turn = threading.Barrier(2)
    counting = threading.Lock()

    class Queue:
        """A lock that tells when somebody waits for it."""

        wanted = threading.Event()

        def __enter__(self) -> None:
            if not counting.acquire(blocking=False):
                self.wanted.set()
                counting.acquire()

        def __exit__(self, *_: object) -> None:
            counting.release()

    def cited() -> dict[str, list[tuple[str, list[str]]]]:
        asked.append(len(asked))
        assert Queue.wanted.wait(PATIENCE)
        return {"code": [("core.fire", ["na:4.1.3a"])], "tests": []}

    monkeypatch.setattr(coverage, "cited", cited)
    shelf = ContentShelf()
    shelf._counting = Queue()  # type: ignore[assignment]
    found: list[str] = []

    def count() -> None:
        turn.wait()
        found.append(shelf.rule_states()["na:4.1.3a"])

    threads = [threading.Thread(target=count) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["played", "played"]
    assert asked == [0]


async def test_a_key_for_a_window_that_has_just_gone_closes_none_under_it() -> None:
    """Both come to the window before it is away, as typed ahead."""
    closed: list[str] = []
    app: SturdyApp[None] = SturdyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        lower, upper = Sheet("lower", Content("")), Sheet("upper", Content(""))
        app.push_screen(lower, lambda _: closed.append("lower"))
        app.push_screen(upper, lambda _: closed.append("upper"))
        await pilot.pause()
        for _ in "twice":
            upper.action_leave()
        await pilot.pause()
        assert (closed, app.screen) == (["upper"], lower)
        lower.action_leave()
        await pilot.pause()
        assert closed == ["upper", "lower"]


async def test_the_palette_is_opened_once_though_a_window_has_come_over_it() -> None:
    """As the end of a game does, whatever is open."""
    app: SturdyApp[None] = SturdyApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        palette, over = app.screen, Sheet("over", Content(""))
        assert isinstance(palette, CommandPalette)
        app.push_screen(over)
        await pilot.pause()
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert (app.screen_stack[1:], app.failures) == ([palette, over], [])
        over.action_leave()
        await pilot.pause()
        await pilot.press("escape", "ctrl+p")
        await pilot.pause()
        assert isinstance(app.screen, CommandPalette)
        assert app.screen is not palette
