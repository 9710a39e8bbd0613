"""The log: steps folded into one line, filters, words that are looked for, losses, a line copied."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from core.dice import Roll
from core.hexes import Hex, hex_from_id
from core.presentation import Report
from saves.library import SAMPLES
from saves.session import open_replay
from tests.tui.game.test_told import AFTER, Again, seated, until
from tests.tui.played import SHELF
from tests.tui.toy_app import COMPUTER, ToyApp, playing, press, seen, table
from tests.tui.toy_table import NORTH, SOUTH, Secret
from tui.game.record.chronicle import Line
from tui.game.screen import GameScreen
from tui.replay.reel import Reel
from tui.widgets.log import GameLog
from tui.widgets.log_entries import Entry, Regard, Wanted, entries

ROLL = Roll("d10", 3, "hit", "toy:1")


def step(n: int, unit: str, hex_: str) -> Line:
    return Line(n, Report(f"{unit} moves to {hex_}", "toy:1", hexes=(hex_from_id(hex_),)), (unit,), (hex_,))


def shot(n: int, unit: str, target: str, hex_: str, *, tone: str = "bad") -> Line:
    report = Report(f"{unit} fires at {target}", "toy:1", tone, (ROLL,), hexes=(hex_from_id(hex_),))
    return Line(n, report, (unit, target))


def heading(n: int, text: str) -> Line:
    return Line(n, Report(text, "", level=0))


LINES = (
    heading(1, "Movement"),
    step(2, "a", "B2"),
    step(3, "a", "B3"),
    step(4, "a", "B4"),
    step(5, "b", "C4"),
    shot(6, "x", "b", "C4"),
    step(7, "b", "C5"),
    heading(8, "Fire"),
    shot(9, "a", "x", "D9", tone="dim"),
)


def told(*found: Entry) -> list[str]:
    return [entry.text for entry in found]


def test_steps_that_follow_each_other_are_one_line() -> None:
    found = entries(LINES, Wanted.ALL, Regard())
    assert [[line.n for line in entry.lines] for entry in found] == [[1], [2, 3, 4], [5], [6], [7], [8], [9]]
    assert found[1].text == "a moves to B4  · 3 hexes, the first B2"
    assert found[1].opens
    assert [line.n for entry in found for line in entry.lines] == [line.n for line in LINES]


@pytest.mark.parametrize(("name", "move"), [("the-pimple-11", " moves to "), ("rear-area-raid-3", " moves to ")])
def test_a_move_is_one_line_in_games_as_they_are_played(name: str, move: str) -> None:
    """Whatever a system tells of a step besides: what it costs, that it weighs little."""
    reel = Reel(open_replay(SAMPLES / f"{name}.journal", SHELF.open_system).game)
    found = entries(reel.lines(300, reel.eyes[0], reach=300), Wanted.ALL, Regard())
    moves = [entry for entry in found if move in entry.text]
    assert sum(len(entry.lines) for entry in moves) > 2 * len(moves)
    for one, other in pairwise(found):
        assert not (move in one.text and move in other.text and one.lines[-1].units == other.lines[0].units)


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (Wanted.DICE, [1, 6, 8, 9]),
        (Wanted.LOSSES, [1, 6]),
        (Wanted.MINE, [1, 5, 6, 7]),
        (Wanted.UNIT, [1, 2, 3, 4, 8, 9]),
        (Wanted.HEX, [1, 5, 6]),
    ],
)
def test_a_filter_keeps_the_headings_of_what_it_keeps(wanted: Wanted, numbers: list[int]) -> None:
    found = entries(LINES, wanted, Regard(frozenset({"b"}), "a", hex_from_id("C4")))
    assert [line.n for entry in found for line in entry.lines] == numbers


def test_a_replay_knows_the_units_of_its_lines_too() -> None:
    at = Again(AFTER)
    reel = Reel(at.game)
    film = [(line.n, line.units) for line in reel.lines(AFTER, reel.eye(at.here), reach=200)]
    log = [(line.n, line.units) for line in at.lines() if line.n > AFTER - 200]
    assert film == log


async def test_the_log_is_filtered_and_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(ToyApp, "copy_to_clipboard", lambda self, text: copied.append(text))
    async with seated(tmp_path, Again(), telling="never") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, GameScreen)
        await until(pilot, lambda: screen.stage.ordering is not None)
        log = screen.query_one(GameLog)
        await press(pilot, "L", "x")
        assert "hits IV/G 1" in line_of(log)
        await press(pilot, "x")
        assert "hits HQ IV/G" in line_of(log)
        await press(pilot, "X", "y")
        assert copied[0].startswith("T-34 3 hits IV/G 1 (36 of 42): Damage\n    d100 = 36")
        await press(pilot, "slash", *"reveals", "enter")
        assert "T-34 5 reveals SHORT HALT" in line_of(log)
        await press(pilot, "n")
        assert "T-34 3 reveals SHORT HALT" in line_of(log)
        await press(pilot, "N")
        assert "T-34 5 reveals SHORT HALT" in line_of(log)
        await press(pilot, "f")
        assert log.wanted is Wanted.DICE
        assert "fire and other rolls" in seen(app)
        assert "reveals" not in "".join(str(option.prompt) for option in log.options)
        await press(pilot, "F")
        assert log.wanted is Wanted.ALL
        assert "reveals" in "".join(str(option.prompt) for option in log.options)


def line_of(log: GameLog) -> str:
    """The line that is pointed at."""
    assert log.highlighted is not None
    return str(log.get_option_at_index(log.highlighted).prompt)


def test_hexes_are_compared_as_they_are() -> None:
    assert entries(LINES, Wanted.HEX, Regard(hex=Hex(0, 0))) == ()


async def test_a_game_that_is_opened_again_shows_the_end_of_its_log(tmp_path: Path) -> None:
    """On a low screen too, on which the log has been drawn higher at first."""
    at = table({SOUTH: COMPUTER})
    for side, unit in ((NORTH, "n1"), (NORTH, "n2"), (SOUTH, "s1"), (SOUTH, "s2")):
        at.give(side, Secret(unit=unit, word="go"))
    for side in (NORTH, SOUTH):
        at.submit(side, ("done",))
    async with playing(tmp_path, at, (80, 24)) as (app, _):
        log = app.screen.query_one(GameLog)
        assert log.option_count > log.size.height
        assert log.scroll_y == log.max_scroll_y
