"""Orders of smoke as Direct Fire (na:6.1.4.3.10b)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzer.pieces.firing import Shot
from core.secrecy import ALL, OWNER


@order("fire-smoke", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class FireSmoke(Order):
    """Fire smoke into a hex instead of AP or GP; weapon: index in `armament`, -1 = by hand, of Engineers, -2 = in
    its own hex, of infantry (or:7.22)."""

    unit: UnitId
    hex: Hex
    weapon: int = 0


@order("hold-fire", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class HoldFire(Order):
    """Fire no smoke with a unit that has nothing else to fire (na:4.4.1i)."""

    unit: UnitId


@order("fire", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Fire(Order):
    """Announce all one's fire at one target, then resolve it shot by shot (na:4.4.1e)."""

    target: UnitId
    shots: tuple[Shot, ...]


@order("overwatch-fire", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class OverwatchFire(Order):
    """Announce Overwatch Fire at one target (na:4.4.2a, na:4.5b)."""

    target: UnitId
    shots: tuple[Shot, ...]


@order("pass", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Pass(Order):
    """Let a chance for Overwatch Fire go by (na:4.2d)."""
