"""Cards: vehicles, towed guns, squads and teams, as their charts have them (pw:8.2, pw:9.22.1, pw:12.0).

Lengths in GSU (2 m), armour in cm, weights in tons, heights in m; speeds in GSU a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import chain
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.panzerwar.pieces.armour import Armour
from core.panzerwar.pieces.weapons import InfantryWeapon, MachineGun, Month, Weapon

#: The rate of fire that charts write "ac", of an auto-cannon: half of it counts as 6 (pw:8.17.3).
AUTO_CANNON: Final = 12


class Compartment(Enum):
    """What a location belongs to, as the chart names it (pw:8.2)."""

    TURRET = "Turret"
    SUPERSTRUCTURE = "SuperS"
    SECOND_TURRET = "T2"
    THIRD_TURRET = "T3"
    HULL = "Hull"
    TRACK = "Track"
    WHEELS = "Wheels"

    @property
    def running_gear(self) -> bool:
        """Whether a hit there is a track hit (pw:9.3.2)."""
        return self in (Compartment.TRACK, Compartment.WHEELS)


class Drive(Enum):
    """What a vehicle goes on, or what draws it (pw:6.4, pw:6.14.6, pw:6.1.6)."""

    TRACKS = "tracks"
    HALF_TRACK = "half-track"
    WHEELS = "wheels"
    HORSES = "horses"


class Rotation(Enum):
    """Turret rotation class (pw:6.16.1, pw:6.16.1.1, pw:6.16.1.2, pw:6.16.1.3, pw:6.16.1.4)."""

    FAST = "F"
    MEDIUM = "M"
    SLOW = "S"
    VERY_SLOW = "V"


class Cupola(Enum):
    """A commander's cupola, hit on 8 or more, or on 10 only (pw:9.1.8)."""

    HIGH = "C"
    LOW = "c"


class Place(Enum):
    """Where a machine gun of a vehicle is mounted (pw:8.17.4). PINTLE: on a mount of its own, all round."""

    COAX = "coax"
    HULL = "hull"
    ROOF = "roof"
    FRONT = "front"
    REAR = "rear"
    PINTLE = ""


@frozen(eq=False, repr=False)
class Mount(Alike):
    """A machine gun of a vehicle: the id of its row, and where it is. remote: it is fired from within."""

    machine_gun: str
    place: Place
    remote: bool = False


@frozen(eq=False, repr=False)
class Location(Alike):
    """One of the ten locations of a vehicle (pw:8.2, pw:9.3). sponson: marked Sp, a gun stands in it (pw:9.9)."""

    number: int
    compartment: Compartment
    front: Armour
    side: Armour
    rear: Armour
    sponson: bool = False

    def aspect(self, name: str) -> Armour:
        """Its armour on the aspect "front", "side" or "rear"."""
        return {"front": self.front, "side": self.side, "rear": self.rear}[name]


@frozen(eq=False, repr=False)
class GunMount(Alike):
    """A gun as a vehicle or carriage has it (pw:8.0.3).

    weapon: id of the block; sight: the range row of its chart; rof: rate of fire, AUTO_CANNON for "ac".
    rounds_per_minute: of real fire, 0 where nothing is said (pw:DN.rof). printed: its name where the book prints it.
    """

    weapon: str
    sight: str
    rof: int
    rounds_per_minute: int = 0
    printed: str = ""

    @property
    def auto_cannon(self) -> bool:
        """Whether the chart writes "ac" for its rate of fire."""
        return self.rof == AUTO_CANNON


@frozen(eq=False, repr=False)
class Vehicle(Alike):
    """A Vehicle Data Chart (pw:8.2).

    locations:  1 to 10 by number; none of a soft vehicle. top_turret, top_deck: its T and D (pw:9.2).
    engine_first: the D stands before the T, since the engine is in front.
    weight_class: for stun (pw:DN.weight). size: one step of to-hit each (pw:DN.size).
    speed_cc, speed_road: movement allowance (pw:6.2). rotation: None without a turret that turns.
    gun, sponson_gun, second_gun (of a turret T2 or T3, pw:9.9.1): None without one. main_machine_gun: row of the
    machine gun that is its only main weapon; it is the first of `machine_guns`.
    turret_crew: men in the turret or superstructure. cupola_armour: alike from all aspects (pw:9.1.8).
    fire_modifier: added to what the Location Damage Chart needs for a fire: -1 makes it 1 harder.
    flame: whether it has a flamethrower, and flame_trailer the trailer of it (pw:12.12.2, pw:12.12.4).
    passengers: how many squads it carries; a team is half a squad. soft: no armour, one hit that counts destroys.
    """

    id: str
    name: str
    nation: str
    date: Month
    weight: float
    weight_class: int
    height: float
    size: int
    speed_cc: int
    speed_road: int
    crew: int
    turret_crew: int
    drive: Drive
    points: int
    radio: bool = False
    open_top: bool = False
    soft: bool = False
    axles: int = 0
    locations: Mapping[int, Location] = field(factory=dict)
    top_turret: Armour | None = None
    top_deck: Armour | None = None
    engine_first: bool = False
    track_armour: float = 0.0
    cupola: Cupola | None = None
    cupola_armour: Armour | None = None
    rotation: Rotation | None = None
    gun: GunMount | None = None
    sponson_gun: GunMount | None = None
    second_gun: GunMount | None = None
    main_machine_gun: str = ""
    machine_guns: tuple[Mount, ...] = ()
    passengers: float = 0.0
    stabiliser: bool = False
    full_reverse: bool = False
    smoke_dischargers: bool = False
    smoke_candles: bool = False
    flame: bool = False
    flame_trailer: bool = False
    fire_modifier: int = 0
    source: str = "reconstructed"
    note: str = ""

    @property
    def armoured(self) -> bool:
        """Whether it is an AFV: it has a chart of locations."""
        return not self.soft

    @property
    def turreted(self) -> bool:
        """Whether it has a turret that can turn (pw:6.16.1)."""
        return self.rotation is not None

    def mounts(self, *places: Place) -> tuple[Mount, ...]:
        """Its machine guns at these places."""
        return tuple(mount for mount in self.machine_guns if mount.place in places)


