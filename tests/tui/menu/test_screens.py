"""The screens outside the game, on a small and a large terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Footer, Input, OptionList, Tree

from content.panzer.cards.unit_cards import unit_entries
from core.ai import DEFAULT_LEVEL
from core.presentation import Card, Row, Section
from saves.library import Entry, Library
from tests.tui.played import SCENARIO, SHELF, SIZES, opened, played, text
from tui.app import PanzerhexApp
from tui.game.screen import GameScreen
from tui.kit.card_text import card_text
from tui.kit.form import Form
from tui.kit.help import HelpScreen
from tui.kit.listing import Finder
from tui.kit.popups import PickList
from tui.menu.briefing import BriefingScreen
from tui.menu.lettering import lettering
from tui.menu.library import LibraryScreen
from tui.menu.options import OptionsScreen
from tui.menu.picture import BoardPicture
from tui.menu.resume import ResumeScreen, ago
from tui.menu.rules import RulesScreen
from tui.menu.scenarios import ScenarioScreen
from tui.menu.settings import SettingsScreen
from tui.menu.title import TitleScreen
from tui.settings import FILE, Settings, load, save
from tui.shelf import RuleLine


@pytest.fixture
def app(tmp_path: Path) -> PanzerhexApp:
    return PanzerhexApp(tmp_path, shelf=SHELF)


# -- title -----------------------------------------------------------------------------------------


@SIZES
async def test_title_offers_everything_but_a_game_to_continue(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, TitleScreen)
        menu = app.screen.query_one("#menu", OptionList)
        assert [o.id for o in menu.options] == [
            "new_game",
                "learn", "battle", "saved", "replays", "rules", "units", "settings", "quit",
        ]  # fmt: skip
        assert "publishers" in text(app, "#credit")
        assert menu.region.bottom <= app.screen.query_one("#credit").region.y


@pytest.mark.parametrize("size", [(20, 8), (40, 10), (60, 20), (250, 70)], ids=str)
async def test_title_fits_any_terminal(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        name = app.screen.query_one("#name")
        assert name.region.width <= size[0]
        assert app.screen.query_one("#menu", OptionList).region.height > 0


async def test_one_key_continues_the_newest_game(app: PanzerhexApp, tmp_path: Path) -> None:
    played(tmp_path, 20)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        menu = app.screen.query_one("#menu", OptionList)
        assert "The Bridge" in str(menu.get_option("continue").prompt)
        await opened(pilot, "c")
        assert isinstance(app.screen_stack[1], TitleScreen)
        assert any(isinstance(screen, GameScreen) for screen in app.screen_stack)


def test_letters_are_drawn_in_blocks_and_in_ascii() -> None:
    blocks, ascii_only = lettering("PANZERHEX"), lettering("PANZERHEX", ascii_only=True)
    assert (len(blocks), len(ascii_only)) == (3, 6)
    assert {len(row) for row in (*blocks, *ascii_only)} == {53}
    assert "".join(ascii_only).isascii()


# -- from the list of scenarios to the game ---------------------------------------------------------


@SIZES
async def test_typing_filters_scenarios_and_a_key_sorts_them(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "n")
        screen = app.screen
        assert isinstance(screen, ScenarioScreen)
        everything = len(screen.shown)
        assert everything == len(SHELF.scenarios())
        await opened(pilot, *"bridge")
        assert screen.query_one(Finder).value == "bridge"
        found = [s.id for s in screen.shown]
        assert SCENARIO in found
        assert len(found) < everything
        await opened(pilot, "escape")
        assert len(screen.shown) == everything
        await opened(pilot, "1", "1")
        titles = [s.title for s in screen.shown]
        assert titles == sorted(titles, reverse=True)
        await opened(pilot, "escape")
        assert isinstance(app.screen, TitleScreen)


@SIZES
async def test_the_list_says_with_which_scenario_a_newcomer_begins(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "n")
        screen = app.screen
        assert isinstance(screen, ScenarioScreen)
        assert screen.current is not None
        assert (screen.current.id, screen.current.rank) == ("the-pimple", 1)
        assert str(screen.table.get_row_at(0)[0]) == "The Pimple ★1"
        assert text(app, "#facts").startswith("★1 Begin here: ")
        assert "★1, ★2 ...: if you are new" in text(app, "Headline")
        await opened(pilot, *"ponyri")
        assert "★" not in text(app, "Headline") + text(app, "#facts")


@SIZES
async def test_a_game_begins_by_way_of_briefing_and_options(
    app: PanzerhexApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "n", *"bridge", "enter")
        screen = app.screen
        assert isinstance(screen, BriefingScreen)
        words = text(app, "#text")
        for wanted in ("Situation", "Objectives", "Victory", "Set-up", "Notes"):
            assert wanted in words
        assert screen.query_one(BoardPicture).display is (size[0] >= 96)
        await opened(pilot, "m")
        assert screen.query_one(BoardPicture).display
        await opened(pilot, "enter")
        assert isinstance(app.screen, OptionsScreen)
        form = app.screen.query_one(Form)
        # A game of one's own is one against a computer player, unless the settings say otherwise.
        assert list(app.screen.seats.values()) == ["human", f"ai:{DEFAULT_LEVEL}"]
        await opened(pilot, "down", "left")
        seats = app.screen.seats
        assert list(seats.values()) == ["human", "ai:veteran"]
        said = app.screen.query_one("#saying")
        assert said.region.bottom <= app.screen.query_one(Footer).region.y, "what is said of a line is seen whole"
        await opened(pilot, "s")
        assert isinstance(app.screen, GameScreen) or any(isinstance(s, GameScreen) for s in app.screen_stack)
        games = Library(tmp_path).games()
        assert [dict(g.sides) for g in games] == [seats]
        assert form.value("name") == games[0].name


async def test_a_name_that_is_taken_is_refused_in_words(app: PanzerhexApp, tmp_path: Path) -> None:
    played(tmp_path, 5, "taken")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        line = next(s for s in SHELF.scenarios() if s.id == SCENARIO)
        app.push_screen(OptionsScreen(line))
        await pilot.pause()
        form = app.screen.query_one(Form)
        form.highlighted = form.get_option_index("name")
        await opened(pilot, "enter")
        app.screen.query_one(Input).value = "taken"
        await opened(pilot, "enter")
        assert "choose another name" in text(app, "#saying")
        await opened(pilot, "s")
        assert isinstance(app.screen, OptionsScreen)
        assert "cannot begin" in text(app, "#saying")


# -- saved games ----------------------------------------------------------------------------------


@SIZES
async def test_saved_games_tell_what_is_wrong_and_ask_before_deleting(
    app: PanzerhexApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    good = played(tmp_path, 20)
    broken = good.with_name("broken.journal")
    broken.write_text("no game at all\n")
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "s")
        screen = app.screen
        assert isinstance(screen, ResumeScreen)
        assert {e.path for e in screen.shown} == {good, broken}
        row = next(i for i, e in enumerate(screen.shown) if e.path == broken)
        screen.table.move_cursor(row=row)
        await pilot.pause()
        assert "!" in text(app, "#facts")
        await opened(pilot, "enter")
        assert app.screen is screen
        assert text(app, "#saying").startswith("!")
        await opened(pilot, "delete")
        assert isinstance(app.screen, PickList)
        await opened(pilot, "k")
        assert broken.exists()
        await opened(pilot, "delete", "d")
        assert not broken.exists()
        assert isinstance(app.screen, ResumeScreen)
        assert [e.path for e in app.screen.shown] == [good]


def test_times_are_told_in_words() -> None:
    now = 1_000_000.0
    words = [ago(now - passed, now) for passed in (5, 90, 7200, 90_000, 200_000, 2_000_000)]
    assert words == ["just now", "a minute ago", "2 hours ago", "yesterday", "2 days ago", "3 weeks ago"]


def test_an_entry_without_a_known_scenario_has_its_file_name(tmp_path: Path) -> None:
    def unknown(scenario: str) -> str:
        raise LookupError(scenario)

    assert Entry(tmp_path / "lost.journal", None).title(unknown) == "lost"


# -- rules ----------------------------------------------------------------------------------------


@SIZES
async def test_rules_open_at_an_id_and_their_links_lead_on_and_back(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.show_rule("na:4.4.3.2.1a")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.shown == "na:4.4.3.2.1a"
        assert "AP Range Factor" in text(app, "#text")
        cursor = screen.query_one(Tree).cursor_node
        assert cursor is not None
        assert cursor.data == "na:4.4.3.2.1a"
        await opened(pilot, "f")
        assert screen.shown == "na:3.5.2"
        await opened(pilot, "b")
        assert screen.shown == "na:4.4.3.2.1a"


@SIZES
async def test_rules_are_searched_while_typing(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "r", "slash", *"blind")
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.shown is not None
        assert "blind" in screen.rules[screen.shown].title.lower()
        await opened(pilot, "down")
        assert len(screen.query_one(Tree).root.children) == len(screen.find("blind"))
        await opened(pilot, *"xyzzy")
        assert "No rule has" in text(app, "#text")
        await opened(pilot, "escape", "escape")
        assert isinstance(app.screen, TitleScreen)


async def test_a_rule_without_a_text_leads_to_the_nearest(app: PanzerhexApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.show_rule("na:4.4.3.2.1zz")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert app.screen.shown is not None
        assert "no text of its own" in text(app, "#saying")
        app.show_rule("xx:99")
        await pilot.pause()
        assert "searches for words" in text(app, "#saying")


def test_numbers_of_rules() -> None:
    rule = RuleLine("na:4.4.1a", "", "", "", "")
    assert (rule.book, rule.number) == ("na", "4.4.1a")


# -- units, settings, help --------------------------------------------------------------------------


@SIZES
async def test_the_unit_library_shows_the_card_of_what_is_found(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "u", *"iv/h")
        screen = app.screen
        assert isinstance(screen, LibraryScreen)
        assert screen.shown
        words = text(app, "#card")
        assert "PzKpfw IV/H" in words
        for wanted in (
            "General",
            "Offensive",
            "Defensive",
            "AP hexes",
            "AP P",
            "APCR hexes",
            "GP factor",
            "Rising",
            "na:4.4.3.2.5",
        ):
            assert wanted in words


@SIZES
async def test_the_unit_library_shows_units_of_every_kind(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "u")
        for find, wanted in (
            ("bersaglieri", ("Quickmarch 3", "Half-squad", "GP Defense by Cover")),
            ("towed 25 pounder", ("manhandled", "IF hexes", "2-11", "needs towed 2")),
            ("ju 87b", ("Strafing", "may dive", "GP Defense")),
            ("attached boys", ("attached weapon", "Dual Fire")),
            ("super heavy british", ("off the map", "IF factor")),
        ):
            app.screen.query_one(Finder).value = find
            await pilot.pause()
            words = text(app, "#card")
            for word in wanted:
                assert word in words, find


def test_cards_fit_the_width_they_are_given() -> None:
    rows = (Row("Label", "many words that go on and on " * 3, "na:1.6"), Row("AP R", cells=("1", "2", "3", "4", "5")))
    card = Card("Title", "below", sections=(Section("Part", rows, ("", "P", "S", "M", "L", "E")),))
    for width in (30, 50, 80):
        lines = card_text(card, width).plain.splitlines()
        assert max(map(len, lines)) <= width
        assert "na:1.6" in card_text(card, width).plain


def test_every_vehicle_has_a_card_and_is_found_by_its_name() -> None:
    units = SHELF.units()
    assert len(units) == len({u.id for u in units})
    assert all(u.name.lower() in u.words and u.card.sections for u in units)
    assert unit_entries((), ()) == ()


@SIZES
async def test_settings_hold_at_once_and_are_kept(app: PanzerhexApp, tmp_path: Path, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "t")
        assert isinstance(app.screen, SettingsScreen)
        await opened(pilot, "right")
        assert app.theme == "panzerhex-light"
        await opened(pilot, "down", "enter")
        assert app.settings.ascii
    kept, problem = load(tmp_path)
    assert (kept.theme, kept.ascii, problem) == ("light", True, "")


def test_a_broken_settings_file_is_told_and_left_alone(tmp_path: Path) -> None:
    save(Settings(speed=4.0), tmp_path)
    assert load(tmp_path)[0].speed == 4.0
    (tmp_path / FILE).write_text('theme = 7\nspeed = 3\nseats = ["human", "ai:greedy"]\n')
    settings, problem = load(tmp_path)
    assert settings == Settings(speed=3, seats=("human", "ai:greedy"))
    assert "theme = 7" in problem
    (tmp_path / FILE).write_text("not = [toml")
    settings, problem = load(tmp_path)
    assert settings == Settings()
    assert "cannot be read" in problem


@SIZES
async def test_help_lists_the_keys_of_the_place(app: PanzerhexApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await opened(pilot, "n", "question_mark")
        screen = app.screen
        assert isinstance(screen, HelpScreen)
        groups = {group.title: dict(group.keys) for group in screen.groups}
        assert groups["Scenarios"]["1-9"] == "Sort by column"
        assert "tab" in groups["Everywhere"]
        await opened(pilot, "escape")
        assert isinstance(app.screen, ScenarioScreen)
