"""What stands on cards and tables: data cards, weapons, the tables of the Game Cards (na:1.4 to na:1.6)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property
from typing import Final

from attrs import field, frozen


class RangeFactor(Enum):
    """Column of an AP row: Pointblank, Short, Medium, Long, Extreme (na:4.4.3.2.1a)."""

    P = 0
    S = 1
    M = 2
    L = 3
    E = 4


class Traction(Enum):
    """Mode of Traction of a vehicle (na:4.5.1.1.1a)."""

    TRACKED = "T"
    HALF_TRACK = "H"
    WHEELED = "W"


class FieldOfFire(Enum):
    """Field-of-Fire of a weapon (na:4.4.3.1)."""

    ALL_ROUND = "360"
    FRONT = "front"
    REAR = "rear"


class Cover(Enum):
    """Cover type of terrain (na:4.1.3a). OTHER: that of the other terrain in the hex (na:4.1.3g)."""

    NONE = "None"
    LIGHT = "Light"
    MEDIUM = "Medium"
    HEAVY = "Heavy"
    OTHER = "Other"

    @property
    def rank(self) -> int:
        """0 for none to 3 for heavy; OTHER counts as none."""
        return _COVER_RANKS[self]


_COVER_RANKS: Final = {Cover.NONE: 0, Cover.LIGHT: 1, Cover.MEDIUM: 2, Cover.HEAVY: 3, Cover.OTHER: 0}


@frozen
class ApRow:
    """One ammunition of a weapon used for AP fire, by range factor P, S, M, L, E.

    range: outer edge of each column in hexes; penetration: AP Penetration Factor in each column.
    """

    type: str
    energy: str
    range: tuple[int, int, int, int, int]
    penetration: tuple[int, int, int, int, int]
    damage: tuple[str, ...] = ()
    available: str = ""
    source: str = "derived"


@frozen
class Weapon:
    """A gun as the offensive section of a data card prints it. `ap` holds a row per ammunition."""

    id: str
    name: str
    nation: str
    kind: str
    caliber_mm: float
    rof: str
    ap: tuple[ApRow, ...] = ()
    source: str = "derived"

    @cached_property
    def basic_ap(self) -> ApRow | None:
        """The row labelled AP, the only one that the Basic Game uses (na:4.4.3.2.1a)."""
        return next((row for row in self.ap if row.type == "AP"), None)


@frozen
class MountedWeapon:
    """A weapon on a vehicle: its mount and its own Field-of-Fire (na:4.4.3.2.1b)."""

    weapon: Weapon
    mount: str
    field_of_fire: FieldOfFire


@frozen
class VehicleCard:
    """The data card of a vehicle (na:1.6).

    move: Cross-Country, Path and Road allowance in hexes; basic_armor: Front and Rear Armor Factor of the
    Basic Game (na:4.4.3.2.5); tt: turret turn 0 to 3, or 360 for a turretless pivot gun (na:4.4.3.1);
    size: Target Size modifier (na:4.4.3.2.2a); points: base value, None where none is known.
    """

    id: str
    name: str
    nation: str
    vehicle_class: str
    type: str
    gp_defense: int
    size: int
    traction: Traction
    move: tuple[int, int, int]
    tt: int
    combat_unit: bool
    basic_front: int
    basic_rear: int
    weapons: tuple[MountedWeapon, ...] = ()
    points: int | None = None
    card: str = ""
    aliases: tuple[str, ...] = ()
    notations: tuple[str, ...] = ()
    crew: int = 0
    weight_t: float = 0.0
    open_topped: bool = False
    available: tuple[str, ...] = ()
    source: str = "derived"

    @cached_property
    def ap_weapons(self) -> tuple[tuple[int, MountedWeapon, ApRow], ...]:
        """The weapons that have an AP row, with their index (na:4.4.3)."""
        rows = ((index, mounted, mounted.weapon.basic_ap) for index, mounted in enumerate(self.weapons))
        return tuple((index, mounted, row) for index, mounted, row in rows if row is not None)

    @property
    def armed(self) -> bool:
        """Whether it is a combat unit with some offensive firepower (na:4.1.1a)."""
        return self.combat_unit and bool(self.weapons)

    @property
    def turreted(self) -> bool:
        """Whether its main weapon fires all round: a turret or a pivot mount (na:4.4.3.1.1, na:4.4.3.1.2)."""
        return self.tt != 0


@frozen
class TerrainEffect:
    """A line of the Terrain Effects Table.

    kind: "hex", "overlay", "height", "hexside", "counter" or "position"; height in levels; los: "none",
    "blocks", "building", "depression", "modifier" or "with hill"; cost: by traction letter, None =
    prohibited; turn: cost of turning 2 or 3 hexsides, None = prohibited or not printed; added: whether the
    costs are added to those of the other terrain ("+n").
    """

    id: str
    name: str
    kind: str
    height: int
    los: str
    cover_spotting: Cover
    cover_combat: Cover
    cost: Mapping[str, int | None]
    turn: int | None
    added: bool
    note: str = ""


@frozen(eq=False)
class Tables:
    """The tables that the Basic Game uses, by the ids of the content."""

    #: AP Hit Number by net modifier (+5 to -10) and range factor; None = no hit possible.
    ap_hit: Mapping[int, tuple[int | None, ...]]
    #: AP Hit Modifiers by id.
    ap_hit_modifiers: Mapping[str, int]
    #: Basic Game damage: (from, to, result) by penetration minus armor; result "no effect", "DM", "KO", "BU".
    ap_damage_basic: tuple[tuple[int, int, str], ...]
    #: Spotting range in hexes by row (+2 to -5) and column V, L, S.
    spotting_ranges: Mapping[int, Mapping[str, int]]
    #: Spotting modifiers by id.
    spotting_modifiers: Mapping[str, int]
    #: Blind zone divisors by height of the lower unit; None = fixed 1 hex.
    blind_zone: Mapping[int, tuple[int | None, ...]]
    #: Terrain Effects Table by terrain id.
    terrain: Mapping[str, TerrainEffect]
    #: Vehicles in a hex from which it counts as over-stacked.
    over_stacked_from: int = 6
    #: Where each table comes from (source and note), by table id.
    provenance: Mapping[str, str] = field(factory=dict)
