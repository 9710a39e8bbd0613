"""Line of sight: routes, the Target Elevation Table and its notes, gullies, the ruler (pb:PB-LOS-1)."""

from __future__ import annotations

import random

import pytest

from core.event import UnitId
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT, INDIRECT_FIRE, REAL_SPACE
from core.panzerblitz.pieces.situation import Entry
from core.panzerblitz.sight.hidden import hide_refusal
from core.panzerblitz.sight.line_of_sight import line_between, line_of_sight, route_steps
from core.panzerblitz.sight.spotting import fire_refusal
from tests.panzerblitz.field import at, board, position


def look(a: str, b: str, *, ruler: bool = False, **ground: object) -> tuple[bool, str]:
    """Whether a sees b, and the rule."""
    options = (REAL_SPACE,) if ruler else ()
    state = position({"x": "g-rifle A9"}, board(13, 12, **ground), options=options)  # type: ignore[arg-type]
    found = line_of_sight(state, at(a), at(b))
    back = line_of_sight(state, at(b), at(a))
    assert found.seen == back.seen
    return found.seen, found.rule


@pytest.mark.parametrize("symbol", ["green", "gray", "brown", "orange"])
def test_ground_to_ground(symbol: str) -> None:
    """pb:PB-LOSN-H, pb:PB-OBST-2, pb:PB-OBST-1: every symbol obstructs."""
    assert look("E2", "E8") == (True, "pb:PB-TET-1")
    assert look("E2", "E8", sides={"E4-E5": symbol}) == (False, "pb:PB-LOSN-H")


def test_adjacent_is_always_seen() -> None:
    """pb:PB-LOSN-F: whatever lies between."""
    assert look("E4", "E5", sides={"E4-E5": "green brown orange"}) == (True, "pb:PB-LOSN-F")


@pytest.mark.parametrize(
    ("levels", "side", "seen", "rule"),
    [
        ({"E2": 1}, "E7-E8 green", False, "pb:PB-LOSN-A"),  # the target directly behind
        ({"E2": 1}, "E4-E5 green", True, "pb:PB-TET-1"),
        ({"E2": 1}, "E4-E5 brown", False, "pb:PB-TET-1"),
        ({"E2": 1}, "E4-E5 orange", False, "pb:PB-TET-1"),
        ({"E8": 1}, "E2-E3 gray", False, "pb:PB-LOSN-B"),  # the firer directly behind
        ({"E8": 2}, "E2-E3 gray", False, "pb:PB-LOSN-B"),
        ({"E8": 1}, "E7-E8 gray", True, "pb:PB-TET-1"),
        ({"E2": 2}, "E5-E6 brown", False, "pb:PB-LOSN-C"),  # 4th of 6: nearer to the target
        ({"E2": 2}, "E4-E5 brown", True, "pb:PB-TET-1"),  # 3rd of 6: nearer to the firer
        ({"E8": 2}, "E4-E5 brown", False, "pb:PB-LOSN-D"),
        ({"E8": 2}, "E5-E6 brown", True, "pb:PB-TET-1"),
        ({"E2": 1, "E8": 1}, "E4-E5 green", True, "pb:PB-TET-1"),
        ({"E2": 1, "E8": 1}, "E4-E5 brown", False, "pb:PB-TET-1"),
        ({"E2": 1, "E8": 2}, "E4-E5 brown", True, "pb:PB-TET-1"),
        ({"E2": 2, "E8": 2}, "E4-E5 orange brown", True, "pb:PB-TET-1"),
        ({"E2": 2, "E8": 1}, "E4-E5 orange", True, "pb:PB-TET-1"),
    ],
)
def test_target_elevation_table(levels: dict[str, int], side: str, seen: bool, rule: str) -> None:
    """pb:PB-TET-1, pb:PB-LOS-2, pb:PB-OBST-4, pb:PB-LOSN-A, pb:PB-LOSN-B, pb:PB-LOSN-C, pb:PB-LOSN-D: both ways."""
    where, *symbols = side.split()
    assert look("E2", "E8", levels=levels, sides={where: " ".join(symbols)}) == (seen, rule)


def test_midway_obstructs() -> None:
    """pb:PB-LOSN-C, pb:PB-LOSN-D: a Brown hexside exactly midway; at range 5 the third of five."""
    for levels in ({"E2": 2}, {"E7": 2}):
        assert look("E2", "E7", levels=levels, sides={"E4-E5": "brown"})[0] is False


