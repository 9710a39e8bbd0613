"""What a unit may be ordered that its morale drives away (pw:13.5.2)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.secrecy import OWNER


@order("pw-destroy-gun", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class DestroyGun(Order):
    """The crew of a gun destroys it and goes on foot."""

    element: UnitId
