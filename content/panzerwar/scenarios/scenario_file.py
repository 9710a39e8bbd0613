"""The file of an engagement as TOML states it, before it is proved against board and cards."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

Rect = tuple[float, float, float, float]
Spot = tuple[float, float]


@frozen(eq=False, repr=False)
class SetUpEntry:
    """Where a unit sets up: hexes whose centres lie in rectangles (x1, y1, x2, y2), a place of the board, hexes by id.

    heading: 0 to 47, the way it looks; prepared: in defence; foxholes, trenches: for how many of its elements;
    hidden: unsighted at the start.
    """

    rects: tuple[Rect, ...] = ()
    hexes: str = ""
    place: str = ""
    heading: int = 0
    prepared: bool = False
    foxholes: int = 0
    trenches: int = 0
    hidden: bool = False


@frozen(eq=False, repr=False)
class EnterEntry:
    """When and where a unit comes on: an edge, between two coordinates along it; die: its sides, added to the turn."""

    turn: int
    edge: str
    between: Spot | None = None
    heading: int | None = None
    die: int = 0


@frozen(eq=False, repr=False)
class OffBoardEntry:
    """A battery off the table: beyond which edge, how far from it, at which coordinate along it."""

    edge: str
    distance: float
    at: float


@frozen(eq=False, repr=False)
class ElementEntry:
    """Elements of one card. weapon: of a team or crew; role: "forward observer", "sniper" ...; observes: the battery
    of another unit that it calls; rides: the card of what carries them; ammunition: special weapons for close assault.
    """

    card: str
    count: int = 1
    command: bool = False
    weapon: str = ""
    role: str = ""
    observes: str = ""
    rides: str = ""
    grade: str = ""
    ammunition: Mapping[str, int] = field(factory=dict)


@frozen(eq=False, repr=False)
class UnitEntry:
    """A unit of the book. parent: the unit above it; team_of: the platoon or company that generated it;
    mechanised: its distances of command are those of vehicles; dedicated: a battery in direct support; nation: of the
    initiative table, where it is not that of its side.
    """

    id: str
    name: str
    echelon: str
    elements: tuple[ElementEntry, ...]
    parent: str = ""
    team_of: str = ""
    mechanised: bool | None = None
    set_up: SetUpEntry | None = None
    enter: EnterEntry | None = None
    off_board: OffBoardEntry | None = None
    dedicated: bool = False
    nation: str = ""


@frozen(eq=False, repr=False)
class MinefieldEntry:
    """Minefields that a side may lay: class, thickness and length in GSU, AT or AP, where."""

    id: str
    grade: int
    thick: float
    long: float
    kind: str
    rects: tuple[Rect, ...]


@frozen(eq=False, repr=False)
class SideEntry:
    """A side. first_orders: the tactical orders that its general order allows on the first turn, none = all."""

    id: str
    name: str
    nation: str
    tone: str
    force: str
    doctrine: str
    grade: str
    radio: str
    stance: str
    general_order: str
    unit: tuple[UnitEntry, ...]
    first_orders: tuple[str, ...] = ()
    changes: bool = False
    supply: int = 1
    references: int = 0
    planned: int = 0
    short_of_fuel: bool = False
    minefield: tuple[MinefieldEntry, ...] = ()


@frozen(eq=False, repr=False)
class GoalEntry:
    """A goal. kind: hold, last, exit; counts: which elements that leave count; side: "" = whoever has it."""

    id: str
    name: str
    kind: str
    at: Spot
    radius: float
    points: int
    side: str = ""
    limit: int = 0
    counts: str = "all"


@frozen(eq=False, repr=False)
class WeatherEntry:
    """A spell of weather through turns; chance: it comes on a D6 of this or more."""

    weather: str
    first: int = 1
    last: int = 99
    chance: int = 0
    light: bool = False


@frozen(eq=False, repr=False)
class EngagementFile:
    """An engagement. date: in words, year and month: as numbers; rules: the advanced and optional rules that it is
    played with; wind: 1 to 10, 0 = rolled; moonlight: percent, at night; ground: snow, mud, wet.
    """

    id: str
    title: str
    system: str
    edition: str
    place: str
    date: str
    year: int
    month: int
    turns: int
    board: str
    situation: str
    side: tuple[SideEntry, ...]
    goal: tuple[GoalEntry, ...]
    weather: tuple[WeatherEntry, ...] = ()
    rules: tuple[str, ...] = ()
    level: str = ""
    wind: int = 0
    moonlight: int | None = None
    ground: str = ""
    limited: bool = False
    special: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = "judged"
