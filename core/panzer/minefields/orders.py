"""The orders of laying minefields (or:7.31.1)."""

from __future__ import annotations

from attrs import frozen

from core.hexes import Hex
from core.order import Order, order
from core.secrecy import OWNER


@order("lay-minefield", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class LayMinefield(Order):
    """Lay one of one's minefields, by its id, in these hexes; in place of where it was (or:7.31.1)."""

    field: str
    hexes: tuple[Hex, ...]
