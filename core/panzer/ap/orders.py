"""The orders that AP fire of the Advanced Game adds: answers in the middle of a shot."""

from __future__ import annotations

from attrs import frozen

from core.event import UnitId
from core.order import Order, order
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.ap import Aspect
from core.secrecy import ALL, OWNER


@order("spread-hits", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class SpreadHits(Order):
    """Assign the hits of a shot beyond the first to its target or to others near it (na:6.5.2.1c)."""

    targets: tuple[UnitId, ...]


@order("choose-hit-angle", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ChooseHitAngle(Order):
    """Choose the Hit Angle of a shot that arrives exactly between two (na:6.5.2.2)."""

    angle: HitAngle


@order("choose-aspect", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class ChooseAspect(Order):
    """Choose which armor a shot exactly between the aspects meets (na:4.4.3.2.4)."""

    aspect: Aspect
