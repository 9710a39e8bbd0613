"""The game screen over PanzerBlitz: set-up by keys, an attack that is seen before it is given, several dice at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from textual.pilot import Pilot

from content.panzerblitz.scenarios.scenarios import scenario
from content.panzerblitz.tables.tables import terrain_looks
from core.choice import Choice, Choices
from core.dice import ScriptedDice, SeededDice
from core.event import SideId, UnitId
from core.panzerblitz.system import PanzerBlitz
from core.panzerblitz.vignette import Posed
from core.play.game import Game
from tests.panzerblitz.field import position
from tests.tui.toy_app import ToyApp, press, seen
from tui.game.ordering import Ordering
from tui.game.screen import GameScreen
from tui.game.table import GameTable
from tui.kit.popups import Sheet
from tui.kit.text import cut
from tui.menu.options import OptionsScreen
from tui.widgets.prompt import in_hand

GERMAN = SideId("german")


@asynccontextmanager
async def at_table(data: Path, table: GameTable, size: tuple[int, int]) -> AsyncIterator[tuple[ToyApp, Pilot[None]]]:
    """The app with a table open, the first player at the keyboard."""
    app = ToyApp(data, table)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        if not isinstance(app.screen, GameScreen):
            await press(pilot, "enter")
        assert isinstance(app.screen, GameScreen)
        yield app, pilot
        assert app.failures == []


def posed(counters: Mapping[str, str], *dice: int, step: str = "first-fire") -> GameTable:
    """A position in a step of the German turn, the first combat step if nothing else is said."""
    state = position(counters, step=step)
    system: Any = Posed(state.situation, terrain_looks(), (), start=state)
    return GameTable(Game(system, ScriptedDice(list(dice))), None, {})


async def test_set_up_by_keys_at_the_smallest_size(tmp_path: Path) -> None:
    """Enter places one counter after the other, A the rest after it was shown, E ends."""
    system: Any = PanzerBlitz(scenario("rear-area-raid"), terrain_looks())
    table = GameTable(Game(system, SeededDice("1")), None, {})
    async with at_table(tmp_path, table, (80, 24)) as (app, pilot):
        assert "German Fortification 1" in seen(app)
        await press(pilot, "enter")
        assert "in which hex of Board 2?" in seen(app)
        await press(pilot, "escape", "A")
        assert "Placed for you: 28, by formations" in seen(app)
        await press(pilot, "enter")
        assert "all are placed" in seen(app)
        await press(pilot, "escape")
        assert "left: 0 to place" in seen(app)


async def test_an_attack_is_seen_before_it_is_announced(tmp_path: Path) -> None:
    table = posed({"a": "g-rifle E4", "b": "g-rifle D4", "x": "r-rifle E5"})
    async with at_table(tmp_path, table, (120, 40)) as (app, pilot):
        await press(pilot, "1", "A")
        assert not table.game.state.announced
        assert "enter gives it" in seen(app)
        assert "6:16 = 1-3" in seen(app)
        await press(pilot, "enter")
        assert [attack.hex.id for attack in table.game.state.announced] == ["E5"]


async def test_enter_on_a_unit_leads_to_what_it_can_fire_at(tmp_path: Path) -> None:
    table = posed({"a": "g-rifle E4", "x": "r-wagons E5", "y": "r-wagons F5"})
    async with at_table(tmp_path, table, (80, 24)) as (app, pilot):
        await press(pilot, "tab", "enter")
        assert "at which hex?" in seen(app)
        await press(pilot, "1")
        assert "Selective attack on E5" in seen(app)
        assert "3:1 = 3-1 · enter gives it" in seen(app)
        assert "no effect 17%  DD dispersed, lost if already 33%  X eliminated 50%" in seen(app)
        await press(pilot, "enter")
        assert len(table.game.state.announced) == 1


async def test_several_rolls_are_told_together(tmp_path: Path) -> None:
    """At the smallest size the log has two lines; what the dice said to each attack must not run past."""
    counters = {"a": "g-rifle E4", "b": "g-rifle H4", "x": "r-wagons E5", "y": "r-wagons H5", "t": "g-truck M9"}
    table = posed(counters, 6, 6)
    async with at_table(tmp_path, table, (80, 24)) as (app, pilot):
        for key in ("1", "1", "enter", "1", "1", "enter", "E", "enter"):
            await press(pilot, key)
        assert isinstance(app.screen, Sheet)
        assert app.screen.text.plain.count("rolled 6") == 2


@asynccontextmanager
async def raid_begun(data: Path) -> AsyncIterator[tuple[ToyApp, Pilot[None], GameScreen]]:
    """The raid with the Germans set up, where the first Russian units come on."""
    system: Any = PanzerBlitz(scenario("rear-area-raid"), terrain_looks())
    table = GameTable(Game(system, SeededDice("1")), None, {})
    async with at_table(data, table, (120, 40)) as (app, pilot):
        await press(pilot, "A", "enter", "escape", "E", *("enter",) * 3)
        assert isinstance(app.screen, GameScreen)
        yield app, pilot, app.screen


async def test_after_a_load_the_carrier_is_in_hand(tmp_path: Path) -> None:
    """Its card is shown and enter picks it, since it has yet to come on; not the one that was picked as its load."""
    async with raid_begun(tmp_path) as (app, pilot, screen):
        key, loads = next((k, c) for k, c in screen.keys.items() if c.label == "T-34c 1 loads ...")
        await press(pilot, key, "1")
        assert "T-34c 1 loads 45mm" in seen(app)
        assert screen.stage.shown == screen.stage.unit == loads.unit
        assert "T-34c 1  tank, company (Russian)" in seen(app)


async def test_a_unit_in_hand_is_told_that_it_may_be_pointed_at_a_hex(tmp_path: Path) -> None:
    """What enter does with the hex pointed at is said, and what may be done with it at all before one is pointed at."""
    async with raid_begun(tmp_path) as (app, pilot, screen):
        key = next(k for k, c in screen.keys.items() if c.kind == "unit" and not c.label.endswith("..."))
        await press(pilot, key)
        asked = screen.stage.ordering
        assert asked is not None
        near = {c.hex: c for c in asked.choices.legal if c.kind == "hex" and c.hex is not None}
        unit = asked.picked[0].label
        line = next(line for line in seen(app).splitlines() if "one step back" in line)
        assert line.startswith(f"█ {unit}: ")
        assert line.count(unit) == 1, "whose order it is stands there once"
        away = next(h for h in scenario("rear-area-raid").board.cells if h not in near)
        screen.looking.go_to_hex(away)
        await pilot.pause()
        assert "point at a hex" in seen(app)
        there, goes = next(iter(near.items()))
        screen.looking.go_to_hex(there)
        await pilot.pause()
        assert "point at a hex" not in seen(app)
        assert f"enter {goes.label}  {goes.cost}" in seen(app)


@pytest.mark.parametrize(
    ("label", "short"),
    [
        ("Panther 1", "Panther 1"),
        ("Russian Submachinegun 12", "Russian Submachin… 12"),
        ("Russian Submachinegun 2 ...", "Russian Submachine… 2"),
        ("Attack G12: StuG III (75mm) 1, 3", "Attack G12: StuG III…"),
        ("Place the other 18 for me", "Place the other 18 f…"),
        ("Guns of the Second Echelon HQ", "Guns of the Secon… HQ"),
        ("Move at Path/Road rate (up to 9)", "Move at Path/Road ra…"),
        ("SHORT HALT (6 targets)", "SHORT HALT"),
    ],
)
def test_names_cut_short_keep_their_number(label: str, short: str) -> None:
    assert cut(label) == short


def test_what_is_to_be_confirmed_waits_although_nothing_is_left_to_pick() -> None:
    options = (Choice("all", "All", "option"),)

    def ask(side: SideId, partial: tuple[str, ...]) -> Choices:
        return Choices("?", "", complete=True, confirm=True) if partial else Choices("?", "", options)

    ordering = Ordering(GERMAN, ask)
    assert not ordering.to_confirm
    ordering.take(options)
    assert ordering.ready
    assert ordering.to_confirm
    assert "enter gives it" in in_hand(ordering).plain


async def test_the_options_fit_the_smallest_screen(tmp_path: Path) -> None:
    app = ToyApp(tmp_path, posed({"a": "g-rifle E4", "x": "r-rifle E5"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        line = next(s for s in app.shelf.scenarios() if s.id == "rear-area-raid")
        app.push_screen(OptionsScreen(evolve(line, id="rear-area-raid")))
        await press(pilot, "down", "down", "down")
        text = seen(app)
        for words in ("Optional", "Experimental", "PanzerBlitz assault", "Seed of the dice", "Start the game  (s)"):
            assert words in text
        assert "A straight line from centre to centre" in text
        assert "pb:PB-OPT-RSL-1" in text


async def test_the_last_order_is_given_once_more_where_units_have_no_letters(tmp_path: Path) -> None:
    """`z` leads the next unit as the last one went, shown before it is given."""
    counters = {"a": "g-panther C2", "b": "g-panther E2", "x": "r-rifle M9"}
    async with at_table(tmp_path, posed(counters, step="first-vehicles"), (120, 40)) as (app, pilot):
        await press(pilot, "1", "g", *"C4", "enter", "enter")
        await press(pilot, "tab", "z", "enter")
        assert [str(app.table.game.state.units[UnitId(unit)].hex) for unit in "ab"] == ["C4", "E4"]
