"""Data cards of all units, from ``units/*.toml``. Files are read only when a card in them is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypedDict

from content.kit import folders
from content.kit.entries import Entries
from content.kit.folders import kept
from content.kit.load import ContentError, Mistake, Proof, no_such, read_toml, structure
from content.panzer.cards import weapons
from content.panzer.cards.card_file import BasicArmor, MountEntry, StepEntry, TransportEntry, UnitEntry, UnitFile
from content.panzer.cards.card_proof import prove
from content.panzer.cards.inches import in_inches, weapon_in_inches
from content.panzer.cards.weapons import weapon
from core.panzer.pieces.cards import (
    AircraftCard,
    Armor,
    AttachedWeapon,
    BatteryCard,
    CounterBatteryCard,
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
from core.panzer.pieces.edition import HEX, MINIATURES
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon, Weapon

#: Kinds of entries that are a unit of their own, with a card.
_UNITS: Final = ("vehicle", "limber", "leg", "towed", "aircraft", "artillery")
_ATTACHED: Final = "attached"
_COUNTER_BATTERY: Final = "counter battery"


@kept
def unit(card_id: str, edition: str = HEX.id) -> UnitCard:
    """The data card with this id, for an edition. ContentError, with the ids most like it, if there is none."""
    entry, path = _ENTRIES.find(card_id), _ENTRIES.file(card_id)
    if path is None or entry is None or entry.kind not in (*_UNITS, _COUNTER_BATTERY):
        raise no_such("panzer/units", card_id, unit_ids())
    card = _card(entry, path)
    return in_inches(card, entry) if edition == MINIATURES.id else card


def notations(card_id: str) -> tuple[str, ...]:
    """The letters and words of a vehicle's card that stand for rules; none of any other unit, nor without a card."""
    entry = _ENTRIES.find(card_id)
    return entry.notations if entry is not None else ()


def vehicle(card_id: str) -> VehicleCard:
    """The data card of a vehicle. ContentError, with the ids most like it, if there is none."""
    entry = _ENTRIES.find(card_id)
    if entry is None or entry.kind != "vehicle":
        raise no_such("panzer/units", card_id, vehicle_ids())
    card = unit(card_id)
    assert isinstance(card, VehicleCard)
    return card


@kept
def attached_weapon(card_id: str, edition: str = HEX.id) -> AttachedWeapon:
    """The weapon with this id that leg units may have attached, for an edition. ContentError if there is none."""
    entry = _ENTRIES.find(card_id)
    if entry is None or entry.kind != _ATTACHED:
        raise no_such("panzer/units", card_id, _ids(_ATTACHED))
    return AttachedWeapon(
        id=entry.id,
        name=entry.name,
        nation=entry.nation,
        weapons=tuple(_for(edition, weapon(id_)) for step in entry.steps for id_ in step.weapons),
        points=entry.points,
        card=_number(entry),
        aliases=entry.aliases,
        available=entry.available,
        source=entry.source,
    )


def _for(edition: str, one: Weapon) -> Weapon:
    return weapon_in_inches(one) if edition == MINIATURES.id else one


@kept
def counter_batteries() -> Mapping[str, CounterBatteryCard]:
    """The counter batteries by id, apart from the units that fight: they belong to the optional rules (or:7.28)."""
    return {
        entry.id: _counter_battery(entry)
        for path in folders.files("panzer", "units")
        for entry in _units(path).values()
        if entry.kind == _COUNTER_BATTERY
    }


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
    unit_files = (_ENTRIES.file(c.id) for c in cards)
    weapon_files = (weapons.defined_in(m.weapon.id) for c in cards for m in c.weapons)
    return tuple(dict.fromkeys(path for path in (*unit_files, *weapon_files) if path))


# -- reading -------------------------------------------------------------------------------------


@kept
def _units(path: Path) -> Mapping[str, UnitEntry]:
    proof = Proof(folders.label(path))
    entries = structure(read_toml(path, proof.file), UnitFile, proof.file).unit
    for at, entry in enumerate(entries, 1):
        prove(entry, f"unit[{at}]", proof)
    proof.unique("unit", (e.id for e in entries))
    proof.done()
    return _by_id(UnitFile(entries))


def _by_id(file: UnitFile) -> Mapping[str, UnitEntry]:
    return {e.id: e for e in file.unit}


_ENTRIES: Final = Entries("panzer", "units", "unit", UnitFile, _by_id, _units)


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
    if entry.kind == _COUNTER_BATTERY:
        return _counter_battery(entry)
    return BatteryCard(**_common(entry), weapons=mounted)


def _counter_battery(entry: UnitEntry) -> CounterBatteryCard:
    lowest, highest = entry.locate
    return CounterBatteryCard(
        **_common(entry), weapons=(), locate=(lowest, highest), consecutive_turns=entry.consecutive_turns
    )


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
    skirts = dict.fromkeys(entry.ce_armor.locations, entry.ce_armor.multiplier) if entry.ce_armor else {}

    def by_inclination(rows: Mapping[str, Any]) -> Mapping[Inclination, Mapping[str, int]]:
        return {Inclination(name): dict(row) for name, row in rows.items()}

    return Armor(by_inclination(entry.armor.front), by_inclination(entry.armor.front_side), entry.deck, skirts)


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
    return LegSize(carried, Room(*step.capacity), step.points)


def _mounted(mount: MountEntry, entry: UnitEntry, path: Path) -> MountedWeapon:
    try:
        gun = weapon(mount.weapon)
    except ContentError as error:
        first = error.mistakes[0]
        key = f"unit {entry.id}: weapons.weapon"
        raise ContentError(Mistake(folders.label(path), key, first.found, first.allowed, first.remedy)) from None
    field_of_fire = FieldOfFire(mount.field_of_fire) if mount.field_of_fire else FieldOfFire.ALL_ROUND
    return MountedWeapon(gun, mount.mount, field_of_fire, mount.dual_fire, mount.limited)
