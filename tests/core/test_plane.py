"""Exact points over hexes of 25 GSU: the hex of a point, what lines and paths cross, headings, distances, areas."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, inf, radians, sin, sqrt

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codec import converter
from core.hexes import Hex, line, within_range
from core.plane import (
    HEADINGS,
    Path,
    Point,
    bearing,
    centre,
    chord,
    clip,
    compass,
    corners,
    crossings,
    degrees_of,
    distance_to_segment,
    gsu_between,
    heading_of,
    hex_at,
    in_arc,
    in_box,
    in_circle,
    off_angle,
    offset,
    squared,
    steps_between,
    tenths,
    within,
)

NUMBERS = st.integers(-3000, 15000)
POINTS = st.builds(Point, NUMBERS, NUMBERS)
#: Many points on level hexsides, in columns of centres and at centres, where lines run along hexsides.
NEAR = st.builds(Point, st.integers(-600, 900), st.integers(-6, 10).map(lambda n: 125 * n))
HEXES = st.builds(Hex, st.integers(-20, 80), st.integers(-20, 80))
CENTRES = HEXES.map(centre)
ENDS = st.one_of(POINTS, NEAR, CENTRES)
PATHS = st.builds(Path, ENDS, st.lists(ENDS, max_size=5).map(tuple))


def true_centre(hex_: Hex) -> tuple[float, float]:
    return 125 * sqrt(3) * hex_.col, 125.0 * hex_.y


def depth(x: float, y: float, hex_: Hex) -> float:
    """How far inside a hex a place lies, in tenths: from its nearest hexside, negative outside."""
    cx, cy = true_centre(hex_)
    return min(125 - abs((x - cx) * sin(radians(a)) - (y - cy) * cos(radians(a))) for a in (0, 60, 120))


def inside(a: Point, b: Point, hex_: Hex) -> float:
    """GSU of a line inside a hex, by cutting it with the three pairs of hexsides."""
    cx, cy = true_centre(hex_)
    low, high = 0.0, 1.0
    for angle in (0, 60, 120):
        east, south = sin(radians(angle)), -cos(radians(angle))
        at = (a.x - cx) * east + (a.y - cy) * south
        by = (b.x - a.x) * east + (b.y - a.y) * south
        if abs(by) < 1e-9:
            if abs(at) > 125:
                return 0.0
            continue
        one, two = (-125 - at) / by, (125 - at) / by
        low, high = max(low, min(one, two)), min(high, max(one, two))
    return max(0.0, high - low) * gsu_between(a, b)


# -- hexes -----------------------------------------------------------------------------------------


def test_centres_lie_25_gsu_apart() -> None:
    for col in range(-300, 1000):
        assert centre(Hex(col, 4)) == (round(216.50635 * col), 1000 + 125 * (col & 1))
    for hex_ in within_range(Hex(7, 7), 30):
        for other in hex_.neighbours():
            assert gsu_between(centre(hex_), centre(other)) == pytest.approx(25, abs=0.05)


@given(HEXES)
def test_a_hex_holds_its_centre_and_reaches_to_its_corners(hex_: Hex) -> None:
    middle = centre(hex_)
    assert hex_at(middle) == hex_
    for number, corner in enumerate(corners(hex_)):
        assert gsu_between(middle, corner) == pytest.approx(25 / sqrt(3), abs=0.1)
        assert bearing(middle, corner) == pytest.approx(30 + 60 * number, abs=0.4)


@given(ENDS)
def test_a_point_lies_in_the_hex_that_contains_it(point: Point) -> None:
    assert depth(*point, hex_at(point)) > -1e-6


@pytest.mark.parametrize("hex_", [Hex(0, 0), Hex(1, 0), Hex(40, 12), Hex(-3, 5)])
def test_a_point_on_a_hexside_belongs_to_the_hex_in_the_south(hex_: Hex) -> None:
    x, y = centre(hex_)
    for east in range(-71, 72):
        assert hex_at(Point(x + east, y - 125)) == hex_
        assert hex_at(Point(x + east, y - 126)) == hex_.neighbour(0)
        assert hex_at(Point(x + east, y + 125)) == hex_.neighbour(3)


def test_points_next_to_slanted_hexsides_lie_on_their_side() -> None:
    for x in [*range(-300, -130), *range(130, 300)]:
        for start in (0, 250, -500):
            for slope in (sqrt(3), -sqrt(3)):
                for y in range(int(start + slope * x) - 2, int(start + slope * x) + 3):
                    assert depth(x, y, hex_at(Point(x, y))) > -1e-6, (x, y)


# -- lines -----------------------------------------------------------------------------------------


@given(ENDS, ENDS)
def test_a_line_is_cut_into_the_hexes_it_runs_through(a: Point, b: Point) -> None:
    found = clip(a, b)
    whole = gsu_between(a, b)
    assert found[0].hex == hex_at(a)
    assert found[-1].hex == hex_at(b)
    assert len({s.hex for s in found}) == len(found)
    assert found[0].start == 0
    assert sum(s.length for s in found) == pytest.approx(whole, abs=1e-9)
    for before, after in pairwise(found):
        assert after.hex in before.hex.neighbours()
        assert after.start == pytest.approx(before.end, abs=1e-9)
        assert before.length >= -1e-9
    for hex_, start, length in found:
        share = (start + length / 2) / whole if whole else 0
        assert depth(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), hex_) > -1e-5
        assert length <= 50 / sqrt(3) + 1e-6


@given(ENDS, ENDS)
def test_a_line_is_the_same_from_both_ends(a: Point, b: Point) -> None:
    there, back = clip(a, b), clip(b, a)
    assert [s.hex for s in there] == [s.hex for s in back[::-1]]
    assert [s.length for s in there] == pytest.approx([s.length for s in back[::-1]], abs=1e-9)


@given(NEAR, st.builds(Point, st.integers(-600, 900), st.integers(-700, 1200)))
def test_no_hex_that_a_line_crosses_is_missed(a: Point, b: Point) -> None:
    found = {s.hex: s.length for s in clip(a, b)}
    along = a.y == b.y and a.y % 125 == 0
    for hex_ in within_range(hex_at(Point(0, 0)), 12):
        if not along or hex_ in found:
            assert found.get(hex_, 0.0) == pytest.approx(inside(a, b, hex_), abs=1e-6), hex_


def test_a_line_along_hexsides_runs_south_of_them() -> None:
    west, east = centre(Hex(4, 6)), centre(Hex(12, 6))
    half = 25 / sqrt(3)
    hexes = [Hex(4, 6), Hex(5, 6), Hex(6, 6), Hex(7, 6), Hex(8, 6), Hex(9, 6), Hex(10, 6), Hex(11, 6), Hex(12, 6)]
    for found in (clip(west, east), clip(east, west)[::-1]):
        assert [s.hex for s in found] == hexes
        assert [s.length for s in found] == pytest.approx([half, *(half, 2 * half) * 3, half, half], abs=0.05)


def test_lines_between_centres_meet_the_hexes_of_the_hex_grid() -> None:
    origin = Hex(20, 20)
    for other in within_range(origin, 12):
        steps = line(origin, other)
        if other != origin and all(len(step.hexes) == 1 for step in steps):
            met = [s.hex for s in clip(centre(origin), centre(other)) if s.length > 0.2]
            assert met == [step.hexes[0] for step in steps]


@given(ENDS, ENDS)
def test_crossings_lead_from_the_hex_of_one_end_to_that_of_the_other(a: Point, b: Point) -> None:
    here = hex_at(a)
    for crossing in crossings(a, b):
        assert crossing.hex == here
        assert 0 <= crossing.at <= gsu_between(a, b) + 1e-9
        here = crossing.into
    assert here == hex_at(b)


def test_a_line_due_north_crosses_a_hexside_every_25_gsu() -> None:
    found = crossings(centre(Hex(3, 9)), centre(Hex(3, 6)))
    assert found == ((Hex(3, 9), 0, 12.5), (Hex(3, 8), 0, 37.5), (Hex(3, 7), 0, 62.5))


# -- distances, headings, areas --------------------------------------------------------------------


def test_a_limit_includes_its_end_and_reaches_to_the_edge() -> None:
    a = Point(0, 0)
    assert within(a, Point(900, 1200), 150)
    assert not within(a, Point(901, 1200), 150)
    assert within(a, Point(960, 1280), 154, 6)
    assert not within(a, Point(961, 1280), 154, 6)
    assert within(a, Point(0, 159), 15.9)
    assert within(a, Point(0, 349), 28.5, 6.4)
    assert not within(a, Point(0, 0), 5, -6)
    assert squared(a, Point(3, 4)) == 25


@given(ENDS, ENDS, st.integers(0, 20000))
def test_within_is_exact(a: Point, b: Point, limit: int) -> None:
    assert within(a, b, limit / 10) == (squared(a, b) <= limit * limit)


def test_lengths_become_tenths() -> None:
    assert [tenths(x) for x in (25, 12.25, 0.04, -1.26)] == [250, 123, 0, -13]


@given(ENDS, st.floats(0, 359.99), st.integers(2, 1000))
def test_an_offset_lies_where_it_should(point: Point, degrees: float, gsu: int) -> None:
    there = offset(point, degrees, gsu)
    assert gsu_between(point, there) == pytest.approx(gsu, abs=0.075)
    assert min(abs(bearing(point, there) - degrees), 360 - abs(bearing(point, there) - degrees)) < 4.2 / gsu + 1e-5


def test_the_compass_is_clockwise_from_north_or_a_line_of_fire() -> None:
    assert [compass(n) for n in range(1, 9)] == [0, 45, 90, 135, 180, 225, 270, 315]
    assert compass(7, 100.5) == 10.5
    assert offset(Point(0, 0), compass(4), 30) == (212, 212)
    with pytest.raises(ValueError, match="1 to 8"):
        compass(0)


def test_headings_are_steps_of_seven_and_a_half_degrees() -> None:
    for heading in range(HEADINGS):
        assert heading_of(degrees_of(heading)) == heading
        assert heading_of(degrees_of(heading) + 3.7) == heading
        assert heading_of(degrees_of(heading) - 3.7) == heading
        assert steps_between(heading, (heading + 24) % 48) == 24
    assert heading_of(356.25) == 0
    assert (steps_between(47, 2), steps_between(2, 47)) == (3, 3)
    assert (off_angle(46, 10), off_angle(0, 180), off_angle(2, 15)) == (25, 180, 0)


@given(st.integers(0, 47), st.integers(0, 24), st.integers(-24, 24))
def test_an_arc_holds_its_borders(heading: int, half: int, turn: int) -> None:
    assert in_arc(heading, half, degrees_of(heading + turn)) == (abs(turn) <= half)
    beyond = degrees_of(heading) + turn * 7.5 + (1e-6 if turn >= 0 else -1e-6)
    assert in_arc(heading, half, beyond % 360) == (abs(turn) < half or half == 24)


@given(ENDS, ENDS)
def test_bearings_are_opposite_from_both_ends(a: Point, b: Point) -> None:
    assert 0 <= bearing(a, b) < 360
    if a != b:
        assert abs(bearing(a, b) - bearing(b, a)) == pytest.approx(180, abs=2e-6)


def test_bearings_run_clockwise_from_north() -> None:
    o = Point(50, 50)
    around = [Point(50, 0), Point(60, 40), Point(90, 50), Point(50, 51), Point(0, 50)]
    assert [bearing(o, p) for p in around] == [0, 45, 90, 180, 270]
    assert bearing(Point(10**9, 10**9), Point(10**9 - 1, 0)) == 0  # rounded up to the whole circle
    assert bearing(o, o) == 0


def test_a_box_lies_along_its_axis_and_holds_its_borders() -> None:
    middle = Point(1000, 1000)
    assert in_box(offset(middle, 45, 49.9), middle, 45, 100, 20)
    assert not in_box(offset(middle, 45, 50.2), middle, 45, 100, 20)
    assert in_box(offset(middle, 135, 9.9), middle, 45, 100, 20)
    assert not in_box(offset(middle, 135, 10.2), middle, 45, 100, 20)
    assert in_box(Point(1000, 500), middle, 0, 100, 20)
    assert in_box(Point(1100, 500), middle, 180, 100, 20)
    assert not in_box(Point(1101, 500), middle, 0, 100, 20)
    assert in_box(Point(500, 1000), middle, 90, 100, 20)
    assert in_circle(Point(1095, 1000), middle, 9.5)
    assert not in_circle(Point(1095, 1001), middle, 9.5)


@given(NEAR, NEAR, NEAR, st.integers(1, 300))
def test_a_chord_is_what_lies_inside_the_disc(a: Point, b: Point, disc: Point, radius: int) -> None:
    steps = 400
    places = [(a.x + n / steps * (b.x - a.x), a.y + n / steps * (b.y - a.y)) for n in range(steps + 1)]
    far = [hypot(x - disc.x, y - disc.y) / 10 for x, y in places]
    each = gsu_between(a, b) / steps
    assert chord(a, b, disc, radius / 10) == pytest.approx(
        sum(d < radius / 10 for d in far) * each, abs=2 * each + 1e-9
    )
    assert chord(a, b, disc, radius / 10) == pytest.approx(chord(b, a, disc, radius / 10), abs=1e-6)
    near = distance_to_segment(disc, a, b)
    assert near <= min(far) + 1e-6
    assert near >= min(far) - each - 1e-6


# -- paths -----------------------------------------------------------------------------------------


@given(PATHS)
def test_a_path_is_as_long_as_its_legs(path: Path) -> None:
    assert path.length == pytest.approx(sum(gsu_between(a, b) for a, b in pairwise(path.points)))
    assert (path.at(0), path.at(path.length), path.at(inf), path.at(-1)) == (path.start, path.end, path.end, path.start)
    found = path.stretches()
    assert sum(s.length for s in found) == pytest.approx(path.length, abs=1e-6)
    assert (found[0].hex, found[-1].hex) == (hex_at(path.start), hex_at(path.end))
    for before, after in pairwise(found):
        assert after.start == pytest.approx(before.end, abs=1e-6)
    here = hex_at(path.start)
    for crossing in path.crossings():
        assert crossing.hex == here
        here = crossing.into
    assert here == hex_at(path.end)


@given(PATHS, st.floats(0, 1))
def test_a_path_may_be_cut_in_two(path: Path, f: float) -> None:
    gsu = f * path.length
    first, second = path.cut(gsu), path.rest(gsu)
    assert first.start == path.start
    assert first.end == second.start == path.at(gsu) == path.fraction(f)
    assert second.end == path.end
    assert first.length == pytest.approx(gsu, abs=0.3)
    assert first.length + second.length == pytest.approx(path.length, abs=0.3)
    assert distance_to_segment(path.at(gsu), first.points[-2 if first.legs else 0], path.at(gsu)) == 0


def test_points_on_a_path_are_fractions_of_the_way_gone() -> None:
    path = Path(Point(0, 0), (Point(0, 800), Point(800, 800)))
    assert path.length == 160
    assert [path.fraction(f) for f in (1 / 8, 1 / 4, 1 / 2, 3 / 4)] == [(0, 200), (0, 400), (0, 800), (400, 800)]
    assert path.piece(40, 120) == Path(Point(0, 400), (Point(0, 800), Point(400, 800)))
    assert (path.bearing_at(0), path.bearing_at(80), path.bearing_at(80.1), path.bearing_at(999)) == (180, 180, 90, 90)
    assert Path(Point(0, 0), (Point(0, 0), Point(0, 0))).bearing_at(0) is None
    assert Path(Point(0, 0)).piece(0, 5) == Path(Point(0, 0))


def test_a_path_that_turns_in_a_hex_has_one_stretch_there() -> None:
    home = centre(Hex(5, 5))
    path = Path(home, (offset(home, 90, 5), offset(home, 180, 20)))
    assert [s.hex for s in path.stretches()] == [Hex(5, 5), Hex(5, 6)]


@given(PATHS)
def test_a_path_can_be_written_down(path: Path) -> None:
    assert converter.structure(orjson.loads(orjson.dumps(converter.unstructure(path))), Path) == path


@pytest.mark.parametrize("data", [[1], [1, 2, 3], [1, 2.0], [True, 2], ["1", 2], 7])
def test_what_is_no_point_is_refused(data: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        converter.structure(data, Point)
