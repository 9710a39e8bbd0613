"""Orders of smoke as Direct Fire (na:6.1.4.3.10b)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order


@order("fire-smoke")
@frozen(kw_only=True)
class FireSmoke(Order):
    """Fire smoke into a hex instead of AP or GP; weapon: index in `armament`, -1 = by hand, of Engineers."""

    unit: UnitId
    hex: Hex
    weapon: int = 0


@order("hold-fire")
@frozen(kw_only=True)
class HoldFire(Order):
    """Fire no smoke with a unit that has nothing else to fire (na:4.4.1i)."""

    unit: UnitId
