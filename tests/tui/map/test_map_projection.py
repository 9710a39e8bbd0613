"""Hexes to cells and back, exactly, at every zoom."""

from __future__ import annotations

from collections import Counter

import pytest

from core.board import Board, Cell
from core.hexes import Hex
from tests.tui.map.map_board import make_board
from tui.map.projection import Projection, Zoom

ZOOMS = pytest.mark.parametrize("zoom", list(Zoom))


def cells_of(projection: Projection, hex_: Hex) -> list[tuple[int, int]]:
    return [(x, span.y) for span in projection.spans(hex_) for x in range(span.x, span.x + span.width)]


@ZOOMS
def test_every_cell_of_a_hex_leads_back_to_it(zoom: Zoom) -> None:
    projection = Projection(make_board(), zoom)
    for hex_ in projection.board.cells:
        for x, y in cells_of(projection, hex_):
            assert projection.hex_at(x, y) == hex_


@ZOOMS
def test_hexes_tile_without_gap_or_overlap(zoom: Zoom) -> None:
    projection = Projection(make_board(), zoom)
    taken = Counter(cell for hex_ in projection.board.cells for cell in cells_of(projection, hex_))
    assert set(taken.values()) == {1}
    width, height = projection.size
    depth = 4 if zoom is Zoom.CLOSE else 2
    inner = ((x, y) for x in range(depth, width - depth) for y in range(depth, height - depth))
    assert all(cell in taken for cell in inner)


@ZOOMS
def test_every_cell_is_of_one_hex_or_of_none(zoom: Zoom) -> None:
    projection = Projection(make_board(), zoom)
    width, height = projection.size
    for x in range(-3, width + 3):
        for y in range(-3, height + 3):
            hex_ = projection.hex_at(x, y)
            if hex_ is None:
                continue
            below = zoom is Zoom.FAR and hex_.col & 1 and (x, y - 1) in cells_of(projection, hex_)
            assert (x, y) in cells_of(projection, hex_) or below
            assert 0 <= x < width
            assert 0 <= y < height


@ZOOMS
def test_the_centre_is_in_the_hex_and_the_box_round_it(zoom: Zoom) -> None:
    projection = Projection(make_board(), zoom)
    width, height = projection.size
    for hex_ in projection.board.cells:
        assert projection.hex_at(*projection.centre(hex_)) == hex_
        x, y, wide, tall = projection.box(hex_)
        assert 0 <= x < x + wide <= width
        assert 0 <= y < y + tall <= height
        assert all(x <= cx < x + wide and y <= cy < y + tall for cx, cy in cells_of(projection, hex_))


@pytest.mark.parametrize(
    ("zoom", "right", "down", "odd"),
    [(Zoom.CLOSE, 7, 4, 2), (Zoom.MIDDLE, 4, 2, 1), (Zoom.FAR, 2, 1, 0), (Zoom.PLAIN, 5, 2, 1)],
)
def test_odd_columns_lie_lower(zoom: Zoom, right: int, down: int, odd: int) -> None:
    projection = Projection(make_board(), zoom)
    x, y = projection.origin(Hex(2, 2))
    assert projection.origin(Hex(2, 3)) == (x, y + down)
    assert projection.origin(Hex(3, 2)) == (x + right, y + odd)
    assert projection.origin(Hex(4, 2)) == (x + 2 * right, y)


@ZOOMS
def test_a_board_may_begin_anywhere(zoom: Zoom) -> None:
    cells = {Hex(col, row): Cell("clear") for col in (5, 6, 7) for row in (0, 1, 2) if (col, row) != (6, 0)}
    projection = Projection(Board("odd", "Odd", 3, 3, cells), zoom)
    xs, ys = zip(*(projection.origin(h) for h in cells), strict=True)
    assert min(xs) == 0
    assert min(ys) == projection.shape.above
    for hex_ in cells:
        assert projection.hex_at(*projection.centre(hex_)) == hex_


def test_zooms_end_at_close_and_plain() -> None:
    assert Zoom.CLOSE.nearer() is Zoom.CLOSE
    assert Zoom.CLOSE.farther() is Zoom.MIDDLE
    assert Zoom.FAR.farther() is Zoom.PLAIN
    assert Zoom.PLAIN.farther() is Zoom.PLAIN
