"""The map widget under keys and mouse, in an app of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve
from textual.app import App, ComposeResult

from core.board import Cell
from core.hexes import Hex, hex_from_id
from tests.tui.map.map_board import make_scene
from tui.map.minimap import MiniMap
from tui.map.projection import Zoom
from tui.map.widget import HexMap
from tui.theme import THEMES


class MapApp(App[None]):
    """A map, a minimap, and the messages they post."""

    def __init__(self, zoom: Zoom = Zoom.MIDDLE) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.first_zoom = zoom
        self.moved: list[Hex] = []
        self.picked: list[tuple[Hex, int, bool]] = []

    def compose(self) -> ComposeResult:
        scene = make_scene()
        yield HexMap(scene, self.first_zoom)
        yield MiniMap(scene)

    def on_hex_map_cursor_moved(self, message: HexMap.CursorMoved) -> None:
        self.moved.append(message.hex)

    def on_hex_map_hex_picked(self, message: HexMap.HexPicked) -> None:
        self.picked.append((message.hex, message.button, message.double))

    def on_hex_map_view_moved(self, message: HexMap.ViewMoved) -> None:
        if message.map.projection:
            self.query_one(MiniMap).show_window(message.map.projection, message.map.window)

    def on_mini_map_jumped(self, message: MiniMap.Jumped) -> None:
        self.query_one(HexMap).centre_on(message.hex, move_cursor=True)


async def test_arrows_keep_the_row() -> None:
    app = MapApp()
    async with app.run_test(size=(40, 24)) as pilot:
        app.query_one(HexMap).focus()
        await pilot.press("right", "right", "right", "left")
        assert [h.id for h in app.moved] == ["E3", "F3", "G3", "F3"]
        await pilot.press("up", "down", "u", "b")
        assert [h.id for h in app.moved[4:]] == ["F2", "F3", "G2", "F3"]


async def test_the_cursor_stays_on_the_board() -> None:
    app = MapApp()
    async with app.run_test(size=(40, 24)) as pilot:
        map_ = app.query_one(HexMap)
        map_.focus()
        await pilot.press(*["left"] * 10, *["up"] * 10)
        assert map_.cursor == Hex(1, 1)
        await pilot.press(*["right"] * 10, *["down"] * 10)
        assert map_.cursor == Hex(8, 6)


async def test_zoom_keeps_the_cursor_in_view() -> None:
    app = MapApp()
    async with app.run_test(size=(30, 20)) as pilot:
        map_ = app.query_one(HexMap)
        map_.focus()
        map_.cursor = hex_from_id("H6")
        for key, zoom in (("plus", Zoom.CLOSE), ("minus", Zoom.MIDDLE), ("minus", Zoom.FAR), ("minus", Zoom.PLAIN)):
            await pilot.press(key)
            assert map_.zoom is zoom
            assert map_.projection is not None
            assert map_.window.contains(*map_.projection.centre(map_.cursor or Hex(1, 1)))
        await pilot.press("minus")
        assert map_.zoom is Zoom.PLAIN


async def test_click_moves_and_double_click_activates() -> None:
    app = MapApp(Zoom.CLOSE)
    async with app.run_test(size=(70, 40)) as pilot:
        map_ = app.query_one(HexMap)
        assert map_.projection is not None
        target = hex_from_id("F3")
        offset = map_.projection.centre(target)
        await pilot.click(HexMap, offset=offset)
        assert map_.cursor == target
        assert app.picked == [(target, 1, False)]
        await pilot.click(HexMap, offset=offset, times=2)
        assert app.picked[-1] == (target, 1, True)


async def test_a_drag_scrolls_and_does_not_pick() -> None:
    app = MapApp(Zoom.CLOSE)
    async with app.run_test(size=(30, 20)) as pilot:
        map_ = app.query_one(HexMap)
        map_.cursor = hex_from_id("A1")
        await pilot.mouse_down(HexMap, offset=(20, 10))
        await pilot.hover(HexMap, offset=(10, 6))
        await pilot.mouse_up(HexMap, offset=(10, 6))
        await pilot.pause()
        assert map_.scroll_offset == (10, 4)
        assert app.picked == []


async def test_a_step_repaints_two_hexes() -> None:
    app = MapApp()
    async with app.run_test(size=(60, 24)) as pilot:
        map_ = app.query_one(HexMap)
        map_.focus()
        await pilot.pause()
        painter = map_._painter
        assert painter is not None
        drawn: list[Hex] = []
        draw = painter._draw
        painter._draw = lambda hex_: drawn.append(hex_) or draw(hex_)  # type: ignore[func-returns-value,method-assign]
        await pilot.press("down")
        await pilot.pause()
        assert {h.id for h in drawn} == {"D3", "D4"}


async def test_minimap_jumps() -> None:
    app = MapApp(Zoom.CLOSE)
    async with app.run_test(size=(40, 30)) as pilot:
        await pilot.pause()
        minimap = app.query_one(MiniMap)
        assert minimap.window is not None
        await pilot.click(MiniMap, offset=(23, 7))
        await pilot.pause()
        assert app.query_one(HexMap).cursor == Hex(8, 6)


async def test_themes_repaint() -> None:
    app = MapApp()
    async with app.run_test(size=(40, 24)) as pilot:
        map_ = app.query_one(HexMap)
        for theme in THEMES:
            app.theme = theme.name
            await pilot.pause()
            assert map_.palette.name == theme.name


async def test_a_new_scene_keeps_the_cursor_and_repaints_what_changed() -> None:
    app = MapApp()
    async with app.run_test(size=(60, 24)) as pilot:
        map_ = app.query_one(HexMap)
        map_.cursor = hex_from_id("F5")
        await pilot.pause()
        assert map_.scene is not None
        map_.scene = evolve(map_.scene, counters=(), selected=None, cursor=None)
        await pilot.pause()
        assert map_.cursor == hex_from_id("F5")
        assert map_._painter is not None
        assert map_._painter.scene.cursor == hex_from_id("F5")
        shown = "".join(map_.render_line(y).text for y in range(map_.size.height))
        assert "KV" not in shown


async def test_without_colour_the_map_is_drawn_in_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = MapApp(Zoom.FAR)
    async with app.run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        assert app.query_one(HexMap).palette.mono
        assert "▽T" in app.query_one(HexMap).render_line(1).text
        assert "□" in "".join(app.query_one(MiniMap).render_line(y).text for y in range(8))


class Walked(dict[Hex, Cell]):
    """The hexes of a board, which count how often somebody walks through all of them."""

    times = 0

    def __iter__(self) -> Iterator[Hex]:
        self.times += 1
        return super().__iter__()


async def test_the_small_map_walks_through_a_board_once_whatever_is_redrawn() -> None:
    app = MapApp()
    async with app.run_test(size=(60, 24)):
        small = app.query_one(MiniMap)
        assert small.scene is not None
        hexes = Walked(small.scene.board.cells)
        scene = evolve(small.scene, board=evolve(small.scene.board, cells=hexes))
        small.set_reactive(MiniMap.scene, scene)
        small.set_reactive(MiniMap.window, (2, 3, 5, 9))
        times = []
        for moment in (scene, scene, evolve(scene, cursor=None)):
            small.set_reactive(MiniMap.scene, moment)
            for y in range(8):
                small.render_line(y)
            times.append(hexes.times)
        assert times[0] == times[1] == times[2] < 8
