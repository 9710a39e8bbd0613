"""The legend of the map: whatever a painter can draw has a line in it, and what the board has comes first."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import evolve

from content.kit import folders
from content.panzer.tables.tables import terrain_looks as panzer_looks
from content.panzerblitz.boards.joining import join
from content.panzerblitz.tables.tables import terrain_looks as panzerblitz_looks
from content.panzerwar.boards.boards import board as panzerwar_board
from content.panzerwar.charts.charts import terrain_looks as panzerwar_looks
from core.board import Board
from core.presentation import Counter, Overlay, SideLook
from tests.tui.map.map_board import LOOKS, SIDES, make_board, make_overlay, make_scene
from tests.tui.played import SCENARIO, SHELF
from tui.game.ground_signs import ground_signs
from tui.game.signs import map_signs
from tui.kit.help import KeyGroup
from tui.map.glyphs import ASCII, UNICODE, Glyphs, every_glyph
from tui.map.palette import TONE_SIGNS
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.map.text import render_text

HEADED = Counter("h", "unit", make_scene().counters[0].hex, "german", "T", "Tank", heading=3)
SETS = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])


def legend(glyphs: Glyphs, zoom: Zoom, scene: Scene, laid: Sequence[Overlay] = ()) -> tuple[KeyGroup, ...]:
    sides: tuple[SideLook, ...] = tuple(SIDES.values())
    faced, headed = (map_signs(glyphs, counters, sides) for counters in (scene.counters, (*scene.counters, HEADED)))
    return faced, headed, *ground_signs(glyphs, zoom, scene.board, scene.looks, laid)


def told(groups: Sequence[KeyGroup]) -> set[str]:
    return {sign for group in groups for key, _ in group.keys for sign in key}


@SETS
def test_every_sign_of_a_set_has_a_line(glyphs: Glyphs) -> None:
    # Nothing is drawn by the sign of nothing; of the figures two are told.
    drawn = set(every_glyph(glyphs)) - {glyphs.empty, *glyphs.counts, " "}
    assert not drawn - told(legend(glyphs, Zoom.MIDDLE, make_scene()))


@SETS
def test_units_that_face_no_way_are_told_without_ways(glyphs: Glyphs) -> None:
    lone = Counter("h", "unit", HEADED.hex, "german", "T", "Tank")
    sides: tuple[SideLook, ...] = tuple(SIDES.values())
    assert not any("face" in meaning for _, meaning in map_signs(glyphs, (lone,), sides).keys)
    assert any("face" in meaning for _, meaning in map_signs(glyphs, (lone, HEADED), sides).keys)


@SETS
@pytest.mark.parametrize("zoom", list(Zoom))
def test_whatever_is_drawn_of_a_scene_has_a_line(zoom: Zoom, glyphs: Glyphs) -> None:
    overlay = make_overlay()
    scene = evolve(make_scene(), board=evolve(make_board(), places=()), overlay=overlay)
    groups = legend(ASCII if zoom is Zoom.PLAIN else glyphs, zoom, scene, [overlay])
    drawn = {sign for sign in render_text(scene, zoom, ascii=glyphs.ascii) if not sign.isalnum() and not sign.isspace()}
    # What stands in names and values of counters and in the figures of a layer is no sign.
    texts = [counter.name + counter.values for counter in scene.counters] + [c.text for c in overlay.cells.values()]
    written = set("".join(texts))
    assert not drawn - told(groups) - written


def _boards() -> list[tuple[str, Board, dict[str, object]]]:
    return [
        ("panzer", SHELF.open_system(SCENARIO, ()).board, dict(panzer_looks())),
        ("panzerblitz", join((("1", "2 inverted", "3"),)), dict(panzerblitz_looks())),
        *((id_, panzerwar_board(id_), dict(panzerwar_looks())) for id_ in folders.ids("panzerwar", "boards")[:2]),
    ]


@SETS
@pytest.mark.parametrize("at", range(4))
def test_whatever_is_drawn_of_a_board_of_each_system_has_a_line(at: int, glyphs: Glyphs) -> None:
    name, board, looks = _boards()[at]
    scene = Scene(evolve(board, places=(), labels={}), looks)  # type: ignore[arg-type]
    for zoom in (Zoom.CLOSE, Zoom.MIDDLE):
        text = render_text(scene, zoom, ascii=glyphs.ascii)
        drawn = {sign for sign in text if not sign.isalnum() and not sign.isspace()}
        assert not drawn - told(ground_signs(glyphs, zoom, scene.board, scene.looks)), name


def test_what_the_board_has_comes_before_what_others_have() -> None:
    board = evolve(make_board(), cells={h: evolve(c, terrain="clear") for h, c in make_board().cells.items()})
    groups = {group.title: group.keys for group in ground_signs(ASCII, Zoom.MIDDLE, board, LOOKS)}
    assert list(groups) == ["Ground of this map", "Ground of other maps", "Signs that layers write"]
    assert ("&", "Woods") in groups["Ground of other maps"]
    assert ("blank", "Clear") in groups["Ground of this map"]
    assert ("&", "Woods") not in groups["Ground of this map"]
    assert ("=", "wall on a hexside") in groups["Ground of this map"]


def test_layers_that_lie_there_are_told_and_every_tone() -> None:
    overlay = evolve(make_overlay(), legend=(("reach", "can be reached"), ("blocked", "cannot be seen")))
    groups = {group.title: group.keys for group in ground_signs(ASCII, Zoom.MIDDLE, make_board(), LOOKS, [overlay])}
    assert groups["Layers on the map"] == ((".", "Movement: can be reached"), ("x", "Movement: cannot be seen"))
    assert {sign for sign, _ in groups["Signs that layers write"]} == set(TONE_SIGNS.values())
