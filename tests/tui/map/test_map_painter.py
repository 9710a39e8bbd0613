"""What the painter draws: pictures as text, and what must hold of every picture."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest
from attrs import evolve
from pytest_snapshot.plugin import Snapshot
from rich.cells import cell_len

from content.panzer.tables.tables import terrain_looks
from core.hexes import Hex, hex_from_id
from core.presentation import Counter
from tests.tui.map.map_board import LOOKS, make_overlay, make_scene
from tui.map.glyphs import ASCII, UNICODE, every_glyph
from tui.map.ground import Ground
from tui.map.painter import Painter, paint
from tui.map.palette import FAMILIES, FEATURES, TONE_ALIASES, TONE_SIGNS, Palette
from tui.map.palettes import DARK, MONO, PALETTES, SIXTEEN
from tui.map.projection import Zoom
from tui.map.scene import Scene
from tui.map.text import render_text
from tui.map.writing import written

SNAPSHOTS = Path(__file__).parent / "snapshots"
ZOOMS = pytest.mark.parametrize("zoom", list(Zoom))


@ZOOMS
def test_picture(zoom: Zoom, snapshot: Snapshot) -> None:
    snapshot.snapshot_dir = SNAPSHOTS
    snapshot.assert_match(render_text(make_scene(), zoom), f"map-{zoom.value}.txt")


@pytest.mark.parametrize("zoom", [Zoom.CLOSE, Zoom.MIDDLE, Zoom.PLAIN])
def test_picture_with_overlay(zoom: Zoom, snapshot: Snapshot) -> None:
    snapshot.snapshot_dir = SNAPSHOTS
    scene = evolve(make_scene(), overlay=make_overlay())
    snapshot.assert_match(render_text(scene, zoom), f"map-{zoom.value}-overlay.txt")


def test_plain_is_pure_ascii() -> None:
    assert render_text(evolve(make_scene(), overlay=make_overlay()), Zoom.PLAIN).isascii()


@ZOOMS
def test_every_zoom_can_be_drawn_in_ascii(zoom: Zoom) -> None:
    assert render_text(make_scene(), zoom, ascii=True).isascii()


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_sign_is_one_cell_wide(glyphs: object) -> None:
    text = every_glyph(glyphs)  # type: ignore[arg-type]
    assert all(cell_len(sign) == 1 for sign in text)
    assert all(sign for sign in text)


def test_facings_and_sides_differ() -> None:
    assert len(set(ASCII.facing[0])) == len(set(ASCII.facing[1])) == 6
    assert len({sign for side in UNICODE.facing for sign, _ in side}) == 12
    for glyphs in (UNICODE, ASCII):
        assert len(set(glyphs.sides)) == 2


@ZOOMS
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize(("facing", "short"), [(None, "88"), *product((None, *range(6)), ("T", "KV"))])
def test_sides_are_told_without_colour_at_every_zoom(zoom: Zoom, ascii: bool, facing: int | None, short: str) -> None:
    """A unit of one side is drawn otherwise than the same unit of the other, in the text alone."""
    unit = Counter("u", "unit", Hex(6, 2), "german", short, "100/17 1", facing)
    drawn = [
        render_text(evolve(make_scene(), counters=(evolve(unit, side=side),), selected=None), zoom, ascii=ascii)
        for side in ("german", "soviet")
    ]
    assert drawn[0] != drawn[1]


@ZOOMS
@pytest.mark.parametrize("ascii", [False, True])
def test_who_holds_an_objective_is_told_without_colour(zoom: Zoom, ascii: bool) -> None:
    village = Counter("o", "objective", Hex(6, 2), None, "*", "Village", values="25")
    drawn = {
        render_text(evolve(make_scene(), counters=(evolve(village, side=side),)), zoom, ascii=ascii)
        for side in (None, "german", "soviet")
    }
    assert len(drawn) == 3


def test_without_colour_the_sides_are_told_by_weight_too() -> None:
    inks = {
        side: written(MONO, Counter("u", "unit", Hex(6, 2), side, "T", "T-34"), make_scene())
        for side in ("german", "soviet")
    }
    assert (inks["german"].reverse, inks["soviet"].reverse) == (True, False)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_hexsides_differ_without_colour(glyphs: object) -> None:
    signs = glyphs.features  # type: ignore[attr-defined]
    assert set(signs) == set(FEATURES)
    assert len(set(signs.values())) == len(signs)


@ZOOMS
@pytest.mark.parametrize("palette", list(PALETTES.values()), ids=list(PALETTES))
def test_every_row_has_the_width_asked_for(zoom: Zoom, palette: Palette) -> None:
    scene = evolve(make_scene(), overlay=make_overlay())
    for x, width in ((0, 40), (5, 13), (-6, 30), (20, 90), (500, 8), (-90, 20)):
        for row in paint(scene, zoom, palette, (x, -2, width, 30)):
            assert sum(cell_len(run.text) for run in row) == width


@ZOOMS
def test_a_part_is_cut_from_the_whole(zoom: Zoom) -> None:
    scene = make_scene()
    whole = ["".join(run.text for run in row) for row in paint(scene, zoom, DARK, (0, 0, 80, 30))]
    for x in range(12):
        part = ["".join(run.text for run in row) for row in paint(scene, zoom, DARK, (x, 3, 20, 9))]
        assert part == [line[x : x + 20] for line in whole[3:12]]


def next_scenes(scene: Scene) -> list[Scene]:
    """The scene after each kind of change."""
    moved = tuple(evolve(c, hex=Hex(3, 4)) if c.id == "s2" else c for c in scene.counters)
    return [
        evolve(scene, cursor=Hex(5, 3)),
        evolve(scene, cursor=Hex(2, 4)),
        evolve(scene, cursor=None),
        evolve(scene, selected="s1"),
        evolve(scene, path=(Hex(7, 3), Hex(3, 3))),
        evolve(scene, overlay=make_overlay()),
        evolve(scene, counters=moved),
        evolve(scene, counters=()),
    ]


@ZOOMS
def test_a_changed_scene_is_drawn_as_if_new(zoom: Zoom) -> None:
    scene = make_scene()
    painter = Painter(scene, zoom, DARK)
    width, height = painter.projection.size
    before = [painter.line(y, 0, width) for y in range(height)]
    for changed in next_scenes(scene):
        hexes = painter.show(changed)
        assert hexes is not None
        after = [painter.line(y, 0, width) for y in range(height)]
        fresh = Painter(changed, zoom, DARK)
        assert after == [fresh.line(y, 0, width) for y in range(height)]
        boxes = [painter.projection.box(h) for h in hexes]
        for y, (old, new) in enumerate(zip(before, after, strict=True)):
            cells = zip(
                ((c, run.ink) for run in old for c in run.text),
                ((c, run.ink) for run in new for c in run.text),
                strict=True,
            )
            for x, (was, is_) in enumerate(cells):
                if was != is_:
                    assert any(bx <= x < bx + bw and by <= y < by + bh for bx, by, bw, bh in boxes), (x, y)
        painter.show(scene)


def test_families_differ_in_sixteen_colours() -> None:
    ground = Ground(make_scene().board, LOOKS, Zoom.MIDDLE, SIXTEEN, False)
    inks = {family: ground.inks(family, 0, False)[0] for family in FAMILIES}
    for one, other in combinations(FAMILIES, 2):
        assert inks[one].back != inks[other].back, (one, other)
    for family in FAMILIES:
        assert inks[family].fore != inks[family].back, family


@pytest.mark.parametrize("palette", list(PALETTES.values()), ids=list(PALETTES))
def test_nothing_else_has_the_colour_of_the_cursor(palette: Palette) -> None:
    others = {back for _, back in palette.sides.values()} | set(palette.tones.values()) | set(palette.ground.values())
    assert palette.cursor[1] not in others | {palette.selected[1], palette.path, palette.void}


@pytest.mark.parametrize("palette", list(PALETTES.values()), ids=list(PALETTES))
def test_a_palette_is_complete(palette: Palette) -> None:
    assert set(palette.ground) == set(FAMILIES)
    assert set(palette.features) == set(FEATURES)
    assert {tone for tone in TONE_SIGNS if tone not in TONE_ALIASES} == set(palette.tones)
    assert all(TONE_ALIASES.get(tone, tone) in palette.tones for tone in TONE_SIGNS)
    backs = [back for _, back in palette.sides.values()]
    assert len(set(backs)) == len(backs)
    assert palette.side(None) == palette.sides["neutral"]
    assert palette.side("soviet") == palette.sides["red"]
    assert palette.side("some other side") in palette.sides.values()
    assert palette.tone("no such tone") == palette.tones["info"]


def test_mono_uses_no_colour() -> None:
    scene = evolve(make_scene(), overlay=make_overlay())
    for zoom in Zoom:
        for row in paint(scene, zoom, MONO, (0, 0, 60, 30)):
            assert all(not run.ink.fore and not run.ink.back for run in row)


def test_colour_text_has_the_same_characters() -> None:
    scene = make_scene()
    assert "\x1b[" in render_text(scene, Zoom.MIDDLE, colour=True)
    assert "\x1b" not in render_text(scene, Zoom.MIDDLE)


def test_text_of_a_part() -> None:
    text = render_text(make_scene(), Zoom.CLOSE, size=(20, 8), centre=hex_from_id("B4"))
    lines = text.splitlines()
    assert len(lines) == 8
    assert max(len(line) for line in lines) <= 20
    assert "Pz IVF2" in text


def test_the_selected_unit_lies_on_top() -> None:
    scene = evolve(make_scene(), selected="g3")
    assert scene.stacks[hex_from_id("C5")][0].id == "g3"
    assert "▲Pz IIIJ" in render_text(scene, Zoom.CLOSE)


def test_the_terrain_of_the_rules_can_be_drawn() -> None:
    for look in terrain_looks().values():
        assert look.family in FAMILIES
        assert look.ascii.isascii()
        assert cell_len(look.glyph) == cell_len(look.ascii) == cell_len(look.letter) == 1


def test_unknown_terrain_and_marks_are_drawn_all_the_same() -> None:
    scene = make_scene()
    strange = Counter("m", "minefield", hex_from_id("A1"), None, "M", "Mines")
    scene = Scene(scene.board, {}, {}, (strange,))
    for zoom in Zoom:
        assert "M" in render_text(scene, zoom)


def test_hexes_bear_what_their_boards_print_if_all_have_room() -> None:
    """na:1.2f"""
    scene = make_scene()
    short = {h: f"29{h.id}" for h in scene.board.cells}
    on = evolve(scene, board=evolve(scene.board, labels=short), cursor=hex_from_id("C5"))
    text = render_text(on, Zoom.CLOSE)
    assert "29A1" in text
    assert "29C5" in text
    long = {**short, hex_from_id("A1"): "129A1"}
    text = render_text(evolve(scene, board=evolve(scene.board, labels=long)), Zoom.CLOSE)
    assert "29" not in text
    assert "A1" in text
