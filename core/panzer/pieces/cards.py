"""Data cards (na:1.6, na:5.1 to na:5.4): vehicles, leg and towed units, aircraft, batteries, attached weapons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from enum import Enum
from functools import cached_property

from attrs import field, frozen

from core.alike import Alike
from core.panzer.pieces.turrets import TRAVERSE
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon, Weapon


class Kind(Enum):
    """What a unit is; limbers move as leg units and carry as vehicles do (na:6.6.7)."""

    VEHICLE = "vehicle"
    LIMBER = "limber"
    LEG = "leg"
    TOWED = "towed"
    AIRCRAFT = "aircraft"
    BATTERY = "artillery"


class Traction(Enum):
    """Mode of Traction (na:4.5.1.1.1a, na:6.6.4.1)."""

    TRACKED = "T"
    HALF_TRACK = "H"
    WHEELED = "W"
    LEG = "L"


class LegStep(Enum):
    """Size of a leg unit, largest first (na:5.1)."""

    SQUAD = "squad"
    HALF_SQUAD = "half"
    SECTION = "section"


class Inclination(Enum):
    """How a shot falls on a target, by the heights of both (na:6.5.2.3.1)."""

    LEVEL = "level"
    RISING = "rising"
    FALLING = "falling"


class Slope(Enum):
    """The Rising/Falling Angle of a vehicle's armor, by the letter of its card (min:16.1.3.2)."""

    HIGH = "H"
    MEDIUM = "M"
    LOW = "L"


class Limited(Enum):
    """Kinds of ammunition that may run short, by the letter of a data card (na:5.16.2a)."""

    BASIC = "basic"
    APCR = "A"
    HEAT = "H"
    SMOKE = "S"
    ILLUMINATION = "I"
    DISCHARGERS = "D"


@frozen(eq=False, repr=False)
class Room(Alike):
    """Towed and leg capacity: of a transport, or of what it carries (na:6.6.7.1)."""

    towed: int = 0
    leg: int = 0


@frozen(eq=False, repr=False)
class Armor(Alike):
    """Armor Factors by inclination and hit location; front: from Front or Rear, front_side: from the angles between.

    Locations are TF, TS, TR, HF, HS, HR (na:6.5.2.2); deck: struck by falling shots (na:6.5.2.2.2); skirts: by how much
    CE ammunition meets more at a location that skirts or plates protect (or:7.10.1); side: TS and HS squarely from the
    Side (min:8.4.6.1.1), slope: the Rising/Falling Angle (min:16.1.3.2), which the cards of one edition have alone.
    """

    front: Mapping[Inclination, Mapping[str, int]] = field(factory=dict)
    front_side: Mapping[Inclination, Mapping[str, int]] = field(factory=dict)
    deck: int = 0
    skirts: Mapping[str, int] = field(factory=dict)
    side: Mapping[str, int] = field(factory=dict)
    slope: Slope | None = None

    @property
    def skirts_in_words(self) -> str:
        """Where skirts protect, and how much: "TS, TR, HS x3"; "" without any (or:7.10.1)."""
        return ", ".join(self.skirts) + f" x{max(self.skirts.values())}" if self.skirts else ""


@frozen(eq=False, repr=False)
class GpCover(Alike):
    """GP Defense of a leg or towed unit by the Cover that it is in (na:6.5.4.2.2)."""

    none: int
    light: int
    medium: int
    heavy: int
    full_cover: int = 0
    moving: int = -2


@frozen(kw_only=True, eq=False, repr=False)
class UnitCard(Alike):
    """What all data cards have. No `ABC`, by which it would cost several times as much to ask which card it is.

    unit_class: in words, such as "tank" or "leg squad"; type: A armored, P protected, S soft (na:6.5.2.3);
    points: base value, None where none is known; available: first and last month.
    """

    id: str
    name: str
    nation: str
    unit_class: str
    type: str
    combat_unit: bool = False
    weapons: tuple[MountedWeapon, ...] = ()
    ammo_limits: Mapping[Limited, int] = field(factory=dict)
    points: int | None = None
    card: str = ""
    aliases: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    source: str = "derived"

    @property
    @abstractmethod
    def kind(self) -> Kind:
        """What the unit is; every card says it of its own."""

    @property
    def moves_as(self) -> str:
        """Its column of the Terrain Effects Table: "T", "H", "W", "leg" or "towed"; "" where it does not move on it."""
        return ""

    @property
    def armed(self) -> bool:
        """Whether it is a combat unit with some offensive firepower (na:4.1.1a)."""
        return self.combat_unit and bool(self.weapons)


