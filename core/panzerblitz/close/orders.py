"""The orders of overruns and Close Assaults (pb:PB-OVR-A, pb:PB-CAT-1)."""

from __future__ import annotations

from attrs import frozen

from core.alike import Alike
from core.event import UnitId
from core.hexes import Hex
from core.order import Order, order
from core.secrecy import ALL


@frozen(eq=False, repr=False)
class Run(Alike):
    """One vehicle of an overrun: the hexes up to the one from which it enters the target, its own not counted.

    jump: whether its rider jumps off there (pb:PB-OPT-PBA-1).
    """

    unit: UnitId
    path: tuple[Hex, ...] = ()
    jump: bool = False


@order("pb-overrun", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Overrun(Order):
    """Overrun the enemy in a hex with one or more vehicles (pb:PB-OVR-A)."""

    hex: Hex
    runs: tuple[Run, ...]


@order("pb-close-assault", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class CloseAssault(Order):
    """Close-assault the enemy in a hex (pb:PB-CAT-1)."""

    hex: Hex
    attackers: tuple[UnitId, ...]
