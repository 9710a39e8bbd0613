"""Lines from centre dot to centre dot, walked from hex to hex: they meet what geometry says (na:1.2d, na:4.1.4.2.6)."""

from __future__ import annotations

from itertools import product

import pytest

from core import hexes
from core.hexes import Hex, distance, line_template, nearest, runs_along_hexsides, walk

OFFSETS = [(dx, dy) for dx, dy in product(range(-24, 25), range(-80, 81)) if not (dx - dy) & 1]


def test_a_walk_meets_the_hexes_that_the_line_passes_through() -> None:
    walked = 0
    for dx, dy in OFFSETS:
        if not runs_along_hexsides(dx, dy):
            here, met = Hex(0, 0), [(0, 0)]
            for direction in walk(dx, dy):
                here = here.neighbour(direction)
                met.append((here.col, here.y))
            assert [(one,) for one in met] == (hexes._stretches(dx, dy) or [((0, 0),)]), (dx, dy)
            walked += 1
    assert walked > 3500


def test_a_line_along_hexsides_meets_two_hexes_at_once_and_no_other_does() -> None:
    for dx, dy in OFFSETS:
        pairs = any(len(met) == 2 for met, _ in line_template(dx, dy))
        assert pairs == runs_along_hexsides(dx, dy), (dx, dy)


@pytest.mark.parametrize(("dx", "dy"), [(3, 5), (5, 3), (1, 13), (12, 2), (7, 19)])
def test_a_line_crosses_from_each_hex_into_the_next(dx: int, dy: int) -> None:
    before = (0, 0)
    for (here,), sides in line_template(dx, dy)[1:]:
        (((at), direction),) = sides
        assert at == before
        assert Hex(at[0], at[1] >> 1).neighbour(direction) == Hex(here[0], here[1] >> 1)
        before = here
    assert before == (dx, dy)


def test_the_nearest_of_several_hexes_is_as_far_as_its_distance() -> None:
    hexes_ = [Hex(col, row) for col, row in product(range(1, 20), range(1, 20))]
    goals = [Hex(4, 2), Hex(15, 17), Hex(9, 9)]
    assert nearest(hexes_, goals) == {h: min(distance(h, goal) for goal in goals) for h in hexes_}
    assert set(nearest(hexes_, ()).values()) == {0}
