"""Counters that have a place within their hex: where they are drawn, that several are seen, and lines through hexes."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from pytest_snapshot.plugin import Snapshot

from core.board import Board, Cell
from core.hexes import Hex, hex_from_id
from core.plane import Point, centre, corners
from core.presentation import Counter, Mark, Overlay, OverlayCell, Stroke
from tests.tui.map.map_board import LOOKS, SIDES
from tui.map.glyphs import ASCII, UNICODE, Glyphs
from tui.map.ink import contrast
from tui.map.painter import Painter
from tui.map.palettes import DARK
from tui.map.places import cell_of, cells_along
from tui.map.projection import SHAPES, Projection, Zoom
from tui.map.scene import Scene
from tui.map.text import render_text

SNAPSHOTS = Path(__file__).parent / "snapshots"
BOARD = Board("f", "Field", 9, 7, {Hex(c, r): Cell("clear") for c in range(1, 10) for r in range(1, 8)})
E4 = hex_from_id("E4")
BURNS = Mark("fire", "♨", "f", "on fire", "bad")
MOVED = Mark("moved", "»", ">", "has moved", "info")


def unit(id_: str, dx: int, dy: int, heading: int = 0, side: str = "german", hex_: Hex = E4, **more: object) -> Counter:
    """A unit so many tenths of a GSU east and south of the centre of a hex."""
    middle = centre(hex_)
    at = Point(middle.x + dx, middle.y + dy)
    label = f"PzKpfw IV {id_}"
    return Counter(id_, "unit", hex_, side, "MD", "PzKpfw IV", 0, label=label, point=at, heading=heading, **more)  # type: ignore[arg-type]


def scene(*counters: Counter, **more: object) -> Scene:
    return Scene(BOARD, LOOKS, SIDES, counters, **more)  # type: ignore[arg-type]


def rows(one: Scene, zoom: Zoom = Zoom.CLOSE, hex_: Hex = E4, *, ascii: bool = False) -> list[str]:
    """The cells of a hex, row by row."""
    text = render_text(one, zoom, ascii=ascii).splitlines()
    spans = Projection(BOARD, zoom).spans(hex_)
    return [text[span.y].ljust(span.x + span.width)[span.x : span.x + span.width] for span in spans]


# -- where --------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", [Zoom.CLOSE, Zoom.MIDDLE])
def test_every_point_of_a_hex_has_a_cell_of_it(zoom: Zoom) -> None:
    shape = SHAPES[zoom]
    for hex_ in (E4, Hex(4, 3)):
        for point in (centre(hex_), *corners(hex_)):
            row, x = cell_of(zoom, hex_, point)
            assert 0 <= row < len(shape.rows)
            assert 0 <= x < shape.rows[row][1]


def test_cells_go_with_points() -> None:
    """East is right, south is down; the middle is in the middle."""
    middle = centre(E4)
    found = [cell_of(Zoom.CLOSE, E4, Point(middle.x + dx, middle.y)) for dx in range(-120, 121, 30)]
    assert found == sorted(found)
    assert len(set(found)) >= 7
    down = [cell_of(Zoom.CLOSE, E4, Point(middle.x, middle.y + dy))[0] for dy in (-100, -40, 40, 100)]
    assert down == [0, 1, 2, 3]


@pytest.mark.parametrize(("dx", "dy"), [(-100, -100), (0, -100), (90, -40), (-110, 40), (60, 100), (0, 0)])
def test_the_heading_stands_in_the_cell_of_the_place(dx: int, dy: int) -> None:
    one = unit("1", dx, dy, heading=24)
    row, x = cell_of(Zoom.CLOSE, E4, one.point)  # type: ignore[arg-type]
    assert rows(scene(one))[row][x] == "▼"


def test_a_lone_unit_shows_class_number_marks_and_name() -> None:
    text = "\n".join(rows(scene(unit("3", -60, -40, heading=12, marks=(BURNS, MOVED)))))
    for words in ("▶MD3♨»", "PzKpfwIV"):
        assert words in text


def test_marks_go_to_the_other_side_where_there_is_no_room() -> None:
    row = rows(scene(unit("3", 30, 40, heading=12, marks=(BURNS, MOVED))))[2]
    assert "▶MD3" in row
    assert set("♨»") <= set(row)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_eight_headings_are_told_apart(glyphs: Glyphs) -> None:
    drawn = {tuple(rows(scene(unit("1", 0, 0, heading=step)), ascii=glyphs.ascii)) for step in range(0, 48, 6)}
    assert len(drawn) == 8
    assert glyphs.heading(0, 3) == glyphs.heading(0, 8)
    assert glyphs.heading(0, 46) == glyphs.heading(0, 0)
    assert glyphs.heading(0, 2) != glyphs.heading(0, 4)


# -- several ------------------------------------------------------------------------------------


def test_several_units_are_each_seen() -> None:
    them = [unit("1", -90, -90, 18), unit("2", 60, -30, 6), unit("3", 0, 90, 24), unit("4", -90, 30, 42, "soviet")]
    text = "\n".join(rows(scene(*them)))
    for sign, number in (("◢", "1"), ("◥", "2"), ("▼", "3"), ("◸", "4")):
        assert sign in text
        assert f"MD{number}" in text


@pytest.mark.parametrize("number", [2, 5, 9, 12])
def test_units_in_one_place_are_drawn_beside_each_other(number: int) -> None:
    text = "".join(rows(scene(*(unit(str(n), 0, 0, 24) for n in range(1, number + 1)))))
    assert text.count("▼") == number


def test_more_than_there_are_cells_are_counted() -> None:
    text = "".join(rows(scene(*(unit(str(n), 0, 0, 24) for n in range(1, 40)))))
    assert text.count("▼") == 28


def test_no_half_of_an_id_is_left() -> None:
    assert "E" not in rows(scene(unit("1", 0, -100, 24)))[0]
    assert "E4" in rows(scene(unit("1", 0, 100, 24)))[0]


@pytest.mark.parametrize(("zoom", "sign"), [(Zoom.MIDDLE, "³"), (Zoom.FAR, "³"), (Zoom.PLAIN, "3")])
def test_other_zooms_mark_that_there_are_several(zoom: Zoom, sign: str) -> None:
    them = [unit(n, 0, 0) for n in "123"]
    assert sign in "".join(rows(scene(*them), zoom))
    assert sign not in "".join(rows(scene(them[0]), zoom))


def test_units_without_a_place_are_drawn_as_ever() -> None:
    """Games without points: the block in the middle, and at the far zoom the letter of the topmost."""
    them = tuple(evolve(unit(n, 0, 0), point=None, heading=None) for n in "12")
    assert rows(scene(*them))[1:3] == ["▲PzKpfw ", "      ×2"]
    assert "M" in "".join(rows(scene(*them), Zoom.FAR))


# -- what else stands in the hex ------------------------------------------------------------------


def test_cursor_selection_wreck_and_text_share_a_hex() -> None:
    wreck = evolve(unit("w", 100, 90), kind="wreck", name="Wreck")
    hill = Counter("o", "objective", E4, "soviet", "*", "Hill", values="5")
    overlay = Overlay("o", "", {E4: OverlayCell("reach", "99")})
    shown = scene(unit("1", -60, -40, 24), wreck, hill, overlay=overlay, selected="1")
    text = "\n".join(rows(shown))
    for words in ("▼MD1", "✗", "★□5", "99", "◆"):
        assert words in text
    text = "\n".join(rows(evolve(shown, cursor=E4)))
    for words in ("▼MD1", "★□5", "99", "┏"):
        assert words in text


def test_what_a_layer_says_leaves_the_id_of_the_hex_alone_where_there_is_room() -> None:
    overlay = Overlay("o", "", {E4: OverlayCell("reach", "999")})
    drawn = rows(scene(unit("1", 0, 110, 24), overlay=overlay))
    assert "E4" in drawn[0]
    assert "999" in "".join(drawn[1:])


# -- lines --------------------------------------------------------------------------------------


def across(hex_: Hex = E4) -> Overlay:
    middle = centre(hex_)
    stroke = Stroke(Point(middle.x - 100, middle.y - 100), Point(middle.x + 100, middle.y + 100), "reach")
    return Overlay("way", "", {hex_: OverlayCell("", "C3", strokes=(stroke,))})


def test_a_line_runs_from_end_to_end() -> None:
    (stroke,) = across().cells[E4].strokes
    cells = cells_along(Zoom.CLOSE, E4, stroke)
    assert cells[0] == cell_of(Zoom.CLOSE, E4, stroke.start)
    assert cells[-1] == cell_of(Zoom.CLOSE, E4, stroke.end)
    assert [row for row, _ in cells] == sorted(row for row, _ in cells)
    assert {row for row, _ in cells} == {0, 1, 2, 3}


def test_a_line_is_drawn_in_its_cells_alone() -> None:
    painter = Painter(scene(overlay=across()), Zoom.CLOSE, DARK)
    bare = Painter(scene(), Zoom.CLOSE, DARK)
    spans = painter.projection.spans(E4)
    dyed = 0
    for span in spans:
        for x in range(span.x, span.x + span.width):
            (one,), (other,) = painter.line(span.y, x, 1), bare.line(span.y, x, 1)
            dyed += one.ink.back != other.ink.back
            if one.text == "•":
                assert contrast(one.ink.fore, one.ink.back) >= 3
    assert dyed == len(cells_along(Zoom.CLOSE, E4, across().cells[E4].strokes[0]))


@pytest.mark.parametrize("zoom", [Zoom.FAR, Zoom.PLAIN])
def test_where_no_line_can_be_drawn_the_hex_has_its_tone(zoom: Zoom) -> None:
    assert render_text(scene(overlay=across()), zoom).count("C3") == 1
    overlay = Overlay("way", "", {E4: evolve(across().cells[E4], text="")})
    assert render_text(scene(overlay=overlay), zoom) != render_text(scene(), zoom)


def test_cells_of_two_layers_become_one() -> None:
    line = across().cells[E4]
    both = line.over(OverlayCell("seen", "7", "in sight", "r"))
    assert (both.tone, both.text, both.why, both.strokes) == ("seen", "C3", "in sight", line.strokes)
    assert OverlayCell("seen").over(OverlayCell("reach", "7")) == OverlayCell("seen")


@pytest.mark.parametrize("zoom", Zoom)
@pytest.mark.parametrize("ascii", [False, True], ids=["unicode", "ascii"])
def test_pictures(zoom: Zoom, ascii: bool, snapshot: Snapshot) -> None:
    """Whatever changes must be meant."""
    snapshot.snapshot_dir = SNAPSHOTS
    them = (
        unit("1", -90, -90, 18, marks=(MOVED,)),
        unit("2", 60, -90, 6),
        unit("3", 0, 90, 24, "soviet", marks=(BURNS,)),
        unit("5", 60, 40, 12, hex_=hex_from_id("C3"), marks=(BURNS, MOVED)),
        unit("6", -60, -100, 30, "soviet", hex_=hex_from_id("G5")),
    )
    one = scene(*them, overlay=across(hex_from_id("F3")), cursor=hex_from_id("G5"), selected="5")
    name = f"places-{zoom.value}-{'ascii' if ascii else 'unicode'}.txt"
    snapshot.assert_match(render_text(one, zoom, ascii=ascii), name)
