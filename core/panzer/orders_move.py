"""The orders of the Movement Step beside moves: searching for Hull Down (na:6.6.9)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order


@order("search-hull-down")
@frozen(kw_only=True)
class SearchHullDown(Order):
    """Search the hex of a vehicle for a position with its whole allowance (na:6.6.9).

    partial: for a Partial Hull Down one; facing: towards which hexside it then faces; reverse: whether it would back
    into it, which turns its open side to the front.
    """

    unit: UnitId
    facing: int
    partial: bool = False
    reverse: bool = False
