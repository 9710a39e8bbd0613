"""Boards of Panzer War on the map: hedges, banks, walls and streams are drawn, and every ground has a colour."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from pytest_snapshot.plugin import Snapshot

from content.kit import folders
from content.panzerwar.boards.boards import board
from content.panzerwar.charts.charts import charts, terrain_looks
from core.hexes import hex_from_id
from tui.map.glyphs import ASCII, UNICODE, Glyphs
from tui.map.palette import DRAWN_AS, FAMILIES, FEATURES
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.map.text import render_text

SNAPSHOTS = Path(__file__).parent / "snapshots"
#: Of each board a hex in the middle of what is fought for.
MIDDLES = {"pw-0": "U16", "pw-1": "PP25", "pw-2": "OO27", "pw-3": "DD25"}


def test_every_line_of_the_annex_is_drawn_as_something() -> None:
    lines = {one.id for one in charts().ground.terrain.values() if one.kind == "line"}
    assert {DRAWN_AS.get(name, name) for name in lines} <= set(FEATURES)
    assert set(DRAWN_AS.values()) <= set(FEATURES)


def test_every_ground_has_a_colour() -> None:
    assert {look.family for look in terrain_looks().values()} <= set(FAMILIES)


@pytest.mark.parametrize("zoom", [Zoom.CLOSE, Zoom.MIDDLE])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("id_", folders.ids("panzerwar", "boards"))
def test_what_lies_on_hexsides_is_drawn(id_: str, glyphs: Glyphs, zoom: Zoom) -> None:
    one = evolve(board(id_), places=())  # names are written over what lies there
    text = render_text(Scene(one, terrain_looks()), zoom, ascii=glyphs.ascii)
    for name in {name for cell in one.cells.values() for side in cell.sides for name in side}:
        assert text.count(glyphs.features[DRAWN_AS.get(name, name)]) > 4, name
    if any(cell.under for cell in one.cells.values()):
        assert glyphs.bridge in text


@pytest.mark.parametrize("zoom", Zoom)
@pytest.mark.parametrize("id_", MIDDLES)
def test_pictures(id_: str, zoom: Zoom, snapshot: Snapshot) -> None:
    """Whole where hexes are small, about its middle where they are large: whatever changes must be meant."""
    snapshot.snapshot_dir = SNAPSHOTS
    size = (100, 40) if zoom in (Zoom.CLOSE, Zoom.MIDDLE) else None
    scene = Scene(board(id_), terrain_looks())
    picture = render_text(scene, zoom, size, hex_from_id(MIDDLES[id_]))
    snapshot.assert_match(picture, f"board-{id_}-{zoom.value}.txt")
