"""What happens in the Direct Fire Steps and the windows of Overwatch Fire (na:4.4.1, na:4.4.2)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzer import knowledge
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.firing import Shot
from core.secrecy import ALL, BY_RULE, NOBODY, NOTHING, OWNER


@event("fire-announced", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class FireAnnounced(Event):
    """All shots of a side at one target were announced (na:4.4.1e)."""

    side: SideId
    target: UnitId
    shots: tuple[Shot, ...]
    overwatch: bool = False


@event("fire-wasted", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class FireWasted(Event):
    """An announced shooter's target was eliminated before its shot; it counts as having fired (na:4.4.1e)."""

    shooter: UnitId
    target: UnitId


@event("window-opened", known=knowledge.between_halves(knowledge.answering), reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class WindowOpened(Event):
    """A chance for Overwatch Fire arose."""

    window: Window


@event("overwatch-passed", known=knowledge.between_halves(OWNER), tells=BY_RULE)
@frozen(kw_only=True, eq=False, repr=False)
class OverwatchPassed(Event):
    """A side let a chance for Overwatch Fire go by."""

    side: SideId


@event("overwatch-waived", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class OverwatchWaived(Event):
    """A side does without its chances for Overwatch Fire in this step, and lets the other know it.

    Only machines that play from half the knowledge say so: it spares them a letter for each step of each vehicle.
    """

    side: SideId


@event("window-closed", known=knowledge.between_halves(NOBODY), tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class WindowClosed(Event):
    """Nobody uses the chance for Overwatch Fire any more."""


@event("overwatch-lost", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class OverwatchLost(Event):
    """A unit shares an OVERWATCH that was used at a target at which it cannot fire (na:6.2.1.1.4c)."""

    unit: UnitId
    target: UnitId
