"""What happens in set-up and in the course of turns (pw:3.0, pw:3.3)."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import seen
from core.panzerwar.pieces.mines import Laid
from core.panzerwar.pieces.posture import Digging
from core.plane import Point
from core.secrecy import ALL, NOTHING, OWNER


@event("pw-placed", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Placed(Event):
    """An element was put on the table; what it carries comes along. prepared: in defence (pw:4.13.4.1)."""

    side: SideId
    element: UnitId
    at: Point
    heading: int
    prepared: bool = False


@event("pw-dug", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Dug(Event):
    """An element begins in foxholes, in a trench, or in the open."""

    side: SideId
    element: UnitId
    digging: Digging


@event("pw-reserve-rolled", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ReserveRolled(Event):
    """It was rolled for the turn from which on a unit comes on that was held back."""

    side: SideId
    organisation: str
    turn: int


def _shows_mines(state: Any, event: Any, side: str) -> bool:
    return bool(event.minefields)


@event("pw-turn-begun", known=ALL, tells=_shows_mines)
@frozen(kw_only=True, eq=False, repr=False)
class TurnBegun(Event):
    """A turn of 75 seconds began (pw:1.0b, pw:3.0). minefields: those that are marked, as all see them from the first
    turn on (pw:15.1.1)."""

    turn: int
    minefields: tuple[Laid, ...] = ()


@event("pw-step-begun", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class StepBegun(Event):
    """The next phase or segment began (pw:3.1)."""

    step: str


@event("pw-segment-resolved", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class SegmentResolved(Event):
    """All fire of a segment is resolved (pw:8.4.2)."""

    step: str


@event("pw-left", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class Left(Event):
    """An element left the table by an edge where that counts, with all that it carries."""

    side: SideId
    element: UnitId
    goal: str = ""


@event("pw-held", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Held(Event):
    """At the end of a turn a side holds a place alone."""

    side: SideId
    goal: str
