"""Orders of transporting (na:6.6.7, na:5.2.1).

Of a vehicle with MOVE or SHORT HALT they are part of its move, and begin it if it has not begun: then `rate` is the
rate of that move (na:6.6.7.1.1c).
"""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.panzer.pieces.movement import Rate
from core.secrecy import ALL


@order("mount", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Mount(Order):
    """A leg or towed unit with MOVE mounts a vehicle (na:6.6.7.1.1a)."""

    unit: UnitId
    vehicle: UnitId
    rate: Rate = Rate.CROSS_COUNTRY


@order("dismount", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Dismount(Order):
    """A passenger gets down into its vehicle's hex or one beside it, facing any hexside (na:6.6.7.1.1b)."""

    unit: UnitId
    hex: Hex
    facing: int
    rate: Rate = Rate.CROSS_COUNTRY


@order("bail-out", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class BailOut(Order):
    """A passenger leaves its moving vehicle at once, where that is (na:6.6.7.1.2)."""

    unit: UnitId
    facing: int
    rate: Rate = Rate.CROSS_COUNTRY


@order("dismount-portee", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class DismountPortee(Order):
    """A Portée becomes its truck and its gun, each facing any hexside (na:5.2.1b)."""

    unit: UnitId
    gun_facing: int
    truck_facing: int
    rate: Rate = Rate.CROSS_COUNTRY


@order("mount-portee", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class MountPortee(Order):
    """A gun goes back onto its truck: they become the Portée again, facing any hexside (na:5.2.1c)."""

    unit: UnitId
    facing: int
    rate: Rate = Rate.CROSS_COUNTRY