@frozen(kw_only=True, eq=False, repr=False)
class VehicleCard(UnitCard):
    """The data card of a vehicle (na:1.6), or of a limber.

    gp_defense: its number (na:6.5.4.2.1); move: Cross-Country, Path and Road allowance in hexes; basic_front,
    basic_rear: Armor Factors of the Basic Game (na:4.4.3.2.5); tt: turret turn 0 to 3, or 360 for a turretless pivot
    gun (na:4.4.3.1); size: Target Size modifier (na:4.4.3.2.2a); carries: its transport capacity, None = none;
    under_cover: whether it shelters whom it carries (na:6.5.4.2.3); dismounts_as: the gun and the truck of a portee
    (na:5.2.1b).
    """

    gp_defense: int
    size: int
    traction: Traction
    move: tuple[int, int, int]
    tt: int = 0
    basic_front: int = 0
    basic_rear: int = 0
    armor: Armor = Armor()
    notations: tuple[str, ...] = ()
    crew: int = 0
    weight_t: float = 0.0
    open_topped: bool = False
    coax_mg: bool = False
    hull_mg: bool = False
    aa_mg: bool = False
    stabilizer: int = 0
    bog_modifier: int = 0
    carries: Room | None = None
    under_cover: bool = False
    dismounts_as: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """A vehicle, or a limber that animals draw."""
        return Kind.LIMBER if self.traction is Traction.LEG else Kind.VEHICLE

    @property
    def moves_as(self) -> str:
        """By its Mode of Traction; draught animals as legs."""
        return "leg" if self.traction is Traction.LEG else self.traction.value

    @property
    def turreted(self) -> bool:
        """Whether its main weapon fires all round: a turret or a pivot mount (na:4.4.3.1.1, na:4.4.3.1.2)."""
        return self.tt != 0

    @property
    def has_turret(self) -> bool:
        """Whether its main weapon stands in a turret that turns (min:8.2.1.1)."""
        return self.tt in TRAVERSE

    @property
    def burns_easily(self) -> bool:
        """Whether it has the notation BU (or:7.11)."""
        return "BU" in self.notations

    @property
    def easy_to_assault(self) -> bool:
        """Whether its GP Defense has the Close Assault indicator C (na:6.6.1.1.2f)."""
        return "C" in self.notations


@frozen(eq=False, repr=False)
class LegSize(Alike):
    """A leg unit at one of its sizes: the weapons that it then has, the room that it needs (na:5.1.1, na:6.6.7.1).

    points: base value at this size, None where none is known.
    """

    weapons: tuple[MountedWeapon, ...]
    needs: Room
    points: int | None = None


@frozen(kw_only=True, eq=False, repr=False)
class LegCard(UnitCard):
    """The data card of a leg unit; weapons: those of its largest size.

    move: cross-country and Quickmarch (na:6.6.4.1); motorcycle: cross-country, Path and Road allowance if it is
    mounted on motorcycles (na:6.6.4.4); size: Spotting column, "S" or "L" (na:6.1.3a); crew_served: whether a
    section has attached weapons, which makes it slow (na:5.1.2).
    """

    gp_defense: GpCover
    size: str
    move: tuple[int, int]
    sizes: Mapping[LegStep, LegSize]
    motorcycle: tuple[int, int, int] | None = None

    @property
    def kind(self) -> Kind:
        """A leg unit."""
        return Kind.LEG

    @property
    def moves_as(self) -> str:
        """On foot; its motorcycles are the scenario's (na:6.6.4.4)."""
        return "leg"

    @cached_property
    def largest(self) -> LegStep:
        """The size that it begins with."""
        return next(step for step in LegStep if step in self.sizes)

    @property
    def crew_served(self) -> bool:
        """Whether it is a section built round a crew-served weapon (na:5.1.3)."""
        return self.largest is LegStep.SECTION and len(self.weapons) > 1


@frozen(kw_only=True, eq=False, repr=False)
class TowedCard(UnitCard):
    """The data card of a towed gun with its crew (na:5.2).

    move: hexes it can be manhandled, 1 or 0 (na:6.6.5); platform: a platform gun mount.
    """

    gp_defense: GpCover
    size: str
    move: int
    needs: Room
    crew: int = 0
    weight_t: float = 0.0
    platform: bool = False

    @property
    def kind(self) -> Kind:
        """A towed unit."""
        return Kind.TOWED

    @property
    def moves_as(self) -> str:
        """Manhandled (na:6.6.5)."""
        return "towed"


@frozen(kw_only=True, eq=False, repr=False)
class AircraftCard(UnitCard):
    """The data card of an aircraft flight (na:5.4, na:6.7.1)."""

    gp_defense: int
    slow_only: bool = False
    dive_bomber: bool = False

    @property
    def kind(self) -> Kind:
        """An aircraft."""
        return Kind.AIRCRAFT


@frozen(kw_only=True, eq=False, repr=False)
class BatteryCard(UnitCard):
    """The card of an off-map battery (na:5.3, na:6.5.1.2)."""

    @property
    def kind(self) -> Kind:
        """An off-map battery."""
        return Kind.BATTERY

    @property
    def gun(self) -> Weapon:
        """What it fires with."""
        return self.weapons[0].weapon


@frozen(kw_only=True, eq=False, repr=False)
class CounterBatteryCard(BatteryCard):
    """The card of off-map guns that seek enemy batteries and fire at nothing else (or:7.28).

    locate: lowest and highest d100 that finds one; consecutive_turns: after how many turns of fire in a row it is
    easier to find.
    """

    locate: tuple[int, int]
    consecutive_turns: int


@frozen(eq=False, repr=False)
class AttachedWeapon(Alike):
    """A crew-served or hand-held weapon that a leg unit may have with it (na:5.1.3)."""

    id: str
    name: str
    nation: str
    weapons: tuple[Weapon, ...]
    points: int | None = None
    card: str = ""
    aliases: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    source: str = "derived"

    def mounted(self, at: int = 0) -> MountedWeapon:
        """The weapon in the hands of a leg unit: all round, with the Dual Fire modifier (na:5.1, na:5.14b)."""
        return MountedWeapon(self.weapons[at], "attached", FieldOfFire.ALL_ROUND, dual_fire=True)
