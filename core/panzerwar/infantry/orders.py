"""What infantry may be ordered in the last fire segment (pw:12.11)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.secrecy import OWNER


@order("pw-close-assault", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class CloseAssault(Order):
    """A squad assaults a vehicle or a fortification. weapon: a special one, "" without (pw:12.11.5)."""

    element: UnitId
    target: UnitId
    weapon: str = ""


@order("pw-withdraw-assault", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class WithdrawAssault(Order):
    """A squad does not assault after all."""

    element: UnitId
