"""The files of cards and of what they fire, as TOML states them: ``units/*.toml`` and ``weapons/*.toml``."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

#: A value and the range in GSU up to which it holds.
Band = tuple[float, int]
Step = tuple[int, int]


@frozen(eq=False, repr=False)
class SpeedEntry:
    """GSU a turn, cross-country and on roads."""

    cc: int
    road: int


@frozen(eq=False, repr=False)
class GunEntry:
    """A gun of a vehicle: 12 is the rate of fire of an auto-cannon."""

    weapon: str
    sight: str
    rof: int
    rounds_per_minute: int = 0
    printed: str = ""


@frozen(eq=False, repr=False)
class MountEntry:
    """A machine gun of a vehicle: coax, hull, roof, front, rear, or on a mount of its own."""

    gun: str
    place: str = ""
    remote: bool = False


@frozen(eq=False, repr=False)
class CupolaEntry:
    """C is high, c is low."""

    kind: str
    armour: str


@frozen(eq=False, repr=False)
class TopEntry:
    """Top armour: T and D."""

    turret: str
    deck: str


@frozen(eq=False, repr=False)
class VehicleEntry:
    """A vehicle. locations: number, compartment, front, side, rear."""

    id: str
    name: str
    date: str
    points: int
    weight: float
    weight_class: int
    height: float
    size: int
    speed: SpeedEntry
    drive: str
    crew: int
    turret_crew: int
    source: str
    traits: tuple[str, ...] = ()
    axles: int = 0
    rotation: str = ""
    gun: GunEntry | None = None
    sponson_gun: GunEntry | None = None
    main_machine_gun: str = ""
    machine_guns: tuple[MountEntry, ...] = ()
    passengers: float = 0.0
    fire_modifier: int = 0
    cupola: CupolaEntry | None = None
    track_armour: float = 0.0
    top: TopEntry | None = None
    locations: tuple[tuple[int, str, str, str, str], ...] = ()
    note: str = ""


@frozen(eq=False, repr=False)
class ShieldEntry:
    """A gun shield by aspect."""

    front: str
    side: str
    rear: str


@frozen(eq=False, repr=False)
class TowedEntry:
    """A towed gun."""

    id: str
    name: str
    points: int
    weapon: str
    sight: str
    rof: int
    height: float
    size: int
    weight: float
    shield: ShieldEntry
    crew_counters: int
    set_up: str
    source: str


@frozen(eq=False, repr=False)
class SquadEntry:
    """A squad, or a team, which has no light weapons."""

    id: str
    name: str
    points: int
    men: int
    arms: Mapping[str, int]
    contact: int
    firepower: tuple[Step, ...]
    source: str
    light_weapons: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class BunkerEntry:
    """A bunker."""

    id: str
    name: str
    points: int
    size: int
    armour: float
    stun: int
    holds: str
    source: str


@frozen(eq=False, repr=False)
class UnitFile:
    """The cards of a nation."""

    nation: str
    vehicle: tuple[VehicleEntry, ...] = ()
    gun: tuple[TowedEntry, ...] = ()
    squad: tuple[SquadEntry, ...] = ()
    team: tuple[SquadEntry, ...] = ()
    bunker: tuple[BunkerEntry, ...] = ()


@frozen(eq=False, repr=False)
class PrintedEntry:
    """How many first cells are the book's own."""

    penetration: int
    to_hit: int


@frozen(eq=False, repr=False)
class ShellEntry:
    """A shell of a weapon."""

    type: str
    name: str
    date: str
    mass: float
    velocity: int
    destruction: int | None = None
    stun: int | None = None
    killpower: int | None = None
    killpowers: tuple[Step, ...] = ()
    penetration: tuple[Band, ...] = ()
    to_hit: Mapping[str, tuple[int, ...]] = field(factory=dict)
    to_hit_from: str = ""
    rounds: int | None = None
    maximum: int | None = None
    area_only: bool = False
    smoke: str = ""
    sight_names: Mapping[str, str] = field(factory=dict)
    printed: PrintedEntry | None = None
    note: str = ""


@frozen(eq=False, repr=False)
class WeaponEntry:
    """A block of the Weapons Data Chart."""

    id: str
    name: str
    kind: str
    calibre: float
    shell: tuple[ShellEntry, ...]
    source: str
    length: float = 0.0
    sights: Mapping[str, float] = field(factory=dict)
    indirect: tuple[int, int] | None = None
    limit: int | None = None
    rockets: int = 0
    note: str = ""


@frozen(eq=False, repr=False)
class MachineGunEntry:
    """A row of the machine guns."""

    id: str
    nation: str
    kind: str
    contact: int
    killpower: tuple[Step, ...]
    targets: int
    penetration: tuple[Band, ...]
    stun: int


@frozen(eq=False, repr=False)
class InfantryWeaponEntry:
    """A generic infantry weapon that is no gun."""

    id: str
    kind: str
    maximum: int
    killpower: int
    touching: int
    told: str
    source: str
    penetration: float = 0.0
    base_to_hit: int | None = None
    destruction: int | None = None
    stun: int | None = None
    uses: int | None = None
    with_trailer: int | None = None


@frozen(eq=False, repr=False)
class WeaponFile:
    """The weapons of a nation; machine guns and infantry weapons say theirs, or are everybody's."""

    nation: str = "any"
    weapon: tuple[WeaponEntry, ...] = ()
    machine_gun: tuple[MachineGunEntry, ...] = ()
    infantry_weapon: tuple[InfantryWeaponEntry, ...] = ()
