"""Lines from centre dot to centre dot, walked from hex to hex: they meet what geometry says (na:1.2d, na:4.1.4.2.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from core.hexes import Hex, distance, line_template, nearest, runs_along_hexsides, walk

OFFSETS = [(dx, dy) for dx, dy in product(range(-24, 25), range(-80, 81)) if not (dx - dy) & 1]

Offset = tuple[int, int]


def stretches(dx: int, dy: int) -> list[tuple[Offset, ...]]:
    """Hexes met by the line in order; two hexes where it runs along their hexside."""
    # The hex round (3c, y) is |Y - y| <= 1, |X - 3c + Y - y| <= 2, |X - 3c - Y + y| <= 2. The line is
    # t * (3dx, dy) for 0 <= t <= 1; `unit` scales t so that every bound is an integer.
    slopes = (dy, 3 * dx + dy, 3 * dx - dy)
    unit = 1
    for slope in slopes:
        unit *= abs(slope) or 1
    met: dict[tuple[int, int], list[Offset]] = {}
    for c, y in candidates(dx, dy):
        t0, t1 = 0, unit
        for slope, centre, half in zip(slopes, (y, 3 * c + y, 3 * c - y), (1, 2, 2), strict=True):
            if slope == 0:
                if abs(centre) > half:
                    break
                continue
            p, q = (centre - half) * (unit // slope), (centre + half) * (unit // slope)
            t0, t1 = max(t0, min(p, q)), min(t1, max(p, q))
        else:
            if t0 < t1:
                met.setdefault((t0, t1), []).append((c, y))
    return [tuple(met[key]) for key in sorted(met)]


def candidates(dx: int, dy: int) -> Iterator[Offset]:
    """Hexes near enough to the line to be met, column by column."""
    if dx == 0:
        yield from ((0, y) for y in range(min(0, dy), max(0, dy) + 1, 2))
        return
    run = 3 * dx
    for c in range(0, dx + (1 if dx > 0 else -1), 1 if dx > 0 else -1):
        enter, leave = dy * (3 * c - 2) // run, dy * (3 * c + 2) // run
        for y in range(min(enter, leave) - 1, max(enter, leave) + 3):
            if not (y - c) & 1:
                yield c, y


def test_a_walk_meets_the_hexes_that_the_line_passes_through() -> None:
    walked = 0
    for dx, dy in OFFSETS:
        if not runs_along_hexsides(dx, dy):
            here, met = Hex(0, 0), [(0, 0)]
            for direction in walk(dx, dy):
                here = here.neighbour(direction)
                met.append((here.col, here.y))
            assert [(one,) for one in met] == (stretches(dx, dy) or [((0, 0),)]), (dx, dy)
            walked += 1
    assert walked > 3500


def test_a_line_along_hexsides_meets_two_hexes_at_once_and_no_other_does() -> None:
    for dx, dy in OFFSETS:
        met = [met for met, _ in line_template(dx, dy)]
        assert any(len(one) == 2 for one in met) == runs_along_hexsides(dx, dy), (dx, dy)
        if runs_along_hexsides(dx, dy):
            assert met == stretches(dx, dy), (dx, dy)


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
