"""Terrain in GSU, laid upon hexes: what lies at a centre, what a line crosses, which hexsides it follows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from content.kit import folders
from content.kit.load import ContentError
from content.panzerwar.boards.boards import board
from content.panzerwar.boards.hexsides import chain
from content.panzerwar.boards.hills import Hill, Rise, rise
from content.panzerwar.charts.charts import charts, grounds
from core.board import Board
from core.hexes import N, S, hex_from_id, opposite
from core.plane import Point, bearing, centre, distance_to_segment, heading_of
from tests.panzerwar.content.conftest import Write

FORD = """
id = "ford"
name = "The Ford"
columns = 20
rows = 16
source = "judged"

[[terrain]]
kind = "light-woods"
levels_high = 2
rects = [[40, 40, 140, 100]]

[[terrain]]
kind = "village"
stories = 3
rects = [[100, 60, 140, 100]]

[[terrain]]
kind = "steep-hill"
level = 2
uphill = 36
rects = [[300, 250, 400, 350]]

[[terrain]]
kind = "road"
points = [[200, -10], [200, 450]]

[[terrain]]
kind = "shallow-stream"
points = [[-20, 200], [480, 200]]

[[terrain]]
kind = "bridge"
points = [[190, 200], [215, 200]]

[[terrain]]
kind = "wall"
points = [[250, 100], [330, 100], [330, 160]]

[[hex]]
hexes = "B2 C2"
terrain = "rubble"
level = 1
uphill = 12
slope = 6

[[hex]]
hexes = "N12"
slope = 0

[[hexside]]
kind = "hedge"
sides = "A1/S"

[[open]]
kind = "hedge"
sides = "A2/N"

