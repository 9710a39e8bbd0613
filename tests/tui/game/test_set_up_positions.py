"""The set-up screen of Ponyri: in which position a unit begins, to the front or to the rear (min:23.3.5)."""

from __future__ import annotations

from pathlib import Path

from core.event import UnitId
from core.hexes import Hex
from core.panzer.pieces.course import Shelter, Start
from tests.tui.game.test_set_up_screen import at_table, playing, posts, shown


async def test_how_a_unit_begins_is_said_and_asked(tmp_path: Path) -> None:
    async with playing(tmp_path, at_table("ponyri", until="place-rest")) as one:
        await one.press("F")
        screen = shown(one)
        screen.drawing.map.cursor = Hex(2, 10)
        await one.pilot.pause()
        assert "in a Hull Down position" in one.prompt
        unit = screen.hand.unit
        await one.press("i", "down", "down", "enter")
        assert posts(one)[unit].how == "/improved-position"
        state = one.app.table.game.state
        assert state.setting_up.shelters == {UnitId(unit): Shelter(Start.IMPROVED)}
        await one.press("space", "i", "down", "enter")
        assert posts(one)[unit].how == "/hull-down/rear"
