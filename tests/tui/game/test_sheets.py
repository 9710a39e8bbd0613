"""The sheets of a game beside its map, and cards as a whole: opened by key, scrolled, left for a unit on the map."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import SideId, UnitId
from core.hexes import hex_from_id
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.unit import Command
from core.play.game import Game
from core.presentation import Card, Row, Section, Sheet
from tests.panzer.command.test_command_control import controlled
from tests.tui.game.test_game_screen import click_hex, give
from tests.tui.played import SHELF, played
from tests.tui.toy_app import COMPUTER, ToyApp, press, seen, table
from tests.tui.toy_table import NORTH, SOUTH
from tui.app import PanzerhexApp
from tui.game.screen import GameScreen
from tui.game.sheets import GameSheets, SheetList
from tui.game.table import GameTable
from tui.game.turns import Turns, summary
from tui.kit.text import card_content
from tui.kit.whole_card import WholeCard
from tui.replay.reel import Reel
from tui.replay.screen import ReplayScreen
from tui.widgets.orders import OrderMenu

SIZES = [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)]
BRITISH = SideId("british")


@asynccontextmanager
async def sitting(data: Path, at: GameTable, size: tuple[int, int]) -> AsyncIterator[tuple[ToyApp, Pilot[None]]]:
    """The app with a table open and the first player at it."""
    app = ToyApp(data, at)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        while not isinstance(app.screen, GameScreen):
            await press(pilot, "enter")
            await pilot.pause()
        yield app, pilot
        assert app.failures == []


async def made(pilot: Pilot[None]) -> None:
    """Wait until the sheet that was asked for is shown."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def test_the_briefing_is_read_again_in_the_game(tmp_path: Path) -> None:
    app = PanzerhexApp(tmp_path, shelf=SHELF)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        system: Any = catalogue.open_system("the-pimple", ())
        app.open_game(GameTable(Game(system, SeededDice("briefing")), None, {SideId("italian"): COMPUTER}))
        await pilot.pause()
        await press(pilot, "B")
        await made(pilot)
        # Who comes on later is in good order, but not there yet.
        assert "6 of 8 units in good order, 2 not on the map yet" in seen(app)  # type: ignore[arg-type]
        await press(pilot, "b")
        await made(pilot)
        assert "shut it" in seen(app)  # type: ignore[arg-type]
        assert "2 x A9" in seen(app)  # type: ignore[arg-type]
        # A line that leads nowhere leads back to the map.
        await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen)


def test_the_card_of_ones_own_unit_says_that_it_has_no_command() -> None:
    system: Any = catalogue.open_system("the-pimple", ())
    game: Game[Any] = Game(system, SeededDice("cards"))
    game.begin()
    own = next(unit.id for unit in game.state.units.values() if unit.side == "british" and unit.on_map)

    def command(side: str | None) -> str:
        card = system.face.unit_card(game.view(None if side is None else SideId(side)), own)
        return next(row.text for section in card.sections for row in section.rows if row.label == "Command")

    assert command("british") == "none"
    assert command("italian") == command(None) == "none that is known"


@pytest.mark.parametrize("size", SIZES)
async def test_a_line_of_a_sheet_leads_to_its_unit(tmp_path: Path, size: tuple[int, int]) -> None:
    at = table({SOUTH: COMPUTER})
    async with sitting(tmp_path, at, size) as (app, pilot):
        await press(pilot, "B")
        assert isinstance(app.screen, GameSheets)
        await made(pilot)
        assert "All tanks" in seen(app)
        assert "Enter goes to a tank" in seen(app)
        await press(pilot, "down", "enter")
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert screen.stage.shown == "n2"
        assert screen.stage.cursor == at.game.state.tanks["n2"].hex
        await press(pilot, "B")
        await made(pilot)
        await press(pilot, "escape")
        assert app.screen is screen


@pytest.mark.parametrize("size", SIZES)
async def test_the_turn_in_short_tells_no_secrets(tmp_path: Path, size: tuple[int, int]) -> None:
    at = table()
    give(at, (NORTH, "n1", "go"))
    at.submit(NORTH, ("move", "n1", "C4"))
    async with sitting(tmp_path, at, size) as (app, pilot):
        await press(pilot, "B", "s")
        await made(pilot)
        assert "Turn 1, so far" in seen(app)
        assert "Fox moves to C4" in seen(app)
        await press(pilot, "left_square_bracket")
        await made(pilot)
        assert "Before the first turn" in seen(app)
        await press(pilot, "right_square_bracket", "right_square_bracket")
        await made(pilot)
        assert "Turn 1" in seen(app)
        rows = app.screen.query_one(SheetList).rows
        assert any(row is not None and row.hex == hex_from_id("C4") for row in rows)