def test_more_than_one_orange() -> None:
    """pb:PB-LOSN-E: only from hilltop to hilltop."""
    two = {"E3-E4": "orange", "E5-E6": "orange"}
    assert look("E2", "E8", levels={"E2": 2, "E8": 1}, sides=two) == (False, "pb:PB-LOSN-E")
    assert look("E2", "E8", levels={"E2": 2, "E8": 2}, sides=two)[0] is True


def test_woods_on_hilltops() -> None:
    """pb:PB-LOSN-G: obstruct all fire."""
    levels = {"E2": 2, "E8": 2, "E5": 2}
    found = look("E2", "E8", levels=levels, terrain={"E5": "woods"}, sides={"E4-E5": "green"})
    assert found == (False, "pb:PB-LOSN-G")


def test_gullies() -> None:
    """To the ground only next to it, to heights as from the ground.

    pb:PB-GULLY-1, pb:PB-GULLY-A, pb:PB-GULLY-B, pb:PB-GULLY-C, pb:PB-GULLY-D.
    """
    gully = {"E2": "gully"}
    assert look("E2", "E8", terrain=gully) == (False, "pb:PB-GULLY-A")
    assert look("E2", "E3", terrain=gully)[0] is True
    assert look("E2", "E8", terrain=gully | {"E8": "gully"}) == (False, "pb:PB-GULLY-A")
    assert look("E2", "E8", terrain=gully, levels={"E8": 1})[0] is True
    assert look("E2", "E8", terrain={"E2": "ford"})[0] is True
    assert look("E2", "E8", terrain=gully, road=["D2 E2 F2"])[0] is True


def test_the_worse_of_equal_routes_counts() -> None:
    """pb:PB-LOS-1: of two equally short and straight routes the obstructed one is used."""
    steps = route_steps(at("E5"), at("G5"))
    assert {(str(h), k) for h, _, k in steps} == {("E5", 1), ("F5", 2), ("F6", 2)}
    for hex_, direction, _ in steps:
        side = f"{hex_}-{hex_.neighbour(direction)}"
        assert look("E5", "G5", sides={side: "green"}) == (False, "pb:PB-LOSN-H")
    assert look("E5", "G5") == (True, "pb:PB-TET-1")


@pytest.mark.parametrize(("a", "b"), [("A1", "M9"), ("B2", "L5"), ("E2", "G9"), ("A5", "M6"), ("D1", "E9")])
def test_routes_are_as_long_as_the_range(a: str, b: str) -> None:
    """pb:PB-LOS-1: every route has exactly as many hexsides as the range, and each step is one hex on."""
    from core.hexes import distance

    start, end = at(a), at(b)
    far = distance(start, end)
    for hex_, direction, k in route_steps(start, end):
        assert distance(start, hex_) == k - 1
        assert distance(hex_.neighbour(direction), end) == far - k
    assert {k for _, _, k in route_steps(start, end)} == set(range(1, far + 1))


def test_the_ruler() -> None:
    """pb:PB-OPT-RSL-1: only what the straight line cuts; along a symbol it counts, but not Brown that meets Orange."""
    assert look("E2", "E8", ruler=True, sides={"E4-E5": "green"}) == (False, "pb:PB-LOSN-H")
    assert look("E5", "G5", ruler=True)[0] is True
    # E5 to G5 runs along the common hexside of F5 and F6, which no route crosses.
    assert look("E5", "G5", ruler=True, sides={"F5-F6": "brown"}) == (False, "pb:PB-LOSN-H")
    assert look("E5", "G5", sides={"F5-F6": "brown"})[0] is True
    levels = {"E5": 2, "G5": 1}
    assert look("E5", "G5", ruler=True, levels=levels, sides={"F5-F6": "brown", "G5-F5": "orange"})[0] is True
    # In the corner where E5, F5 and F6 meet the defender has the benefit of the doubt.
    assert look("E5", "G5", ruler=True, sides={"E5-F5": "green"}) == (False, "pb:PB-LOSN-H")


