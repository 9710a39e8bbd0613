"""Build a battle: from the title to a game by keys, what cannot be played is told at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from content.kit import folders
from tests.tui.played import SHELF, SIZES, text
from tui.app import PanzerhexApp
from tui.game.screen import GameScreen
from tui.kit.form import Form
from tui.kit.popups import PickList
from tui.menu.battle import BattleScreen
from tui.menu.options import OptionsScreen
from tui.menu.picture import BoardPicture
from tui.menu.trial import Trial, TrialGame


@pytest.fixture
def app(tmp_path: Path) -> Iterator[PanzerhexApp]:
    yield PanzerhexApp(tmp_path, shelf=SHELF)
    folders.drop_folder(tmp_path / "content")


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def at_battle(pilot: Pilot[None]) -> BattleScreen:
    await pilot.pause()
    await press(pilot, "a")
    screen = pilot.app.screen
    assert isinstance(screen, BattleScreen)
    assert screen.plan is not None
    return screen


async def turn(pilot: Pilot[None], line: str, *keys: str) -> None:
    """Press keys on a line of the form."""
    form = pilot.app.screen.query_one(Form)
    form.highlighted = form.get_option_index(line)
    await press(pilot, *keys)


@SIZES
async def test_from_the_title_to_the_first_order(app: PanzerhexApp, size: tuple[int, int], tmp_path: Path) -> None:
    """A handful of keys: the battle as it is suggested, options, set-up."""
    async with app.run_test(size=size) as pilot:
        screen = await at_battle(pilot)
        assert screen.plan is not None
        await turn(pilot, "points", "left", "left")
        id_ = screen.plan.id
        await press(pilot, "s")
        assert isinstance(app.screen, OptionsScreen)
        assert app.screen.scenario.id == id_
        assert (tmp_path / "content" / "panzer" / "scenarios" / f"{id_}.toml").exists()
        assert id_ in {line.id for line in SHELF.scenarios()}, "it stands among the scenarios"
        await press(pilot, "s", "enter")
        assert isinstance(app.screen, GameScreen)


async def test_what_cannot_be_played_is_told_at_once(app: PanzerhexApp) -> None:
    """Over the points, before its date, too small a map: with the rule; and nothing begins (min:23.2)."""
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_battle(pilot)
        assert " of 1,000 points, Soviet " in text(app, "#verdict")
        await turn(pilot, "attacker-force", "right")
        assert "late-43 to mid-44, not of late-42 (min:21.1.1)" in text(app, "#verdict")
        await press(pilot, "s", "w", "b")
        assert app.screen is screen
        assert text(app, "#saying").startswith("! ")
        await press(pilot, "left")
        assert " of 1,000 points, Soviet " in text(app, "#verdict")
        screen._change({"size": "12x12", "points": "4000"})
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "(min:23.1.3)" in text(app, "#verdict")


async def test_another_theatre_suggests_what_belongs_to_it(app: PanzerhexApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await at_battle(pilot)
        form = screen.query_one(Form)
        await turn(pilot, "attacker-grade", "right")
        await turn(pilot, "theatre", "left", "left")
        assert screen.plan is not None
        assert [form.value(line) for line in ("theatre", "date", "defender")] == ["desert", "1941-11", "British"]
        assert form.value("attacker-grade") == "Regulars", "what has nothing to do with it stays"
        assert not screen.plan.refused
        board = screen.query_one(BoardPicture).scene
        assert board is not None
        assert board.board is screen.plan.board
        seed = form.value("seed")
        await press(pilot, "n")
        assert form.value("seed") == str(int(seed) + 1)
        assert form.current is not None
        assert form.current.id == "theatre", "the cursor stays where it is"


async def test_long_lists_are_picked_from(app: PanzerhexApp) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await at_battle(pilot)
        await turn(pilot, "attacker-force", "enter")
        assert isinstance(app.screen, PickList)
        await press(pilot, "2")
        assert app.screen is screen
        assert screen.given["attacker-force"] == "GF20*"


async def test_a_narrow_terminal_shows_one_after_the_other(app: PanzerhexApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_battle(pilot)
        forces, form = screen.query_one("#forces"), screen.query_one(Form)
        assert form.region.height > 10
        assert not forces.region.height
        await press(pilot, "o")
        assert forces.region.height > 10
        left, right = (sheet.region for sheet in screen.query("CardSheet"))
        assert left.width == right.width > 35, "side by side"
        assert left.y == right.y
        assert "German: Kampfgruppe" in text(app, "#force-0")
        assert "Not to be had yet" in text(app, "#force-0")
        await press(pilot, "m")
        assert screen.query_one(BoardPicture).region.height > 10
        await press(pilot, "m")
        assert form.region.height > 10


async def test_games_of_the_computer_propose_a_change(app: PanzerhexApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """The interval after every game, and a line that may be changed (min:23.2.2.3)."""
    monkeypatch.setattr(Trial, "results", lambda self: iter([TrialGame("german", {"german": 300, "soviet": 100})] * 12))
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await at_battle(pilot)
        await press(pilot, "t")
        assert "Nothing is proposed" in text(app, "#saying")
        await turn(pilot, "attitude", "right", "right")
        await press(pilot, "b")
        assert "12 games: German won 12, Soviet 0, 0 drawn; German has 76% to 100%" in text(app, "#saying")
        assert "Give the defender more of what he may have: most." in text(app, "#saying")
        await press(pilot, "t")
        assert screen.query_one(Form).value("share") == "most"


async def test_the_file_alone_is_written(app: PanzerhexApp, tmp_path: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await at_battle(pilot)
        await press(pilot, "w")
        assert "It stands among the scenarios." in text(app, "#saying")
        assert len(list((tmp_path / "content").rglob("*.toml"))) == 2
        await press(pilot, "w")
        assert len(list((tmp_path / "content").rglob("*.toml"))) == 4, "each under a name of its own"
        assert app.screen is screen
