"""What transporting brings about (na:6.6.7, na:5.2.1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.hexes import Hex
from core.secrecy import ALL, BY_RULE, TO_OTHERS


@event("mounting-begun", known=ALL, tells=BY_RULE)
@frozen(kw_only=True, eq=False, repr=False)
class MountingBegun(Event):
    """A unit goes to mount a vehicle, which takes its whole allowance; it may be fired at until it is aboard.

    facing: of the Portée that gun and truck are to become, None = it mounts as a passenger (na:5.2.1c).
    """

    unit: UnitId
    vehicle: UnitId
    facing: int | None = None


@event("unit-mounted", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class UnitMounted(Event):
    """A unit is aboard a vehicle that stands in `hex` (na:6.6.7.1.1a)."""

    unit: UnitId
    vehicle: UnitId
    hex: Hex


@event("mounting-failed", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class MountingFailed(Event):
    """A unit did not get aboard: fire stopped it, or the vehicle."""

    unit: UnitId
    vehicle: UnitId
    reason: str


@event("unit-dismounted", known=ALL, tells=BY_RULE)
@frozen(kw_only=True, eq=False, repr=False)
class UnitDismounted(Event):
    """A passenger got down into a hex (na:6.6.7.1.1b); moves_on: it has its move still (min:17.2.8.2.1)."""

    unit: UnitId
    vehicle: UnitId
    hex: Hex
    facing: int
    moves_on: bool = False


@event("passenger-bailed-out", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class PassengerBailedOut(Event):
    """A passenger left its moving vehicle of its own will and is SUPPRESSION/ON (na:6.6.7.1.2)."""

    unit: UnitId
    vehicle: UnitId
    hex: Hex
    facing: int


@event("portee-dismounted", known=ALL, tells=BY_RULE)
@frozen(kw_only=True, eq=False, repr=False)
class PorteeDismounted(Event):
    """A Portée was replaced by its gun and its truck (na:5.2.1b)."""

    unit: UnitId
    gun: UnitId
    truck: UnitId
    hex: Hex
    gun_facing: int
    truck_facing: int


@event("portee-mounted", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class PorteeMounted(Event):
    """A gun and its truck were replaced by their Portée (na:5.2.1c)."""

    unit: UnitId
    gun: UnitId
    truck: UnitId
    hex: Hex
    facing: int
