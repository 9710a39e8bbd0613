"""Keys that a player has changed do what they are to do, and are named wherever keys are."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import fields
from textual.widgets import Footer

from content.lesson import lessons, read_lesson
from core.book.lesson import LessonStep
from saves.rooms.names import PlayerName
from tests.tui.game.test_few_keys import playing as playing_set_up
from tests.tui.game.test_set_up_screen import at_table
from tests.tui.played import SHELF, played
from tests.tui.tour import PLACES, at
from tests.tui.toy_app import playing, press, seen, table
from tui.app import PanzerhexApp
from tui.game.commands import GameCommands
from tui.game.many.preview import PreviewScreen
from tui.game.screen import GameScreen
from tui.game.set_up.screen import SetUpScreen
from tui.keys.catalogue import actions
from tui.keys.file import FILE
from tui.keys.held import NAMED, Keys
from tui.keys.held import told as key_told
from tui.kit.help import HelpScreen, key_groups
from tui.kit.popups import AskLine
from tui.kit.whole_card import WholeCard
from tui.learn.lesson import told
from tui.lobby.app import LobbyApp
from tui.menu.resume import ResumeScreen
from tui.menu.scenarios import ScenarioScreen
from tui.replay.screen import ReplayScreen
from tui.widgets.messages import MessageLine

OWN = """
[everywhere]
help = "f9"
[game]
card = "K"
go-to = ["f6", "J"]
step-back = "ctrl+z"
drawer = "O"
[map]
zoom-in = "f7"
[replay]
forward = "x"
"""


def keep(data: Path, text: str = OWN) -> None:
    """Keep a file of keys."""
    data.mkdir(parents=True, exist_ok=True)
    (data / FILE).write_text(text, encoding="utf-8")


async def test_keys_of_ones_own_work_in_a_game_and_those_of_before_do_not(tmp_path: Path) -> None:
    keep(tmp_path, OWN.replace('drawer = "O"\n', ""))
    async with playing(tmp_path, table(), (80, 24)) as (app, pilot):
        await press(pilot, "enter", "C")
        assert isinstance(app.screen, GameScreen)
        await press(pilot, "K")
        assert isinstance(app.screen, WholeCard)
        await press(pilot, "f9")
        assert isinstance(app.screen, HelpScreen)
        assert "Signs on the map" in seen(app)
        assert "marked for an order" in " ".join(text for group in app.screen.groups for _, text in group.keys)
        await press(pilot, "escape")
        assert isinstance(app.screen, WholeCard)
        await press(pilot, "K", "g")
        assert isinstance(app.screen, GameScreen), "what opened the card closes it"
        for key in ("f6", "J"):
            await press(pilot, key)
            assert isinstance(app.screen, AskLine)
            await press(pilot, "escape")
        await press(pilot, "1")
        assert "ctrl+z one step back" in seen(app)
        await press(pilot, "u")
        assert "one step back" in seen(app)
        await press(pilot, "ctrl+z")
        assert "one step back" not in seen(app)
        zoom = app.screen.map.zoom
        await press(pilot, "plus")
        assert app.screen.map.zoom is zoom
        await press(pilot, "f7")
        assert app.screen.map.zoom is zoom.nearer()


async def test_help_and_commands_name_the_keys_that_hold(tmp_path: Path) -> None:
    keep(tmp_path, OWN.replace('drawer = "O"\n', ""))
    async with playing(tmp_path, table()) as (app, pilot):
        await press(pilot, "enter")
        game = app.screen
        named = {text: keys for group in key_groups(game) for keys, text in group.keys}
        assert named["the whole card of the unit"] == "K"
        assert named["go to a hex by its id"] == "f6 J"
        assert named["zoom in"] == "f7"
        assert named["undo the last order"] == "U"
        offered = {title: about for title, about, _ in GameCommands(game)._offers()}
        assert offered["Game: the whole card of the unit"] == "key K"
        await press(pilot, "question_mark")
        assert app.screen is game
        assert "? does nothing now (keys of this place is f9 now)" in seen(app)
        await press(pilot, "f9")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "f9")
        assert app.screen is game


async def test_what_is_wrong_is_told_and_the_rest_holds(tmp_path: Path) -> None:
    keep(tmp_path)
    async with playing(tmp_path, table()) as (app, pilot):
        notices = " ".join(notice.message for notice in app._notifications)
        await press(pilot, "enter")
        told_here = " ".join(line.text for line in app.screen.query(MessageLine)) if notices == "" else notices
        assert 'game.drawer = "O": orders are picked by O' in told_here
        assert "--check-keys" in told_here
        await press(pilot, "K")
        assert isinstance(app.screen, WholeCard)


async def test_a_replay_names_them_in_its_footer(tmp_path: Path) -> None:
    played(tmp_path, 20)
    keep(tmp_path)
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=(120, 40)) as pilot:
        await at(pilot, ("p", "enter"))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert "x Forward" in " ".join(seen(app).split())  # type: ignore[arg-type]
        assert screen.query(Footer)
        before = screen.projector.n
        await press(pilot, "full_stop")
        assert screen.projector.n == before
        await press(pilot, "x")
        assert screen.projector.n > before


async def test_at_a_host_the_keys_are_those_of_the_program(tmp_path: Path) -> None:
    keep(tmp_path)
    app = LobbyApp(None, PlayerName("anna"), tmp_path, shelf=SHELF)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.held_keys.changed == {}
        assert PLACES["title"] == ()


def test_lessons_name_keys_by_actions_that_there_are() -> None:
    for info in lessons():
        lesson = read_lesson(info.path)
        texts = [lesson.free]
        for step in lesson.steps:
            texts += [getattr(step, name.name) for name in fields(LessonStep) if name.name in ("say", "hint", "wrong")]
            texts += step.keys
        for text in texts:
            assert set(NAMED.findall(text)) <= set(actions()), (info.id, text)
            assert not re.search(r"\{(?![a-z-]+\.[a-z-]+\})", text), (info.id, text)


def test_a_lesson_tells_the_keys_that_hold() -> None:
    lesson = read_lesson(lessons()[0].path)
    at_card = next(i for i, step in enumerate(lesson.steps) if "{game.card}" in step.say)
    assert "of III/J 2 with C. Esc" in told(lesson, at_card, 0, "", True).plain
    own = told(lesson, at_card, 0, "", True, Keys({"game.card": ("K",), "lesson.hint": ("f3",)})).plain
    assert "of III/J 2 with K. Esc" in own
    assert "f3 hint" in own


async def test_a_key_is_called_the_same_in_bars_and_helps_as_in_texts(tmp_path: Path) -> None:
    keep(tmp_path)
    async with playing(tmp_path, table(), (80, 24)) as (app, pilot):
        assert key_told("ctrl+z") == "ctrl+z"
        assert key_told("shift+down") == "shift+↓"
        for screen in (app.screen, ScenarioScreen(), ResumeScreen()):
            if screen is not app.screen:
                app.push_screen(screen)
                await pilot.pause()
            named = {keys for group in key_groups(app.screen) for keys, _ in group.keys}
            assert not [keys for keys in named if "^" in keys or "⏎" in keys], screen
        shown = [binding for _, binding, *_ in app.screen.active_bindings.values()]
        assert {app.get_key_display(one) for one in shown if one.key == "ctrl+r"} == {"ctrl+r"}


async def test_keys_of_the_set_up_and_of_windows_are_changed_too(tmp_path: Path) -> None:
    keep(
        tmp_path,
        '[game]\nset-up = "f5"\n[set-up]\nfor-me = "x"\nkeep = "K"\n[windows]\nclose = "Q"\nother = "ctrl+o"\n',
    )
    async with playing_set_up(tmp_path, at_table("the-bridge", until="place-rest")) as one:
        await one.press("f5")
        assert isinstance(one.app.screen, SetUpScreen)
        assert "x for me" in one.prompt
        assert "K o keep, open" in one.prompt
        await one.press("a")
        assert isinstance(one.app.screen, SetUpScreen), "the key of before does nothing"
        await one.press("x")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "ctrl+o plainly" in one.prompt
        await one.press("f", "ctrl+o")
        assert "ctrl+o by formations" in one.prompt
        await one.press("q")
        assert isinstance(one.app.screen, PreviewScreen)
        await one.press("Q")
        assert isinstance(one.app.screen, SetUpScreen)
