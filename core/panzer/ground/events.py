"""What happens to terrain counters, and through them (na:6.1.4.3)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.works import WorkKind
from core.secrecy import ALL, TO_OTHERS


@event("position-taken", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class PositionTaken(Event):
    """A unit took a Hasty Entrenchment or an Improved Position (na:6.1.4.3.6b, na:6.1.4.3.7a).

    holders: all that it holds now; open: the hexside towards which a vehicle in it is not Hull Down (na:6.1.4.3.7b);
    partial: whether it declares Partial Hull Down, so that a Limited weapon can fire (na:6.1.4.1.2b).
    """

    unit: UnitId
    hex: Hex
    kind: WorkKind
    holders: tuple[UnitId, ...]
    open: int | None = None
    partial: bool = False


@event("work-removed", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class WorkRemoved(Event):
    """A terrain counter was removed: Wire under the tracks of a vehicle (na:6.1.4.3.11)."""

    unit: UnitId
    hex: Hex
    kind: WorkKind


@event("dust-raised", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class DustRaised(Event):
    """A vehicle that has moved fast raised dust in hexes that it left (na:6.1.4.3.12b)."""

    unit: UnitId
    hexes: tuple[Hex, ...]


@event("unit-burned", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class UnitBurned(Event):
    """A unit stayed in a hex that is ON FIRE and was eliminated (na:6.1.4.3.5b)."""

    unit: UnitId
    hex: Hex
