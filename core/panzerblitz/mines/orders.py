"""The orders of minefields (pb:PB-MINE-G)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.secrecy import ALL


@order("pb-clear-mines", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ClearMines(Order):
    """Let Engineers try to remove the minefield of an adjacent hex (pb:PB-MINE-G)."""

    unit: UnitId
    hex: Hex
