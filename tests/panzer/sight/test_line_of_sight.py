"""Line of sight (na:4.1.4): every sub-rule on a small board, and every example."""

from __future__ import annotations

import gc
import weakref
from itertools import product

import pytest
from attrs import evolve

from content.panzer.situations.situation import situation
from core.board import Board
from core.hexes import Hex, distance, hex_from_id, line
from core.panzer.firing.hindrances import ap_hindrances
from core.panzer.ground.heights import blind_zone, hexside_height, obstacle_height, unit_height
from core.panzer.sight.line_of_sight import line_of_sight
from core.panzer.sight.relief import sees, sight_field
from tests.panzer.sight.sight_boards import TABLES, blocked_by, board, clear, column, look, slopes

# -- Heights (na:4.1.4.1) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "unit", "top"),
    [
        (".", 0, 0),  # na:4.1.4.1.1
        ("r", 0, 0),
        ("s", 0, 0),
        ("3r", 3, 3),  # na:4.1.4.1.4
        ("T", 0, 3),  # na:4.1.4.1.7
        ("t", 0, 3),
        ("2T", 2, 5),
        ("H", 0, 4),
        ("B", 0, 1),  # na:4.1.4.1.3a
        ("S2", 0, 2),
        ("1W3", 1, 4),
        ("a", 0, 1),
        ("a2", 0, 2),
        ("g", -1, -1),  # na:4.1.4.1.6a
        ("w", -1, -1),
        ("f", -1, -1),
        ("2g", 1, 1),
        ("=", 0, 0),
        ("1=", 1, 1),
    ],
)
def test_heights_of_units_and_of_obstacles(cell: str, unit: int, top: int) -> None:
    here = column(cell)
    assert unit_height(here, TABLES, here.hex("A1")) == unit
    assert obstacle_height(here, TABLES, here.hex("A1")) == top


@pytest.mark.parametrize(
    ("cells", "feature", "height"),
    [
        (". .", "crest", 1),
        ("1 1", "crest", 2),  # na:4.1.4.1.5b
        (". 1", "crest", 1),
        (". 3", "crest", 3),
        (". .", "hedgerow", 1),  # na:4.1.4.1.10
        ("2 2", "hedgerow", 3),
        ("2T 2", "hedgerow", 3),
        (". 1", "slope", None),  # na:4.1.4.1.5a
        (". .", "wall", None),
        (". .", "defilade", None),
        (". 2", "cliff", None),
        (". .", "wall hedgerow", 1),
    ],
)
def test_heights_of_hexsides(cells: str, feature: str, height: int | None) -> None:
    here = column(cells, sides={"A1/A2": feature})
    assert hexside_height(here, TABLES, here.hex("A1"), 3) == height
    assert hexside_height(here, TABLES, here.hex("A2"), 0) == height
    assert hexside_height(here, TABLES, here.hex("A1"), 0) is None


# -- the comparison (na:4.1.4.2) -------------------------------------------------------------------


def test_ground_and_low_terrain_never_block() -> None:
    """na:4.1.4.1.1, na:4.1.4.2.3"""
    assert clear(column(". r s g = . ."), "A1", "A7")
    assert clear(column("1 . 1 . 1"), "A1", "A5")
    assert clear(column("3 3T"), "A1", "A2")
    assert clear(column("."), "A1", "A1")


def test_obstacle_higher_than_both() -> None:
    """na:4.1.4.2.1, na:4.1.4.1.2"""
    obstacle = blocked_by(column(". . T ."), "A1", "A4")
    assert (obstacle.hex.id, obstacle.direction, obstacle.name) == ("A3", None, "Medium Grove")
    assert (obstacle.height, obstacle.d, obstacle.zone, obstacle.rule) == (3, 2, None, "na:4.1.4.2.1")
    assert obstacle.reason == (
        "Medium Grove at A3 (Height 3) is higher than both A1 (Height 0) and A4 (Height 0), so it blocks at any range."
    )
    assert blocked_by(column(". B ."), "A1", "A3").height == 1
    assert blocked_by(column("1 . 1T ."), "A1", "A4").name == "Medium Grove on Hill level 1"


