"""The frame of the game screen: prompt, headline, help, and how a choice among many hexes is offered."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content

from core.choice import Choice, Choices, Refusal
from core.hexes import hex_from_id
from core.presentation import Outcome, SideLook, Standing, Status
from tests.tui.toy_app import COMPUTER, playing, press, seen, table
from tests.tui.toy_table import NORTH, SOUTH
from tui.game.ordering import Ordering
from tui.game.screen import GameScreen
from tui.kit.help import HelpScreen
from tui.kit.popups import Sheet
from tui.map.glyphs import ASCII
from tui.map.minimap import MiniMap
from tui.menu.settings import SettingsScreen
from tui.settings import load
from tui.terminal.notices import Notice
from tui.widgets.header import GameHeader
from tui.widgets.messages import MessageLine
from tui.widgets.prompt import PhasePrompt, finish_line, fitted, pick_line


async def test_the_prompt_says_how_the_step_ends(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at) as (app, pilot):
        await pilot.pause()
        prompt = app.screen.query_one(PhasePrompt)
        end = next(c for c in at.choices(NORTH, ()).options if c.kind == "done")
        assert end.label in str(prompt.render())


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)])
async def test_the_prompt_says_what_the_keys_do_in_the_log(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, table({SOUTH: COMPUTER}), size) as (app, pilot):
        await pilot.pause()
        prompt = app.screen.query_one(PhasePrompt)
        before = str(prompt.render())
        await press(pilot, "L")
        told = str(prompt.render()).splitlines()[-1]
        assert told == "In the log: enter opens a line, f filters, / finds words, L or esc back"
        await press(pilot, "escape")
        assert str(prompt.render()) == before


def test_what_is_left_is_told_whole_or_by_its_number_or_not_at_all() -> None:
    end, left = Content("E End placing commands (for good)"), Content("left: 2 of 5 commands")
    whole = fitted([(0, end), (3, left)], 80)
    assert whole.plain.endswith("left: 2 of 5 commands")
    for room in (15, 23):
        assert fitted([(0, end), (3, left)], end.cell_length + room).plain == f"{end.plain} · left: 2 of 5"
    assert fitted([(0, end), (3, left)], end.cell_length + 14).plain == end.plain
    move = Content("left: 2 yet to move")
    assert fitted([(0, end), (3, move)], end.cell_length + 20).plain == f"{end.plain} · left: 2"
    many = Content("left: 3 mines here, 5 mines there")
    assert fitted([(0, end), (3, many)], end.cell_length + 20).plain == end.plain
    letters = Content("A9 2: f FIRE  m MOVE  o OVERWATCH  N N/C")
    assert fitted([(2, letters), (0, end)], end.cell_length + 42).plain.startswith(f"{letters.plain[:-5]}… · E End")
    # A name that what enter picks has is whole where there is room for it.
    named = Choice("t", "Russian Truck Transport 1", "unit")
    assert pick_line(named, 110).plain == "enter picks Russian Truck Transport 1"
    assert pick_line(named, 76).plain.endswith("… 1")


def test_why_a_step_cannot_be_ended_yet_is_cut_before_the_key_that_ends_it() -> None:
    choice = Choice(
        "finish", "End it", "done", refusal=Refusal("the first of many units is to move before the others", "x:1")
    )
    end = finish_line(choice, {})
    assert end is not None
    tries = [content.plain for content in end.shorter()]
    assert tries[0] == "End it: not yet, the first of many units is to move before the others"
    assert tries[1].startswith("End it: not yet, the first of many units is to move")
    assert tries[1].endswith("…")
    assert tries[-1] == "End it: not yet"
    assert tries == sorted(tries, key=len, reverse=True)
    ends = finish_line(Choice("finish", "End it: the rest stays", "done"), {})
    assert ends is not None
    assert [content.plain for content in ends.shorter()] == [" End it: the rest stays", " End it"], "never a stump"


async def test_the_headline_says_less_on_a_narrow_line(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at) as (app, pilot):
        await pilot.pause()
        header = app.screen.query_one(GameHeader)
        assert "■Northland 2 : □Southland 2 VP" in str(header.render())
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "■N 2 : □S 2" in str(header.render())


@pytest.mark.parametrize(("width", "told"), [(140, "? keys · F2 settings"), (76, "? keys"), (66, "")])
async def test_the_headline_ends_with_the_keys_of_help_and_settings(tmp_path: Path, width: int, told: str) -> None:
    async with playing(tmp_path, table({SOUTH: COMPUTER}), (width, 24)) as (app, pilot):
        await pilot.pause()
        line = str(app.screen.query_one(GameHeader).render())
        assert line.endswith(told)
        assert told or "keys" not in line


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)])
async def test_settings_open_in_a_game_and_hold_at_once(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, table({SOUTH: COMPUTER}), size) as (app, pilot):
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert any(key.lower() == "f2" for group in app.screen.groups for key, _ in group.keys)
        await press(pilot, "escape", "f2", "f2")
        assert isinstance(app.screen, SettingsScreen)
        await press(pilot, "right", "down", "right", "escape")
        assert isinstance(app.screen, GameScreen)
        assert app.settings.theme == load(tmp_path)[0].theme != "dark"
        assert app.settings.ascii
        assert app.screen.map.glyphs is ASCII
        assert "#N" in str(app.screen.query_one(GameHeader).render())
        assert app.screen.query_one(MiniMap).ascii
        await press(pilot, "M")
        assert seen(app).isascii()


async def test_help_tells_the_signs_of_the_map(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at) as (app, pilot):
        await pilot.pause()
        await press(pilot, "question_mark")
        assert isinstance(app.screen, HelpScreen)
        signs = next(group for group in app.screen.groups if group.title == "Signs on the map")
        assert ("★", "objective; ■ or □ behind it: its holder") in signs.keys
        assert signs.keys[0] == ("▲◥◢▼◣◤ ■", "Northland: faces N to NW, no way")
        assert signs.keys[1][0] == "△◹◿▽◺◸ □"


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)])
async def test_a_key_of_the_help_leads_to_the_signs_of_the_map(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, table({SOUTH: COMPUTER}), size) as (app, pilot):
        await press(pilot, "question_mark")
        assert "m signs on the map" in seen(app)
        assert "Signs on the map" not in seen(app)
        await press(pilot, "m")
        assert "Signs on the map" in seen(app)
        assert "Northland: faces N to NW, no way" in seen(app)


def test_many_hexes_are_picked_on_the_map_not_by_keys() -> None:
    hexes = tuple(Choice(f"{c}{r}", f"{c}{r}", "hex", hex_from_id(f"{c}{r}")) for c in "ABCD" for r in range(1, 9))
    step = Choice("end", "End", "done", key="E")
    choices = Choices("Where?", "toy:1", (*hexes, step))
    ordering = Ordering(NORTH, lambda *_: choices)
    assert ordering.on_map
    assert ordering.keys(()) == {"E": step}
    assert ordering.finish is step


async def test_what_is_said_in_passing_stands_on_a_line_and_can_be_read_again(tmp_path: Path) -> None:
    """No window covers what is being decided; the same again is counted; nothing is left for the next player."""
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at, size=(80, 24)) as (app, pilot):
        await pilot.pause()
        app.screen.notify("no such hex", title="Go", severity="warning", timeout=60)
        app.screen.notify("no such hex", title="Go", severity="warning", timeout=60)
        app.screen.notify("look there", timeout=60)
        await pilot.pause()
        line = app.screen.query_one(MessageLine)
        assert line.display
        assert str(line.render()) == 'look there  " all messages'
        assert not list(app._notifications)
        assert not app.screen.query("Toast")
        await press(pilot, "quotation_mark")
        assert isinstance(app.screen, Sheet)
        assert app.screen.text.plain == "look there\nGo: no such hex  ×2"
        await press(pilot, "escape")
        app.clear_notifications()
        assert not line.told
        assert not line.display


async def test_what_is_said_before_a_game_is_drawn_is_told_when_it_is(tmp_path: Path) -> None:
    """As of a save that was brought up to date: it is said while the game opens."""
    async with playing(tmp_path, table({SOUTH: COMPUTER})) as (app, pilot):
        await pilot.pause()
        again = GameScreen(table({SOUTH: COMPUTER}))
        again.tell(Notice("brought up to date", timeout=60))
        app.push_screen(again)
        await pilot.pause()
        assert [notice.message for notice, _ in again.query_one(MessageLine).told] == ["brought up to date"]


async def test_the_headline_says_who_would_win_now(tmp_path: Path) -> None:
    """At which level and by how much, in few cells on a narrow line."""
    at = table({SOUTH: COMPUTER})
    scores = (Standing("north", 120), Standing("south", 20))
    async with playing(tmp_path, at) as (app, pilot):
        await pilot.pause()
        header = app.screen.query_one(GameHeader)
        won = Outcome("north", "Decisive victory", "", "toy:1")
        header.show(Status("Toy", 2, 9, "Fire", "", (), won=won), at.looks, scores)
        assert "VP → Northland wins: decisive by 100" in str(header.render())
        header.show(Status("Toy", 2, 9, "Fire", "", (), won=Outcome(None, "Draw", "", "toy:1")), at.looks, scores)
        assert "VP → draw" in str(header.render())
        await pilot.resize_terminal(80, 24)
        header.show(Status("Toy", 2, 9, "Fire", "", (), won=won), at.looks, scores)
        assert "■N 120 : □S 20 → ■ decisive" in str(header.render())
        reached = (Standing("north", 30, level="decisive"), Standing("south", 0, level="no level"))
        header.show(Status("Toy", 2, 9, "Fire", "", (), won=won), at.looks, reached)
        line = str(header.render())
        assert "■N decisive : □S no level → ■" in line
        assert "→ ■ decisive" not in line, "the level stands there already"


def test_what_else_a_unit_could_begin_stands_in_its_menu() -> None:
    """An Overrun is where one looks for it: in the menu of the vehicle that moves; picking it begins that order."""
    tank, overrun = Choice("move:t", "Tank", "unit", unit="t"), Choice("overrun:t", "Overrun ...", "order", unit="t")
    other = Choice("overrun:o", "Overrun ...", "order", unit="o")
    ahead = Choice("f", "Forward", "option", key="f")
    asked = {
        (): Choices("Which?", "toy:1", (tank, overrun, other)),
        ("move:t",): Choices("Where?", "toy:1", (ahead,)),
        ("overrun:t",): Choices("Whom?", "toy:1", (Choice("enemy", "Enemy", "unit"),)),
    }
    ordering = Ordering(NORTH, lambda _, partial: asked.get(partial, Choices("Go", "toy:1", complete=True)))
    ordering.take((tank,))
    assert [choice.pick for choice in ordering.choices.legal] == ["f", "overrun:t"]
    assert ordering.with_way((ahead,)) == ("move:t", "f")
    assert ordering.with_way((overrun,)) == ("overrun:t",)
    ordering.take((overrun,))
    assert ordering.partial == ("overrun:t",)
    assert ordering.choices.prompt == "Whom?"
    ordering.back()
    ordering.take((tank, ahead))
    assert ordering.partial == ("move:t", "f")


STEP = "Vehicles move and overrun (North)"
LONG = Status("A battle of many names", 3, 10, "Movement", STEP, ("n",), "North Player-Turn")


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (130, " A battle of many names │ turn 3/10 │ ▶ Movement: Vehicles move and overrun (North) │ ■N □S no level"),
        (104, " turn 3/10 │ ▶ Movement: Vehicles move and overrun (North) │ ■N □S no level │ North Player-Turn"),
        (80, " turn 3/10 │ ▶ Movement: Vehicles move and overrun (North) │ ■N □S no level"),
        (78, " turn 3/10 │ ▶ Movement: Vehicles move and overrun (North) │ ■N □S no level ≡"),
        (77, " turn 3/10 │ ▶ Vehicles move and overrun (North) │ ■N □S no level   "),
    ],
)
async def test_the_headline_has_room_for_how_it_stands(tmp_path: Path, width: int, told: str) -> None:
    """First names, then the title, then what is said besides, then the phase give way, before the score does."""
    async with playing(tmp_path, table({SOUTH: COMPUTER}), (width, 24)) as (app, pilot):
        header = app.screen.query_one(GameHeader)
        looks = (SideLook("n", "North", "red"), SideLook("s", "South", "blue"))
        header.show(LONG, looks, (Standing("n", 0, level="no level"), Standing("s", 0, level="no level")))
        await pilot.pause()
        assert told in seen(app).split("\n")[0]
