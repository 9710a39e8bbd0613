"""What fire may be ordered in a segment (pw:3.2.E)."""

from __future__ import annotations

from attrs import field, frozen

from core.event import UnitId
from core.order import Order, order
from core.panzerwar.pieces.compass import HEADING
from core.panzerwar.pieces.strike import Aim
from core.plane import Point
from core.secrecy import OWNER


@order("pw-fire", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Fire(Order):
    """An element fires a weapon at a target; see `Shot`."""

    element: UnitId
    arm: str
    target: UnitId
    others: tuple[UnitId, ...] = ()
    shell: str = ""
    aim: Aim = Aim.NORMAL


@order("pw-suppress", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Suppress(Order):
    """An element fires at an area where it suspects the enemy (pw:8.12)."""

    element: UnitId
    arm: str
    at: Point
    shell: str = ""


@order("pw-smoke", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class FireSmoke(Order):
    """An element fires smoke at a point (pw:11.1)."""

    element: UnitId
    arm: str
    at: Point
    shell: str


@order("pw-discharge", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Discharge(Order):
    """A vehicle fires one or both of its turret dischargers toward a heading of 48 (pw:11.8)."""

    element: UnitId
    heading: int = field(metadata=HEADING)
    puffs: int = 1


@order("pw-grenades", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class SmokeGrenades(Order):
    """A squad throws its smoke grenades at a point (pw:11.1.3)."""

    element: UnitId
    at: Point


@order("pw-withdraw-fire", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class WithdrawFire(Order):
    """An element does not fire a weapon after all."""

    element: UnitId
    arm: str
