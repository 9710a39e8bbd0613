"""What set-ups of all rule systems share: whose turn it is, how they end, how a force is spread along a front."""

from __future__ import annotations

import pytest

from core import placing
from core.event import SideId
from core.hexes import Hex
from core.order import IllegalOrder

RED, BLUE = SideId("red"), SideId("blue")
#: Six columns of four rows.
AREA = frozenset(Hex(col, row) for col in range(1, 7) for row in range(1, 5))


def test_sides_set_up_one_after_the_other() -> None:
    order = (BLUE, RED)
    assert placing.sets_up(order, ()) == BLUE
    assert placing.sets_up(order, {BLUE}) == RED
    assert placing.sets_up(order, {BLUE, RED}) is None
    placing.check_turn(BLUE, BLUE, "toy:1")
    with pytest.raises(IllegalOrder, match="other side"):
        placing.check_turn(BLUE, RED, "toy:1")


def test_a_set_up_ends_when_everything_is_placed() -> None:
    rest, end = placing.endings(2, "units", "toy:1")
    assert (rest.pick, rest.label, rest.key) == ("place-rest", "Place the other 2 for me", "A")
    assert end.refusal is not None
    assert end.refusal.reason == "2 units are not placed yet"
    (end,) = placing.endings(0, "units", "toy:1")
    assert end.refusal is None
    with pytest.raises(IllegalOrder, match="tank, gun"):
        placing.check_all_placed(["tank", "gun"], "toy:1")
    placing.check_all_placed([], "toy:1")


@pytest.mark.parametrize(("facing", "row"), [(0, 1), (3, 4)])
def test_the_front_lies_where_the_force_looks(facing: int, row: int) -> None:
    found = placing.front(AREA, facing, 2)
    assert len(found.ahead) == len(AREA)
    assert {h.row for h in found.line} == {row}
    assert sorted(h.col for h in found.line) == [1, 2, 3, 4, 5, 6]


def test_a_force_is_spread_from_flank_to_flank() -> None:
    found = placing.front(AREA, 0, 2)
    assert list(found.spread(2)) == [found.line[0], found.line[3]]
    assert placing.front(AREA, 0, 0).line == found.ahead[:1]


def test_groups_stand_side_by_side_as_large_as_they_are() -> None:
    found = placing.front(AREA, 0, 4)
    middles = found.middles(["first", "first", "first", "second"])
    places = [found.line.index(middles[name]) for name in ("first", "second")]
    assert places == [4, 10]