@frozen(eq=False, repr=False)
class Gun(Alike):
    """A towed gun, a row of the Artillery and Anti-Tank Gun Data (pw:9.22.1).

    shield_front, shield_side, shield_rear: in cm, against aimed direct fire (pw:9.22.2). crew_counters: how many crews
    serve it. set_up: the row of the table Set up and Take Down (pw:6.11.7).
    """

    id: str
    name: str
    nation: str
    mount: GunMount
    height: float
    size: int
    weight: float
    shield_front: Armour
    shield_side: Armour
    shield_rear: Armour
    crew_counters: int
    set_up: str
    points: int
    source: str = "reconstructed"

    @property
    def anti_aircraft(self) -> bool:
        """Whether it is an anti-aircraft gun, which has a fire zone of its own (pw:8.1.4)."""
        return self.set_up.startswith("Anti-aircraft")


@frozen(eq=False, repr=False)
class Squad(Alike):
    """A squad of the Infantry Tables (pw:12.0.1, pw:12.4).

    arms: men by small arm. light_weapons: ids of machine guns and infantry weapons that fire apart (pw:12.7). contact:
    firepower at contact. firepowers: (value, up to range), the columns of the table.
    """

    id: str
    name: str
    nation: str
    men: int
    arms: Mapping[str, int]
    light_weapons: tuple[str, ...]
    contact: int
    firepowers: tuple[tuple[int, int], ...]
    points: int
    source: str = "reconstructed"

    def firepower(self, range_: float) -> int | None:
        """Firepower at a range in GSU; None beyond the last column (pw:12.5)."""
        return next((value for value, up_to in self.firepowers if range_ <= up_to), None)


@frozen(eq=False, repr=False)
class Team(Alike):
    """A team or crew of the Infantry Tables (pw:12.0.2, pw:12.0.4); its heavy weapon is said where it is fielded.

    nation: "any". A crew has no firepower at all.
    """

    id: str
    name: str
    nation: str
    men: int
    arms: Mapping[str, int]
    contact: int
    firepowers: tuple[tuple[int, int], ...]
    points: int
    source: str = "reconstructed"

    def firepower(self, range_: float) -> int | None:
        """Firepower at a range in GSU; None beyond the last column (pw:12.5)."""
        return next((value for value, up_to in self.firepowers if range_ <= up_to), None)


@frozen(eq=False, repr=False)
class Bunker(Alike):
    """A bunker (pw:15.7.1, pw:15.7.2). armour: in cm, all round; stun: what is added to the number needed to stun who
    is in it (pw:15.7.4); holds: whom it has room for, in words.
    """

    id: str
    name: str
    nation: str
    size: int
    armour: float
    stun: int
    holds: str
    points: int
    source: str = "printed"


#: What an element may be.
Card = Vehicle | Gun | Squad | Team | Bunker
#: What an element may fire.
Arm = Weapon | MachineGun | InfantryWeapon


@frozen(eq=False, repr=False)
class Cards(Alike):
    """All cards by id."""

    vehicles: Mapping[str, Vehicle] = field(factory=dict)
    guns: Mapping[str, Gun] = field(factory=dict)
    squads: Mapping[str, Squad] = field(factory=dict)
    teams: Mapping[str, Team] = field(factory=dict)
    bunkers: Mapping[str, Bunker] = field(factory=dict)
    weapons: Mapping[str, Weapon] = field(factory=dict)
    machine_guns: Mapping[str, MachineGun] = field(factory=dict)
    infantry_weapons: Mapping[str, InfantryWeapon] = field(factory=dict)

    def __getitem__(self, id_: str) -> Card:
        found = self.find(id_)
        if found is None:
            raise KeyError(f"there is no card {id_!r}")
        return found

    def find(self, id_: str) -> Card | None:
        """The card with this id; None if there is none."""
        for kind in self._kinds():
            if id_ in kind:
                return kind[id_]
        return None

    def arm(self, id_: str) -> Arm:
        """The weapon, machine gun or infantry weapon with this id; KeyError if there is none."""
        found = self.weapons.get(id_) or self.machine_guns.get(id_) or self.infantry_weapons.get(id_)
        if found is None:
            raise KeyError(f"there is no weapon {id_!r}")
        return found

    def __iter__(self) -> Iterator[Card]:
        return chain.from_iterable(kind.values() for kind in self._kinds())

    def _kinds(self) -> tuple[Mapping[str, Card], ...]:
        return self.vehicles, self.guns, self.squads, self.teams, self.bunkers
