"""Set-up, who holds objectives and since when, and a relief force (na:2.0, na:4.6.2, min:23.3.6.a)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.advanced_tables import Grade
from core.secrecy import ALL, keeps_secrets, known

_ALL: Final = known(ALL)


class Start(Enum):
    """Where a unit may be when its player has set it up (min:23.3.4, min:23.3.5); in the open where nothing is said."""

    INSIDE = "inside"
    IMPROVED = "improved-position"
    HULL_DOWN = "hull-down"
    ENTRENCHED = "hasty-entrenchment"
    HEAVY_WOODS = "heavy-woods"
    OPEN = "open"


@frozen(eq=False, repr=False)
class Shelter(Alike):
    """How a unit begins that was set up. rear: a vehicle that is in its position to the rear (na:6.6.9)."""

    start: Start
    rear: bool = False


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class SettingUp(Alike):
    """All that the set-up adds to the state of a game: its order, the zone that each side chose, how units begin of
    which their player has said it."""

    order: tuple[SideId, ...] = field(default=(), metadata=_ALL)
    zones: Mapping[SideId, str] = field(factory=dict, metadata=_ALL)
    shelters: Mapping[UnitId, Shelter] = field(factory=dict, metadata=_ALL)


@frozen(eq=False, repr=False)
class Occupation(Alike):
    """Who has held an objective since the start of a turn, for its capture (na:3.6b)."""

    side: SideId
    turns: int


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Objectives(Alike):
    """All that objectives add to the state of a game, by the id of each.

    control: who controls it, None = nobody; occupation: who occupies it and has not captured it yet (na:3.6b); contact:
    the sides that had a combat unit there when the turn began (min:4.6).
    """

    control: Mapping[str, SideId | None] = field(factory=dict, metadata=_ALL)
    occupation: Mapping[str, Occupation] = field(factory=dict, metadata=_ALL)
    contact: Mapping[str, frozenset[SideId]] = field(factory=dict, metadata=_ALL)


@frozen(eq=False, repr=False)
class Way(Alike):
    """A place of arrival: the hexes through which its units enter; highest: the d100 up to which it is this one."""

    id: str
    name: str
    highest: int
    hexes: tuple[Hex, ...]


@frozen(eq=False, repr=False)
class ReliefForce:
    """What a scenario states of a relief force.

    arrives: the highest d100 with which it arrives, by turn (min:23.3.6.a); points: by how much its turn of arrival
    changes the victory points of its side (min:23.2.4.4); grade: the Force Grade of its side from then on
    (min:23.3.6.b).
    """

    side: SideId
    units: frozenset[UnitId]
    arrives: Mapping[int, int]
    points: Mapping[int, int]
    ways: tuple[Way, ...]
    grade: Grade

    def way(self, id_: str) -> Way:
        """The place of arrival with this id."""
        return next(way for way in self.ways if way.id == id_)


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Relief(Alike):
    """All that a relief force adds to the state of a game: the turns of the last roll and of its arrival, its way."""

    rolled: int = field(default=0, metadata=_ALL)
    arrived: int = field(default=0, metadata=_ALL)
    way: str = field(default="", metadata=_ALL)


#: Before anything of it has happened.
NOTHING_SET_UP: Final = SettingUp()
NO_OBJECTIVES: Final = Objectives()
NOT_YET: Final = Relief()
