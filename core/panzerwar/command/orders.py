"""What may be ordered in the tactical orders phase (pw:3.2.A)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.panzerwar.pieces.organisation import Chit, Tactical
from core.plane import Point
from core.secrecy import OWNER


@order("pw-tactical-order", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class GiveOrder(Order):
    """Give a unit a tactical order (pw:4.0.2). objective: what it is to reach; moving: of Bound the half that moves;
    chit: the orders chit that goes with it (pw:4.12)."""

    organisation: str
    tactical: Tactical
    objective: Point | None = None
    moving: tuple[UnitId, ...] = ()
    chit: Chit | None = None


@order("pw-appoint", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Appoint(Order):
    """Choose a new command element for a unit that has lost its own (pw:4.0.4)."""

    organisation: str
    element: UnitId


@order("pw-general-order", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class ChangeGeneralOrder(Order):
    """Change the general order of one's side, in words (pw:4.0.3)."""

    text: str


@order("pw-merge", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class Merge(Order):
    """Two units that have taken losses regroup as one (pw:4.9.1). other: the one that is taken into `organisation`."""

    organisation: str
    other: str
