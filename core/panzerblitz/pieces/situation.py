"""A Situation Card as data: boards, forces, set-up, entry, victory (pb:PB-SETUP-1, pb:PB-WIN-1)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.pieces.reference import Tables, UnitType
from core.setting import Area, Setting, Side


@frozen(eq=False, repr=False)
class Entry(Alike):
    """How units that wait off the map come on: from which turn, through which area.

    column: they come one behind the other through one hex of the area, each paying for the road hexes
    that those before it have taken.
    """

    turn: int
    area: str
    column: bool = False


@frozen(eq=False, repr=False)
class Group(Alike):
    """Units of a side that set up or enter alike: in `area`, or by `entry`; exactly one of the two."""

    id: str
    name: str
    side: SideId
    area: str | None = None
    entry: Entry | None = None


@frozen(eq=False, repr=False)
class SituationUnit(Alike):
    """One counter of a force. code: its Program Identity Code, with nation, such as ``G/832`` (pb:PB-PICS-3)."""

    id: UnitId
    type: UnitType
    side: SideId
    name: str
    code: str
    group: str


class Level(IntEnum):
    """Levels of victory; the higher one wins by the difference, equal ones are a draw."""

    NONE = 0
    MARGINAL = 1
    TACTICAL = 2
    DECISIVE = 3


class Measure(Enum):
    """What a goal counts for its side. "Units" are those with men (reading of pb:PB-WIN-1)."""

    #: Enemy units destroyed, each worth `weights` of its type id, else 1.
    LOSSES = "losses"
    #: Own units lost; at most the limit.
    OWN_LOSSES = "own-losses"
    #: Rows between the edge `area` and the own unit farthest from it.
    ADVANCE = "advance"
    #: Own units in `area` at the end.
    PRESENCE = "presence"
    #: Enemy units in `area` at the end; at most the limit.
    ENEMY_PRESENCE = "enemy-presence"
    #: Own units in `area` at the end divided by enemy units there, rounded down.
    PRESENCE_RATIO = "presence-ratio"
    #: Enemy units lost divided by own units lost, rounded down.
    LOSS_RATIO = "loss-ratio"
    #: Own units that left by the edge `area`.
    EXITED = "exited"
    #: Enemy units destroyed, and enemy units that have not left by the edge `area`, each once.
    LOST_OR_NOT_EXITED = "lost-or-not-exited"
    #: Own units that left by `out`, came back in the same hex after `away` whole turns, and left by `area`.
    ROUND_TRIP = "round-trip"
    #: A corridor `width` hexes wide from the edge `area` to the edge `out`, out of all enemy fire.
    CORRIDOR = "corridor"
    #: An unbroken line of hexes under own fire from the edge `area` to the edge `out`.
    FIRE_LINE = "fire-line"
    #: The enemy reaches no level.
    PREVENTION = "prevention"


@frozen(eq=False, repr=False)
class Goal(Alike):
    """What a side must reach for each level of victory.

    levels: the limit of each level; at most that many if `at_most`, else at least. A goal that is met or
    not (corridor, fire line, prevention) has one level, with limit 1.
    """

    side: SideId
    measure: Measure
    levels: Mapping[Level, int]
    text: str
    at_most: bool = False
    area: str | None = None
    out: str | None = None
    away: int = 0
    width: int = 0
    weights: Mapping[str, int] = field(factory=dict)


@frozen(eq=False, repr=False)
class Exit(Alike):
    """An edge by which units of a side may leave the map. returns: whole turns after which they may come back."""

    side: SideId
    area: str
    returns: int | None = None


class Special(Enum):
    """Rules that one Situation alone has."""

    #: Every command post sets up in a fortification, and those fortifications in the area "hilltops".
    FORTIFIED_COMMAND_POSTS = "fortified-command-posts"
    #: Entering columns keep to the road, `figure("convoy-speed")` hexes a turn, until their lead unit is within
    #: `figure("contact-range")` hexes of an enemy.
    CONVOY = "convoy"
    #: Russian command posts direct 120mm mortars within `figure("spotter-range")` hexes only.
    MORTAR_SPOTTERS = "mortar-spotters"


@frozen(eq=False, kw_only=True)
class Situation(Setting[Side]):
    """Everything that a Situation states.

    Of each side the nation is that whose limits it has, "German" or "Russian". areas: a board, some rows of it, an edge
    of the map, the hilltops of a board. Hexes of a board are those that lie wholly on it; half hexes that two boards
    share belong to neither (reading of pb:PB-TERR-4). An edge has the hexes through whose outer hexside, or half, units
    leave. north: the side of the drawn map that is north ("left" on all joined maps); set_up: sides in the order
    in which they set up; first: who takes the first Player-Turn; turns: Game-Turns.
    """

    number: int
    tables: Tables
    units: tuple[SituationUnit, ...]
    groups: tuple[Group, ...]
    areas: Mapping[str, Area]
    set_up: tuple[SideId, ...]
    first: SideId
    goals: tuple[Goal, ...]
    layout: tuple[tuple[str, ...], ...]
    exits: tuple[Exit, ...] = ()
    specials: frozenset[Special] = frozenset()
    numbers: Mapping[str, int] = field(factory=dict)
    north: str = "left"
    source: str = "derived"
    edition: str = "1970"
    by_id: Mapping[UnitId, SituationUnit] = field(init=False)
    by_group: Mapping[str, Group] = field(init=False)
    rank: Mapping[UnitId, int] = field(init=False)

    @by_id.default
    def _index(self) -> Mapping[UnitId, SituationUnit]:
        return {u.id: u for u in self.units}

    @by_group.default
    def _group_index(self) -> Mapping[str, Group]:
        return {g.id: g for g in self.groups}

    @rank.default
    def _ranked(self) -> Mapping[UnitId, int]:
        return {u.id: n for n, u in enumerate(self.units)}

    def figure(self, id_: str) -> int:
        """A number of a special rule of this Situation, or of the tables."""
        return self.numbers[id_] if id_ in self.numbers else self.tables.numbers[id_]

    def hexes(self, area: str) -> frozenset[Hex]:
        """The hexes of an area."""
        return self.areas[area].hexes
