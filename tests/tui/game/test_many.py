"""One order for several units: marks, what is shown before, keys counted. Each number is asserted."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.event import UnitId
from core.hexes import hex_from_id
from core.panzer import sequence
from core.panzer.command.events import CommandPlaced
from core.panzer.movement.events import MoveEnded
from tests.tui.game.test_few_keys import SIZES, Player, at_step, moving, playing, to_the_third
from tui.game.many.marks import MARKED
from tui.game.many.preview import PreviewScreen
from tui.game.table import GameTable


def commands(one: Player) -> list[str]:
    return [e.command.value for e in one.screen.table.game.journal if isinstance(e, CommandPlaced)]


def moved(one: Player) -> list[UnitId]:
    """Who has ended a move, whatever came after the last."""
    return [e.unit for e in one.app.table.game.journal if isinstance(e, MoveEnded)]


@pytest.mark.parametrize("size", SIZES)
async def test_marked_units_get_a_command_together(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), size) as one:
        first = one.screen.stage.unit
        await one.press("space", "tab", "space")
        assert "2 marked" in one.prompt
        assert [c.id for c in one.screen.stage.counters if MARKED in c.marks] == [*one.screen.stage.marks.units]
        assert one.prompt.count(MARKED.glyph) >= (1 if size[0] == 80 else 3)
        second = one.screen.stage.unit
        await one.press("o")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "To 2 as to" in one.prompt
        assert "enter gives it" in one.prompt
        await one.press("enter")
        assert one.keys == 5
        placed = [e for e in one.screen.table.game.journal if isinstance(e, CommandPlaced)]
        assert [e.command.value for e in placed] == ["OVERWATCH"] * 2
        assert {e.unit for e in placed} == {first, second}
        assert one.screen.stage.marks.units == ()


@pytest.mark.parametrize("size", SIZES)
async def test_all_get_a_command_in_three_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), size) as one:
        await one.press("*", "o")
        assert "To 13 as to" in one.prompt
        await one.press("enter")
        assert one.keys == 3
        assert commands(one) == ["OVERWATCH"] * 13


async def test_what_is_shown_can_be_dropped_and_marks_cleared(tmp_path: Path) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS)) as one:
        await one.press("*", "o", "escape")
        assert commands(one) == []
        assert one.screen.stage.begun
        await one.press("escape", "escape")
        assert not one.screen.stage.begun
        assert len(one.screen.stage.marks.units) == 13
        await one.press("escape")
        assert one.screen.stage.marks.units == ()
        assert "marked (esc clears)" not in one.prompt
        await one.press("o")
        assert commands(one) == ["OVERWATCH"]


async def test_a_move_of_several_is_checked_unit_by_unit(tmp_path: Path) -> None:
    async with playing(tmp_path, moving(), (120, 40)) as one:
        await to_the_third(one)
        third = UnitId(str(one.screen.stage.unit))
        await one.press("*")
        await one.press("j", "j", "enter")
        shown = one.prompt
        assert isinstance(one.app.screen, PreviewScreen)
        assert "no further" in shown or "not " in shown
        await one.press("enter")
        assert one.keys == 5
        assert moved(one)[0] == third
        assert len(moved(one)) == 13


def column() -> GameTable:
    """Three tanks one behind the other on a path that leads round a corner."""
    at = moving()
    for unit, hex_ in (("s4", "EE5"), ("s2", "DD5")):
        at.game.state.change(UnitId(unit), hex=hex_from_id(hex_), facing=2)
    return at


@pytest.mark.parametrize("size", SIZES)
async def test_a_column_on_a_path_follows_its_leader(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, column(), size) as one:
        await to_the_third(one)
        assert one.screen.stage.cursor == hex_from_id("FF6")
        await one.press("space", "y", "space", "y", "space")
        assert one.screen.stage.marks.units == ("s3", "s4", "s2")
        await one.press("shift+tab")
        await one.press("g", *"FF6", "enter")
        one.keys = 0
        await one.press("enter", "4", "j", "j", "j", "enter", "enter")
        assert isinstance(one.app.screen, PreviewScreen)
        assert "in file behind the first" in one.prompt
        assert "f each the same way" in one.prompt
        await one.press("f")
        assert "as to T-34 2, each the same way" in one.prompt
        await one.press("f", "enter")
        assert one.keys == 10
        places = [str(one.state.units[UnitId(unit)].hex) for unit in ("s3", "s4", "s2")]
        assert places == ["FF9", "FF8", "FF7"]
        assert moved(one) == ["s3", "s4", "s2"]
