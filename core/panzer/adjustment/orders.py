"""Orders of the Adjustment Phase (na:6.8)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.secrecy import OWNER


@order("pivot", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Pivot(Order):
    """Turn a dismounted leg or towed unit, or a vehicle, to a facing at the end of the Pivot Step.

    (na:6.8.1, min:10.1)
    """

    unit: UnitId
    facing: int


@order("leave-vehicle", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class LeaveVehicle(Order):
    """Have a passenger bail out at the end of the Pivot Step, or not after all (min:16.1.6.3).

    facing: how it will face, 0 to 5 clockwise; None = it stays aboard.
    """

    unit: UnitId
    facing: int | None


@order("full-cover", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class FullCover(Order):
    """Put a dismounted leg or towed unit into Full Cover, or take it out, at the end of the step (na:6.8.2)."""

    unit: UnitId
    on: bool


@order("adjust-turret", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class AdjustTurret(Order):
    """Turn the turret of a vehicle, and open it or button it up, at the end of the step (or:7.8.1, or:7.8.3, min:10.2).

    facing: the hexside to which it is to look, 0 to 5 clockwise; where turrets face quarters, that of its hull, 0 to 3
    clockwise from the front.
    """

    unit: UnitId
    facing: int
    buttoned: bool = False
