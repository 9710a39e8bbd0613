"""Maps of which the top is not north say where it lies, and name their hexsides after the winds."""

from __future__ import annotations

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.strip import Strip

from content.panzerblitz.boards.joining import join
from content.panzerblitz.scenarios.areas import EDGES
from content.panzerblitz.tables.tables import terrain_looks
from core.hexes import DIRECTION_NAMES, hex_from_id
from tests.tui.map.map_board import make_scene
from tui.game.ground_signs import ground_signs
from tui.map.compass import compass, with_compass
from tui.map.glyphs import ASCII, UNICODE
from tui.map.ink import READ, least
from tui.map.palettes import PALETTES
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.map.widget import HexMap

BOARD = join((("1", "2 inverted", "3"),))


def test_hexsides_are_named_after_the_winds() -> None:
    assert BOARD.ways == ("E", "SSE", "SSW", "W", "NNW", "NNE")
    assert (EDGES["east"], EDGES["west"]) == ("top", "bottom"), "as the briefing says"
    assert make_scene().board.ways == DIRECTION_NAMES


def test_the_compass_points_to_north() -> None:
    assert compass(BOARD, UNICODE) == "\u2190N"
    assert compass(BOARD, ASCII) == "<N"
    assert compass(make_scene().board, UNICODE) == "", "the top is north"


def test_the_help_of_the_map_has_it() -> None:
    groups = ground_signs(UNICODE, Zoom.MIDDLE, BOARD, terrain_looks())
    assert ("\u2190N", "where north lies") in groups[0].keys


@pytest.mark.parametrize("x", range(0, 32, 3))
def test_a_piece_of_the_line_has_its_piece_of_the_compass(x: int) -> None:
    line = with_compass(Strip([Segment("." * 30)]), 0, 30, "\u2190N", PALETTES["panzerhex-dark"])
    assert line.text == "." * 26 + " \u2190N "
    for width in range(1, 31 - x):
        piece = with_compass(Strip([Segment("." * width)]), x, 30, "\u2190N", PALETTES["panzerhex-dark"])
        assert piece.text == line.text[x : x + width]


def test_it_can_be_read_in_every_theme() -> None:
    for palette in PALETTES.values():
        assert palette.mono or least(palette.text, palette.void) >= READ, palette.name


class MapApp(App[None]):
    def compose(self) -> ComposeResult:
        yield HexMap(Scene(BOARD, terrain_looks(), cursor=hex_from_id("A1")), Zoom.MIDDLE)


async def test_it_stays_where_it_is_when_the_map_goes_on() -> None:
    app = MapApp()
    async with app.run_test(size=(60, 20)) as pilot:
        for key in ("", *["right"] * 25, *["down"] * 12, "plus", "minus", "minus"):
            if key:
                await pilot.press(key)
            await pilot.pause()
            first = "".join(s.text for s in app.screen._compositor.render_strips()[0])
            assert first.endswith(" \u2190N "), key or "at first"
