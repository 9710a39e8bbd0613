"""Boards of the historical scenarios of the miniatures edition: what the book tells of them, and how they play.

Those on hexes of 50 m lay one inch of the table on each hex; those of 100 m are the same ground for the hex edition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import pytest

from content.panzer.boards.boards import board
from content.panzer.tables.tables import basic_tables
from core.board import Board
from core.hexes import Hex, distance, opposite
from core.panzer.ground.costs import terrain_costs
from core.panzer.ground.going import BY_TRACTION, ON_FOOT, Going
from core.panzer.pieces.cards import Traction
from core.panzer.sight.relief import sight_field

NORTH, SOUTH = "north", "south"
#: Columns, rows and the depth of the set-up strips (12 inches), and the vehicles, guns and squads of the larger force.
SIZES = {
    "bridge-50m": (72, 49, 12, 23),
    "heights-50m": (72, 49, 12, 52),
    "turning-tide": (42, 31, 6, 62),
    "turning-tide-50m": (72, 48, 12, 62),
    "ponyri": (42, 31, 6, 55),
    "ponyri-50m": (72, 48, 12, 55),
    "twilight": (42, 31, 6, 35),
    "twilight-50m": (72, 48, 12, 35),
}
NAMES = tuple(SIZES)
#: Boards of 50 m with those of 100 m: the columns and rows of 50 m that lie west and north of their first hex there.
SAME_GROUND = {
    "bridge-50m": ("bridge", 2, 6),
    "heights-50m": ("heights", 8, 7),
    "turning-tide-50m": ("turning-tide", 6, 7),
    "ponyri-50m": ("ponyri", 6, 7),
    "twilight-50m": ("twilight", 6, 7),
}
#: Villages by board: how many buildings of a material have how many stories.
VILLAGES = [
    ("turning-tide", "village", {("wood", 1): 5, ("brick", 2): 3, ("stone", 2): 2}),
    ("ponyri", "ponyri", {("wood", 1): 8, ("brick", 2): 4}),
    ("twilight", "gross-rehwinkel", {("wood", 1): 6, ("brick", 2): 3, ("stone", 3): 3}),
    ("twilight", "klein-rehwinkel", {("wood", 1): 6, ("brick", 2): 3, ("stone", 3): 3}),
]
WET = frozenset({"water", "stream", "ford", "bridge"})
#: From those who get almost anywhere to those whom most ground bars.
GOINGS = (ON_FOOT, BY_TRACTION[Traction.TRACKED], BY_TRACTION[Traction.WHEELED])


def strip(name: str, edge: str) -> set[Hex]:
    """The hexes within 12 inches of an edge: as many rows."""
    made, deep = board(name), SIZES[name][2]
    return {h for h in made.cells if (h.row <= deep if edge == NORTH else h.row > made.rows - deep)}


def row_of(name: str, edge: str) -> set[Hex]:
    made = board(name)
    return {h for h in made.cells if h.row == (1 if edge == NORTH else made.rows)}


def reached(name: str, going: Going, start: Hex, closed: Iterable[Hex] = ()) -> set[Hex]:
    """The hexes to which this way of going comes from a hex, without those that are closed to it."""
    costs = terrain_costs(board(name), basic_tables(), going)
    barred, found, todo = set(closed), {start}, [start]
    while todo:
        hex_ = todo.pop()
        for direction, beyond in enumerate(hex_.neighbours()):
            if beyond in found or beyond in barred:
                continue
            if costs.crossing(hex_, direction).refusal is None:
                found.add(beyond)
                todo.append(beyond)
    return found


def open_hexes(name: str, hexes: Iterable[Hex]) -> list[Hex]:
    return sorted(h for h in hexes if board(name)[h].terrain == "clear")


def nearest(hex_: Hex, hexes: Iterable[Hex]) -> int:
    return min(distance(hex_, other) for other in hexes)


def ends(made: Board, kinds: set[str]) -> set[Hex]:
    """Hexes by which a route of these kinds leaves the map."""
    return {
        h
        for h, c in made.cells.items()
        for kind in kinds & set(c.routes)
        for d, n in enumerate(h.neighbours())
        if n not in made and c.route_crosses(kind, d)
    }


@cache
def field(name: str, hex_: Hex) -> int:
    return len(sight_field(board(name), basic_tables(), hex_, 200))


# -- what the book tells ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_size(name: str) -> None:
    """Whole hexes and an even number of columns, so that the board can be turned."""
    made = board(name)
    assert (made.columns, made.rows) == SIZES[name][:2]
    assert len(made.cells) == made.columns * made.rows


@pytest.mark.parametrize("name", NAMES)
def test_both_strips_hold_the_larger_force(name: str) -> None:
    barred = {"water", "stream", "heavy-woods"}
    for edge in (NORTH, SOUTH):
        room = [h for h in strip(name, edge) if board(name)[h].terrain not in barred]
        assert len(room) >= 2.5 * SIZES[name][3]


def test_the_bridge_is_midway_and_the_fords_are_nearer_to_one_edge() -> None:
    made = board("bridge-50m")
    bridge, west, east = (made.place(id_).hexes[0] for id_ in ("bridge", "west-ford", "east-ford"))
    edges = row_of("bridge-50m", NORTH), row_of("bridge-50m", SOUTH)
    assert nearest(bridge, edges[0]) == nearest(bridge, edges[1])
    for ford in (west, east):
        assert made[ford].terrain == "ford"
        assert nearest(ford, edges[0]) < nearest(ford, edges[1])
    stream = [h for h, c in made.cells.items() if c.terrain in WET]
    assert sum(2 * h.row < made.rows for h in stream) > len(stream) / 2
    assert made[bridge].under == "water"


def test_the_ford_and_the_hills_are_midway() -> None:
    made = board("heights-50m")
    edges = row_of("heights-50m", NORTH), row_of("heights-50m", SOUTH)
    (ford,) = made.place("ford").hexes
    assert nearest(ford, edges[0]) == nearest(ford, edges[1])
    for hill in (made.place(id_).hexes for id_ in ("hill-245-2", "hill-245-3")):
        assert abs(min(nearest(h, edges[0]) for h in hill) - min(nearest(h, edges[1]) for h in hill)) <= 4
        assert not set(hill) & (strip("heights-50m", NORTH) | strip("heights-50m", SOUTH))


@pytest.mark.parametrize(
    ("name", "crossings"),
    [
        ("bridge-50m", ("bridge", "west-ford", "east-ford")),
        ("heights-50m", ("ford",)),
        ("twilight", ("west-bridge", "east-bridge")),
        ("twilight-50m", ("west-bridge", "east-bridge")),
    ],
)
def test_the_stream_is_crossed_at_its_crossings_alone(name: str, crossings: tuple[str, ...]) -> None:
    """Each of them joins the two banks, and without them nobody comes across."""
    made = board(name)
    places = [made.place(id_).hexes[0] for id_ in crossings]
    ways = WET & {made[h].terrain for h in made.cells}
    assert {h for h, c in made.cells.items() if c.terrain in ways - {"water"}} == set(places)
    banks = (Hex(1, 1), Hex(made.columns, made.rows))
    for going in (GOINGS[0], GOINGS[-1]):
        assert banks[1] not in reached(name, going, banks[0], places)
        for place in places:
            assert banks[1] in reached(name, going, banks[0], set(places) - {place})


@pytest.mark.parametrize("name", ["turning-tide", "turning-tide-50m"])
def test_the_stream_of_the_turning_tide_is_passable(name: str) -> None:
    """All of it, for tracked vehicles; its bridges and the village lie in the half where the Germans set up."""
    made = board(name)
    stream = {h for h, c in made.cells.items() if c.terrain == "stream"}
    assert {h.col for h in stream} | {h.col for h, c in made.cells.items() if c.under} == set(
        range(1, made.columns + 1)
    )
    assert stream <= reached(name, BY_TRACTION[Traction.TRACKED], Hex(made.columns // 2, 1))
    bridges = [h for h, c in made.cells.items() if c.under == "stream"]
    assert sorted(bridges) == sorted(made.place(f"{id_}-bridge").hexes[0] for id_ in ("west", "village", "east"))
    for hex_ in (*bridges, *made.place("village").hexes):
        assert 2 * hex_.row > made.rows
    assert any(2 * h.row > made.rows for h, c in made.cells.items() if c.terrain == "heavy-woods")


@pytest.mark.parametrize("size", ["", "-50m"])
@pytest.mark.parametrize(("name", "village", "stated"), VILLAGES)
def test_villages_have_the_stated_buildings(
    name: str, village: str, stated: dict[tuple[str, int], int], size: str
) -> None:
    """Those and no others on the board, none so far from the next that it stands alone."""
    made = board(name + size)
    hexes = made.place(village).hexes
    found = Counter((made[h].terrain.removesuffix("-building"), made[h].stories) for h in hexes)
    assert found == stated
    villages = [id_ for board_id, id_, _ in VILLAGES if board_id == name]
    assert {h for h, c in made.cells.items() if c.stories} == {h for id_ in villages for h in made.place(id_).hexes}
    assert all(nearest(h, set(hexes) - {h}) <= 5 for h in hexes)


@pytest.mark.parametrize("name", ["ponyri", "ponyri-50m"])
def test_ponyri(name: str) -> None:
    """Beyond the German strip, on a railway from edge to edge, with Woods 26 to 27 inches from a German observer."""
    made, inches = board(name), 1 if name.endswith("-50m") else 2
    village = set(made.place("ponyri").hexes)
    assert not village & strip(name, NORTH)
    for id_ in ("station", "school", "water-tower", "tractor-station"):
        (hex_,) = made.place(id_).hexes
        assert hex_ in village
        assert made[hex_].terrain == "brick-building"
    line = {h for h, c in made.cells.items() if "railway" in c.routes}
    start, end = (line & row_of(name, edge) for edge in (NORTH, SOUTH))
    assert len(start) == len(end) == 1
    assert all(made[h].routes["railway"].bit_count() == 2 for h in line)
    assert nearest(made.place("station").hexes[0], line) <= 3
    levels = {h: [made[n].level for n in h.neighbours() if n in made and n not in line] for h in line}
    assert sum(bool(around) and max(around) < made[h].level for h, around in levels.items()) >= 8 // inches
    woods = [h for h, c in made.cells.items() if c.terrain == "woods"]
    assert any(26 <= inches * distance(h, observer) <= 27 for h in woods for observer in strip(name, NORTH))


@pytest.mark.parametrize("name", ["twilight", "twilight-50m"])
def test_three_roads_bring_the_relief(name: str) -> None:
    """They enter from the north, dry for 5 inches to either side, and lead to both bridges and the Soviet edge."""
    made, wide = board(name), 5 if name.endswith("-50m") else 3
    entries = sorted(ends(made, {"road"}) & row_of(name, NORTH))
    assert len(entries) == 3
    assert all(b.col - a.col > 2 * wide for a, b in pairwise(entries))
    costs = terrain_costs(made, basic_tables(), BY_TRACTION[Traction.WHEELED])
    for entry in entries:
        beside = [h for h in row_of(name, NORTH) if distance(h, entry) <= wide]
        assert not [h for h in beside if made[h].terrain in WET]
        found, todo = {entry}, [entry]
        while todo:
            hex_ = todo.pop()
            ways = [n for d, n in enumerate(hex_.neighbours()) if n in made and costs.route(hex_, d) == "road"]
            todo += [n for n in ways if n not in found]
            found |= set(ways)
        assert {made.place(id_).hexes[0] for id_ in ("west-bridge", "east-bridge")} <= found
        assert found & row_of(name, SOUTH)
    assert any(c.terrain == "heavy-woods" and h not in strip(name, SOUTH) for h, c in made.cells.items())


@pytest.mark.parametrize("name", SAME_GROUND)
def test_both_sizes_show_the_same_ground(name: str) -> None:
    """Four hexes of 50 m lie on one of 100 m: as high but for the edges of hills, wooded in the same places."""
    fine, (large, west, north) = board(name), SAME_GROUND[name]
    coarse = board(large)
    pairs = [(cell, coarse[Hex((h.col + west + 1) // 2, (h.row + north + 1) // 2)]) for h, cell in fine.cells.items()]
    assert sum(abs(a.level - b.level) <= 1 for a, b in pairs) > 0.97 * len(pairs)
    assert sum(a.level == b.level for a, b in pairs) > 0.7 * len(pairs)
    assert sum(("woods" in a.terrain) == ("woods" in b.terrain) for a, b in pairs) > 0.8 * len(pairs)


# -- ground that can be played -----------------------------------------------------------------------


@pytest.mark.parametrize("going", GOINGS, ids=lambda going: going.name)
@pytest.mark.parametrize("name", NAMES)
def test_every_place_is_reached_from_both_edges(name: str, going: Going) -> None:
    wanted = {h for place in board(name).places for h in place.hexes}
    for edge in (NORTH, SOUTH):
        ground = reached(name, going, open_hexes(name, row_of(name, edge))[0])
        assert wanted <= ground
        assert len(row_of(name, edge) & ground) >= 0.85 * board(name).columns


@pytest.mark.parametrize("name", NAMES)
def test_ground_is_coherent(name: str) -> None:
    """No Height is skipped; Crests stand on level ground; routes cross no Wall or Hedgerow and enter no house."""
    made = board(name)
    for hex_, cell in made.cells.items():
        crossed = {d for mask in cell.routes.values() for d in range(6) if mask >> d & 1}
        assert not cell.routes or len(crossed) >= 2, hex_
        assert not cell.routes or not cell.stories, hex_
        for direction, beyond in enumerate(hex_.neighbours()):
            if beyond not in made:
                continue
            step, sides = abs(made[beyond].level - cell.level), made.side(hex_, direction)
            assert step <= 1, hex_
            assert "crest" not in sides or step == 0, hex_
            assert direction not in crossed or not sides & {"wall", "hedgerow", "cliff"}, hex_
            for kind in cell.routes:
                onward = made[beyond].route_crosses(kind, opposite(direction))
                assert cell.route_crosses(kind, direction) == onward, hex_


@pytest.mark.parametrize("name", NAMES)
def test_water_lies_lowest_and_gullies_run_downhill(name: str) -> None:
    """Beside water nothing is lower; from any hex of a gully a way leads along it, never up, to its lowest."""
    made = board(name)
    gullies = {h for h, c in made.cells.items() if c.terrain == "gully"}
    for hex_, cell in made.cells.items():
        around = [made[n] for n in hex_.neighbours() if n in made]
        assert cell.terrain not in WET or all(n.level >= cell.level or n.terrain in WET for n in around), hex_
    while gullies:
        one, todo = set(), [min(gullies)]
        while todo:
            hex_ = todo.pop()
            one.add(hex_)
            todo += [n for n in hex_.neighbours() if n in gullies and n not in one]
        lowest = min(made[h].level for h in one)
        drained = {h for h in one if made[h].level == lowest}
        todo = sorted(drained)
        while todo:
            hex_ = todo.pop()
            above = [n for n in hex_.neighbours() if n in one - drained and made[n].level >= made[hex_].level]
            drained |= set(above)
            todo += above
        assert drained == one
        gullies -= one


@pytest.mark.parametrize("name", NAMES)
def test_roads_lead_from_both_edges_and_the_sides(name: str) -> None:
    made = board(name)
    assert ends(made, {"road"}) & row_of(name, NORTH)
    assert ends(made, {"road"}) & row_of(name, SOUTH)
    assert {h.col for h in ends(made, {"road", "path"})} & {1, made.columns}


@pytest.mark.parametrize("name", NAMES)
def test_heights_look_far_and_there_are_ways_out_of_sight(name: str) -> None:
    """From the rim of the best of the named hills far more is seen than elsewhere, but nowhere most of the board."""
    made = board(name)
    some = sorted(made.cells)[:: len(made.cells) // 30]
    usual = sum(field(name, h) for h in some) / len(some)
    assert 0.02 * len(made.cells) <= usual <= 0.3 * len(made.cells)
    best = {}
    for hill in (p for p in made.places if p.id.startswith("hill-") or p.id.endswith(("berg", "-hill"))):
        rim = [h for h in hill.hexes if any(n in made and made[n].level < made[h].level for n in h.neighbours())]
        best[hill.name] = max(field(name, h) for h in rim[:: 1 + len(rim) // 8])
    assert 1.3 * usual < max(best.values()) < 0.6 * len(made.cells), best
