"""Orders speak of one's own units, and a refusal is raised as it stands."""

from __future__ import annotations

import pytest
from attrs import frozen

from core.choice import Refusal
from core.event import SideId, UnitId
from core.order import IllegalOrder
from core.own import not_own, own_unit, refuse

BLUE, RED = SideId("blue"), SideId("red")


@frozen
class Counter:
    side: SideId


@frozen
class Table:
    units: dict[UnitId, Counter]


TABLE = Table({UnitId("b"): Counter(BLUE), UnitId("r"): Counter(RED)})


def test_a_unit_of_ones_own_is_given() -> None:
    assert own_unit(TABLE, BLUE, UnitId("b"), "r:1") is TABLE.units[UnitId("b")]
    assert not_own(TABLE, BLUE, UnitId("b"), "r:1") is None


@pytest.mark.parametrize("unit", ["r", "nobody"])
def test_no_other_is(unit: str) -> None:
    """The enemy's and one that is not there are refused in the same words: nobody learns which it was."""
    with pytest.raises(IllegalOrder) as error:
        own_unit(TABLE, BLUE, UnitId(unit), "r:1")
    assert (error.value.reason, error.value.rule) == (f"{unit} is no unit of blue", "r:1")


def test_a_refusal_is_raised_as_it_stands() -> None:
    refuse(None)
    with pytest.raises(IllegalOrder) as error:
        refuse(Refusal("not now", "r:2"))
    assert (error.value.reason, error.value.rule) == ("not now", "r:2")
