"""What is seen and what is lost from sight (pw:7). Nobody is told that he has been sighted."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.panzerwar.knowledge import seen
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.engagement import Weather
from core.plane import Point
from core.secrecy import ALL, NOTHING, OWNER


@event("pw-grouped", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Grouped(Event):
    """Elements sight together in this phase; one alone sights by itself (pw:7.4.3)."""

    side: SideId
    members: tuple[UnitId, ...]


@event("pw-looked", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Looked(Event):
    """All elements and groups of a side have rolled to sight, in this order: the one D10 of each (pw:7.4, pw:7.6)."""

    side: SideId
    parties: tuple[tuple[UnitId, ...], ...]


@event("pw-came-in-sight", known=OWNER, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class CameInSight(Event):
    """A side has sighted an enemy element (pw:7.6.3); the tally is the sighting factor.

    element: as it is seen; by: who has sighted it; range: of the nearest of them, reach: how far they sighted; in GSU;
    percent: of the base range; rule: by which it was: a roll, at once, by its fire. first: whether it is a target at
    first sight now (pw:7.7, pw:8.7.7).
    """

    side: SideId
    element: Element
    by: tuple[UnitId, ...]
    range: float
    reach: float
    percent: int
    rule: str
    first: bool = True


@event("pw-out-of-sight", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class OutOfSight(Event):
    """A side has lost an enemy element from sight: where it saw it last, and why (pw:7.10)."""

    side: SideId
    element: UnitId
    at: Point
    why: str
    rule: str


@event("pw-flash-seen", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class FlashSeen(Event):
    """In the dark a side has located an enemy element by the flash of its fire, and no more of it (pw:7.8)."""

    side: SideId
    element: UnitId
    at: Point
    by: UnitId


@event("pw-sighting-done", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class SightingDone(Event):
    """A side has looked in this step (pw:7.3)."""

    side: SideId


@event("pw-looked-around", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class LookedAround(Event):
    """It has been looked who has gone out of sight in the movement segment before this step (pw:7.10)."""


@event("pw-marked", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class Marked(Event):
    """An element overwatches a point, None = none any more (pw:7.9)."""

    side: SideId
    element: UnitId
    at: Point | None = None


@event("pw-buttoned-up", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class ButtonedUp(Event):
    """An AFV that was hit has closed its hatches, and fires no more in this turn (pw:7.1.4)."""

    side: SideId
    element: UnitId


@event("pw-weather", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class WeatherChanged(Event):
    """The weather is another, or it was rolled that it stays (pw:7.15).

    most: GSU that are seen at most in it, None = no limit; row: its line of the chart; spell: which one of the
    Engagement it is, None = none; decided: one for which it has been rolled now.
    """

    weather: Weather
    most: int | None = None
    row: str = ""
    spell: int | None = None
    decided: int | None = None


@event("pw-star-shell", known=ALL, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class StarShellBurst(Event):
    """A flare or star shell lights a circle about a point through a turn (pw:7.8.3)."""

    at: Point
    until: int
