"""The frame of the game screen: prompt, headline, help, and how a choice among many hexes is offered."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.choice import Choice, Choices
from core.hexes import hex_from_id
from tests.tui.toy_app import COMPUTER, playing, press, seen, table
from tests.tui.toy_table import NORTH, SOUTH
from tui.game.ordering import Ordering
from tui.game.screen import GameScreen
from tui.kit.help import HelpScreen
from tui.map.glyphs import ASCII
from tui.map.minimap import MiniMap
from tui.menu.settings import SettingsScreen
from tui.settings import load
from tui.widgets.header import GameHeader
from tui.widgets.prompt import PhasePrompt


async def test_the_prompt_says_how_the_step_ends(tmp_path: Path) -> None:
    at = table({SOUTH: COMPUTER})
    async with playing(tmp_path, at) as (app, pilot):
        await pilot.pause()
        prompt = app.screen.query_one(PhasePrompt)
        end = next(c for c in at.choices(NORTH, ()).options if c.kind == "done")
        assert end.label in str(prompt.render())


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


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
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


def test_many_hexes_are_picked_on_the_map_not_by_keys() -> None:
    hexes = tuple(Choice(f"{c}{r}", f"{c}{r}", "hex", hex_from_id(f"{c}{r}")) for c in "ABCD" for r in range(1, 9))
    step = Choice("end", "End", "done", key="E")
    choices = Choices("Where?", "toy:1", (*hexes, step))
    ordering = Ordering(NORTH, lambda *_: choices)
    assert ordering.on_map
    assert ordering.keys(()) == {"E": step}
    assert ordering.finish is step
