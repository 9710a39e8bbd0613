"""What may be ordered in the set-up, and of elements that come on later (pw:3.3)."""

from __future__ import annotations

from attrs import field, frozen

from core.event import UnitId
from core.order import Order, order
from core.panzerwar.pieces.compass import HEADING
from core.panzerwar.pieces.posture import Digging
from core.plane import Point
from core.secrecy import OWNER


@order("pw-place", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Place(Order):
    """Put an element on the table. heading: of 48; None = as its posting says."""

    element: UnitId
    at: Point
    heading: int | None = field(default=None, metadata=HEADING)


@order("pw-place-rest", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class PlaceRest(Order):
    """Put all that is left where it can be."""


@order("pw-dig", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Dig(Order):
    """An element begins in foxholes or in a trench, or in the open."""

    element: UnitId
    digging: Digging