def test_obstacle_equal_to_one_and_higher_than_the_other() -> None:
    """na:4.1.4.2.2"""
    edge = column("1 1 . . . . . . . .")
    for n in range(4, 11):
        assert blocked_by(edge, "A1", f"A{n}").rule == "na:4.1.4.2.2"
    assert clear(edge, "A2", "A10")
    obstacle = blocked_by(column("2 . S2 ."), "A4", "A1")
    assert obstacle.reason == (
        "Stone Building of 2 stories at A3 (Height 2) is as high as the unit at A1 (Height 2) and higher than the one "
        "at A4 (Height 0), so it blocks at any range behind it."
    )


def hidden_ranges(height: int, obstacle: str, d: int, lower: str, beyond: int) -> list[int]:
    """Ranges behind an obstacle at `d` from a unit on a hill at which the lower unit is hidden."""
    cells = [str(height)] + ["."] * (d - 1) + [obstacle] + [lower] * beyond
    here = board(*cells)
    return [r for r in range(d + 1, d + 1 + beyond) if not clear(here, "A1", f"A{1 + r}")]


def test_na_4_1_4_2_4_a_one_height_lower() -> None:
    """NA-4.1.4.2.4-a: 14 / 2 = 7 hexes, range 15 to 21."""
    assert hidden_ranges(4, "T", 14, ".", 10) == list(range(15, 22))


def test_na_4_1_4_2_4_b_two_heights_lower() -> None:
    """NA-4.1.4.2.4-b: 16 / 4 = 4 hexes, range 17 to 20."""
    assert hidden_ranges(5, "T", 16, ".", 10) == list(range(17, 21))


def test_na_4_1_4_2_4_c_three_heights_lower() -> None:
    """NA-4.1.4.2.4-c: 18 / 8 = 2 hexes, range 19 to 20."""
    assert hidden_ranges(6, "T", 18, ".", 10) == [19, 20]


@pytest.mark.parametrize("height", [7, 8, 9])
def test_na_4_1_4_2_4_d_four_or_more_heights_lower(height: int) -> None:
    """NA-4.1.4.2.4-d: 1 hex, range 20."""
    assert hidden_ranges(height, "T", 19, ".", 10) == [20]


def test_blind_zone_is_at_least_one_hex() -> None:
    """na:4.1.4.2.4"""
    assert hidden_ranges(4, "T", 1, ".", 4) == [2]
    assert hidden_ranges(6, "T", 7, ".", 4) == [8]


@pytest.mark.parametrize(
    ("lower", "divisors"), [(-1, (2, 3, 7)), (0, (2, 4, 8)), (1, (3, 5, 9)), (2, (4, 6, 10)), (7, (9, 11, 15))]
)
def test_na_4_1_4_2_4_1_a_divisor_by_the_height_of_the_lower_unit(lower: int, divisors: tuple[int, ...]) -> None:
    """NA-4.1.4.2.4.1-a"""
    for below, divisor in enumerate(divisors, 1):
        assert blind_zone(TABLES, lower, below, 90) == 90 // divisor
    assert blind_zone(TABLES, lower, 4, 90) == 1


def test_na_4_1_4_2_4_1_a_on_the_map() -> None:
    """NA-4.1.4.2.4.1-a: lower units on Hill level 1 and in a gully."""
    assert hidden_ranges(4, "T", 15, "1", 12) == list(range(16, 21))  # 15 / 3
    assert hidden_ranges(5, "T", 15, "g", 12) == list(range(16, 21))  # 15 / 3
    assert hidden_ranges(4, "T", 15, "g", 12) == list(range(16, 23))  # 15 / 2


def test_a_blind_zone_is_explained() -> None:
    here = board("4", *["."] * 13, "T", *["."] * 9)
    obstacle = blocked_by(here, "A1", "A20")
    assert (obstacle.d, obstacle.zone, obstacle.rule) == (14, (15, 21), "na:4.1.4.2.4")
    assert obstacle == blocked_by(here, "A20", "A1")
    assert obstacle.reason == (
        "Medium Grove at A15 (Height 3) at range 14 from A1 is 1 lower than the unit there (Height 4): its blind zone "
        "of 7 hexes (14 / 2) hides ranges 15 to 21, and A20 (Height 0) is at range 19."
    )
    one = blocked_by(column("7 T . ."), "A1", "A3")
    assert "1 hex (fixed) hides range 2, and A3" in one.reason


