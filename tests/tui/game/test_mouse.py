"""Everything can be done by mouse alone: each test clicks on what stands on the screen and presses no key."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from textual.pilot import Pilot
from textual.widgets import OptionList

from content import catalogue
from core.dice import SeededDice
from core.event import UnitId
from core.hexes import Hex
from core.panzer import sequence
from core.panzer.command.events import CommandPlaced
from core.panzer.direct_fire.events import FireAnnounced
from core.panzer.movement.events import UnitMoved
from core.play.game import Game
from core.step_end import StepFinished
from tests.tui.game.test_few_keys import Player, at_step, moving, playing
from tests.tui.game.test_told import Again, sample, seated, told
from tests.tui.played import SHELF
from tests.tui.tour import shown
from tests.tui.toy_app import seen
from tui.app import PanzerhexApp
from tui.game.handover import HandOverScreen
from tui.game.many.preview import PreviewScreen
from tui.game.screen import GameScreen
from tui.game.set_up.screen import SetUpScreen
from tui.game.sheets import GameSheets
from tui.game.table import GameTable
from tui.game.telling import Matter
from tui.game.told import ToldLines
from tui.kit.help import HelpScreen
from tui.kit.popups import PickList
from tui.kit.whole_card import WholeCard
from tui.map.widget import HexMap
from tui.menu.rules import RulesScreen
from tui.menu.scenarios import ScenarioScreen
from tui.menu.title import TitleScreen
from tui.replay.screen import ReplayScreen

#: The small screen each time; what is dear is done at the large one in the long run.
LONG_WHEN_WIDE = pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.long)], ids=["80x24", "120x40"]
)
#: The sign at the end of the headline, which lists all that can be done.
MENU = "≡"


def place(app: PanzerhexApp, words: str) -> tuple[int, int]:
    """Where words stand on the screen."""
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        line = "".join(segment.text for segment in strip)
        if words in line:
            return line.index(words) + len(words) // 2, y
    raise AssertionError(f"{words!r} is not on the screen")


async def click(app: PanzerhexApp, pilot: Pilot[None], words: str) -> None:
    """Point at words and click on them; they must stay where they are while they are pointed at."""
    at = place(app, words)
    await pilot.hover(offset=at)
    await shown(pilot)
    assert place(app, words) == at
    await pilot.click(offset=at)
    await shown(pilot)


async def test_the_list_of_all_that_can_be_done_is_reached_whole_on_a_small_screen(tmp_path: Path) -> None:
    """Line by line with the arrows, page by page with clicks on its foot, and by each key that it names."""
    async with playing(tmp_path, at_step("commands")) as player:
        app, pilot = player.app, player.pilot
        await click(app, pilot, MENU)
        assert isinstance(app.screen, PickList)
        lines = app.screen.query_one(OptionList)
        read: set[int] = set()
        for _ in range(6):
            top, height = round(lines.scroll_y), lines.size.height
            read |= set(range(top, top + height))
            await click(app, pilot, "pgdn more")
        assert len(read) >= lines.virtual_size.height
        assert "settings, in a game too" in seen(app)
        low = lines.scroll_y
        await click(app, pilot, "pgup")
        assert lines.scroll_y < low
        await pilot.press("end", "J")
        await shown(pilot)
        assert "J picks nothing here" in seen(app)
        await pilot.press("space")
        await shown(pilot)
        assert player.screen.stage.marks.units, "a key that is named by a word works too"


async def choose(app: PanzerhexApp, pilot: Pilot[None], words: str) -> None:
    """Choose from all that can be done here."""
    await click(app, pilot, MENU)
    assert isinstance(app.screen, PickList)
    line = next(i for i, line in enumerate(app.screen.lines) if words in line.plain)
    app.screen.query_one(OptionList).scroll_to(y=max(0, line - 2), animate=False)
    await shown(pilot)
    await click(app, pilot, words)


async def click_hex(one: Player, hex_: Hex, button: int = 1) -> None:
    """Click on a hex of the map."""
    map_ = one.screen.query_one(HexMap)
    map_.centre_on(hex_)
    await one.pilot.pause()
    assert map_.projection is not None
    x, y = map_.projection.centre(hex_)
    offset = (x - int(map_.scroll_offset.x), y - int(map_.scroll_offset.y))
    await one.pilot.click(HexMap, offset=offset, button=button)
    await shown(one.pilot)


@LONG_WHEN_WIDE
async def test_a_game_is_begun_left_and_watched(tmp_path: Path, size: tuple[int, int]) -> None:
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    app.settings = evolve(app.settings, seats=("human", "random"), telling="never", playback="none")
    async with app.run_test(size=size, notifications=True) as pilot:
        await shown(pilot)
        await click(app, pilot, "New game")
        await click(app, pilot, "The Pimple")
        if isinstance(app.screen, ScenarioScreen):
            await click(app, pilot, "The Pimple")
        await click(app, pilot, "enter Play")
        await click(app, pilot, "Start the game")
        if isinstance(app.screen, HandOverScreen):
            await click(app, pilot, "to the keyboard")
        assert isinstance(app.screen, GameScreen)
        await choose(app, pilot, "sheets: formations")
        assert isinstance(app.screen, GameSheets)
        await click(app, pilot, "esc back")
        await choose(app, pilot, "leave the game")
        assert isinstance(app.screen, TitleScreen)
        await click(app, pilot, "Replays")
        await click(app, pilot, "The Pimple")
        if not isinstance(app.screen, ReplayScreen):
            await click(app, pilot, "The Pimple")
        assert isinstance(app.screen, ReplayScreen)
        await click(app, pilot, ". Forward")
        assert app.screen.projector.n > 0
        await click(app, pilot, "esc Leave")
        assert not isinstance(app.screen, ReplayScreen)
        assert app.failures == []


@LONG_WHEN_WIDE
async def test_commands_are_given_and_the_step_is_ended(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), size) as one:
        first = one.screen.stage.unit
        await click(one.app, one.pilot, "MOVE")
        placed = [e for e in one.app.table.game.journal if isinstance(e, CommandPlaced)]
        assert [(e.unit, e.command.value) for e in placed] == [(first, "MOVE")]
        await choose(one.app, one.pilot, "undo the last order")
        assert one.state.units[UnitId(str(first))].command is None
        await choose(one.app, one.pilot, "mark all that still")
        await click(one.app, one.pilot, "m MOVE")
        assert isinstance(one.app.screen, PreviewScreen)
        await click(one.app, one.pilot, "enter gives it")
        await click(one.app, one.pilot, "E End placing commands")
        assert one.screen.stage.begun
        await click(one.app, one.pilot, "one step back")
        assert not one.screen.stage.begun
        await click(one.app, one.pilot, "E End placing commands")
        await click(one.app, one.pilot, "enter gives it")
        assert any(isinstance(e, StepFinished) for e in one.app.table.game.journal[-8:])


@LONG_WHEN_WIDE
async def test_a_unit_is_moved_on_the_map(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, moving(), size) as one:
        ordering = one.screen.stage.ordering
        assert ordering is not None
        mover = next(c for c in ordering.choices.legal if c.kind == "unit" and c.unit != one.screen.stage.unit)
        assert mover.hex is not None
        await click_hex(one, mover.hex)
        assert one.screen.stage.unit == mover.unit
        await click(one.app, one.pilot, "Forward")
        if one.screen.stage.begun:
            await click(one.app, one.pilot, "enter gives it")
        moved = [e.unit for e in one.app.table.game.journal if isinstance(e, UnitMoved)]
        assert moved == [mover.unit]


async def test_a_force_is_set_up(tmp_path: Path) -> None:
    """By the keys at the foot of its screen, each of which can be clicked, and by the list of all that can be done."""
    at = GameTable(Game(catalogue.open_system("the-bridge", ()), SeededDice("set-up")), None, {})
    async with playing(tmp_path, at) as one:
        app, pilot = one.app, one.pilot
        await click(app, pilot, "Set up in: South edge")
        await click(app, pilot, "places by formation")
        screen = app.screen
        assert isinstance(screen, SetUpScreen)
        unit = screen.hand.unit
        await click(app, pilot, "puts")
        assert [member.id for member in screen.hand.members if member.post is not None] == [unit]
        facing = next(member.post.facing for member in screen.hand.members if member.post is not None)
        await click(app, pilot, "picks up")
        assert screen.hand.unit == unit
        await click(app, pilot, ", . turn")
        await click(app, pilot, "puts")
        assert facing != next(member.post.facing for member in screen.hand.members if member.post is not None)
        await choose(app, pilot, "take back the last thing done here")
        await click(app, pilot, "for me")
        assert isinstance(app.screen, PreviewScreen)
        await click(app, pilot, "enter gives it")
        assert not screen.hand.left
        await click(app, pilot, "E end")
        assert at.game.active[0] == "soviet"


async def test_a_target_is_fired_at_from_the_menu(tmp_path: Path) -> None:
    journal = sample()[:459]
    at = GameTable(Game(catalogue.open_system("the-bridge", ()), SeededDice("keys"), events=journal), None, {})
    async with playing(tmp_path, at, (120, 40), telling="never") as one:
        for _ in range(2):
            if not one.screen.stage.complete:
                await click(one.app, one.pilot, f"1 {one.screen.keys['1'].label[:12]}")
        await click(one.app, one.pilot, "enter gives it")
        assert [e for e in at.game.journal[459:] if isinstance(e, FireAnnounced)]


async def test_windows_close_by_a_click_beside_them(tmp_path: Path) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS)) as one:
        game = one.screen
        for words, window in (("the whole card", WholeCard), ("keys of this place", HelpScreen), ("overlay", PickList)):
            await choose(one.app, one.pilot, words)
            assert isinstance(one.app.screen, window)
            await one.pilot.click(offset=(0, 23))
            await shown(one.pilot)
            assert one.app.screen is game
        await choose(one.app, one.pilot, "zoom in")
        await choose(one.app, one.pilot, "minimap")
        assert game.has_class("-minimap")


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)])
async def test_a_click_points_at_a_line_and_its_dice_rule_and_card_are_clicked(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with seated(tmp_path, Again(), size) as (app, pilot):
        sheet = await told(app, pilot)
        assert "point at a line" in seen(app)
        at = next(i for i, (_, of) in enumerate(sheet.entries) if isinstance(of, Matter) and of.line and of.line.units)
        await pilot.click(ToldLines, offset=(6, at))
        await pilot.pause()
        assert app.screen is sheet, "the first click goes nowhere"
        assert sheet.query_one(ToldLines).highlighted == at
        assert "d100 = " not in seen(app)
        await click(app, pilot, "d dice")
        assert "d100 = " in seen(app)
        await click(app, pilot, "C card")
        assert isinstance(app.screen, WholeCard)
        await click(app, pilot, "esc back")
        await click(app, pilot, "r rule")
        assert isinstance(app.screen, RulesScreen)
        await click(app, pilot, "esc Back")
        assert app.screen is sheet
        await pilot.click(ToldLines, offset=(6, at))
        await pilot.pause()
        assert isinstance(app.screen, GameScreen), "the second goes where it leads"
