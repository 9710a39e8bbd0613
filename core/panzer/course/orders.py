"""The orders of Panzer."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzer.pieces.course import Shelter
from core.secrecy import ALL


@order("choose-zone", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ChooseZone(Order):
    """Choose the area in which one's force sets up."""

    zone: str


@order("place-unit", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class PlaceUnit(Order):
    """Set a unit up in a hex of one's zone, facing a hexside (na:2.0, na:3.3).

    shelter: how it is to begin, None = as it does by itself (min:23.3.5).
    """

    unit: UnitId
    hex: Hex
    facing: int
    shelter: Shelter | None = None


@order("place-rest", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class PlaceRest(Order):
    """Set up every unit not yet placed, spread over the zone."""
