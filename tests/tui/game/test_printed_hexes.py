"""Hexes as they are printed on the boards, wherever a player reads one; orders, events and files keep the map's ids."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from content import catalogue
from core.choice import Choice, Choices, Partial
from core.dice import Roll, SeededDice
from core.hexes import hex_from_id
from core.order import IllegalOrder
from core.play.game import Game
from core.presentation import Report, Row
from tests.tui.toy_app import ToyApp, press, seen
from tui.game.again import Last, again
from tui.game.ordering import Ordering
from tui.game.record.chronicle import Chronicle, Line
from tui.game.screen import GameScreen
from tui.game.set_up.force import Body, Member, Post
from tui.game.set_up.roster import Roster
from tui.game.table import GameTable
from tui.kit.printed import Printed, as_printed, caller, hex_name
from tui.menu.settings import changed, fields
from tui.program import program
from tui.replay.reel import Reel
from tui.settings import Settings
from tui.widgets.log import GameLog, line_details
from tui.widgets.log_entries import Entry

RAID = "rear-area-raid"
#: An id that is neither part of a printed one nor of a name.
ID = re.compile(r"(?<![\w./-])([A-Z])\1{0,3}\d{1,3}(?![\w/-])")


def raid(wanted: bool = True) -> GameTable:
    """PanzerBlitz on three boards, set up by the program, read by who wants printed names."""
    system: Any = as_printed(catalogue.open_system(RAID, ()), lambda: wanted)
    at = GameTable(Game(system, SeededDice("printed")), None, {})
    while at.game.state.turn == 0:
        side = at.game.active[0]
        picks = [choice.pick for choice in at.choices(side, ()).legal]
        at.submit(side, (next((pick for pick in ("place-rest", "finish-step") if pick in picks), picks[0]),))
    return at


def words(value: Any) -> list[str]:
    """All that may be read of a value told by a system."""
    if isinstance(value, Choices):
        return [value.prompt, *(text for one in value.options for text in words(one))]
    if isinstance(value, Choice):
        return [value.label, value.cost, value.group, value.refusal.reason if value.refusal else ""]
    if isinstance(value, Report):
        return [value.text, *value.details]
    if isinstance(value, Row):
        return [value.label, value.text, *value.cells]
    return [value.title, value.subtitle, *(t for part in value.sections for row in part.rows for t in words(row))]


def named(at: GameTable) -> list[str]:
    """What menus, the log and cards say of a game, with the names of units left out."""
    game, found = at.game, list[str]()
    units = sorted({member.name for member in game.system.roster(game.state)}, key=len, reverse=True)
    for side in game.active:
        view = game.view(side)
        choices = game.choices(side)
        found += words(choices)
        for choice in choices.legal[:8]:
            found += words(game.choices(side, (choice.pick,)))
        found += [text for line in Chronicle(game, side, first=0).read() for text in words(line.report)]
        for counter in game.system.face.counters(view):
            if counter.kind == "unit":
                found += words(game.system.face.unit_card(view, counter.id))
            found += words(game.system.face.hex_card(view, counter.hex))
    for name in units:
        found = [text.replace(name, "") for text in found]
    return found


def test_menus_log_and_cards_name_hexes_as_printed() -> None:
    at = raid()
    told = " ".join(named(at))
    assert not ID.findall(told)
    assert re.search(r"\b[123]-[A-Z]{1,2}-\d", told)
    assert ID.search(" ".join(named(raid(wanted=False))))


def test_picks_orders_and_the_journal_keep_the_ids_of_the_map() -> None:
    """The same orders make the same events whichever names are read."""
    printed, plain = raid(), raid(wanted=False)
    assert printed.game.journal == plain.game.journal
    side = printed.game.active[0]
    assert [c.pick for c in printed.choices(side, ()).options] == [c.pick for c in plain.choices(side, ()).options]


def test_names_of_units_that_look_like_hexes_stay() -> None:
    system: Any = as_printed(catalogue.open_system("drive-on-stalino", ()), lambda: True)
    assert isinstance(system, Printed)
    unit = "Halftrack SIS 33 & M3 1"
    where = system.board.label(hex_from_id("M3"))
    assert (
        system.hexes.said(f"{unit} moves to M3 (pb:PB-SEQ-2), 3-M-3") == f"{unit} moves to {where} (pb:PB-SEQ-2), 3-M-3"
    )
    rest = "(pb:PB-SEQ-2), 3-M-3"
    assert system.hexes.said(f"{unit} moves to M3 {rest}") == f"{unit} moves to {where} {rest}"
    assert system.hexes.said("Halftrack SIS 33 & M3") == "Halftrack SIS 33 & M3"


def test_refusals_name_them_too() -> None:
    at = raid()
    system: Any = at.system
    with pytest.raises(IllegalOrder, match="-E-5"), system.hexes.refusing():
        raise IllegalOrder("E5 is full", "pb:PB-STACK-A")


def test_boards_that_print_their_ids_are_left_alone() -> None:
    system = catalogue.open_system("the-bridge", ())
    assert as_printed(system, lambda: True) is system


def test_it_is_a_setting() -> None:
    field = next(one for one in fields(Settings()) if one.id == "printed")
    assert changed(Settings(), evolve(field, value="on")).printed


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_screen_names_the_hex_under_the_cursor_as_printed(tmp_path: Path, size: tuple[int, int]) -> None:
    at = raid()
    app = ToyApp(tmp_path, at)
    program(app).settings = evolve(app.settings, hand_over=False)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        while not isinstance(app.screen, GameScreen):
            await press(pilot, "escape")
        await press(pilot, "g", *"H7", "enter")
        assert app.screen.stage.cursor == hex_from_id("H7")
        name = hex_name(at, hex_from_id("H7"))
        assert name == at.system.board.label(hex_from_id("H7")) != "H7"
        assert name in seen(app)
        await press(pilot, "enter")
        assert "Hex H7" not in seen(app)
        assert "in H7" not in seen(app)


def test_steps_in_one_line_of_the_log_and_the_set_up_name_hexes_as_printed() -> None:
    at = raid()
    lines = Chronicle(at.game, at.game.active[0], first=0).read()
    placed = next(line for line in lines if line.report.hexes)
    assert placed.places[0] == at.game.system.board.label(placed.report.hexes[0]) != str(placed.report.hexes[0])
    step = evolve(placed, report=evolve(placed.report, text="moves to 2-A-1"))
    assert Entry((step, step)).text == f"moves to 2-A-1  · 1 hex, the first {placed.places[0]}"
    unit = Member("u", "a unit", Post(placed.report.hexes[0]))
    roster = Roster()
    roster.show((Body("all", (unit,)),), "all", "", caller(at.game.system))
    assert placed.places[0] in str(roster.options[-1].prompt)


def opened(line: Line) -> str:
    """What a line of the log opens into."""
    return "\n".join(part.plain for part in line_details(line))


def test_what_a_line_of_the_log_opens_into_names_hexes_as_printed() -> None:
    at = raid()
    lines = Chronicle(at.game, at.game.active[0], first=0).read()
    told = "\n".join(opened(line) for line in lines if line.report.hexes)
    assert re.search(r"at [123]-[A-Z]{1,2}-\d", told)
    assert not ID.search(told)
    shot = Report("fire", "", hexes=(), rolls=(Roll("d6", 3, "fire at H7", ""),))
    said = at.game.system.hexes.told(shot)
    assert said.rolls[0].for_ == f"fire at {at.game.system.board.label(hex_from_id('H7'))}"


def test_the_log_and_a_replay_follow_the_setting_at_once() -> None:
    wants = [True]
    system: Any = as_printed(catalogue.open_system(RAID, ()), lambda: wants[0])
    game = Game[Any](system, SeededDice("printed"), events=raid().game.journal)
    side = game.active[0]
    chronicle, reel = Chronicle(game, side, first=0), Reel(game)
    for wanted in (True, False, True):
        wants[0] = wanted
        for lines in (chronicle.read(), reel.lines(reel.length, reel.eye(side), reel.length)):
            told = "\n".join(f"{line.report.text}\n{opened(line)}" for line in lines if line.report.hexes)
            assert bool(ID.search(told)) is not wanted


def test_steps_in_one_line_of_a_replay_name_the_first_hex() -> None:
    at = raid()
    reel = Reel(at.game)
    lines = [line for line in reel.lines(reel.length, reel.eye(at.game.active[0]), 400) if line.report.hexes]
    assert all(line.places == tuple(map(at.game.system.hexes.hex, line.report.hexes)) for line in lines)
    assert f"the first {lines[0].places[0]}" in Entry((lines[0], lines[0])).text


def test_where_the_last_order_cannot_be_given_once_more_is_named_as_printed() -> None:
    """Of who comes on too, who has no place from which a hex could lie as it lay."""
    at = raid()

    def ask(side: object, partial: Partial) -> Choices:
        return Choices("", "", ()) if partial else Choices("", "", (Choice("u", "U", "unit", unit="u"),))

    ordering = Ordering(at.game.active[0], ask, caller(at.system))
    hex_ = hex_from_id("E5")
    last = Last(Choice("t", "T", "unit", unit="t"), (Choice("hex:E5", "go to E5", "hex", hex_),), None)
    with pytest.raises(IllegalOrder, match=f"^{hex_name(at, hex_)} cannot be reached$"):
        again(ordering, ordering.of("u")[0], last)
    drawn = Last(last.unit, (Choice("smoke", "Smoke", "option"),), None)
    with pytest.raises(IllegalOrder, match=r"^Smoke may not be had now$"):
        again(ordering, ordering.of("u")[0], drawn)


async def test_a_game_is_drawn_anew_when_the_settings_are_left(tmp_path: Path) -> None:
    apps: list[ToyApp] = []
    system: Any = as_printed(catalogue.open_system(RAID, ()), lambda: bool(apps and apps[0].settings.printed))
    game = Game[Any](system, SeededDice("printed"), events=raid().game.journal)
    app = ToyApp(tmp_path, GameTable(game, None, {}))
    apps.append(app)
    program(app).settings = evolve(app.settings, hand_over=False, telling="never", turn_sheet=False)
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await pilot.pause()
        while not isinstance(app.screen, GameScreen):
            await press(pilot, "escape")
        log = app.screen.query_one(GameLog)
        for printed in (True, False):
            await press(pilot, "f2")
            app.keep_settings(evolve(app.settings, printed=printed))
            await press(pilot, "escape")
            await pilot.pause()
            assert isinstance(app.screen, GameScreen)
            told = "\n".join(str(option.prompt) for option in log.options if "set up in" in str(option.prompt))
            assert bool(re.search(r"in [123]-[A-Z]{1,2}-\d", told)) is printed
    assert app.failures == []
