"""What happens in area fire and around it (pw:10)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzerwar.knowledge import area_seen, seen
from core.panzerwar.pieces.artillery import AreaShot, Cancels, Mission, Reference, Wish
from core.plane import Point
from core.secrecy import ALL, NOTHING, OWNER


@event("pw-registered", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Registered(Event):
    """A target reference point was registered (pw:10.8)."""

    side: SideId
    reference: Reference


@event("pw-fire-planned", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class FirePlanned(Event):
    """A fire was planned before the game; mission: None = what was planned of the battery is off (pw:10.6.3)."""

    side: SideId
    battery: str
    mission: Mission | None


@event("pw-fire-wished", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Wished(Event):
    """An element is to ask something of a battery in this phase; off: it is not after all (pw:10.6.3)."""

    side: SideId
    wish: Wish
    off: bool = False


@event("pw-fire-denied", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Denied(Event):
    """A request came to nothing: why, and the rule (pw:5.1.2, pw:10.9.1, pw:10.9.2)."""

    side: SideId
    element: UnitId | None
    battery: str
    why: str
    rule: str


@event("pw-mission-begun", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MissionBegun(Event):
    """A request for fire was approved (pw:5.3.4, pw:10.6.4, pw:10.9.1)."""

    side: SideId
    mission: Mission


@event("pw-mission-told", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MissionTold(Event):
    """A battery has heard from its observer in this turn: a correction in a direction of the compass, 0 = none, from a
    spotting round; that it is to fire for effect (pw:10.6.8, pw:10.7.3)."""

    side: SideId
    mission: str
    direction: int = 0
    from_: int = 0
    effect: bool = False


@event("pw-mission-lost", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class ContactLost(Event):
    """The contact to a battery is lost: it goes on by itself (pw:5.2.1, pw:10.6.1)."""

    side: SideId
    mission: str


@event("pw-mission-ended", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MissionEnded(Event):
    """A fire is over; resting: the last turn in which the battery may not be called (pw:10.6.6, pw:10.6.10)."""

    side: SideId
    mission: str
    battery: str
    resting: int
    why: str
    rule: str


@event("pw-communicated", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Communicated(Event):
    """All that was to be said in the communications phase is said (pw:3.2.B)."""


@event("pw-scatter-cancels", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class CancelsScatter(Event):
    """A side has said when it cancels a scatter (pw:10.7.5)."""

    side: SideId
    when: Cancels


@event("pw-area-declared", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class AreaDeclared(Event):
    """Area fire of the segment was declared; off: it is not given after all (pw:10.5, pw:10.6.8.1)."""

    side: SideId
    shot: AreaShot
    off: bool = False


@event("pw-area-fired", known=area_seen)
@frozen(kw_only=True, eq=False, repr=False)
class AreaFired(Event):
    """Area fire falls (pw:10.1 to pw:10.7).

    battery, mission: "" of one element, of direct fire; elements: that fire on the table; what: weapon and shell; kind:
    by which they are sighted (pw:7.6.3); aim: the point of aim, coa: where it falls; direction, scattered: how it was
    scattered, by the compass with 1 along the line of fire, in GSU; cancelled: the defender cancelled that (pw:10.7.5).

    along, length, width, round: the area, in GSU and degrees, 0 of spotting rounds; rounds: where these fall; dice: D10
    at each element; still: turns in which the area has not moved, this one included; concentrated (pw:10.4); seen:
    whether the observer saw the spotting rounds (pw:10.7); told: whether this is all of it, as its own side knows it.
    """

    side: SideId
    battery: str
    mission: str = ""
    elements: tuple[UnitId, ...] = ()
    what: str
    kind: str
    arm: str = ""
    segment: int
    aim: Point
    coa: Point
    along: float
    length: float = 0.0
    width: float = 0.0
    round: bool = False
    dice: int = 0
    direction: int = 0
    scattered: float = 0.0
    cancelled: bool = False
    rounds: tuple[Point, ...] = ()
    still: int = 1
    concentrated: bool = False
    seen: bool = True
    told: bool = True


@event("pw-area-attacked", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class AreaAttacked(Event):
    """An element inside of an area of effect: how many dice were rolled, how many of them are possible hits (pw:10.3).

    side: of the element; he: it is HE, which makes it button up: buttons (pw:10.3.5).
    """

    side: SideId
    element: UnitId
    what: str
    dice: int
    hits: int
    he: bool = True
    buttons: bool = False


@event("pw-area-direct-hit", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class DirectHit(Event):
    """A possible hit was a direct hit (pw:10.3.9.1); what it does is told by what follows."""

    side: SideId
    element: UnitId
    what: str


@event("pw-structure-struck", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class StructureStruck(Event):
    """Area fire, or HE, came down on a building: its strength before and after, 0 = it collapses to rubble, or without
    hits is not known yet (pw:10.3.7, pw:10.3.10). side: of who fired."""

    side: SideId
    hex: Hex
    what: str
    dice: int
    hits: int
    killpower: int
    strength: int
    left: int


@event("pw-area-held", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class AreaNotFired(Event):
    """Area fire that was due was not given: why, and the rule."""

    side: SideId
    battery: str
    element: UnitId | None
    why: str
    rule: str
