"""Boards of PanzerBlitz on the map: every obstacle symbol is drawn, and counters show the factors that have room."""

from __future__ import annotations

import pytest

from content.panzerblitz.boards.joining import join
from content.panzerblitz.counters.units import unit_types
from content.panzerblitz.tables.tables import terrain_looks
from core.hexes import hex_from_id
from core.panzerblitz.face.counters import short_name, values
from core.panzerblitz.pieces.reference import POND_SIDE, SYMBOLS, UnitType
from core.presentation import Counter, SideLook
from tui.map.glyphs import ASCII, UNICODE, Glyphs
from tui.map.palette import FAMILIES, FEATURES
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.map.text import render_text
from tui.map.writing import fitting, shortened

LAYOUT = (("1", "2 inverted", "3"),)
SIDES = {"german": SideLook("german", "German", "german")}


@pytest.mark.parametrize("zoom", [Zoom.CLOSE, Zoom.MIDDLE])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_obstacle_is_drawn(glyphs: Glyphs, zoom: Zoom) -> None:
    text = render_text(Scene(join(LAYOUT), terrain_looks()), zoom, ascii=glyphs.ascii)
    for symbol in (*SYMBOLS, POND_SIDE):
        assert symbol in FEATURES
        assert text.count(glyphs.features[symbol]) > 4, symbol


def test_every_terrain_has_a_colour() -> None:
    assert {look.family for look in terrain_looks().values()} <= set(FAMILIES)


@pytest.mark.parametrize(
    ("values", "room", "shown"),
    [
        ("14A8 8-8", 8, "14A8 8-8"),
        ("16A12 12-10", 8, "16A12"),
        ("14A8 8-8", 5, "14A8"),
        ("60H24 6-8", 4, ""),
        ("", 0, ""),
        ("1", -1, ""),
    ],
)
def test_values_are_shown_word_by_word(values: str, room: int, shown: str) -> None:
    assert fitting(values, room) == shown


@pytest.mark.parametrize(
    ("name", "room", "shown"),
    [
        ("Panther", 8, "Panther"),
        ("PzKpfw IV", 8, "PzKpfwIV"),
        ("PzKpfw IV 2", 8, "PzKpfwIV"),
        ("T-34/85 1", 8, "T-34/85 "),
        ("Submachinegun", 8, "Submach…"),
        ("75mm infantry", 8, "75mm in…"),
        ("Fo", 1, "F"),
        ("PzKpfw III/J", 7, "PzKpfw "),
    ],
)
def test_names_are_cut_between_words(name: str, room: int, shown: str) -> None:
    assert shortened(name, room, "…") == shown


@pytest.mark.parametrize("ascii_", [False, True])
@pytest.mark.parametrize("type_", unit_types().values(), ids=lambda type_: type_.id)
def test_names_of_counters_are_whole_at_the_close_zoom(type_: UnitType, ascii_: bool) -> None:
    """Each has a name that fits beside the sign of its side."""
    lone = Counter("u", "unit", hex_from_id("C3"), "german", type_.short, short_name(type_), None, (), values(type_))
    scene = Scene(join((("1",),)), terrain_looks(), sides=SIDES, counters=(lone,))
    text = render_text(scene, Zoom.CLOSE, ascii=ascii_)
    assert short_name(type_).replace(" ", "").lower() in text.replace(" ", "").lower()


def test_a_word_that_is_cut_is_seen_to_be_cut() -> None:
    lone = Counter("u", "unit", hex_from_id("C3"), "german", "T", "Sturmtiger", None, (), "")
    scene = Scene(join((("1",),)), terrain_looks(), sides=SIDES, counters=(lone,))
    assert "Sturmt…" in render_text(scene, Zoom.CLOSE)
    assert "STURMT~" in render_text(scene, Zoom.CLOSE, ascii=True)


def test_a_stack_keeps_the_attack_of_its_uppermost_unit() -> None:
    units = [
        Counter(f"g{i}", "unit", hex_from_id("C3"), "german", "T", "Panther", None, (), "16A12 12-10") for i in "12"
    ]
    text = render_text(Scene(join((("1",),)), terrain_looks(), counters=tuple(units)), Zoom.CLOSE)
    assert "Panther" in text
    assert "16A12 ×2" in text
