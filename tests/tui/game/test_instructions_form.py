"""Standing instructions as one form: what holds is marked, what is changed is given with one key. Keys are counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.panzer import sequence
from core.panzer.command.events import InstructionsSet
from tests.tui.game.test_few_keys import SIZES, Player, at_step, playing
from tui.kit.form_window import FormWindow


def given(one: Player) -> list[InstructionsSet]:
    """What was instructed."""
    return [e for e in one.screen.table.game.journal if isinstance(e, InstructionsSet)]


@pytest.mark.parametrize("size", SIZES)
async def test_one_wish_is_changed_in_five_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS), size) as one:
        await one.press("I")
        assert isinstance(one.app.screen, FormWindow)
        assert "always show it (holds)" in one.prompt
        assert "g gives it" in one.prompt
        await one.press("down", "down", "right")
        assert "from 10% up" in one.prompt
        assert "Now: at any chance there is na:4.5b 1 changed" in one.prompt
        await one.press("g")
        assert one.keys == 5
        assert [(e.show_moving, e.aspect, e.overwatch_from) for e in given(one)] == [("show", "thicker", 10)]
        await one.press("I")
        assert "from 10% up (holds)" in one.prompt


async def test_units_and_types_of_targets_have_their_lines(tmp_path: Path) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS)) as one:
        unit = next(iter(one.state.of(one.screen.stage.ordering.side))).id  # type: ignore[union-attr]
        await one.press("I", "down", "down", "down", "enter", "down", "down", "down", "enter", "g")
        assert one.keys == 10
        assert [(e.spared, e.silent) for e in given(one)] == [(("A",), (unit,))]


async def test_it_is_dropped_with_escape(tmp_path: Path) -> None:
    async with playing(tmp_path, at_step(sequence.COMMANDS)) as one:
        await one.press("I", "right", "escape")
        assert given(one) == []
        assert not one.screen.stage.begun
