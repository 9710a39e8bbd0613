"""What happens to the morale of units (pw:13)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import seen
from core.panzerwar.pieces.organisation import Forced
from core.secrecy import NOTHING, OWNER


@event("pw-morale-tested", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MoraleTested(Event):
    """A unit tested its morale at a level of loss (pw:13.1); the tally is what was added to the D100.

    lost, of: its losses and the number that they are counted from, of elements, or of units for a higher unit
    (`units`, pw:13.2); needed: it fails on this or less; levels: what it need not test again.
    """

    side: SideId
    organisation: str
    level: int
    lost: int
    of: int
    needed: int
    rolled: int
    failed: bool
    levels: tuple[int, ...]
    units: bool = False


@event("pw-morale-failed", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MoraleFailed(Event):
    """What its morale makes a unit do (pw:13.1.7); the tally is what was added to the D100.

    until: the last turn of it, 0 = until it is done; regroups: turns that regrouping takes; by: the higher unit that
    failed, of which it is a part (pw:13.2); rolled: 0 then.
    """

    side: SideId
    organisation: str
    forced: Forced
    rolled: int
    until: int = 0
    regroups: int = 0
    by: str = ""


@event("pw-morale-passes", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class MoralePasses(Event):
    """A unit has done what its morale made it do, for the time that it lasts; forced: what follows, None = it is free
    (pw:13.1.7). regroups: turns that regrouping takes."""

    side: SideId
    organisation: str
    forced: Forced | None = None
    regroups: int = 0


@event("pw-panicked", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Panicked(Event):
    """In a rout men break, and the crew of a damaged vehicle bails out; so does one left behind (pw:13.1.5,
    pw:13.1.7)."""

    side: SideId
    element: UnitId
    bails_out: bool = False


@event("pw-ran-off", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class RanOff(Event):
    """An element that its morale drives away has left the table (pw:13.1.7)."""

    side: SideId
    element: UnitId


@event("pw-left-behind", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class LeftBehind(Event):
    """A disabled vehicle of a unit that is gone from it counts as lost from now on (pw:13.1.5)."""

    side: SideId
    organisation: str
    element: UnitId


@event("pw-stranded", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Stranded(Event):
    """What the failed morale of vehicles that their unit left behind comes to (pw:13.1.5); what drives a unit away
    makes their crews bail out."""

    side: SideId
    organisation: str
    forced: Forced
    rolled: int


@event("pw-retired", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Retired(Event):
    """A vehicle with a jammed gun has gone from its unit, which is smaller by it (pw:13.1.5)."""

    side: SideId
    organisation: str
    element: UnitId


@event("pw-gun-destroyed", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class GunDestroyed(Event):
    """A crew that must retreat destroyed its gun, and goes on foot (pw:13.5.2)."""

    side: SideId
    element: UnitId