def test_the_first_obstacle_from_the_spotter_is_named() -> None:
    here = column(". T . B .")
    assert blocked_by(here, "A1", "A5").hex.id == "A2"
    assert blocked_by(here, "A5", "A1").hex.id == "A4"


# -- end hexes and lines along hexsides (na:4.1.4.2.5, na:4.1.4.2.6) -------------------------------


def test_na_4_1_4_2_5_a_into_and_from_blocking_terrain() -> None:
    """NA-4.1.4.2.5-a: the outermost ring of a grove can be seen, the second cannot; range 1 inside."""
    grove = column(". . T T T")
    assert clear(grove, "A1", "A3")
    assert not clear(grove, "A1", "A4")
    assert clear(grove, "A4", "A5")
    assert not clear(grove, "A3", "A5")
    assert look(grove, "A1", "A3").passed == (
        "A3 (Medium Grove) is an end of the line and no obstacle (na:4.1.4.2.5).",
    )


@pytest.mark.parametrize("feature", ["crest", "hedgerow"])
def test_a_hexside_between_adjacent_hexes_blocks(feature: str) -> None:
    """na:4.1.4.2.5: a blocking hexside cancels adjacency; a Wall or a Slope does not."""
    assert not clear(column("T T", sides={"A1/A2": feature}), "A1", "A2")
    assert clear(column("T T", sides={"A1/A2": "wall"}), "A1", "A2")
    assert clear(column("1 .", sides={"A1/A2": "slope"}), "A1", "A2")


def test_lines_along_a_hexside() -> None:
    """na:4.1.4.2.6: the line from A2 to C2 between B2 and B3."""
    assert [tuple(h.id for h in s.hexes) for s in line(Hex(1, 2), Hex(3, 2))] == [("A2",), ("B2", "B3"), ("C2",)]
    rows = [". . .", ". . .", ". . ."]
    assert clear(board(*rows), "A2", "C2")
    for grove, drawn in (("B2", [". . .", ". T .", ". . ."]), ("B3", [". . .", ". . .", ". T ."])):
        obstacle = blocked_by(board(*drawn), "A2", "C2")
        assert obstacle.hex.id == grove
        assert "along its hexside" in obstacle.reason
    crest = blocked_by(board(*rows, sides={"B2/B3": "crest"}), "A2", "C2")
    assert (crest.name, crest.direction, crest.d) == ("Crest hexside", 3, 1)
    # Along the edge of the map: B2 is off the board.
    assert clear(board("r . ."), "A1", "C1")


def test_a_hex_that_is_only_clipped_blocks() -> None:
    """na:4.1.4.2.6"""
    met = [h.id for s in line(hex_from_id("A1"), hex_from_id("D4")) for h in s.hexes]
    for clipped in met[1:-1]:
        rows = [". . . ." for _ in range(5)]
        at = hex_from_id(clipped)
        cells = rows[at.row - 1].split()
        cells[at.col - 1] = "B"
        rows[at.row - 1] = " ".join(cells)
        assert blocked_by(board(*rows), "A1", "D4").hex == at


# -- buildings, groves and the routes through them (na:4.1.4.1.3c, na:4.1.4.1.7) -------------------


def test_na_4_1_4_1_3_a_along_a_road_through_buildings() -> None:
    """NA-4.1.4.1.3-a: from X3 to AA1 in the Building hexes, not on to BB1, where the road does not go."""
    rows = [["."] * 28 for _ in range(3)]
    for id_ in ("Y2", "Z2", "AA1"):
        at = hex_from_id(id_)
        rows[at.row - 1][at.col - 1] = "B"
    town = board(*(" ".join(row) for row in rows), roads=["X3 Y2 Z2 AA1 BB2"])
    sight = look(town, "X3", "AA1")
    assert sight.clear
    assert "The line follows the Road straight past Brick Building in Y2 (na:4.1.4.1.3c)." in sight.passed
    assert not clear(town, "X3", "BB1")
    assert not clear(board(*(" ".join(row) for row in rows)), "X3", "AA1")


