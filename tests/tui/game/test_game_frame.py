"""The frame of the game screen: prompt, headline, help, and how a choice among many hexes is offered."""

from __future__ import annotations

from pathlib import Path

from core.choice import Choice, Choices
from core.hexes import hex_from_id
from tests.tui.toy_app import COMPUTER, playing, press, table
from tests.tui.toy_table import NORTH, SOUTH
from tui.game.ordering import Ordering
from tui.kit.help import HelpScreen
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
