"""What happens in the movement phase (pw:6)."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import seen
from core.panzerwar.pieces.plan import Leg, Plan
from core.panzerwar.pieces.travel import Motion
from core.plane import Point
from core.secrecy import ALL, NOTHING, OWNER


@event("pw-planned", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Planned(Event):
    """The movement of an element was written down; motion, spent: how much it is, in GSU with all costs."""

    side: SideId
    element: UnitId
    plan: Plan
    motion: Motion
    spent: float
    straight: bool = False


@event("pw-unplanned", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Unplanned(Event):
    """An element stays after all."""

    side: SideId
    element: UnitId


@event("pw-rout-chosen", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class RoutChosen(Event):
    """A broken element in hard cover is to rout if it must; without runs, to stay there (pw:12.9.2.2)."""

    side: SideId
    element: UnitId
    runs: bool


@event("pw-turn-length", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class TurnLength(Event):
    """Whether this turn is of double length (pw:6.15)."""

    doubled: bool


@event("pw-may-adapt", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class MayAdapt(Event):
    """Who moves last in a segment has seen the others move and may change his plans for it (pw:4.11)."""

    side: SideId


@event("pw-adapted", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Adapted(Event):
    """He has changed what he wanted to."""

    side: SideId


@event("pw-hatches", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Hatches(Event):
    """A vehicle closed up or opened its hatches (pw:7.1.1)."""

    side: SideId
    element: UnitId
    buttoned: bool


@event("pw-set-off", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class SetOff(Event):
    """An element begins its movement of a segment."""

    side: SideId
    element: UnitId
    segment: str


@event("pw-moved", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Moved(Event):
    """An element went along a way, from its first point to its last; heading: of its hull or front there."""

    side: SideId
    element: UnitId
    segment: str
    way: tuple[Point, ...]
    heading: int


@event("pw-met", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Met(Event):
    """An element met an enemy on its way, and its owner is asked (pw:4.2.6, pw:6.7)."""

    side: SideId
    element: UnitId
    enemy: UnitId


@event("pw-halt-asked", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class HaltAsked(Event):
    """Movement stands still until a side has said what those do that met the enemy; clock: the fraction of the
    segment's time that has gone."""

    side: SideId
    clock: float = 0.0


@event("pw-reacted", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Reacted(Event):
    """What an element does after it met the enemy: it halts without legs."""

    side: SideId
    element: UnitId
    legs: tuple[Leg, ...] = ()


@event("pw-reactions-given", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class ReactionsGiven(Event):
    """A side has said it of all."""

    side: SideId


@event("pw-stopped", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Stopped(Event):
    """An element stopped on its way. why: in words; rule: that says so; until: the last turn in which it may not move;
    bogged: it stalled (pw:6.14.5); immobile: for good (pw:6.6.1)."""

    side: SideId
    element: UnitId
    why: str
    rule: str
    until: int = 0
    bogged: bool = False
    immobile: bool = False


def _without_why(state: Any, event: Any, side: str | None) -> Any:
    """Why one halts tells who has been sighted, which is not for his side."""
    told = seen(state, event, side)
    return told if told is None or event.side == side else evolve(told, halted="")


@event("pw-move-ended", known=_without_why)
@frozen(kw_only=True, eq=False, repr=False)
class MoveEnded(Event):
    """An element has ended its movement of a segment: how much that was, and how it stands now. halted: why it went no
    further, "" = it went as far as was written; its owner alone knows."""

    side: SideId
    element: UnitId
    segment: str
    motion: Motion
    spent: float
    heading: int
    turret: int | None = None
    reversed: bool = False
    straight: bool = False
    charged: bool = False
    lights: bool = False
    halted: str = ""


@event("pw-stayed", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Stayed(Event):
    """An element has done what was written for it without moving; heading: of its front now."""

    side: SideId
    element: UnitId
    heading: int


@event("pw-took-position", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class TookPosition(Event):
    """A vehicle is hull down by a factor, or turret down, or neither (pw:9.17.2, pw:9.17.3, pw:9.18)."""

    side: SideId
    element: UnitId
    factor: int
    shield: str = "none"
    protection: float | None = 0.0
    toward: int | None = None
    level: bool = False
    turret_down: bool = False


@event("pw-boarded", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Boarded(Event):
    """An element goes aboard of another, or is limbered to it; turns: how long it takes (pw:6.11); hasty: it has not
    been taken down, and takes twice as long to set up (pw:6.11.5)."""

    side: SideId
    element: UnitId
    carrier: UnitId
    outside: bool = False
    turns: float = 0.0
    hasty: bool = True


@event("pw-set-down", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class SetDown(Event):
    """An element is set down from its carrier; turns: how long until it may act (pw:6.11.4, pw:12.3.2)."""

    side: SideId
    element: UnitId
    at: Point
    heading: int
    turns: float = 0.0


@event("pw-hid", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Hid(Event):
    """Infantry in cover declares itself hidden, or no longer (pw:6.1.4)."""

    side: SideId
    element: UnitId
    hidden: bool


@event("pw-turret-turned", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class TurretTurned(Event):
    """A turret is turned; where it points holds from the segment in which it may fire (pw:6.16, pw:6.16.4)."""

    side: SideId
    element: UnitId
    turret: int
    steps: int