@pytest.mark.parametrize("terrain", ["t", "T", "H", "a", "W", "B2", "S3"])
@pytest.mark.parametrize("route", ["roads", "paths"])
def test_roads_and_paths_cancel_groves_and_buildings(terrain: str, route: str) -> None:
    """na:4.1.4.1.3c, na:4.1.4.1.7"""
    cells = f". {terrain} {terrain} ."
    assert clear(column(cells, **{route: ["A1 A2 A3 A4"]}), "A1", "A4")
    assert not clear(column(cells), "A1", "A4")
    assert not clear(column(cells, **{route: ["A1 A2", "A3 A4"]}), "A1", "A4")
    assert not clear(column(cells, **{route: ["A2 A3 A4"]}), "A1", "A4")
    assert not clear(column(cells, **{route: ["A1 A2 A3"]}), "A1", "A4")


def test_a_road_may_go_on_as_a_path() -> None:
    here = column(". T T .", roads=["A1 A2 A3"], paths=["A3 A4"])
    assert "follows the Road and Path" in look(here, "A1", "A4").passed[0]


def test_a_road_may_become_a_path_on_the_hexside_between() -> None:
    """na:4.1.4.1.3c: as where two mapboards meet; for moves, too, they run into one another."""
    cells = dict(column(". T T .").cells)
    for name, routes in (("A1", {"road": 8}), ("A2", {"road": 9}), ("A3", {"path": 9}), ("A4", {"path": 1})):
        cells[hex_from_id(name)] = evolve(cells[hex_from_id(name)], routes=routes)
    assert clear(Board("joined", "Joined", 1, 4, cells), "A1", "A4")


def test_a_road_does_not_cancel_the_ground_or_a_hexside() -> None:
    """na:4.1.4.1.4, na:4.1.4.1.10"""
    hill = blocked_by(column(". 1T .", roads=["A1 A2 A3"]), "A1", "A3")
    assert (hill.name, hill.height) == ("Hill level 1", 1)
    hedge = column(". T .", roads=["A1 A2 A3"], sides={"A2/A3": "hedgerow"})
    assert blocked_by(hedge, "A1", "A3").name == "Hedgerow hexside"


def test_a_road_that_bends_cancels_nothing() -> None:
    bend = board(". T .", ". T .", ". . .", roads=["A1 B1 C1", "A1 B2 C1"])
    assert not clear(bend, "A1", "C1")


# -- hills, slopes and crests (na:4.1.4.1.4, na:4.1.4.1.5) -----------------------------------------


def test_na_4_1_4_1_5_a_crest_between_hexes_at_height_1() -> None:
    """NA-4.1.4.1.5-a: Crest Height 2, higher than both units, even adjacent ones."""
    overlay = column("1 1 1 1", sides={"A2/A3": "crest"})
    for a, b in (("A2", "A3"), ("A1", "A3"), ("A1", "A4"), ("A2", "A4")):
        obstacle = blocked_by(overlay, a, b)
        assert (obstacle.name, obstacle.height, obstacle.rule) == ("Crest hexside", 2, "na:4.1.4.2.1")
    assert clear(overlay, "A1", "A2")


def test_blind_zone_behind_a_hexside_begins_behind_it() -> None:
    """na:4.1.4.2.4: d is the range to the hex in front of the hexside, from the higher unit: 8 / 4 = 2 hexes."""
    here = column("3 . . . . . . . . . . . .", sides={"A9/A10": "hedgerow"})
    assert [n for n in range(2, 14) if not clear(here, "A1", f"A{n}")] == [10, 11]
    obstacle = blocked_by(here, "A1", "A10")
    assert (obstacle.hex.id, obstacle.direction, obstacle.d, obstacle.zone) == ("A9", 3, 8, (9, 10))
    back = blocked_by(here, "A10", "A1")
    assert (back.hex.id, back.direction, back.d, back.zone) == ("A10", 0, 8, (9, 10))


