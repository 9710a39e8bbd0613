"""What may be ordered of sighting: who looks together, what is overwatched (pw:7.4, pw:7.9)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.plane import Point
from core.secrecy import OWNER


@order("pw-sight-together", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class SightTogether(Order):
    """Elements sight as one group in this sighting phase, no more with those of groups that they were in. One alone
    sights by itself (pw:7.4, pw:7.4.3)."""

    members: tuple[UnitId, ...]


@order("pw-button-up", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class ButtonUp(Order):
    """An AFV that was hit in the fire segment before closes its hatches (pw:7.1.4)."""

    element: UnitId


@order("pw-mark", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Mark(Order):
    """A vehicle or a gun overwatches a point; None = none any more (pw:7.9)."""

    element: UnitId
    at: Point | None = None
