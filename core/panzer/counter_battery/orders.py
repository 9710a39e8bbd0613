"""What a side decides when an enemy battery fires that its counter batteries may locate (or:7.28.1, or:7.28.3)."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.secrecy import ALL


@order("counter-battery", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class AnnounceCounterBattery(Order):
    """Announce that a counter battery tries to locate an enemy battery, or the counter battery that fired last."""

    unit: UnitId
    target: UnitId


@order("no-counter-battery", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ForgoCounterBattery(Order):
    """Let the chance go by."""