def test_a_hexside_next_to_the_higher_unit_is_as_high_as_its_ground() -> None:
    """na:4.1.4.1.5b: between Heights 3 and 0 a Crest is at 3, so it blocks at any range behind it."""
    here = column("3 . . .", sides={"A1/A2": "crest"})
    for target in ("A2", "A3", "A4"):
        assert blocked_by(here, "A1", target).rule == "na:4.1.4.2.2"


def test_slope_hexsides_do_not_block_by_themselves() -> None:
    """na:4.1.4.1.5a"""
    assert clear(column(". . .", sides=slopes("A1/A2", "A2/A3")), "A1", "A3")


def test_continuous_slopes() -> None:
    """na:4.1.4.1.5.1: without Slopes the steps of the hill hide its foot, with them everything below is seen."""
    steps = "3 2 1 . . ."
    assert [n for n in range(2, 7) if not clear(column(steps), "A1", f"A{n}")] == [3, 4]
    slope = column(steps, sides=slopes("A1/A2", "A2/A3", "A3/A4"))
    assert [n for n in range(2, 7) if not clear(slope, "A1", f"A{n}")] == []
    assert look(slope, "A1", "A3").passed == ("A2 lies on a Continuous Slope (na:4.1.4.1.5.1).",)
    assert look(slope, "A4", "A1").passed == ("A3 lies on a Continuous Slope (na:4.1.4.1.5.1).",)


def test_continuous_slopes_along_a_hexside() -> None:
    """na:4.1.4.1.5.1, na:4.1.4.2.6: both bordering hexes must lie on the slope."""
    rows = (". 1 .", "2 1 .", ". 1 .")
    whole = slopes("A2/B2", "A2/B3", "B2/C2", "B3/C2")
    assert clear(board(*rows, sides=whole), "A2", "C2")
    assert not clear(board(*rows, sides=slopes("A2/B2", "B2/C2")), "A2", "C2")
    assert not clear(board(". 1 .", "2 1 .", ". 2 .", sides=whole), "A2", "C2")


def test_what_ends_a_continuous_slope() -> None:
    """na:4.1.4.1.5.1: a hexside without a Slope, a level stretch, a rise, other blocking terrain, a Crest."""
    whole = slopes("A1/A2", "A2/A3", "A3/A4")
    assert clear(column("3 2 1 .", sides=whole), "A1", "A4")
    assert not clear(column("3 2 1 .", sides=slopes("A1/A2", "A3/A4")), "A1", "A4")
    assert not clear(column("3 2 2 .", sides=whole), "A1", "A4")
    assert not clear(column("3 1 2 .", sides=whole), "A1", "A4")
    assert not clear(column("3 2 1B .", sides=whole), "A1", "A4")
    assert not clear(column("3 2 1 .", sides=whole | {"A2/A3": "slope crest"}), "A1", "A4")
    assert not clear(column("3 3 2 1 .", sides=slopes("A2/A3", "A3/A4", "A4/A5")), "A1", "A5")


# -- gullies (na:4.1.4.1.6) ------------------------------------------------------------------------


def test_na_4_1_4_1_6_a_gully_hexes_are_seen_only_from_adjacent_hexes() -> None:
    """NA-4.1.4.1.6-a"""
    gully = board(". . .", ". . .", "g g g", ". . .", ". . .")
    for a, b in product(gully.cells, repeat=2):
        if gully[a].terrain == "gully" and gully[b].terrain != "gully":
            assert clear(gully, a.id, b.id) == (distance(a, b) == 1), (a, b)


def test_a_gully_bank_is_explained() -> None:
    """na:4.1.4.1.6b: the hexes between are all gully, yet the target is 1 Height up."""
    obstacle = blocked_by(column("g g ."), "A1", "A3")
    assert (obstacle.hex.id, obstacle.height, obstacle.rule) == ("A1", 0, "na:4.1.4.1.6b")
    assert "only if adjacent, not at range 2" in obstacle.reason
    assert blocked_by(column("g . ."), "A3", "A1").rule == "na:4.1.4.1.6b"
    assert blocked_by(column("g T ."), "A3", "A1").name == "Medium Grove"
    assert "adjacent (na:4.1.4.1.6b)" in look(column("g ."), "A1", "A2").passed[0]