def test_a_turn_past_is_what_its_events_say() -> None:
    """Every event told is in the summary of its turn, once, and nothing of another side's secrets."""
    at = table()
    give(at, (NORTH, "n1", "go"), (SOUTH, "s1", "wait"))
    reel: Reel[Any] = Reel(at.game)
    for side in (NORTH, SOUTH, None):
        turns = Turns(reel, reel.eye(side), reel.length)
        told = [line.n for turn in range(turns.last + 1) for line in turns.lines(turn)]
        assert told == sorted(set(told))
        lines = reel.lines(reel.length, reel.eye(side), reach=reel.length)
        assert told == [line.n for line in lines]
        text = str([summary(turns, turn) for turn in range(turns.last + 1)])
        assert ("Fox is told" in text) == (side == NORTH)
        assert ("Wolf is told" in text) == (side == SOUTH)


def test_the_points_of_a_turn_give_the_present_count_of_each_goal() -> None:
    system = catalogue.open_system("advance-on-nikopol", ())
    assert system
    reel: Reel[Any] = Reel(Game(system, SeededDice("goals")))
    points = summary(Turns(reel, reel.eye(None), reel.length), 0).cards[0]
    goals = [part for standing in system.standings(reel.view(reel.length, reel.eye(None))) for part in standing.parts]
    rows = [row for row in points.sections[0].rows if row.tone != "heading"]
    assert [row.text.partition(" · ")[0] for row in rows] == [goal.text for goal in goals]
    assert all(row.text.count("marginal 8") + row.text.count("marginal 10") == 1 for row in rows), "and limits once"
    assert not any(row.cells for row in rows)


# -- formations -----------------------------------------------------------------------------------


def commanding() -> GameTable:
    """A game with command control in its first Command Phase."""
    return GameTable(Game(controlled(Grade.ELITE), SeededDice("sheets")), None, {})


@pytest.mark.parametrize("size", SIZES)
async def test_the_sheet_of_formations(tmp_path: Path, size: tuple[int, int]) -> None:
    at = commanding()
    async with sitting(tmp_path, at, size) as (app, pilot):
        await press(pilot, "B", "f")
        await made(pilot)
        assert "Squadron on the Pimple" in seen(app)
        assert "Vanguard" not in seen(app)
        assert "used" in seen(app)
        await press(pilot, "down", "down", "C")
        assert isinstance(app.screen, WholeCard)
        await press(pilot, "escape", "down", "enter")
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert screen.stage.shown in at.game.state.units


@pytest.mark.parametrize("size", SIZES)
async def test_units_are_marked_one_by_one_and_get_one_command(tmp_path: Path, size: tuple[int, int]) -> None:
    """na:6.2.1.1.3b: T takes the unit pointed at along; others by their keys, then the command."""
    at = commanding()
    async with sitting(tmp_path, at, size) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await press(pilot, "T")
        assert screen.stage.ordering is not None
        assert [choice.pick for choice in screen.stage.ordering.picked] == ["together", "b1"]
        key = next(key for key, choice in screen.keys.items() if choice.pick == "b2")
        await press(pilot, key)
        assert [choice.pick for choice in screen.stage.ordering.picked] == ["together", "b1", "b2"]
        await press(pilot, "m")
        units = at.game.state.units
        assert [units[UnitId(u)].command for u in ("b1", "b2")] == [Command.MOVE, Command.MOVE]
        assert units[UnitId("b1")].group == units[UnitId("b2")].group != ""