[[place]]
id = "mill"
name = "The Mill"
at = [120, 80]
radius = 30
hexes = "A1"
"""


@pytest.fixture
def ford(write: Write) -> Board:
    write("boards", "ford", FORD)
    return board("ford")


def marked(one: Board, mark: str) -> list[str]:
    return [hex_.id for hex_, cell in one.cells.items() if mark in cell.marks]


def test_shipped_boards() -> None:
    sizes = {id_: (board(id_).columns, board(id_).rows) for id_ in folders.ids("panzerwar", "boards")}
    assert sizes == {"pw-0": (40, 30), "pw-1": (85, 49), "pw-2": (85, 49), "pw-3": (85, 49)}


@pytest.mark.parametrize("id_", ["pw-0", "pw-1", "pw-2", "pw-3"])
def test_every_hex_is_of_the_terrain_annex(id_: str) -> None:
    """pw:6.12, pw:6.14.7"""
    one, annex = board(id_), charts().ground.terrain
    assert len(one.cells) == one.columns * one.rows
    for hex_, cell in one.cells.items():
        assert cell.terrain in grounds()
        assert set(cell.routes) <= {"road", "shallow-stream", "bridge"}
        for kind, mask in cell.routes.items():
            for direction, other in enumerate(hex_.neighbours()):
                if mask >> direction & 1 and other in one.cells and kind != "bridge":
                    assert one.joined(kind, hex_, direction), (hex_, kind)
        for direction, side in enumerate(cell.sides):
            assert {kind for kind in side if kind != "slope"} <= {k for k, e in annex.items() if e.kind == "line"}
            other = hex_.neighbour(direction)
            if other in one.cells:
                assert one[other].sides[opposite(direction)] == side
                assert ("slope" in side) == (one[other].level != cell.level)


@pytest.mark.parametrize("id_", ["pw-0", "pw-1", "pw-2", "pw-3"])
def test_slopes_rise_by_the_heading_that_they_say(id_: str) -> None:
    """pw:6.13, pw:6.17: only hills slope; a hex on the way up has degrees and a heading, the top has none."""
    one = board(id_)
    for cell in one.cells.values():
        told = sorted(mark.split("-")[0] for mark in cell.marks if mark != "high")
        assert told in ([], ["hill", "slope", "uphill"])
        assert not told or cell.level
    assert any(cell.level and not cell.marks for cell in one.cells.values())


def test_roads_of_brody_meet_in_the_hamlet_and_leave_by_all_edges() -> None:
    one = board("pw-1")
    roads = {hex_: cell.routes["road"] for hex_, cell in one.cells.items() if "road" in cell.routes}
    assert {hex_.col for hex_ in roads} >= set(range(1, 86))
    assert {hex_.row for hex_ in roads} >= set(range(1, 50))
    leaving = [hex_ for hex_, mask in roads.items() for d in range(6) if mask >> d & 1 and hex_.neighbour(d) not in one]
    assert len(leaving) == 4
    crossing = [hex_ for hex_, mask in roads.items() if mask.bit_count() > 2]
    assert crossing
    assert set(crossing) & set(one.place("crossroads-hamlet").hexes)
    assert [hex_.id for hex_, cell in one.cells.items() if cell.under] == ["O24"]
    bridge = one[hex_from_id("O24")]
    assert bridge.routes["bridge"] == bridge.routes["road"]
    assert bridge.under == "shallow-stream"


def test_banks_have_gaps_for_roads_alone() -> None:
    """pw:6.0: whoever goes south over Orchard Ridge crosses the bank, unless he takes the road."""
    one = board("pw-2")
    seen, open_ = set(), [hex_ for hex_ in one.cells if hex_.row == 1]
    while open_:
        here = open_.pop()
        if here not in seen:
            seen.add(here)
            for direction, other in enumerate(here.neighbours()):
                barred = "bocage" in one.side(here, direction) or one.joined("road", here, direction)
                if other in one.cells and not barred:
                    open_.append(other)
    assert max(hex_.row for hex_ in seen) < 22
    assert len(one.cells) - len(seen) > 85 * 27
    roads = [(hex_, d) for hex_ in one.cells for d in range(6) if one.joined("road", hex_, d)]
    assert not any({"bocage", "hedge"} & one.side(hex_, direction) for hex_, direction in roads)


def test_the_first_board_has_what_it_is_for() -> None:
    one = board("pw-0")
    assert {cell.terrain for cell in one.cells.values()} == {
        "clear",
        "light-woods",
        "orchard",
        "standing-crops",
        "village",
    }
    assert {cell.level for cell in one.cells.values()} == {0, 1}
    assert [place.id for place in one.places] == ["dubki", "hill"]


def test_a_hex_is_what_lies_at_its_centre(ford: Board) -> None:
    """The last area that holds the centre; high woods and buildings with it."""
    for hex_, cell in ford.cells.items():
        x, y = centre(hex_)
        wood = 400 <= x <= 1400 and 400 <= y <= 1000
        village = 1000 <= x <= 1400 and 600 <= y <= 1000
        if hex_.id not in ("B2", "C2"):
            assert cell.terrain == ("village" if village else "light-woods" if wood else "clear"), hex_
        assert cell.stories == (3 if village else 0)
        assert ("high" in cell.marks) == (wood and not village and hex_.id not in ("B2", "C2"))


def test_a_steep_hill_rises_as_it_is_told_to(ford: Board) -> None:
    """pw:6.13.2: 20 degrees unless the file says other."""
    hills = marked(ford, "steep-hill")
    assert hills
    for id_ in hills:
        assert ford[hex_from_id(id_)].marks == {"steep-hill", "slope-20", "uphill-36"}
        assert ford[hex_from_id(id_)].level == 2


def test_single_hexes_are_said_last(ford: Board) -> None:
    cell = ford[hex_from_id("B2")]
    assert (cell.terrain, cell.level, cell.marks) == ("rubble", 1, {"hill-slope", "slope-6", "uphill-12"})
    level = ford[hex_from_id("N12")]
    assert (level.level, level.marks) == (2, frozenset())


def test_routes_run_through_what_the_line_crosses(ford: Board) -> None:
    column = [hex_ for hex_, cell in ford.cells.items() if "road" in cell.routes]
    assert {hex_.row for hex_ in column} == set(range(1, 17))
    stream = {hex_ for hex_, cell in ford.cells.items() if "shallow-stream" in cell.routes}
    assert {hex_.col for hex_ in stream} == set(range(1, 21))
    assert ford[min(column, key=lambda hex_: hex_.y)].route_crosses("road", N)
    assert ford[max(column, key=lambda hex_: hex_.y)].route_crosses("road", S)
    under = [hex_ for hex_, cell in ford.cells.items() if cell.under == "shallow-stream"]
    assert under
    assert set(under) <= stream & {hex_ for hex_, cell in ford.cells.items() if "bridge" in cell.routes}


def test_walls_follow_the_line(ford: Board) -> None:
    """Every marked hexside lies near the line, and each begins where another ends."""
    line = (Point(2500, 1000), Point(3300, 1000), Point(3300, 1600))
    sides = chain(line, ford.cells)
    ends: dict[Point, int] = {}
    for hex_, direction in sides:
        assert "wall" in ford.side(hex_, direction)
        middle = Point(*(sum(one) // 2 for one in zip(centre(hex_), centre(hex_.neighbour(direction)), strict=True)))
        assert min(distance_to_segment(middle, a, b) for a, b in pairwise(line)) < 20
        x, y = 3 * hex_.col, hex_.y
        around = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
        for dx, dy in (around[direction - 1], around[direction]):
            ends[Point(x + dx, y + dy)] = ends.get(Point(x + dx, y + dy), 0) + 1
    assert sorted(ends.values()).count(1) == 2
    assert set(ends.values()) == {1, 2}
    walls = sum("wall" in side for cell in ford.cells.values() for side in cell.sides)
    assert walls == 2 * len(sides)


def test_hexsides_may_be_added_and_taken_away(ford: Board) -> None:
    assert "hedge" not in ford.side(hex_from_id("A1"), S)


def test_places(ford: Board) -> None:
    mill = ford.place("mill")
    assert hex_from_id("A1") in mill.hexes
    near = [hex_ for hex_ in mill.hexes if hex_ != hex_from_id("A1")]
    assert near
    assert all((centre(hex_).x - 1200) ** 2 + (centre(hex_).y - 800) ** 2 <= 300**2 for hex_ in near)


def test_a_hill_rises_to_its_ridge_and_to_higher_ground() -> None:
    """pw:6.13, pw:6.17"""
    low = Hill("hill-slope", 1, 3.0, None, 25.0, (0, 0, 400, 200))
    high = Hill("hill-slope", 2, 4.0, None, 25.0, (150, 80, 250, 120))
    assert rise((low,), Point(5000, 0)) == Rise(0)
    assert rise((low,), Point(2000, 1000)) == Rise(1)
    assert rise((low,), Point(2000, 1240)) == Rise(1)
    assert rise((low,), Point(2000, 1900)) == Rise(1, "hill-slope", 3.0, 0)
    assert rise((low,), Point(2000, 100)) == Rise(1, "hill-slope", 3.0, 24)
    assert rise((low,), Point(100, 1000)) == Rise(1, "hill-slope", 3.0, 12)
    assert rise((low, high), Point(1000, 1000)) == Rise(1, "hill-slope", 3.0, 12)
    assert rise((low, high), Point(2000, 1000)) == Rise(2)
    corner = rise((low, high), Point(1000, 300))
    assert corner.uphill == heading_of(bearing(Point(1000, 300), Point(1500, 800)))


WRONG = [
    ('kind = "wall"', 'kind = "fortress"', "the terrain 'fortress'"),
    ('kind = "wall"', 'kind = "foxholes"', "the terrain 'foxholes'"),
    ("points = [[250, 100], [330, 100], [330, 160]]", "rects = [[1, 1, 2, 2]]", "rects"),
    ("points = [[250, 100], [330, 100], [330, 160]]", "points = [[250, 100]]", "1 points"),
    ("points = [[250, 100], [330, 100], [330, 160]]", "points = [[250, 100], [250, 100]]", "another point"),
    ("rects = [[40, 40, 140, 100]]", "points = [[40, 40], [140, 100]]", "rects alone"),
    ("rects = [[40, 40, 140, 100]]", "rects = [[140, 40, 40, 100]]", "x1 < x2"),
    ("levels_high = 2", "levels_high = 3", "1 or 2"),
    ("level = 2\n", "level = 0\n", "contour level"),
    ('kind = "village"\n', 'kind = "village"\nlevel = 1\n', "of no other"),
    ("uphill = 36", "uphill = 48", "0 .north. to 47"),
    ("uphill = 36", "slope = 61", "0 to 60 degrees"),
    ("points = [[190, 200], [215, 200]]", "points = [[190, 300], [215, 300]]", "nothing under it"),
    ('terrain = "rubble"', 'terrain = "lava"', "the terrain 'lava'"),
    ('hexes = "B2 C2"', 'hexes = "ZZ2"', "not on the board"),
    ("uphill = 12", "uphill = -1", "0 .north. to 47"),
    ('kind = "hedge"\nsides = "A1/S"', 'kind = "river"\nsides = "A1/S"', "the hexside"),
    ('sides = "A1/S"', 'sides = "A1/Q"', "HEX/DIRECTION"),
    ('radius = 30\nhexes = "A1"', "radius = 1", "no hex"),
    ("columns = 20", "columns = 200", "1 to 104 columns"),
    ('id = "ford"', 'id = "other"', "the name of the file"),
    ("rows = 16", "rows = 16\nlake = 1", "unknown key"),
]


@pytest.mark.parametrize(("was", "becomes", "told"), WRONG)
def test_what_is_wrong_with_a_board_is_told(write: Write, was: str, becomes: str, told: str) -> None:
    assert was in FORD
    write("boards", "ford", FORD.replace(was, becomes, 1))
    with pytest.raises(ContentError, match=told):
        board("ford")


def test_a_board_that_there_is_not() -> None:
    with pytest.raises(ContentError, match="pw-1"):
        board("pw-11")
