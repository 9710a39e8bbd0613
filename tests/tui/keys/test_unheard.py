"""A key that does nothing is answered by one line, which is not kept and does not pile up."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import OptionList

from core.choice import Choice
from core.event import SideId
from tests.tui.toy_app import COMPUTER, playing, press, seen, table
from tests.tui.toy_table import NORTH, SOUTH, Secret
from tui.app import PanzerhexApp
from tui.game.handover import HandOverScreen
from tui.game.record.earlier import earlier
from tui.game.screen import GameScreen
from tui.game.table import GameTable
from tui.kit.popups import Sheet
from tui.kit.window import Window
from tui.replay.reel import Reel
from tui.widgets.log import GameLog
from tui.widgets.messages import MessageLine
from tui.widgets.side import SidePanel


def line(app: PanzerhexApp) -> str:
    """What stands on the line of messages; "" if nothing does."""
    found = app.screen.query_one(MessageLine)
    return str(found.render()) if found.display else ""


async def test_what_a_key_does_elsewhere_and_what_would_do_here(tmp_path: Path) -> None:
    async with playing(tmp_path, table({SOUTH: COMPUTER}), (80, 24)) as (app, pilot):
        await press(pilot, "number_sign")
        assert line(app) == "# does nothing now. Keys here: e t, 1 2, d Done; ? all keys"
        await press(pilot, "x")
        assert line(app).startswith(
            "x does nothing now (in the log, L: the loss or damage before). Keys here: e t, 1 2"
        )
        before = app.screen.query_one(MessageLine)._time
        await press(pilot, "x")
        assert app.screen.query_one(MessageLine)._time is before, "the same again changes nothing"
        assert not app.screen.query_one(MessageLine).told, "and nothing of it is kept"
        await press(pilot, "e")
        assert line(app) == "", "an order was given: what would do is something else"
        await press(pilot, "U")
        app.screen.notify("look there", timeout=60)
        await press(pilot, "L", "d")
        assert isinstance(app.focused, GameLog)
        assert line(app) == "d does nothing now (in Secret words: Done). Keys here: L or esc leaves the log; ? all keys"
        await press(pilot, "escape", "escape")
        assert line(app).startswith("No order is in hand; U takes back the last one, q leaves")
        await press(pilot, "D")
        assert app.screen.query_one(SidePanel).display
        await press(pilot, "escape")
        assert not app.screen.query_one(SidePanel).display, "the drawer shuts before there is nothing to leave"


async def test_a_letter_is_known_from_the_step_before_and_says_why_it_may_not_be_had(tmp_path: Path) -> None:
    async with playing(tmp_path, table({SOUTH: COMPUTER}), (80, 24)) as (app, pilot):
        await press(pilot, "e", "e", "d")
        await press(pilot, *["escape"] * (not isinstance(app.focused, OptionList)))
        assert "Action" in seen(app)
        await press(pilot, "t")
        assert line(app).startswith("t does nothing now (in Secret words: Wait). Keys here: ")


def foot(app: PanzerhexApp) -> str:
    """What stands in the foot of the window."""
    return next(line for line in reversed(seen(app).split("\n")) if "╰" in line).partition("╰")[2].strip("│╯─ ")


async def test_windows_answer_in_their_foot(tmp_path: Path) -> None:
    async with playing(tmp_path, table({SOUTH: COMPUTER}), (80, 24)) as (app, pilot):
        for key in ("question_mark", "B", "v"):
            await press(pilot, key)
            assert isinstance(app.screen, Window), key
            before, verb = foot(app), app.screen.KEYS_DO
            await press(pilot, "number_sign")
            assert foot(app).startswith(f"# {verb} nothing here · ")
            assert foot(app).endswith(before.rpartition(" · ")[2])
            assert f"# {verb} nothing here" in seen(app)
            await press(pilot, "T")
            assert foot(app).startswith(f"T {verb} nothing here"), "the last key is the one that is answered"
            await press(pilot, "pagedown")
            assert foot(app) == before, "a key that does something takes the answer away"
            await press(pilot, "escape")
        app.push_screen(Sheet("A sheet", Content("a line")))
        await press(pilot, "down", "D")
        assert foot(app) == "D does nothing here (in the game: cards) · enter closes"
        app.screen.say_keys(
            app.screen.query_one("#window"), Content("enter closes · many words on many keys · esc back")
        )
        await press(pilot, "D")
        assert foot(app) == "D does nothing here (in the game: cards) · enter closes · esc back"


async def test_a_long_sheet_says_so_where_its_foot_has_no_room(tmp_path: Path) -> None:
    async with playing(tmp_path, table({SOUTH: COMPUTER}), (80, 24)) as (app, pilot):
        full = Content("six words on keys " * 4)
        for text, says in ((Content("a line\n" * 40), True), (Content("a line"), False)):
            app.push_screen(Sheet("A sheet", text, foot=full))
            await press(pilot, "x", "up")
            assert ("A sheet · down for more" in seen(app)) is says
            await press(pilot, "escape")


async def test_a_game_that_is_opened_again_knows_its_letters_from_before(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at, (80, 24)) as (app, pilot):
        await press(pilot, "e", "e", "d")
        await press(pilot, *["escape"] * (not isinstance(app.focused, OptionList)))
        assert "Action" in seen(app)
    again = GameTable(at.game, None, {SOUTH: COMPUTER})
    async with playing(tmp_path / "again", again, (80, 24)) as (app, pilot):
        await press(pilot, "t")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert line(app).startswith("t does nothing now (in Secret words: Wait). Keys here: ")


async def test_the_next_player_is_told_nothing_of_the_letters_that_the_last_one_met(tmp_path: Path) -> None:
    async with playing(tmp_path, table(), (80, 24)) as (app, pilot):
        await press(pilot, "enter", "1", "e", "2", "t")
        screen = app.screen
        assert isinstance(screen, GameScreen)
        screen.showing._met.keep(NORTH, {"x": Choice("x", "Lay an ambush", "option", key="x")}, "Plots")
        await press(pilot, "x")
        assert "x does nothing now (in Plots: Lay an ambush)" in line(app)
        await press(pilot, "d")
        assert isinstance(app.screen, HandOverScreen)
        await press(pilot, "enter")
        assert line(app) == "", "nothing that the last player was told stands there"
        await press(pilot, "x")
        assert line(app).startswith("x does nothing now (in the log, L: the loss or damage before). Keys here: e t")


@pytest.mark.parametrize("side", [NORTH, SOUTH])
def test_letters_are_found_in_what_a_side_saw_itself(side: SideId) -> None:
    """What is found when a game is opened again is the same, whatever the other side has done in secret."""
    found = []
    for word in ("go", "wait"):
        at = table()
        for of, units in ((NORTH, ("n1", "n2")), (SOUTH, ("s1", "s2"))):
            for unit in units:
                at.game.submit(of, Secret(unit=unit, word="go" if of == side else word))
        reel = Reel(at.game)
        found.append([(step, dict(keys)) for step, keys in earlier(reel, reel.eye(side), "", "")])
    assert found[0]
    assert found[0] == found[1]
    assert {choice.unit for _, keys in found[0] for choice in keys.values()} - {None} == {f"{side[0]}1", f"{side[0]}2"}
