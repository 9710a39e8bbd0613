"""The geomorphic boards: their scheme, their symbols, and every layout of the Situations joined without a seam."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from content.kit import folders
from content.kit.load import ContentError, read_toml, structure
from content.panzerblitz.boards.board_file import BoardFile, board_hexes, is_half
from content.panzerblitz.boards.boards import board, board_ids, make_board
from content.panzerblitz.boards.joining import Layout, hexes_on, join
from content.panzerblitz.scenarios.scenarios import SCENARIOS
from content.panzerblitz.tables.tables import tables
from core.board import Board
from core.hexes import Hex, direction_between, hex_from_id, opposite
from core.panzerblitz.pieces.reference import BROWN, GRAY, GREEN, ORANGE, POND_SIDE, ROAD, Elevation

LAYOUTS = {scenario_id: SCENARIOS.stated(scenario_id).layout for scenario_id in SCENARIOS.ids()}


def test_three_boards_of_the_originals_size() -> None:
    """pb:PB-COMP-1, pb:PB-COMP-2, pb:PB-LOC-1: rows A to GG, 10 or 11 hexes to a row."""
    assert board_ids() == ("1", "2", "3")
    for id_ in board_ids():
        one = board(id_)
        assert set(one.cells) == set(board_hexes())
        lengths = [sum(h.col == col for h in one.cells) for col in range(1, 34)]
        assert lengths == [10, 11] * 16 + [10]
        assert one.label(hex_from_id("P6")) == f"{id_}-P-6"


@pytest.mark.parametrize("id_", ["1", "2", "3"])
def test_half_hexes_are_marked_and_alike(id_: str) -> None:
    """pb:PB-TERR-4"""
    one = board(id_)
    for hex_, cell in one.cells.items():
        assert ("partial" in cell.marks) == is_half(hex_)
        if is_half(hex_):
            assert (cell.terrain, cell.level) == ("clear", 0)


@pytest.mark.parametrize("id_", ["1", "2", "3"])
def test_every_terrain_is_on_the_chart_and_heights_rise_by_slopes(id_: str) -> None:
    """pb:PB-TERR-1, pb:PB-OBST-4"""
    one = board(id_)
    for hex_, cell in one.cells.items():
        assert cell.terrain in tables().tec
        if cell.level == Elevation.HILLTOP:
            assert all(one[n].level >= Elevation.SLOPE for n in hex_.neighbours())
    assert {cell.level for cell in one.cells.values()} == set(Elevation)


@pytest.mark.parametrize("id_", ["1", "2", "3"])
def test_symbols_stand_on_both_hexes_of_a_hexside(id_: str) -> None:
    """pb:PB-TERR-2"""
    one = board(id_)
    for hex_, cell in one.cells.items():
        for direction, other in enumerate(hex_.neighbours()):
            if other in one:
                assert cell.sides[direction] == one[other].sides[opposite(direction)]
        if cell.terrain in ("woods", "town", "pond"):
            symbol = {"woods": GREEN, "town": GRAY, "pond": POND_SIDE}[cell.terrain]
            assert all(symbol in side for side in cell.sides)
        if cell.level == Elevation.HILLTOP and "plateau" not in cell.marks:
            assert all(ORANGE in side for side in cell.sides)
        for side, other in zip(cell.sides, hex_.neighbours(), strict=True):
            if BROWN in side:
                assert cell.level == one[other].level == Elevation.SLOPE


def test_plateau_of_board_2() -> None:
    """pb:PB-LOSN-I: its inner hexes are hilltops without Orange hexsides; its rim has them outwards."""
    one = board("2")
    plateau = set(one.place("plateau").hexes)
    inner = [h for h in plateau if all(n in plateau for n in h.neighbours())]
    assert len(plateau) > 30
    assert len(inner) > 15
    for hex_ in plateau:
        assert one[hex_].level == Elevation.HILLTOP
        assert not {ORANGE} & set().union(*one[hex_].sides) if hex_ in inner else True
        for direction, other in enumerate(hex_.neighbours()):
            assert (ORANGE in one[hex_].sides[direction]) == (other not in plateau)


def test_a_straight_slope_has_no_brown_hexside_and_a_single_hilltop_all_of_them() -> None:
    """pb:PB-LOSN-I"""
    one = board("2")
    ring = hex_from_id("DD8").neighbours()
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        assert BROWN in one.side(a, direction_between(a, b) or 0)
    assert BROWN not in one.side(hex_from_id("P3"), direction_between(hex_from_id("P3"), hex_from_id("Q3")) or 0)


def test_pond() -> None:
    """pb:PB-TERR-3, pb:PB-TEC-POND: one hex of board 3 is wholly pond; those round it have part of it."""
    one = board("3")
    ponds = [h for h, cell in one.cells.items() if cell.terrain == "pond"]
    assert len(ponds) == 1
    assert all("shore" in one[n].marks for n in ponds[0].neighbours())
    assert not any(cell.terrain == "pond" for id_ in "12" for cell in board(id_).cells.values())


@pytest.mark.parametrize("id_", ["1", "2", "3"])
def test_beds_run_in_one_line(id_: str) -> None:
    """pb:PB-TEC-GULLY, pb:PB-GULLY-D: adjacent hexes of a bed follow one another."""
    one = board(id_)
    bed = {h for h, cell in one.cells.items() if cell.terrain in ("gully", "stream", "ford")}
    assert bed
    for hex_ in bed:
        assert 1 <= sum(n in bed for n in hex_.neighbours()) <= 2, one.label(hex_)


def test_roads_run_through_swamps_and_woods() -> None:
    """pb:PB-ROAD-1, pb:PB-ROAD-E: the boards have hexes where only the road is open to vehicles."""
    crossed = {cell.terrain for id_ in "123" for cell in board(id_).cells.values() if cell.routes}
    assert {"swamp", "woods", "town", "stream", "gully"} <= crossed


@pytest.mark.parametrize("scenario_id", LAYOUTS)
def test_no_holes(scenario_id: str) -> None:
    map_ = join(LAYOUTS[scenario_id])
    long = len(LAYOUTS[scenario_id]) == 3
    assert (map_.columns, map_.rows) == ((97, 11) if long else (33, 31))
    for col in range(1, map_.columns + 1):
        places = sorted(h.y for h in map_.cells if h.col == col)
        assert places == list(range(places[0], places[-1] + 1, 2)), col
        assert (places[0], places[-1]) == ((3, 2 * map_.rows - 1) if col & 1 else (2, 2 * map_.rows))


@pytest.mark.parametrize("scenario_id", LAYOUTS)
def test_roads_go_on_across_the_joints(scenario_id: str) -> None:
    """pb:PB-COMP-2: no road ends within the map, and one can drive from any edge of it to any other."""
    map_ = join(LAYOUTS[scenario_id])
    roads = {h for h, cell in map_.cells.items() if ROAD in cell.routes}
    for hex_ in roads:
        for direction, other in enumerate(hex_.neighbours()):
            if map_[hex_].route_crosses(ROAD, direction) and other in map_:
                assert map_.joined(ROAD, hex_, direction), f"{map_.label(hex_)} to {map_.label(other)}"
        if map_[hex_].routes[ROAD].bit_count() == 1:
            assert map_.is_edge(hex_), map_.label(hex_)
    reached, todo = set[Hex](), [min(roads)]
    while todo:
        hex_ = todo.pop()
        reached.add(hex_)
        todo += [
            n for d, n in enumerate(hex_.neighbours()) if n in map_ and n not in reached and map_.joined(ROAD, hex_, d)
        ]
    assert reached == roads
    assert all(any(edge(h, map_) for h in roads) for edge in EDGES)


EDGES: tuple[Callable[[Hex, Board], bool], ...] = (
    lambda h, map_: h.col == 1,
    lambda h, map_: h.col == map_.columns,
    lambda h, map_: h.y <= 3,
    lambda h, map_: h.y >= 2 * map_.rows - 1,
)


@pytest.mark.parametrize("scenario_id", LAYOUTS)
def test_shared_half_hexes_agree(scenario_id: str) -> None:
    """pb:PB-TERR-4: what the two boards print in a shared hex is the same ground; each hex keeps a printed name."""
    layout = LAYOUTS[scenario_id]
    map_ = join(layout)
    seams = {h for h, cell in map_.cells.items() if "seam" in cell.marks}
    assert len(seams) == (20 if len(layout) == 3 else 32)
    assert all((map_[h].terrain, map_[h].level) == ("clear", 0) for h in seams)
    assert len(set(map_.labels.values())) == len(map_.cells)
    for number in "123":
        on = hexes_on(layout, number)
        assert not on & seams
        assert all(map_.label(h).startswith(f"{number}-") for h in on)


@pytest.mark.parametrize("scenario_id", LAYOUTS)
def test_terrain_of_a_hex_is_that_of_its_board(scenario_id: str) -> None:
    map_ = join(LAYOUTS[scenario_id])
    for hex_, cell in map_.cells.items():
        number, letters, row = map_.label(hex_).split("-")
        printed = board(number)[hex_from_id(f"{letters}{row}")]
        assert (cell.terrain, cell.level) == (printed.terrain, printed.level)


def test_north_is_to_the_left_and_west_at_the_bottom() -> None:
    """pb:PB-LOC-1"""
    layout: Layout = (("1", "2 inverted"),)
    map_ = join(layout)
    assert map_.label(Hex(1, 1)) == "2-GG-10", "board 2, turned, lies in the east: at the top"
    assert map_.label(Hex(1, 20)) == "1-A-10"
    upright = join((("1",), ("2",)))
    assert map_.hex("1-A-10") == Hex(1, 20)
    assert upright.label(Hex(65, 3)) == "2-GG-3"


def file_of(id_: str) -> BoardFile:
    path = folders.OWN / "panzerblitz" / "boards" / f"{id_}.toml"
    return structure(read_toml(path, path.name), BoardFile, path.name)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (".  .  .  .  w", "w  .  .  .  w", "clear ground on every half hex"),
        (".2 .2 .2", ".2 .  .2", "slopes all round it"),
        ("--", ".", "odd columns end with row 10"),
        (" w ", " x ", "found 'x'"),
        (" .1", " ~1", "stream on a height"),
    ],
)
def test_mistakes_of_a_grid(old: str, new: str, told: str) -> None:
    data = file_of("1")
    with pytest.raises(ContentError, match=told):
        make_board(evolve(data, grid=data.grid.replace(old, new, 1)), "1.toml")


def test_roads_must_leave_where_all_boards_join() -> None:
    data = file_of("2")
    with pytest.raises(ContentError, match="G, Q and AA"):
        make_board(evolve(data, road=data.road[:-1]), "2.toml")


def test_map_ids_go_on_beyond_zz() -> None:
    """na:1.2f: 97 columns are lettered A to Z, AA to ZZ, AAA to ZZZ, AAAA to SSSS."""
    map_ = join((("1",), ("2",), ("3",)))
    ids = [h.id for h in map_.cells]
    assert len(set(ids)) == len(ids)
    assert all(hex_from_id(id_) == hex_ for id_, hex_ in zip(ids, map_.cells, strict=True))
    assert {id_.rstrip("0123456789") for id_ in ids} >= {"A", "ZZ", "AAA", "SSSS"}
    assert map_.hex("3-GG-10").col == 97
