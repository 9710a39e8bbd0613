"""An engagement: forces, ground, goals, weather, all that a scenario fixes (pw:3.3)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerwar.pieces.cards import Cards
from core.panzerwar.pieces.charts.charts import Charts
from core.panzerwar.pieces.element import Element, Grade
from core.panzerwar.pieces.organisation import Doctrine, Organisation, Radio, Tactical
from core.plane import Point
from core.setting import Setting, Side


class Stance(Enum):
    """What a side is there for, which decides its reference points (pw:10.8.1, pw:10.8.2)."""

    ATTACK = "attack"
    DEFENCE = "defence"
    MEETING = "meeting"


@frozen(kw_only=True, eq=False, repr=False)
class Force(Side):
    """A side. nation: the row of the initiative table (pw:4.11); doctrine, grade, radio: of all its units that say
    nothing else; general_order: in words (pw:4.0.1); changes: whether it may be changed during the game (pw:4.0.3).

    supply: the least priority that a target of its artillery needs (pw:10.9); references: how many reference points it
    registers (pw:10.8); planned: fires planned before the game; first_orders: the tactical orders that its general
    order allows on the first turn, none = all (pw:4.0.1); short_of_fuel: it makes no bonus or burst moves.
    """

    doctrine: Doctrine
    grade: Grade
    radio: Radio
    stance: Stance
    general_order: str
    changes: bool = False
    supply: int = 1
    references: int = 0
    planned: int = 0
    first_orders: frozenset[Tactical] = frozenset()
    short_of_fuel: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Reserve(Alike):
    """What is held back in the set-up comes on later: through which hexes, from which turn on, its heading.

    die: the sides of a die that is rolled once and added to the turn, 0 = none.
    """

    hexes: frozenset[Hex]
    turn: int
    heading: int
    die: int = 0


@frozen(kw_only=True, eq=False, repr=False)
class Posting(Alike):
    """How a unit comes on the table: it sets up within `hexes`, or it enters through them from `turn` on.

    reserve: it may be held back, None = it must set up.

    prepared: in defence, dug in as `foxholes` and `trenches` allow: how many of its elements may be (pw:4.13.4.1);
    hidden: unsighted until it is sighted, whatever the line of sight at the start.
    """

    organisation: str
    hexes: frozenset[Hex]
    turn: int = 0
    heading: int = 0
    prepared: bool = False
    foxholes: int = 0
    trenches: int = 0
    hidden: bool = False
    reserve: Reserve | None = None


@frozen(kw_only=True, eq=False, repr=False)
class Minefield(Alike):
    """A minefield that a side may lay: class 1 to 4, how many hexes, kind "AT" or "AP", the hexes that it may lie in
    (pw:15.1, pw:15.1.3 to pw:15.1.5)."""

    id: str
    side: SideId
    grade: int
    size: int
    kind: str
    hexes: frozenset[Hex]


class GoalKind(Enum):
    """What a goal asks: to hold a place at the end, to have held it last alone, or to leave by it."""

    HOLD = "hold"
    LAST = "last"
    EXIT = "exit"


class Counted(Enum):
    """Which elements count that leave the table by a goal."""

    ALL = "all"
    TANKS = "tanks"
    TANKS_AND_LOADED = "tanks and loaded half-tracks"


@frozen(kw_only=True, eq=False, repr=False)
class Goal(Alike):
    """A place that scores. at, radius: a circle, in GSU; points: for it, or of an exit for each element that counts;
    limit: how many of them do at most, 0 = all; side: whom it scores for, None = whoever has it."""

    id: str
    name: str
    kind: GoalKind
    at: Point
    radius: float
    points: int
    side: SideId | None = None
    limit: int = 0
    counted: Counted = Counted.ALL


class Weather(Enum):
    """Weather (pw:7.15)."""

    CLEAR = "clear"
    FOG = "fog"
    HAZE = "haze"
    RAIN = "rain"
    SNOW = "snow"


@frozen(kw_only=True, eq=False, repr=False)
class Spell(Alike):
    """Weather from one turn through another; chance: a D6 of this or more brings it, 0 = it comes; light: light rain or
    snow whatever the die says (pw:7.15.1)."""

    weather: Weather
    first: int = 1
    last: int = 99
    chance: int = 0
    light: bool = False


@frozen(eq=False, kw_only=True)
class Engagement(Setting[Force]):
    """All that a scenario of Panzer War states. Frozen; shared by all states of a game.

    date: of the initiative table: its column (pw:4.11); year, month: as numbers; wind: 1 to 10 of pw:11.6, 0 = rolled;
    moonlight: percent of full moonlight at night, None = day (pw:7.8.1); ground: "snow", "mud", "wet" or "" (pw:11.11).
    switches: the advanced rules that it is played with unless they are left out; limited: ammunition is (pw:8.11.5);
    campaign: it is a battle of a campaign (pw:10.8.3).
    """

    column: str
    year: int
    month: int
    elements: tuple[Element, ...]
    organisations: tuple[Organisation, ...]
    postings: tuple[Posting, ...]
    goals: tuple[Goal, ...]
    cards: Cards
    charts: Charts
    minefields: tuple[Minefield, ...] = ()
    spells: tuple[Spell, ...] = ()
    wind: int = 0
    moonlight: int | None = None
    ground: str = ""
    limited: bool = False
    campaign: bool = False
    switches: tuple[str, ...] = ()
    edition: str = "5.21"
    by_id: Mapping[UnitId, Element] = field(init=False)
    posted: Mapping[str, Posting] = field(init=False)

    @property
    def units(self) -> tuple[Element, ...]:
        """What every rule system calls units: the elements."""
        return self.elements

    @by_id.default
    def _index(self) -> Mapping[UnitId, Element]:
        return {e.id: e for e in self.elements}

    @posted.default
    def _posted(self) -> Mapping[str, Posting]:
        return {p.organisation: p for p in self.postings}
