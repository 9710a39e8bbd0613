"""The orders about spotting (or:7.7.2, or:7.24)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.secrecy import ALL, OWNER


@order("keep-spots", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class KeepSpots(Order):
    """Name the targets that a unit keeps in sight which has more than it can (or:7.7.2)."""

    unit: UnitId
    targets: tuple[UnitId, ...]


@order("camouflage-unit", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class CamouflageUnit(Order):
    """Note in secret that a unit is camouflaged, or that it is not (or:7.24)."""

    unit: UnitId
    on: bool = True
