"""What happens when vehicles ram, drive over and push aside (pw:14, pw:6.8)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import seen
from core.plane import Point


@event("pw-ram-met", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class RamMet(Event):
    """A vehicle came up to what it rams or drives over, or that got away (pw:14.2).

    overrun: it drives over it (pw:6.8.1); at: where it stands; takes: whether it takes place; segment: 3 or 4, in which
    it does (pw:14.1.1, pw:14.1.2). rolled, against: the dice, with what is added; None where none was rolled, since the
    target does not move (pw:14.2.1). caught: the target, which had yet to move, stays. why: it got away without a roll.
    """

    side: SideId
    element: UnitId
    target: UnitId
    at: Point
    segment: int
    takes: bool
    overrun: bool = False
    rolled: int | None = None
    against: int | None = None
    faster: bool = False
    caught: bool = False
    why: str = ""


@event("pw-ram-stopped", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class RamStopped(Event):
    """A ram does not take place: who rams was stopped before, or nothing is left to be rammed (pw:14.1, pw:14.2).

    at: the place that he is moved back to, None = he stays where he is.
    """

    side: SideId
    element: UnitId
    target: UnitId
    why: str
    at: Point | None = None


@event("pw-rammed", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Rammed(Event):
    """A vehicle rams another, or drives over somebody; mutual: they ram each other (pw:14.3, pw:14.3.4)."""

    side: SideId
    element: UnitId
    target: UnitId
    overrun: bool = False
    mutual: bool = False


@event("pw-pushed", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Pushed(Event):
    """A vehicle pushes an abandoned one aside, to a point (pw:6.8.2)."""

    side: SideId
    element: UnitId
    target: UnitId
    to: Point
