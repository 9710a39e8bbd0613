"""What ``units/*.toml`` and ``weapons/*.toml`` may state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

Five = tuple[int, int, int, int, int]


@frozen(eq=False, repr=False)
class ApEntry:
    """An AP row as a weapon file states it."""

    type: str
    energy: str
    range: Five
    penetration: Five
    damage_shift: int
    damage: tuple[str, ...]
    source: str
    available: str = ""
    known: Any = ()
    history: Mapping[str, Any] = field(factory=dict)


@frozen(eq=False, repr=False)
class GpEntry:
    """A GP row as a weapon file states it. d: GP effectiveness, "S" for Small Arms."""

    range: Five
    factor: Five
    d: Any
    star: bool = False
    min_range: int = 1
    source: str = "derived"
    known: Any = ()
    history: Mapping[str, Any] = field(factory=dict)


@frozen(eq=False, repr=False)
class AaEntry:
    """An anti-aircraft row as a weapon file states it."""

    range: Five
    factor: Five
    modifier: int = 0
    high: bool = True


@frozen(eq=False, repr=False)
class AirEntry:
    """An aircraft weapon as its file states it."""

    attack: str
    factor: int
    d: Any


@frozen(eq=False, repr=False)
class TransportEntry:
    """What a vehicle carries."""

    towed: int = 0
    leg: int = 0
    under_cover: bool = False


@frozen(eq=False, repr=False)
class ArmorEntry:
    """Armor by angle, inclination and location."""

    front: Mapping[str, Mapping[str, int]]
    front_side: Mapping[str, Mapping[str, int]]


@frozen(eq=False, repr=False)
class CeArmorEntry:
    """CEx#: the locations that skirts or plates protect from CE ammunition, and the # (or:7.10.1)."""

    locations: tuple[str, ...]
    multiplier: int


@frozen(eq=False, repr=False)
class StepEntry:
    """A size of a leg unit, or a make of an attached weapon."""

    step: str
    weapons: tuple[str, ...]
    points: int | None = None
    capacity: tuple[int, ...] = ()


@frozen(eq=False, repr=False)
class WeaponEntry:
    """A weapon as its file states it."""

    id: str
    name: str
    nation: str
    kind: str
    caliber_mm: float
    barrel: str
    rof: str
    small_arms: bool
    min_range: int
    smoke: bool
    illumination: bool
    source: str
    ap: tuple[ApEntry, ...] = ()
    gp: GpEntry | None = None
    gp_if: GpEntry | None = None
    aa: AaEntry | None = None
    air: AirEntry | None = None
    available: tuple[str, ...] = ()
    note: str = ""


@frozen(eq=False, repr=False)
class MountEntry:
    """A weapon of a unit as its file states it."""

    weapon: str
    mount: str = ""
    field_of_fire: str = ""
    dual_fire: bool = False
    limited: bool = False
    step: str = ""
    note: str = ""


@frozen(eq=False, repr=False)
class BasicArmor:
    """Armor Factors of the Basic Game (na:4.4.3.2.5)."""

    front: int
    rear: int


@frozen(eq=False, repr=False)
class UnitEntry:
    """A unit as its file states it; the fields that a kind of unit does not have are left out."""

    id: str
    name: str
    nation: str
    class_: str
    kind: str
    type: str
    card_min: str = ""
    card_na: str = ""
    card_hex: str = ""
    aliases: tuple[str, ...] = ()
    gp_defense: Any = 0
    size: Any = 0
    traction: str = ""
    move: tuple[int, ...] = ()
    bog_modifier: int = 0
    weight_t: float = 0.0
    crew: int = 0
    open_topped: bool = False
    tt: int = 0
    sb: int = 0
    field_of_fire: str = "none"
    combat_unit: bool = False
    coax_mg: bool = False
    hull_mg: bool = False
    aa_mg: bool = False
    notations: tuple[str, ...] = ()
    transport: TransportEntry | None = None
    basic_armor: BasicArmor | None = None
    deck: int = 0
    available: tuple[str, ...] = ()
    points: int | None = None
    points_source: str = ""
    source: str = "derived"
    history: Mapping[str, Any] = field(factory=dict)
    armor: ArmorEntry | None = None
    ce_armor: CeArmorEntry | None = None
    weapons: tuple[MountEntry, ...] = ()
    ammo_limits: Mapping[str, Any] = field(factory=dict)
    known: tuple[str, ...] = ()
    miniatures_scale: str = ""
    inches: tuple[int, ...] = ()
    dismounts_as: tuple[str, ...] = ()
    platform_mount: bool = False
    capacity: tuple[int, ...] = ()
    motorcycle: tuple[int, ...] = ()
    steps: tuple[StepEntry, ...] = ()
    dual_fire: bool = False
    locate: tuple[Any, ...] = ()
    consecutive_turns: int = 0
    slow_only: bool = False
    dive_bomber: bool = False


@frozen(eq=False, repr=False)
class UnitFile:
    """A file of units."""

    unit: tuple[UnitEntry, ...]


@frozen(eq=False, repr=False)
class WeaponFile:
    """A file of weapons."""

    weapon: tuple[WeaponEntry, ...]
