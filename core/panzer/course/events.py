"""What happens in a game of Panzer."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.course import Shelter, Start
from core.secrecy import ALL, BY_RULE, NOTHING, TO_OTHERS


@event("set-up-order-fixed", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class SetUpOrderFixed(Event):
    """In which order the sides set up, by roll or by the scenario."""

    order: tuple[SideId, ...]


@event("zone-chosen", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class ZoneChosen(Event):
    """A side chose the area in which it sets up."""

    side: SideId
    zone: str


@event("unit-placed", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class UnitPlaced(Event):
    """A unit was set up. shelter: how it is to begin, None = as it does by itself (min:23.3.5)."""

    unit: UnitId
    hex: Hex
    facing: int
    shelter: Shelter | None = None


@event("unit-sheltered", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class UnitSheltered(Event):
    """A unit that was set up begins under shelter (min:23.3.4, min:23.3.5).

    open: the hexside towards which a vehicle in an Improved Position is not Hull Down; partial: Partial Hull Down;
    rear: in a found position to the rear (na:6.6.9).
    """

    unit: UnitId
    start: Start
    open: int | None = None
    partial: bool = False
    rear: bool = False


@event("turn-begun", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class TurnBegun(Event):
    """A turn began."""

    turn: int


@event("relief-awaited", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ReliefAwaited(Event):
    """A relief force does not arrive in this turn (min:23.3.6.a)."""

    turn: int


@event("relief-arrived", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ReliefArrived(Event):
    """A relief force arrives; from this turn on its units enter by this way (min:23.3.6.a)."""

    turn: int
    way: str


@event("step-begun", known=ALL, tells=BY_RULE)
@frozen(kw_only=True, eq=False, repr=False)
class StepBegun(Event):
    """The next step of the sequence of play began."""

    step: str


@event("objective-occupied", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ObjectiveOccupied(Event):
    """At the end of a turn a side had held an objective for so many complete turns; side None = nobody does."""

    objective: str
    side: SideId | None
    turns: int


@event("objective-captured", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ObjectiveCaptured(Event):
    """A side captured an objective (na:3.6b)."""

    objective: str
    side: SideId


@event("objective-approached", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ObjectiveApproached(Event):
    """The sides that have a combat unit at an objective as a turn begins or ends (min:4.6)."""

    objective: str
    sides: tuple[SideId, ...]


@event("objective-contested", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ObjectiveContested(Event):
    """A side was at an objective of the other for a complete turn, so that nobody controls it (min:4.6)."""

    objective: str
    side: SideId
