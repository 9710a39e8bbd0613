"""An element in play: a vehicle, a gun, a squad, a team or a crew (pw:0.0a, pw:4.0a, pw:12.0).

Where it is and what befell it stands in parts, each the matter of a chapter: `Travel` (6), `Gunnery` (8), `Harm` (9),
`Nerve` (12), `Posture` (7, 9, 12).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, Final

from attrs import evolve, field, frozen

from core.event import SideId, UnitId
from core.panzerwar.pieces.gunnery import Gunnery
from core.panzerwar.pieces.harm import Harm
from core.panzerwar.pieces.nerve import Nerve
from core.panzerwar.pieces.posture import Posture
from core.panzerwar.pieces.travel import Travel
from core.plane import Point


class Kind(Enum):
    """What an element is. A squad, a team and a crew are infantry elements (pw:12.0)."""

    VEHICLE = "vehicle"
    GUN = "gun"
    SQUAD = "squad"
    TEAM = "team"
    CREW = "crew"
    BUNKER = "bunker"


#: The elements of chapter 12.
FOOT = frozenset({Kind.SQUAD, Kind.TEAM, Kind.CREW})


class Grade(Enum):
    """How good its men are."""

    GREEN = "green"
    REGULAR = "regular"
    VETERAN = "veteran"
    ELITE = "elite"


class Presence(Enum):
    """Where an element is.

    WAITING: not yet on the table; ON_TABLE: on it; ABOARD: carried or towed by another, which it shares the place with
    (pw:6.11); OFF_BOARD: of a battery off the table (pw:10.0.4); all others are gone for good.
    """

    WAITING = "waiting"
    ON_TABLE = "on table"
    ABOARD = "aboard"
    OFF_BOARD = "off board"
    DESTROYED = "destroyed"
    BAILED_OUT = "bailed out"
    KILLED = "killed"
    DISPERSED = "dispersed"
    SURRENDERED = "surrendered"
    ROUTED_OFF = "routed off"
    EXITED = "exited"
    ABANDONED = "abandoned"


#: The role of vehicles that horses or mules draw (pw:6.1.6).
DRAWN: Final = "horse-drawn"
#: The elements that still take part in the game.
THERE = frozenset({Presence.ON_TABLE, Presence.ABOARD})


@frozen(kw_only=True)
class Element:
    """One element. card: id of its data card; weapon: id of the weapon of a team or crew, "" without one.

    organisation: the unit of the book that it belongs to (pw:4.0a); command: whether it is its command element
    (pw:4.0.4); at: its centre, None off the table; heading: of hull or front, turret: of the turret, None without
    one, both in 48 steps of 7.5 degrees; aboard: the element that carries or tows it; outside: rides on top of it
    (pw:6.9.5); role: "forward observer" and the like; crews: the crew counters of a gun that are left (pw:12.0.4).

    ammunition: rounds left of shells and charges that are limited, by name (pw:8.9.3, pw:12.11.5); its owner alone
    knows them. apparent: what stands here is what the other side sees of it, not all of it.
    """

    id: UnitId
    side: SideId
    organisation: str
    kind: Kind
    card: str
    name: str
    weapon: str = ""
    role: str = ""
    grade: Grade = Grade.REGULAR
    command: bool = False
    presence: Presence = Presence.WAITING
    at: Point | None = None
    heading: int = 0
    turret: int | None = None
    buttoned: bool = False
    aboard: UnitId | None = None
    outside: bool = False
    crews: int = 1
    ammunition: Mapping[str, int] = field(factory=dict)
    travel: Travel = field(factory=Travel)
    gunnery: Gunnery = field(factory=Gunnery)
    harm: Harm = field(factory=Harm)
    nerve: Nerve = field(factory=Nerve)
    posture: Posture = field(factory=Posture)
    apparent: bool = False

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table itself."""
        return self.presence is Presence.ON_TABLE

    @property
    def foot(self) -> bool:
        """Whether it is an infantry element (pw:12.0)."""
        return self.kind in FOOT

    @property
    def marches(self) -> bool:
        """Whether it moves in the infantry segments: infantry, and wagons drawn by horses (pw:6.1, pw:6.1.6)."""
        return self.foot or DRAWN in self.role

    @property
    def where(self) -> Point:
        """Its centre. ValueError off the table."""
        if self.at is None:
            raise ValueError(f"{self.id} is not on the table")
        return self.at

    def with_harm(self, **changes: Any) -> Element:
        """The element with some of its damage changed."""
        return evolve(self, harm=evolve(self.harm, **changes))

    def with_nerve(self, **changes: Any) -> Element:
        """The element with its morale changed."""
        return evolve(self, nerve=evolve(self.nerve, **changes))

    def with_travel(self, **changes: Any) -> Element:
        """The element with what it did in movement changed."""
        return evolve(self, travel=evolve(self.travel, **changes))

    def with_gunnery(self, **changes: Any) -> Element:
        """The element with what it did in combat changed."""
        return evolve(self, gunnery=evolve(self.gunnery, **changes))

    def with_posture(self, **changes: Any) -> Element:
        """The element with its position changed."""
        return evolve(self, posture=evolve(self.posture, **changes))


def counted(elements: Iterable[Element], *, mechanised: bool) -> tuple[Element, ...]:
    """Those of the elements of a unit that its losses are counted by: the vehicles of a mechanised one, the squads of
    infantry (pw:13.1.2); all that it has, teams and support weapons, where it has nothing else (pw:13.1.3).
    """
    mine = tuple(elements)
    for kind in (Kind.VEHICLE, Kind.SQUAD) if mechanised else (Kind.SQUAD, Kind.VEHICLE):
        found = tuple(e for e in mine if e.kind is kind)
        if found:
            return found
    return mine
