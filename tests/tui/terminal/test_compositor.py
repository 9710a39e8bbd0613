"""What is rendered of a change comes to the same as the whole screen rendered by Textual itself."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import RenderableType
from textual._compositor import CompositorUpdate
from textual.geometry import Region
from textual.screen import Screen

from core.hexes import Hex
from tests.emulator import Screen as Terminal
from tests.tui.terminal.at_a_terminal import painted
from tests.tui.toy_app import COMPUTER, ToyApp, table
from tests.tui.toy_table import SOUTH
from tui.map.widget import HexMap
from tui.terminal.compositor import PatchCompositor, apart, without
from tui.terminal.frames import Frames

KEYS = "right down tab v d enter left M U tab enter right right up enter escape D L up enter question_mark escape "
KEYS += "plus right down M minus g escape tab"


class Watched(ToyApp):
    """The app, and what a terminal of some size shows that gets its updates."""

    partial = 0

    def watched(self, size: tuple[int, int]) -> Watched:
        """Itself, on such a terminal."""
        self.kept, self.shown = Frames(), Terminal(*size)
        return self

    def whole(self) -> Terminal:
        """What the terminal would show that gets all anew."""
        rows, size = self.screen._compositor.render_strips(), self.screen.size
        return painted(rows, (size.width, size.height), self.console.color_system)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, CompositorUpdate) and screen is self.screen:
            size = (screen.size.width, screen.size.height)
            self.shown.take(self.kept.changes(renderable, self.console, size))
            self.partial += 1
        super()._display(screen, renderable)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), pytest.param((180, 56), marks=pytest.mark.thorough)])
async def test_updates_add_up_to_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Watched(tmp_path, table({SOUTH: COMPUTER})).watched(size)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen._compositor, PatchCompositor)
        for key in KEYS.split():
            before = app.partial
            await pilot.press(key)
            await pilot.pause()
            if not isinstance(app.screen._compositor, PatchCompositor):
                continue
            whole = app.whole()
            for y, (row, now) in enumerate(zip(app.shown.rows, whole.rows, strict=True)):
                assert "".join(row) == "".join(now), f"row {y} after {key}, {before}"
                assert app.shown.styles[y] == whole.styles[y], f"row {y} after {key}"
        assert app.failures == []


async def test_what_an_app_holds_back_is_rendered_once_with_what_comes(tmp_path: Path) -> None:
    app = Watched(tmp_path, table({SOUTH: COMPUTER})).watched((120, 40))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        before = app.partial
        with app.batch_update():
            app.screen._compositor_refresh()
            app.screen.query_one(HexMap).cursor = Hex(3, 3)
            app.screen.query_one(HexMap).refresh()
            app.screen._compositor.update_widgets({app.screen.query_one(HexMap)})
            app.screen._compositor_refresh()
            assert app.partial == before
            assert app.screen._compositor._dirty_regions
        app.screen._compositor_refresh()
        assert app.partial == before + 1
        assert app.shown.rows == app.whole().rows


def test_regions_are_taken_apart_without_loss() -> None:
    chance = Random(3)
    for _ in range(200):
        regions = [
            Region(chance.randrange(12), chance.randrange(8), chance.randrange(6), chance.randrange(5))
            for _ in range(chance.randint(1, 5))
        ]
        cells = [cell for region in apart(regions) for cell in _cells(region)]
        assert len(cells) == len(set(cells))
        assert set(cells) == {cell for region in regions for cell in _cells(region)}


def test_a_region_that_is_covered_is_gone() -> None:
    assert list(without(Region(2, 2, 3, 3), Region(0, 0, 9, 9))) == []
    assert list(without(Region(2, 2, 3, 3), Region(5, 2, 3, 3))) == [Region(2, 2, 3, 3)]


def _cells(region: Region) -> list[tuple[int, int]]:
    return [(x, y) for x in range(region.x, region.right) for y in range(region.y, region.bottom)]
