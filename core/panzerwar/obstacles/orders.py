"""What may be ordered about mines and bunkers: laying fields and manning bunkers in the set-up, digging around marked
mines later (pw:15.1, pw:15.5, pw:15.7.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.secrecy import OWNER


@order("pw-lay-mines", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class LayMines(Order):
    """Lay a minefield of the engagement on these hexes; on none, take it up again (pw:15.1)."""

    field: str
    hexes: tuple[Hex, ...] = ()
    marked: bool = False


@order("pw-man-bunker", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class ManBunker(Order):
    """An element begins inside of a bunker; bunker: "" = outside again (pw:15.7.1)."""

    element: UnitId
    bunker: UnitId


@order("pw-probe-mines", known=OWNER, quiet=True)
@frozen(kw_only=True, eq=False, repr=False)
class ProbeMines(Order):
    """Infantry digs around the mines of a marked field, to know whether it is a dummy (pw:15.5); field: "" = it stops
    that."""

    element: UnitId
    field: str
