"""The orders of the set-up (pb:PB-SETUP-1)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order


@order("pb-place")
@frozen(kw_only=True)
class Place(Order):
    """Set a counter up in a hex; in the fortification there, or hidden, if it may (pb:PB-SETUP-1)."""

    unit: UnitId
    hex: Hex
    inside: bool = False
    hidden: bool = False


@order("pb-place-rest")
@frozen(kw_only=True)
class PlaceRest(Order):
    """Set up every counter not yet placed."""


@order("pb-finish-set-up")
@frozen(kw_only=True)
class FinishSetUp(Order):
    """End one's set-up; everything must have been placed."""