async def test_units_are_marked_by_clicks_on_the_map(tmp_path: Path) -> None:
    at = commanding()
    async with sitting(tmp_path, at, (120, 40)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await press(pilot, "T")
        hex_ = at.game.state.units[UnitId("b2")].hex
        await click_hex(pilot, screen, str(hex_))
        assert screen.stage.ordering is not None
        assert [choice.pick for choice in screen.stage.ordering.picked] == ["together", "b1", "b2"]
        overlay = screen.stage.scene().overlay
        assert overlay is not None
        assert overlay.cells[hex_].tone == "strong"


async def test_who_cannot_share_says_why(tmp_path: Path) -> None:
    at = commanding()
    async with sitting(tmp_path, at, (120, 40)) as (app, pilot):
        await press(pilot, "T", "X")
        screen = app.screen
        assert isinstance(screen, GameScreen)
        assert screen.stage.ordering is not None
        before = screen.stage.ordering.partial
        menu = screen.query_one(OrderMenu)
        choices = [menu.choice_at(row) for row in range(menu.option_count)]
        row = next(i for i, c in enumerate(choices) if c and c.refusal and c.refusal.rule == "na:6.2.1.1.3f")
        menu.focus()
        menu.highlighted = row
        await press(pilot, "enter")
        await pilot.pause()
        assert "Not allowed" in seen(app)
        assert "different formations" in " ".join(seen(app).split())
        assert screen.stage.ordering.partial == before


# -- cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_whole_card_is_one_key_away(tmp_path: Path, size: tuple[int, int]) -> None:
    at = commanding()
    async with sitting(tmp_path, at, size) as (app, pilot):
        await press(pilot, "C")
        assert isinstance(app.screen, WholeCard)
        assert "HQ A13" in seen(app)
        assert "AP hexes" in seen(app) or size == (80, 24)
        await press(pilot, "pagedown", "pagedown")
        assert "AP hexes" in seen(app) or size == (120, 40)
        await press(pilot, "escape")
        assert isinstance(app.screen, GameScreen)


def test_a_card_in_short_leaves_out_what_only_the_whole_has() -> None:
    rows = (Row("Move", "4T"), Row("Deck", "falling shots only", full=True))
    only = Section("Sizes", (Row("Squad", "2 leg", full=True),))
    text = card_content(Card("Tank", sections=(Section("Data", rows), only)), 30, more="C shows it all").plain
    assert "4T" in text
    assert "Deck" not in text
    assert "Sizes" not in text
    assert text.endswith("C shows it all")
    assert "C shows" not in card_content(Card("Tank", sections=(Section("Data", rows[:1]),)), 30, more="C shows").plain


# -- replay ---------------------------------------------------------------------------------------


async def test_a_replay_has_the_sheets_and_cards_of_its_moment(tmp_path: Path) -> None:
    path = played(tmp_path, 150)
    app = PanzerhexApp(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.watch_game(path)
        await pilot.pause()
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await press(pilot, "end", "B")
        await made(pilot)
        sheets = app.screen
        assert isinstance(sheets, GameSheets)
        rows = sheets.query_one(SheetList).rows
        assert any(row is not None and row.text for row in rows)
        row = next(i for i, row in enumerate(rows) if row is not None and row.hex is not None)
        sheets.query_one(SheetList).highlighted = row
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)
        found = rows[row]
        assert found is not None
        assert replay.drawing.map.cursor == found.hex
        replay.projector.unit = next(c.id for c in replay.projector.counters if c.kind == "unit")
        await press(pilot, "C")
        assert isinstance(app.screen, WholeCard)
        await press(pilot, "escape")
        assert app.failures == []


@pytest.mark.parametrize("scenario", ["the-pimple", "rear-area-raid"])
def test_every_turn_of_a_game_can_be_told(scenario: str) -> None:
    """Points of a turn and those of the turn before differ by what it says; losses that are new are told as new."""
    system: Any = catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice("turns"))
    players = {side.id: player("random", f"turns/{side.id}") for side in system.sides}
    game.begin()
    while not game.over and len(game.journal) < 700:
        side = game.active[0]
        game.submit(side, players[side].order(system, game.view(side), side))
    reel: Reel[Any] = Reel(game)
    turns = Turns(reel, reel.eyes[0], reel.length)
    assert turns.last > 1
    assert [turns.end(turn) for turn in range(turns.last + 1)] == sorted(turns.end(t) for t in range(turns.last + 1))
    for turn in range(1, turns.last + 1):
        assert reel.turn(turns.end(turn)) == turn
        sheet = summary(turns, turn)
        assert sheet.title.startswith(f"Turn {turn}")
        assert {card.title for card in sheet.cards} >= {look.name for look in system.sides}
        lost = {row.unit for row in bad(sheet) if row.unit and row.text.endswith("in this turn")}
        assert not lost & {row.unit for row in bad(summary(turns, turn - 1))}


def bad(sheet: Sheet) -> list[Row]:
    """The lines of a sheet that tell of losses."""
    return [row for card in sheet.cards for section in card.sections for row in section.rows if row.tone == "bad"]
