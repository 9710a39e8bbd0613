"""The tables of the Game Cards that the Advanced Game adds, as its chapters use them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import frozen

from core.alike import Alike
from core.panzer.pieces.cards import Slope
from core.panzer.pieces.minefields import MinefieldEffects
from core.panzer.pieces.missions import CounterBatteryTables
from core.panzer.pieces.morale import MoraleTables
from core.panzer.pieces.weapons import RangeFactor
from core.panzer.pieces.works import WorkKind


class Grade(Enum):
    """Troop quality, best first (na:5.8)."""

    # by identity: Command Range is asked for by it all the time, and the hash of Enum is worked out anew
    __hash__ = object.__hash__

    ELITE = "Elite"
    VETERAN = "Veteran"
    SEASONED = "Seasoned"
    REGULARS = "Regulars"
    GREEN = "Green"


class Attachment(Enum):
    """How an indirect fire unit stands to its observer, best first (na:6.5.1.3)."""

    ATTACHED = "Attached"
    ORGANIC = "Organic"
    UNATTACHED = "Unattached"


class HitAngle(Enum):
    """From where a shot arrives at a vehicle (na:6.5.2.2); squarely at its side only by the wheel (min:8.4.5.1.1)."""

    FRONT = "Front"
    FRONT_SIDE = "Front/Side"
    SIDE = "Side"
    REAR_SIDE = "Rear/Side"
    REAR = "Rear"


@frozen(eq=False, repr=False)
class GpModifier(Alike):
    """A GP Fire modifier for Direct and for Indirect Fire; None where it does not apply (na:6.5.4.3)."""

    label: str
    direct: int | None
    indirect: int | None
    rule: str


@frozen(eq=False, repr=False)
class HitsRow(Alike):
    """A row of the AP Number of Hits Table: hits by the highest roll that gives them, most hits first (na:6.5.2.1b)."""

    first: int
    last: int
    hits: Mapping[str, tuple[tuple[int, int], ...]]


@frozen(eq=False, repr=False)
class BailOutTest(Alike):
    """A cell of the Bail Out Table: on at most (or at least) so much on a d100 (na:6.5.2.6)."""

    value: int
    at_least: bool

    def passed(self, roll: int) -> bool:
        """Whether a modified roll does it."""
        return roll >= self.value if self.at_least else roll <= self.value


@frozen(eq=False, repr=False)
class BuildingEntry(Alike):
    """The Building Effects Table for one kind of building: up to `hit` something happens; then it is a Track hit within
    the range `track`, its lowest and highest roll(100), else Damaged (na:6.6.3, min:9.7.3.2)."""

    hit: int
    track: tuple[int, int]

    def tracks(self, roll: int) -> bool:
        """Whether the second roll is a Track hit."""
        low, high = self.track
        return low <= roll <= high

    @property
    def track_chance(self) -> float:
        """How likely the second roll is a Track hit, 0 to 1."""
        low, high = self.track
        return (high - low + 1) / 100


@frozen(eq=False, repr=False)
class AirSpotting(Alike):
    """Hexes that an aircraft moves to acquire a target, and to be tracked (na:6.7.3.1.1, na:6.7.4.1.1)."""

    acquire: int
    track: int


@frozen(eq=False, repr=False)
class SpottingChances(Alike):
    """A row of the Spotting (OR) Table: the highest roll(100) that spots, up to half the spotting range and beyond
    (or:7.7.1); most: how many targets a unit keeps in sight at once (or:7.7.2)."""

    near: int
    far: int
    most: int


@frozen(eq=False, repr=False)
class InfantrySmoke(Alike):
    """The ammo limits of infantry smoke (or:7.22.2).

    limits: by nation, each with the year from which it counts; grades: what is added by Unit Grade; engineer: for
    engineers.
    """

    limits: Mapping[str, tuple[tuple[int, int], ...]]
    grades: Mapping[Grade, int]
    engineer: int

    def base(self, nation: str, year: int) -> int:
        """The limit of a nation in a year; 0 = it has no smoke."""
        return next((value for since, value in reversed(self.limits.get(nation, ())) if since <= year), 0)


@frozen(eq=False, repr=False)
class AdvancedTables:
    """The tables by the ids of the content. Ranges such as 01-50 are kept as their upper ends."""

    #: N-Effect and S-Effect by GP Defense Factor 1 to 10 and GP Factor 1 to 15 (na:6.5.4.4).
    gp_results: Mapping[int, tuple[tuple[int, int], ...]]
    gp_modifiers: Mapping[str, GpModifier]
    number_of_hits: tuple[HitsRow, ...]
    #: Location by Hit Angle and tens digit 1 to 10; "*" marks those that Partial Hull Down protects too.
    hit_locations: Mapping[HitAngle, tuple[str, ...]]
    #: By cause ("AP No Damage", "Damage", "TK", "Knocked Out", "Brew Up", "Suppressed - DF", "Suppressed - IF") and
    #: who ("Crew", "Pass", "Leg", "Towed").
    bail_out: Mapping[tuple[str, str], BailOutTest]
    #: What a rising shot adds to, a falling shot takes from an Armor Factor, by that and the Rising/Falling Angle
    #: (min:16.1.3.2); empty in the edition whose cards say it.
    rising_falling: Mapping[tuple[int, Slope], int]
    ap_grade: Mapping[Grade, Mapping[RangeFactor, int]]
    gp_grade: Mapping[Grade, Mapping[RangeFactor, int]]
    close_combat_grade: Mapping[Grade, int]
    quickmarch: Mapping[Grade, int]
    recovery: Mapping[Grade, int]
    recovery_modifiers: Mapping[str, int]
    initiative: Mapping[Grade, int]
    #: Commands for 1 to 9 active units and for each ten of them (na:6.2.1.1.1).
    available_commands: Mapping[Grade, tuple[int, ...]]
    command_range: Mapping[Grade, int]
    building_entry: Mapping[str, BuildingEntry]
    #: GP Factor and the highest roll(10) for a Brew Up, by size of the primary attacker.
    close_assault: Mapping[str, tuple[int, int]]
    close_assault_modifiers: Mapping[str, int]
    hand_to_hand_modifiers: Mapping[str, int]
    hull_down_search: Mapping[str, int]
    #: Fire Response Factor by observer row and attachment (na:6.5.1.12).
    response: Mapping[str, Mapping[Attachment, int]]
    response_modifiers: Mapping[str, int]
    #: Hexes that called fire scatters, by the highest roll(10) that gives them (or:7.26).
    scatter: tuple[tuple[int, int], ...]
    #: Highest roll(100) that finds a Hull Down position, by terrain that has one (na:6.6.9).
    hull_down: Mapping[str, int]
    #: Highest total that bogs a vehicle down, by terrain in which it may, and what is added to the roll (or:7.29).
    bog: Mapping[str, int]
    bogging: Mapping[str, int]
    #: From which roll(100) on a vehicle pushes another aside, and what is added for its weight (or:7.30a).
    pushing: Mapping[str, int]
    #: Cover from above by terrain: "None", "Medium", "Heavy" (na:6.5.4.3c).
    overhead: Mapping[str, str]
    #: GP Defense of terrain that can be destroyed; None where the scenario has to give it (na:6.5.4.2.5).
    terrain_defense: Mapping[str, int | None]
    #: Terrain in which a vehicle needs the support of infantry (na:6.6.1.1.2g); empty where there is no such modifier.
    needs_support: frozenset[str]
    #: From how many hexes Heat Haze counts, by size of the target.
    heat_haze: Mapping[str, int]
    air_spotting: Mapping[tuple[str, str], AirSpotting]
    #: Hexes behind an obstacle of Height 1 to 9 that an aircraft cannot see, by altitude.
    air_shadow: Mapping[str, tuple[int, ...]]
    air_modifiers: Mapping[str, int]
    #: By Unit Grade (or:7.7.1).
    spotting_chances: Mapping[Grade, SpottingChances]
    #: Limits, grades and distances of the scatter of bombs, by the words of the table (or:7.26a).
    bomb_scatter: Mapping[str, int]
    #: Highest totals that start a fire, by building and by column of GP Factors (or:7.35.1).
    fire_start: Mapping[str, tuple[int, ...]]
    infantry_smoke: InfantrySmoke
    counter_battery: CounterBatteryTables
    #: By kind of minefield (or:7.31.2).
    minefields: Mapping[WorkKind, MinefieldEffects]
    morale: MoraleTables
