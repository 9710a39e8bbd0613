"""What may be ordered of movement: written before it, changed by who moves last, answered on contact (pw:4.2,
pw:4.11).
"""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.panzerwar.pieces.plan import Leg, Plan
from core.secrecy import OWNER


@order("pw-plan", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class WritePlan(Order):
    """Write down the movement of an element; it replaces what was written."""

    plan: Plan


@order("pw-no-plan", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class DropPlan(Order):
    """An element stays after all."""

    element: UnitId


@order("pw-rout", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class ChooseRout(Order):
    """A broken element in hard cover routs if it must; untold it stays there if it may (pw:12.9.2.2)."""

    element: UnitId
    runs: bool = True


@order("pw-adapt", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Adapt(Order):
    """Who moves last in a segment writes the movement of an element in it anew, of the same amount (pw:4.11)."""

    plan: Plan


@order("pw-carry-on", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class CarryOn(Order):
    """Who moves last lets the plans of the segment be carried out as they stand (pw:4.11)."""


@order("pw-react", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class React(Order):
    """What an element does that has met the enemy on its way: halt without legs, go on as planned, or move otherwise
    with what it has left (pw:4.2.6, pw:6.7.1)."""

    element: UnitId
    go_on: bool = False
    legs: tuple[Leg, ...] = ()
