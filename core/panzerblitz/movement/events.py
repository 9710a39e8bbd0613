"""What happens in movement and transport (pb:PB-MOVE-C, pb:PB-TRANS-1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzerblitz import knowledge
from core.secrecy import ALL


@event("pb-loaded", known=knowledge.carried_in_view)
@frozen(kw_only=True, eq=False, repr=False)
class Loaded(Event):
    """A unit was loaded on a carrier (pb:PB-TRANS-A). prepared: off the map or at set-up, which costs nothing."""

    carrier: UnitId
    passenger: UnitId
    prepared: bool = False


@event("pb-unloaded", known=knowledge.carried_in_view)
@frozen(kw_only=True, eq=False, repr=False)
class Unloaded(Event):
    """A carrier unloaded its passenger (pb:PB-TRANS-A).

    prepared: as of `Loaded`; jumped: the hex that a rider must assault (pb:PB-OPT-PBA-1).
    """

    carrier: UnitId
    passenger: UnitId
    inside: bool = False
    prepared: bool = False
    jumped: Hex | None = None


@event("pb-moved", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Moved(Event):
    """A unit entered a hex; its passenger came along (pb:PB-MOVE-C).

    cost: HALVES of movement points; road: at road rate; stopped: it may go no further; group: the group whose next
    unit it is that comes on here, "" = it was on the map.
    """

    unit: UnitId
    hex: Hex
    cost: int
    road: bool = False
    stopped: bool = False
    group: str = ""


@event("pb-shifted", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Shifted(Event):
    """A unit went into the fortification of its hex or out of it (pb:PB-FORT-J)."""

    unit: UnitId
    inside: bool


@event("pb-fortification-taken", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class FortificationTaken(Event):
    """A unit moved into an unoccupied fortification of the enemy, which is its side's now (pb:PB-FORT-G)."""

    unit: UnitId
    side: SideId


@event("pb-left", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Left(Event):
    """A unit and its passenger left the map by an edge."""

    unit: UnitId
    area: str
    hex: Hex
    cost: int


@event("pb-contact-made", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ContactMade(Event):
    """A column has come near the enemy and is free to leave the road."""

    side: SideId
