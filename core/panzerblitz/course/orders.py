"""The orders of the set-up (pb:PB-SETUP-1)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.secrecy import UNLESS_SECRET


@order("pb-place", known=UNLESS_SECRET)
@frozen(kw_only=True, eq=False, repr=False)
class Place(Order):
    """Set a counter up in a hex; in the fortification there, or hidden, if it may (pb:PB-SETUP-1)."""

    unit: UnitId
    hex: Hex
    inside: bool = False
    hidden: bool = False


@order("pb-place-rest", known=UNLESS_SECRET)
@frozen(kw_only=True, eq=False, repr=False)
class PlaceRest(Order):
    """Set up every counter not yet placed."""
