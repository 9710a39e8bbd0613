"""Frozen values with some fields changed."""

import pytest
from attrs import evolve, frozen

from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.unit import Unit
from core.replaced import replaced


def test_it_changes_what_it_is_told_and_leaves_the_value_alone() -> None:
    unit = Unit(UnitId("a"), SideId("british"))
    moved = replaced(unit, hex=Hex(2, 3), facing=4)
    assert moved == evolve(unit, hex=Hex(2, 3), facing=4)
    assert unit.hex is None
    assert hash(moved) != hash(unit)


def test_an_unknown_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="Unit has no field hexx"):
        replaced(Unit(UnitId("a"), SideId("british")), hexx=Hex(2, 3))


def test_the_copy_is_as_frozen_as_the_value() -> None:
    @frozen(slots=False)
    class Value:
        number: int

    with pytest.raises(AttributeError):
        replaced(Value(1), number=2).number = 3  # type: ignore[misc]
