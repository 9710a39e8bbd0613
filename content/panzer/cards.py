"""Data cards of vehicles and their weapons, from ``units/*.toml`` and ``weapons/*.toml``.

Files are read only when a card in them is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

from content import folders
from content.folders import kept
from content.load import ContentError, Mistake, Proof, listed, near, read_toml, rename_keywords, structure
from core.panzer.reference import ApRow, FieldOfFire, MountedWeapon, Traction, VehicleCard, Weapon

Five = tuple[int, int, int, int, int]


@frozen
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


@frozen
class WeaponEntry:
    """A weapon as its file states it. gp, gp_if, aa, air: rows that only the Advanced Game uses."""

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
    gp: Mapping[str, Any] = field(factory=dict)
    gp_if: Mapping[str, Any] = field(factory=dict)
    aa: Mapping[str, Any] = field(factory=dict)
    air: Mapping[str, Any] = field(factory=dict)
    available: tuple[str, ...] = ()
    note: str = ""


@frozen
class MountEntry:
    """A weapon of a unit as its file states it."""

    weapon: str
    mount: str = ""
    field_of_fire: str = ""
    dual_fire: bool = False
    limited: bool = False
    step: str = ""
    note: str = ""


@frozen
class BasicArmor:
    """Armor Factors of the Basic Game (na:4.4.3.2.5)."""

    front: int
    rear: int


@frozen
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
    transport: Mapping[str, Any] = field(factory=dict)
    basic_armor: BasicArmor | None = None
    deck: int = 0
    available: tuple[str, ...] = ()
    points: int | None = None
    points_source: str = ""
    source: str = "derived"
    history: Mapping[str, Any] = field(factory=dict)
    armor: Mapping[str, Any] = field(factory=dict)
    ce_armor: Mapping[str, Any] = field(factory=dict)
    weapons: tuple[MountEntry, ...] = ()
    ammo_limits: Mapping[str, Any] = field(factory=dict)
    known: tuple[str, ...] = ()
    miniatures_scale: str = ""
    dismounts_as: tuple[str, ...] = ()
    platform_mount: bool = False
    capacity: tuple[int, ...] = ()
    motorcycle: tuple[int, ...] = ()
    steps: tuple[Mapping[str, Any], ...] = ()
    dual_fire: bool = False
    locate: tuple[Any, ...] = ()
    consecutive_turns: int = 0
    slow_only: bool = False
    dive_bomber: bool = False


@frozen
class _UnitFile:
    unit: tuple[UnitEntry, ...]


@frozen
class _WeaponFile:
    weapon: tuple[WeaponEntry, ...]


rename_keywords(UnitEntry)


@kept
def vehicle(card_id: str) -> VehicleCard:
    """The data card with this id. ContentError, with the ids most like it, if there is none."""
    path = _where("units", card_id)
    entry = _units(path).get(card_id) if path else None
    if path is None or entry is None or entry.kind != "vehicle":
        known = vehicle_ids()
        raise ContentError(Mistake("panzer/units", "id", repr(card_id), listed(known), near(card_id, known)))
    return _card(entry, path)


@kept
def vehicles() -> Mapping[str, VehicleCard]:
    """Every data card of a vehicle by id, in the order of the files."""
    return {
        entry.id: _card(entry, path)
        for path in folders.files("panzer", "units")
        for entry in _units(path).values()
        if entry.kind == "vehicle"
    }


def vehicle_ids() -> tuple[str, ...]:
    """The ids of all vehicles."""
    return tuple(
        e.id for path in folders.files("panzer", "units") for e in _units(path).values() if e.kind == "vehicle"
    )


def find_vehicle(words: str, nation: str = "") -> tuple[VehicleCard, ...]:
    """The vehicles with this id, name, alias or card number, whatever the case; of one nation if it is given."""
    wanted = words.casefold().strip()
    return tuple(
        card
        for card in vehicles().values()
        if nation.casefold() in ("", card.nation.casefold())
        and wanted in {name.casefold() for name in (card.id, card.name, card.card, *card.aliases)}
    )


@kept
def weapon(weapon_id: str) -> Weapon:
    """The weapon with this id. ContentError, with the ids most like it, if there is none."""
    path = _where("weapons", weapon_id)
    if path is None or weapon_id not in _weapons(path):
        known = tuple(w for p in folders.files("panzer", "weapons") for w in _weapons(p))
        raise ContentError(Mistake("panzer/weapons", "id", repr(weapon_id), listed(known), near(weapon_id, known)))
    return _weapons(path)[weapon_id]


def files_of(card_ids: Iterable[str]) -> tuple[Path, ...]:
    """The unit and weapon files that these cards come from."""
    cards = [vehicle(c) for c in card_ids]
    units = (_where("units", c.id) for c in cards)
    weapons = (_where("weapons", m.weapon.id) for c in cards for m in c.weapons)
    return tuple(dict.fromkeys(path for path in (*units, *weapons) if path))


# -- reading -------------------------------------------------------------------------------------


def _where(kind: str, id_: str) -> Path | None:
    """The file that defines an id; the text is searched first, so that few files are read as TOML."""
    read = _units if kind == "units" else _weapons
    quoted = f'"{id_}"'
    for path in folders.files("panzer", kind):
        if quoted in folders.text(path) and id_ in read(path):
            return path
    return None


@kept
def _units(path: Path) -> Mapping[str, UnitEntry]:
    proof = Proof(folders.label(path))
    entries = structure(read_toml(path, proof.file), _UnitFile, proof.file).unit
    for at, entry in enumerate(entries, 1):
        if entry.kind == "vehicle":
            _prove(entry, f"unit[{at}]", proof)
    _unique((e.id for e in entries), "unit", proof)
    proof.done()
    return {e.id: e for e in entries}


def _prove(entry: UnitEntry, key: str, proof: Proof) -> None:
    """Note what a vehicle needs and does not have."""
    tractions = [t.value for t in Traction]
    if entry.traction not in tractions:
        proof.mistake(f"{key}.traction", repr(entry.traction), ", ".join(tractions))
    if len(entry.move) != 3:
        proof.mistake(f"{key}.move", repr(list(entry.move)), "three allowances: cross-country, path, road")
    if entry.basic_armor is None:
        proof.mistake(f"{key}.basic_armor", "nothing", "{front = n, rear = n}", "add this key")
    for name, value in (("gp_defense", entry.gp_defense), ("size", entry.size)):
        if not isinstance(value, int):
            proof.mistake(f"{key}.{name}", repr(value), "a whole number for a vehicle")
    fields = [f.value for f in FieldOfFire]
    for at, mounted in enumerate(entry.weapons, 1):
        if mounted.field_of_fire not in fields:
            proof.mistake(f"{key}.weapons[{at}].field_of_fire", repr(mounted.field_of_fire), ", ".join(fields))


def _unique(ids: Iterable[str], what: str, proof: Proof) -> None:
    seen: set[str] = set()
    for at, id_ in enumerate(ids, 1):
        if id_ in seen:
            proof.mistake(f"{what}[{at}].id", f"{id_!r} again", "an id of its own")
        seen.add(id_)


@kept
def _weapons(path: Path) -> Mapping[str, Weapon]:
    proof = Proof(folders.label(path))
    entries = structure(read_toml(path, proof.file), _WeaponFile, proof.file).weapon
    _unique((e.id for e in entries), "weapon", proof)
    proof.done()
    return {e.id: _weapon(e) for e in entries}


def _weapon(entry: WeaponEntry) -> Weapon:
    return Weapon(
        id=entry.id,
        name=entry.name,
        nation=entry.nation,
        kind=entry.kind,
        caliber_mm=entry.caliber_mm,
        rof=entry.rof,
        ap=tuple(
            ApRow(
                type=row.type,
                energy=row.energy,
                range=row.range,
                penetration=row.penetration,
                damage=row.damage,
                available=row.available,
                source=row.source,
            )
            for row in entry.ap
        ),
        source=entry.source,
    )


def _card(entry: UnitEntry, path: Path) -> VehicleCard:
    armor = entry.basic_armor or BasicArmor(0, 0)
    cross_country, on_path, road = entry.move
    return VehicleCard(
        id=entry.id,
        name=entry.name,
        nation=entry.nation,
        vehicle_class=entry.class_,
        type=entry.type,
        gp_defense=entry.gp_defense,
        size=entry.size,
        traction=Traction(entry.traction),
        move=(cross_country, on_path, road),
        tt=entry.tt,
        combat_unit=entry.combat_unit,
        basic_front=armor.front,
        basic_rear=armor.rear,
        weapons=tuple(_mounted(mount, entry, path) for mount in entry.weapons),
        points=entry.points,
        card=entry.card_na or entry.card_hex or entry.card_min,
        aliases=entry.aliases,
        notations=entry.notations,
        crew=entry.crew,
        weight_t=entry.weight_t,
        open_topped=entry.open_topped,
        available=entry.available,
        source=entry.source,
    )


def _mounted(mount: MountEntry, entry: UnitEntry, path: Path) -> MountedWeapon:
    try:
        gun = weapon(mount.weapon)
    except ContentError as error:
        first = error.mistakes[0]
        key = f"unit {entry.id}: weapons.weapon"
        raise ContentError(Mistake(folders.label(path), key, first.found, first.allowed, first.remedy)) from None
    return MountedWeapon(gun, mount.mount, FieldOfFire(mount.field_of_fire))
