"""Weapons, from ``weapons/*.toml``. Files are read only when a weapon in them is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from content.kit import folders
from content.kit.entries import Entries
from content.kit.folders import kept
from content.kit.load import Proof, no_such, read_toml, structure
from content.panzer.cards.card_file import ApEntry, GpEntry, WeaponEntry, WeaponFile
from core.panzer.pieces.weapons import AaRow, AirAttack, AirRow, ApRow, GpRow, Weapon

#: Stands for Small Arms where others have their GP effectiveness.
_SMALL_ARMS = "S"
_RATES = ("N", "Q", "R", "F")
_RESULTS = ("ND", "DM", "KO", "BU")


@kept
def weapon(weapon_id: str) -> Weapon:
    """The weapon with this id. ContentError, with the ids most like it, if there is none."""
    found = _ENTRIES.find(weapon_id)
    if found is None:
        known = tuple(w for p in folders.files("panzer", "weapons") for w in _weapons(p))
        raise no_such("panzer/weapons", weapon_id, known)
    return found


def defined_in(weapon_id: str) -> Path | None:
    """The file that defines a weapon."""
    return _ENTRIES.file(weapon_id)


@kept
def _weapons(path: Path) -> Mapping[str, Weapon]:
    proof = Proof(folders.label(path))
    entries = structure(read_toml(path, proof.file), WeaponFile, proof.file).weapon
    proof.unique("weapon", (e.id for e in entries))
    for at, entry in enumerate(entries, 1):
        _prove(entry, f"weapon[{at}]", proof)
    proof.done()
    return _made(WeaponFile(entries))


def _made(file: WeaponFile) -> Mapping[str, Weapon]:
    return {e.id: _weapon(e) for e in file.weapon}


_ENTRIES: Final = Entries("panzer", "weapons", "weapon", WeaponFile, _made, _weapons)


def _prove(entry: WeaponEntry, key: str, proof: Proof) -> None:
    """Note what cannot stand on a card."""
    if entry.rof not in _RATES:
        proof.mistake(f"{key}.rof", repr(entry.rof), ", ".join(_RATES))
    for at, row in enumerate(entry.ap, 1):
        if row.damage and (len(row.damage) != 10 or not set(row.damage) <= set(_RESULTS)):
            proof.mistake(f"{key}.ap[{at}].damage", repr(list(row.damage)), f"ten of {', '.join(_RESULTS)}")
    for name, d in (
        ("gp", entry.gp and entry.gp.d),
        ("gp_if", entry.gp_if and entry.gp_if.d),
        ("air", entry.air and entry.air.d),
    ):
        if d is not None and d != _SMALL_ARMS and type(d) is not int:
            proof.mistake(f"{key}.{name}.d", repr(d), f"a whole number, or {_SMALL_ARMS!r} for Small Arms")
    attacks = [a.value for a in AirAttack]
    if entry.air is not None and entry.air.attack not in attacks:
        proof.mistake(f"{key}.air.attack", repr(entry.air.attack), ", ".join(attacks))


def _weapon(entry: WeaponEntry) -> Weapon:
    air, aa = entry.air, entry.aa
    return Weapon(
        id=entry.id,
        name=entry.name,
        nation=entry.nation,
        kind=entry.kind,
        caliber_mm=entry.caliber_mm,
        rof=entry.rof,
        ap=tuple(_ap(row) for row in entry.ap),
        gp=_gp(entry.gp),
        gp_if=_gp(entry.gp_if),
        aa=AaRow(aa.range, aa.factor, aa.modifier, aa.high, entry.min_range) if aa else None,
        air=AirRow(AirAttack(air.attack), air.factor, _effectiveness(air.d), air.d == _SMALL_ARMS) if air else None,
        small_arms=entry.small_arms,
        min_range=entry.min_range,
        smoke=entry.smoke,
        illumination=entry.illumination,
        note=entry.note,
        source=entry.source,
    )


def _ap(row: ApEntry) -> ApRow:
    return ApRow(
        type=row.type,
        energy=row.energy,
        range=row.range,
        penetration=row.penetration,
        damage=row.damage,
        d=row.damage_shift,
        available=row.available,
        source=row.source,
    )


def _gp(row: GpEntry | None) -> GpRow | None:
    if row is None:
        return None
    return GpRow(
        range=row.range,
        factor=row.factor,
        effectiveness=_effectiveness(row.d),
        small_arms=row.d == _SMALL_ARMS,
        star=row.star,
        min_range=row.min_range,
        source=row.source,
    )


def _effectiveness(d: Any) -> int:
    return 0 if d == _SMALL_ARMS else int(d)