def test_along_and_across_gullies() -> None:
    """na:4.1.4.1.6b"""
    assert clear(column("g g g g"), "A1", "A4")
    assert clear(column("g w f g"), "A1", "A4")
    assert blocked_by(column("g . g"), "A1", "A3").rule == "na:4.1.4.2.1"
    assert clear(column(". g ."), "A1", "A3")
    # A gully that climbs a hill: one Height apart, but on a straight run.
    assert clear(column("g g 1g"), "A1", "A3")
    assert "straight run of depression hexes" in look(column("g g 1g"), "A1", "A3").passed[0]
    assert blocked_by(column("g 1g g"), "A1", "A3").rule == "na:4.1.4.2.1"


def test_a_bridge_crosses_above_a_gully() -> None:
    """na:4.1.4.1.6a, na:4.1.4.1.6b: the run goes on below it; who is on it, or off the run, is up there."""
    crossed = column("g g = g g")
    assert clear(crossed, "A1", "A5")
    assert "straight run of depression hexes" in look(crossed, "A1", "A5").passed[0]
    assert clear(column("g = 1g"), "A1", "A3")
    assert clear(column("g g = w f"), "A1", "A5")
    assert blocked_by(crossed, "A1", "A3").rule == "na:4.1.4.1.6b"
    assert blocked_by(column("g = ."), "A1", "A3").rule == "na:4.1.4.1.6b"
    assert blocked_by(column("g g = . g"), "A1", "A5").rule == "na:4.1.4.2.1"
    assert blocked_by(column("g 1= g"), "A1", "A3").name == "bed under the bridge on Hill level 1"
    beside = board(". . .", "g = .", ". . g")
    assert blocked_by(beside, "A2", "C3").rule == "na:4.1.4.2.1"


def test_into_a_gully_from_a_hill() -> None:
    """na:4.1.4.1.6b, na:4.1.4.2.4.1: the bank before the gully always hides it, its far side is seen."""
    near = blocked_by(column("1 . . g g g g"), "A1", "A4")
    assert (near.hex.id, near.zone, near.rule) == ("A3", (3, 3), "na:4.1.4.2.4")
    assert clear(column("1 . . g g g g"), "A1", "A5")
    assert clear(column("1 g"), "A1", "A2")


# -- smoke, and the memory of lines ----------------------------------------------------------------


def test_brew_up_smoke_crossed() -> None:
    """na:4.4.3.2.2f: where the line starts, passes, also along a hexside, and ends; na:4.1.4.1.9: it never blocks."""
    smoke = dict.fromkeys(["A2", "B3", "B2", "C2", "C1"], "BU")
    grid = "\n".join([". . ."] * 3)
    posed = {"board": {"grid": grid}, "unit": [], "situation": {"step": "first-fire", "wrecks": smoke}}
    state = situation(posed, "x", "x", "x.toml").initial()
    met = [reason.label for reason in ap_hindrances(state, Hex(1, 2), Hex(3, 2)).reasons]
    assert met == [f"Brew-Up Smoke in {h}" for h in ("A2", "B2", "B3", "C2")]
    assert len(ap_hindrances(state, Hex(1, 2), Hex(1, 2)).reasons) == 1
    assert not ap_hindrances(state, Hex(1, 3), Hex(1, 3)).reasons


def test_a_hex_off_the_board_is_an_error() -> None:
    here = column(". .")
    for a, b in ((Hex(1, 1), Hex(9, 9)), (Hex(9, 9), Hex(1, 1))):
        for ask in (sees, line_of_sight):
            with pytest.raises(KeyError):
                ask(here, TABLES, a, b)
    with pytest.raises(KeyError):
        sight_field(here, TABLES, Hex(9, 9), 3)


def test_lines_are_forgotten_when_other_boards_are_looked_at() -> None:
    """Those of the last few boards are kept, no more."""
    here = column(". T .")
    assert not sees(here, TABLES, Hex(1, 1), Hex(1, 3))
    gone = weakref.ref(here)
    del here
    for _ in range(8):
        assert sees(column(". . ."), TABLES, Hex(1, 1), Hex(1, 3))
    gc.collect()
    assert gone() is None
