"""The orders of movement and transport (pb:PB-MOVE-C, pb:PB-TRANS-1)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.secrecy import ALL, UNLESS_SECRET


@order("pb-load", known=UNLESS_SECRET)
@frozen(kw_only=True, eq=False, repr=False)
class Load(Order):
    """Load a unit on a carrier, in one hex or both off the map (pb:PB-TRANS-A)."""

    carrier: UnitId
    passenger: UnitId


@order("pb-unload", known=UNLESS_SECRET)
@frozen(kw_only=True, eq=False, repr=False)
class Unload(Order):
    """Unload the passenger of a carrier where it stands; inside = into the fortification there (pb:PB-TRANS-A)."""

    carrier: UnitId
    inside: bool = False


@order("pb-move", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Move(Order):
    """Move a unit through the hexes of `path`, its own not counted (pb:PB-MOVE-C).

    A unit off the map names its hex of entry first. road: at road rate where the road allows; inside: into the
    fortification of the last hex, or out of or into that of its own without a path; leave: off the map at the end.
    """

    unit: UnitId
    path: tuple[Hex, ...] = ()
    road: bool = True
    inside: bool = False
    leave: bool = False
