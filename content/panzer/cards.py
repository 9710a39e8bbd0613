"""Data cards of all units, from ``units/*.toml``. Files are read only when a card in them is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypedDict

from content import folders
from content.folders import kept
from content.load import ContentError, Mistake, Proof, listed, near, read_toml, structure
from content.panzer import weapons
from content.panzer.card_file import BasicArmor, MountEntry, StepEntry, TransportEntry, UnitEntry, UnitFile
from content.panzer.weapons import unique, weapon
from core.panzer.cards import (
    AircraftCard,
    Armor,
    AttachedWeapon,
    BatteryCard,
    GpCover,
    Inclination,
    LegCard,
    LegSize,
    LegStep,
    Limited,
    Room,
    TowedCard,
    Traction,
    UnitCard,
    VehicleCard,
)
from core.panzer.weapons import FieldOfFire, MountedWeapon

#: Kinds of entries that are a unit of their own, with a card.
_UNITS: Final = ("vehicle", "limber", "leg", "towed", "aircraft", "artillery")
_ATTACHED: Final = "attached"
_COVERS: Final = ("none", "light", "medium", "heavy")


@kept
def unit(card_id: str) -> UnitCard:
    """The data card with this id. ContentError, with the ids most like it, if there is none."""
    path = _where(card_id)
    entry = _units(path).get(card_id) if path else None
    if path is None or entry is None or entry.kind not in _UNITS:
        known = unit_ids()
        raise ContentError(Mistake("panzer/units", "id", repr(card_id), listed(known), near(card_id, known)))
    return _card(entry, path)


def vehicle(card_id: str) -> VehicleCard:
    """The data card of a vehicle. ContentError, with the ids most like it, if there is none."""
    path = _where(card_id)
    entry = _units(path).get(card_id) if path else None
    if entry is None or entry.kind != "vehicle":
        known = vehicle_ids()
        raise ContentError(Mistake("panzer/units", "id", repr(card_id), listed(known), near(card_id, known)))
    card = unit(card_id)
    assert isinstance(card, VehicleCard)
    return card


@kept
def attached_weapon(card_id: str) -> AttachedWeapon:
    """The weapon with this id that leg units may have attached. ContentError if there is none."""
    path = _where(card_id)
    entry = _units(path).get(card_id) if path else None
    if path is None or entry is None or entry.kind != _ATTACHED:
        known = _ids(_ATTACHED)
        raise ContentError(Mistake("panzer/units", "id", repr(card_id), listed(known), near(card_id, known)))
    return AttachedWeapon(
        id=entry.id,
        name=entry.name,
        nation=entry.nation,
        weapons=tuple(weapon(id_) for step in entry.steps for id_ in step.weapons),
        points=entry.points,
        card=_number(entry),
        aliases=entry.aliases,
        available=entry.available,
        source=entry.source,
    )


@kept
def units() -> Mapping[str, UnitCard]:
    """Every data card by id, in the order of the files."""
    return {
        entry.id: _card(entry, path)
        for path in folders.files("panzer", "units")
        for entry in _units(path).values()
        if entry.kind in _UNITS
    }


@kept
def attached_weapons() -> Mapping[str, AttachedWeapon]:
    """Every weapon that leg units may have attached, by id."""
    return {id_: attached_weapon(id_) for id_ in _ids(_ATTACHED)}


@kept
def vehicles() -> Mapping[str, VehicleCard]:
    """Every data card of a vehicle by id, in the order of the files."""
    return {id_: vehicle(id_) for id_ in vehicle_ids()}


def unit_ids() -> tuple[str, ...]:
    """The ids of all units that have a card."""
    return _ids(*_UNITS)


def vehicle_ids() -> tuple[str, ...]:
    """The ids of all vehicles."""
    return _ids("vehicle")


def _ids(*kinds: str) -> tuple[str, ...]:
    entries = (e for path in folders.files("panzer", "units") for e in _units(path).values())
    return tuple(e.id for e in entries if e.kind in kinds)


def find_vehicle(words: str, nation: str = "") -> tuple[VehicleCard, ...]:
    """The vehicles with this id, name, alias or card number, whatever the case; of one nation if it is given."""
    return tuple(card for card in vehicles().values() if _is_called(card, words, nation))


def find_unit(words: str, nation: str = "") -> tuple[UnitCard, ...]:
    """The units with this id, name, alias or card number, whatever the case; of one nation if it is given."""
    return tuple(card for card in units().values() if _is_called(card, words, nation))


def _is_called(card: UnitCard, words: str, nation: str) -> bool:
    names = {name.casefold() for name in (card.id, card.name, card.card, *card.aliases)}
    return nation.casefold() in ("", card.nation.casefold()) and words.casefold().strip() in names


def files_of(card_ids: Iterable[str]) -> tuple[Path, ...]:
    """The unit and weapon files that these cards come from."""
    cards = [unit(c) for c in card_ids]
    unit_files = (_where(c.id) for c in cards)
    weapon_files = (weapons.defined_in(m.weapon.id) for c in cards for m in c.weapons)
    return tuple(dict.fromkeys(path for path in (*unit_files, *weapon_files) if path))


# -- reading -------------------------------------------------------------------------------------


def _where(card_id: str) -> Path | None:
    """The file that defines a card; the text is searched first, so that few files are read as TOML."""
    quoted = f'"{card_id}"'
    for path in folders.files("panzer", "units"):
        if quoted in folders.text(path) and card_id in _units(path):
            return path
    return None


@kept
def _units(path: Path) -> Mapping[str, UnitEntry]:
    proof = Proof(folders.label(path))
    entries = structure(read_toml(path, proof.file), UnitFile, proof.file).unit
    for at, entry in enumerate(entries, 1):
        _prove(entry, f"unit[{at}]", proof)
    unique((e.id for e in entries), "unit", proof)
    proof.done()
    return {e.id: e for e in entries}


def _prove(entry: UnitEntry, key: str, proof: Proof) -> None:
    """Note what a unit of its kind needs and does not have."""
    fields = [f.value for f in FieldOfFire]
    for at, mounted in enumerate(entry.weapons, 1):
        if entry.kind in ("vehicle", "towed") and mounted.field_of_fire not in fields:
            proof.mistake(f"{key}.weapons[{at}].field_of_fire", repr(mounted.field_of_fire), ", ".join(fields))
    for limit, value in entry.ammo_limits.items():
        known = [one.value for one in Limited]
        if limit not in known or type(value) is not int:
            proof.mistake(f"{key}.ammo_limits", f"{limit} = {value!r}", f"a whole number for {', '.join(known)}")
    if entry.kind in ("vehicle", "limber"):
        _prove_vehicle(entry, key, proof)
    if entry.kind in ("leg", "towed"):
        _prove_on_foot(entry, key, proof)
    if entry.kind == "aircraft" and type(entry.gp_defense) is not int:
        proof.mistake(f"{key}.gp_defense", repr(entry.gp_defense), "a whole number for an aircraft")
    if entry.kind == "artillery" and not entry.weapons:
        proof.mistake(f"{key}.weapons", "nothing", "the guns of the battery", "add [[unit.weapons]]")


def _prove_vehicle(entry: UnitEntry, key: str, proof: Proof) -> None:
    tractions = [t.value for t in Traction]
    if entry.traction not in tractions:
        proof.mistake(f"{key}.traction", repr(entry.traction), ", ".join(tractions))
    if entry.kind == "vehicle" and len(entry.move) != 3:
        proof.mistake(f"{key}.move", repr(list(entry.move)), "three allowances: cross-country, path, road")
    if entry.kind == "vehicle" and entry.basic_armor is None:
        proof.mistake(f"{key}.basic_armor", "nothing", "{front = n, rear = n}", "add this key")
    for name, value in (("gp_defense", entry.gp_defense), ("size", entry.size)):
        if type(value) is not int:
            proof.mistake(f"{key}.{name}", repr(value), "a whole number for a vehicle")


def _prove_on_foot(entry: UnitEntry, key: str, proof: Proof) -> None:
    cover = entry.gp_defense
    if not isinstance(cover, dict) or not all(type(cover.get(c)) is int for c in _COVERS):
        proof.mistake(f"{key}.gp_defense", repr(cover), "{none = n, light = n, medium = n, heavy = n, full_cover = n}")
    if entry.size not in ("S", "L"):
        proof.mistake(f"{key}.size", repr(entry.size), "S or L")
    if len(entry.move) != 2:
        proof.mistake(f"{key}.move", repr(list(entry.move)), "two allowances: cross-country, quickmarch")
    if entry.kind == "towed" and len(entry.capacity) != 2:
        proof.mistake(f"{key}.capacity", repr(list(entry.capacity)), "towed and leg capacity that it needs")
    steps = [s.value for s in LegStep]
    for at, step in enumerate(entry.steps, 1):
        if step.step not in steps:
            proof.mistake(f"{key}.steps[{at}].step", repr(step.step), ", ".join(steps))
        if len(step.capacity) != 2:
            proof.mistake(f"{key}.steps[{at}].capacity", repr(list(step.capacity)), "towed and leg capacity it needs")
    if entry.kind == "leg" and not entry.steps:
        proof.mistake(f"{key}.steps", "nothing", "the sizes of the unit", "add [[unit.steps]]")


# -- making --------------------------------------------------------------------------------------


class _Common(TypedDict):
    id: str
    name: str
    nation: str
    unit_class: str
    type: str
    combat_unit: bool
    ammo_limits: Mapping[Limited, int]
    points: int | None
    card: str
    aliases: tuple[str, ...]
    available: tuple[str, ...]
    source: str


def _number(entry: UnitEntry) -> str:
    return entry.card_na or entry.card_hex or entry.card_min


def _common(entry: UnitEntry) -> _Common:
    return {
        "id": entry.id,
        "name": entry.name,
        "nation": entry.nation,
        "unit_class": entry.class_,
        "type": entry.type,
        "combat_unit": entry.combat_unit,
        "ammo_limits": {Limited(letter): value for letter, value in entry.ammo_limits.items()},
        "points": entry.points,
        "card": _number(entry),
        "aliases": entry.aliases,
        "available": entry.available,
        "source": entry.source,
    }


def _card(entry: UnitEntry, path: Path) -> UnitCard:
    mounted = tuple(_mounted(mount, entry, path) for mount in entry.weapons)
    if entry.kind in ("vehicle", "limber"):
        return _vehicle(entry, mounted)
    if entry.kind == "leg":
        return _leg(entry, path)
    if entry.kind == "towed":
        return TowedCard(
            **_common(entry),
            weapons=mounted,
            gp_defense=GpCover(**entry.gp_defense),
            size=entry.size,
            move=entry.move[0],
            needs=Room(*entry.capacity),
            crew=entry.crew,
            weight_t=entry.weight_t,
            platform=entry.platform_mount,
        )
    if entry.kind == "aircraft":
        return AircraftCard(
            **_common(entry),
            weapons=mounted,
            gp_defense=entry.gp_defense,
            slow_only=entry.slow_only,
            dive_bomber=entry.dive_bomber,
        )
    return BatteryCard(**_common(entry), weapons=mounted)


def _vehicle(entry: UnitEntry, mounted: tuple[MountedWeapon, ...]) -> VehicleCard:
    armor = entry.basic_armor or BasicArmor(0, 0)
    cross_country, on_path, road = entry.move if len(entry.move) == 3 else (entry.move[0], entry.move[0], entry.move[0])
    carries = entry.transport or TransportEntry()
    return VehicleCard(
        **_common(entry),
        weapons=mounted,
        gp_defense=entry.gp_defense,
        size=entry.size,
        traction=Traction(entry.traction),
        move=(cross_country, on_path, road),
        tt=entry.tt,
        basic_front=armor.front,
        basic_rear=armor.rear,
        armor=_armor(entry),
        notations=entry.notations,
        crew=entry.crew,
        weight_t=entry.weight_t,
        open_topped=entry.open_topped,
        coax_mg=entry.coax_mg,
        hull_mg=entry.hull_mg,
        aa_mg=entry.aa_mg,
        stabilizer=entry.sb,
        bog_modifier=entry.bog_modifier,
        carries=Room(carries.towed, carries.leg) if carries.towed or carries.leg else None,
        under_cover=carries.under_cover,
        dismounts_as=entry.dismounts_as,
    )


def _armor(entry: UnitEntry) -> Armor:
    if entry.armor is None:
        return Armor(deck=entry.deck)

    def by_inclination(rows: Mapping[str, Any]) -> Mapping[Inclination, Mapping[str, int]]:
        return {Inclination(name): dict(row) for name, row in rows.items()}

    return Armor(by_inclination(entry.armor.front), by_inclination(entry.armor.front_side), entry.deck)


def _leg(entry: UnitEntry, path: Path) -> LegCard:
    sizes = {LegStep(step.step): _size(step, entry, path) for step in entry.steps}
    cross_country, quickmarch = entry.move
    motorcycle = entry.motorcycle
    return LegCard(
        **_common(entry),
        weapons=next(iter(sizes.values())).weapons,
        gp_defense=GpCover(**entry.gp_defense),
        size=entry.size,
        move=(cross_country, quickmarch),
        sizes=sizes,
        motorcycle=(motorcycle[0], motorcycle[1], motorcycle[2]) if len(motorcycle) == 3 else None,
    )


def _size(step: StepEntry, entry: UnitEntry, path: Path) -> LegSize:
    """The first weapon of a leg unit is its own, the others are attached and have the Dual Fire modifier."""
    carried = tuple(
        _mounted(MountEntry(id_, "attached" if at else "own", "360", dual_fire=bool(at)), entry, path)
        for at, id_ in enumerate(step.weapons)
    )
    return LegSize(carried, Room(*step.capacity))


def _mounted(mount: MountEntry, entry: UnitEntry, path: Path) -> MountedWeapon:
    try:
        gun = weapon(mount.weapon)
    except ContentError as error:
        first = error.mistakes[0]
        key = f"unit {entry.id}: weapons.weapon"
        raise ContentError(Mistake(folders.label(path), key, first.found, first.allowed, first.remedy)) from None
    field_of_fire = FieldOfFire(mount.field_of_fire) if mount.field_of_fire else FieldOfFire.ALL_ROUND
    return MountedWeapon(gun, mount.mount, field_of_fire, mount.dual_fire, mount.limited)
