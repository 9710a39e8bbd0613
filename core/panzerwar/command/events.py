"""What happens in command: orders given, leaders chosen, units regrouped, initiative won (pw:4)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.pieces.organisation import Chit, Tactical
from core.plane import Point
from core.secrecy import ALL, NOTHING, OWNER


@event("pw-order-given", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class OrderReceived(Event):
    """A unit has a tactical order (pw:4.2.1). regroups: turns that regrouping takes (pw:4.9.4); chit: its orders chit
    (pw:4.12)."""

    side: SideId
    organisation: str
    order: Tactical
    objective: Point | None = None
    moving: tuple[UnitId, ...] = ()
    regroups: int = 0
    chit: Chit | None = None


@event("pw-appointed", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Appointed(Event):
    """A unit has a new command element (pw:4.0.4)."""

    side: SideId
    organisation: str
    element: UnitId


@event("pw-general-order-changed", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class GeneralOrderChanged(Event):
    """A side has another general order (pw:4.0.3)."""

    side: SideId
    text: str


@event("pw-merged", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Merged(Event):
    """One unit was taken into another (pw:4.9.1)."""

    side: SideId
    organisation: str
    other: str


@event("pw-leader-lost", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class LeaderLost(Event):
    """A unit is without its command element (pw:4.0.4)."""

    side: SideId
    organisation: str


@event("pw-regrouping", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Regrouping(Event):
    """A unit regroups; turns left: 0 = it has reformed, and losses count anew (pw:4.9.1, pw:4.9.4)."""

    side: SideId
    organisation: str
    left: int
    strength: int = 0


@event("pw-order-changed", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class OrderChanged(Event):
    """What a unit does changed by itself: Charge became Engage (pw:4.6.3), Engage disordered it (pw:4.7.2), Cover has
    settled (pw:4.8.3), the halves of a Bound are apart (pw:4.5.1)."""

    side: SideId
    organisation: str
    order: Tactical
    disordered: bool = False
    apart: bool = False
    settled: int = 0


@event("pw-command-delayed", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class CommandDelayed(Event):
    """A vehicle out of command range stayed in this turn and moves no more than half in the next; or that is over
    (pw:4.13.2.2)."""

    side: SideId
    element: UnitId
    delayed: bool


@event("pw-initiative", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class InitiativeRolled(Event):
    """Who moves last in each segment of this turn (pw:4.11.1, pw:4.11.3). totals: of each side; last: the side that
    wins.

    lost: sides that lose it by a morale loss of their highest command element (pw:4.11.5); commands: the totals of
    other nations in a side, whose commanders roll for their own (pw:4.11.2).
    """

    totals: tuple[tuple[SideId, int], ...]
    last: SideId | None
    lost: tuple[SideId, ...] = ()
    commands: tuple[tuple[SideId, str, int], ...] = ()


@event("pw-no-initiative", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class NobodyNear(Event):
    """No forces are within 800 of each other: both sides move together (pw:4.11)."""