@pytest.mark.parametrize(
    ("levels", "sides", "rule"),
    [
        ({"E5": 1}, "F5-G5 green", "pb:PB-LOSN-A"),  # along F5-F6 into a corner of the target hex
        ({"E5": 2}, "F6-G5 gray", "pb:PB-LOSN-A"),
        ({"G5": 1}, "E5-F6 gray", "pb:PB-LOSN-B"),
        ({"G5": 2}, "E5-F5 brown", "pb:PB-LOSN-D"),
        ({"E5": 2}, "F5-G5 brown", "pb:PB-LOSN-C"),
        ({"E5": 2}, "E5-F5 brown", "pb:PB-OPT-RSL-1"),  # first of two hexsides: nearer to the firer
    ],
)
def test_a_corner_lies_where_the_ruler_crosses(levels: dict[str, int], sides: str, rule: str) -> None:
    """pb:PB-OPT-RSL-1: what is touched in a corner of the firing or target hex is a side of it (pb:PB-LOSN-A to D)."""
    where, symbol = sides.split()
    assert look("E5", "G5", ruler=True, levels=levels, sides={where: symbol})[1] == rule


@pytest.mark.parametrize("ruler", [False, True])
def test_who_sees_is_seen(ruler: bool) -> None:
    """pb:PB-LOS-1, pb:PB-OPT-RSL-1: notes A and B, C and D are converses, so that every line is the same both ways."""
    for seed in range(3):
        whim = random.Random(seed)
        hexes = [f"{column}{row}" for column in "ABCDEFG" for row in range(1, 8)]
        beside = [f"{h}-{n}" for h in hexes for n in at(h).neighbours() if str(n) in hexes]
        ground = board(
            7,
            7,
            levels={h: whim.choice((0, 0, 1, 2)) for h in hexes},
            terrain={h: whim.choice(("clear", "clear", "woods", "town", "gully")) for h in hexes},
            sides={s: whim.choice(("green", "gray", "brown", "orange")) for s in beside if whim.random() < 0.06},
        )
        on = position({"x": "g-rifle A1"}, ground).situation
        pairs = [(at(a), at(b)) for a in hexes for b in hexes if a < b]
        uneven = [p for p in pairs if line_between(on, *p, ruler).seen != line_between(on, *reversed(p), ruler).seen]
        assert not uneven


@pytest.mark.parametrize("options", [(), (INDIRECT_FIRE,)])
def test_who_may_fire_into_woods_is_asked_anew_when_somebody_comes_next_to_them(options: tuple[str, ...]) -> None:
    """pb:PB-SPOT-A, pb:PB-OPT-IF-B: the answers that are kept are those of a state that keeps none."""
    ground = board(13, 12, terrain={"E8": "woods"}, sides={"E4-E5": "green"})
    units = {"x": "r-rifle E8", "gun": "g-88mm G2", "behind": "g-81mm-mortar E2"}
    units |= {"post": "g-command-post A9", "scout": "g-rifle A1"}
    state, found = position(units, ground, options=options), []
    for hex_ in ("A1", "E9", "E10", "D8", "A1"):
        state.change(UnitId("scout"), hex=at(hex_))
        forgetful = state.copy()
        forgetful.answers = None
        refused = [fire_refusal(state, UnitId(unit), at("E8")) for unit in ("gun", "behind")]
        assert refused == [fire_refusal(forgetful, UnitId(unit), at("E8")) for unit in ("gun", "behind")]
        found.append(tuple(one is None for one in refused))
    assert found == [(False, False), (True, bool(options)), (False, False), (True, bool(options)), (False, False)]


def test_where_units_may_be_hidden() -> None:
    """pb:PB-EXP-HID-1: in woods, swamps and towns, next to a slope or hilltop; minefields anywhere, Blocks nowhere."""
    ground = board(terrain={"B2": "woods", "D2": "swamp", "F2": "town"}, levels={"H5": 1, "K5": 2})
    units = {"x": "g-rifle waits", "m": "g-minefield waits", "b": "g-block waits", "r": "r-rifle M9"}
    late = {"german": Entry(1, "map", True)}
    state = position(units, ground, options=(HIDDEN_DEPLOYMENT,), entry=late)

    def may(unit: str) -> set[str]:
        places = ("A6", "B2", "D2", "F2", "H4", "H7", "K4", "M1")
        return {hex_ for hex_ in places if hide_refusal(state, UnitId(unit), at(hex_)) is None}

    assert may("x") == {"B2", "D2", "F2", "H4", "K4"}
    assert may("m") == {"A6", "B2", "D2", "F2", "H4", "H7", "K4", "M1"}
    assert may("b") == set()
