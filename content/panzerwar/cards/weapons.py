"""Weapons, machine guns and infantry weapons, from ``weapons/*.toml`` (pw:8.3, pw:12.7, pw:12.12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeVar

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import Proof, one_of, read_toml, structure
from content.panzerwar.cards.card_file import MachineGunEntry, ShellEntry, WeaponEntry, WeaponFile
from content.panzerwar.cards.months import month
from core.alike import Alike
from core.panzerwar.pieces.weapons import InfantryWeapon, MachineGun, Shell, ShellType, Smoke, Weapon

KINDS: Final = ("gun", "howitzer", "mortar", "rockets", "auto-cannon", "infantry")
SOURCES: Final = ("printed", "reconstructed", "derived", "judged")
_GUN_KINDS: Final = ("LMG", "MMG", "HMG", "vehicle", "auto-cannon")
_CHARTS: Final = ("", "AP", "HEAT", "none")

N = TypeVar("N", int, float)


@frozen(eq=False, repr=False)
class Armoury(Alike):
    """All that can be fired, by id."""

    weapons: Mapping[str, Weapon]
    machine_guns: Mapping[str, MachineGun]
    infantry_weapons: Mapping[str, InfantryWeapon]

    def __contains__(self, id_: object) -> bool:
        return id_ in self.weapons or id_ in self.machine_guns or id_ in self.infantry_weapons

    def ids(self) -> tuple[str, ...]:
        """Every id there is."""
        return (*self.weapons, *self.machine_guns, *self.infantry_weapons)


@kept
def armoury() -> Armoury:
    """All weapons. ContentError with every mistake of a file, or if an id is in two files."""
    weapons: dict[str, Weapon] = {}
    machine_guns: dict[str, MachineGun] = {}
    infantry_weapons: dict[str, InfantryWeapon] = {}
    for path in weapon_files():
        proof = Proof(folders.label(path))
        data = structure(read_toml(path, proof.file), WeaponFile, proof.file)
        known = {*weapons, *machine_guns, *infantry_weapons}
        for name, entries in (("weapon", data.weapon), ("machine_gun", data.machine_gun)):
            _prove_ids(name, [e.id for e in entries], known, proof)
        _prove_ids("infantry_weapon", [e.id for e in data.infantry_weapon], known, proof)
        for at, entry in enumerate(data.weapon, 1):
            weapons[entry.id] = _weapon(entry, data.nation, f"weapon[{at}]", proof)
        for at, gun in enumerate(data.machine_gun, 1):
            machine_guns[gun.id] = _machine_gun(gun, f"machine_gun[{at}]", proof)
        for at, one in enumerate(data.infantry_weapon, 1):
            proof.among(f"infantry_weapon[{at}].kind", one.kind, ("flame", "CAT"), "the kind")
            proof.among(f"infantry_weapon[{at}].source", one.source, SOURCES, "the source")
            infantry_weapons[one.id] = InfantryWeapon(
                id=one.id,
                kind=one.kind,
                maximum=one.maximum,
                killpower=one.killpower,
                touching=one.touching,
                penetration=one.penetration,
                base_to_hit=one.base_to_hit,
                destruction=one.destruction,
                stun=one.stun,
                uses=one.uses,
                with_trailer=one.with_trailer,
                told=one.told,
                source=one.source,
            )
        proof.done()
    return Armoury(weapons, machine_guns, infantry_weapons)


def weapon_files() -> tuple[Path, ...]:
    """The files that weapons come from."""
    return folders.files("panzerwar", "weapons")


def _prove_ids(name: str, ids: Sequence[str], known: Iterable[str], proof: Proof) -> None:
    """Note every id that is there twice, in the file or in another one."""
    proof.unique(name, ids)
    for at, id_ in enumerate(ids, 1):
        if id_ in known:
            proof.mistake(f"{name}[{at}].id", f"{id_!r} again", "an id of its own", "another file has it")


def prove_falling(key: str, bands: Sequence[tuple[N, int]], proof: Proof) -> None:
    """Note where values do not fall, or ranges do not rise, from one band to the next."""
    for at, ((value, up_to), (following, beyond)) in enumerate(pairwise(bands), 2):
        if following >= value or beyond < up_to:
            proof.mistake(f"{key}[{at}]", repr([following, beyond]), "a lower value up to a greater range")


def _weapon(entry: WeaponEntry, nation: str, key: str, proof: Proof) -> Weapon:
    proof.among(f"{key}.kind", entry.kind, KINDS, "the kind")
    proof.among(f"{key}.source", entry.source, SOURCES, "the source")
    shells = []
    for at, shell in enumerate(entry.shell, 1):
        made = _shell(shell, entry.sights, f"{key}.shell[{at}]", proof)
        if made:
            shells.append(made)
    weapon = Weapon(
        id=entry.id,
        name=entry.name,
        nation=nation,
        kind=entry.kind,
        calibre=entry.calibre,
        shells=tuple(shells),
        sights=entry.sights,
        length=entry.length,
        indirect=entry.indirect,
        limit=entry.limit,
        rockets=entry.rockets,
        source=entry.source,
        note=entry.note,
    )
    if not entry.shell:
        proof.mistake(f"{key}.shell", "no shell", "at least one")
    if (entry.kind == "rockets") != (entry.rockets > 0):
        proof.mistake(f"{key}.rockets", repr(entry.rockets), "the rockets of one launcher, of rockets alone")
    for at, one in enumerate(shells, 1):
        if one.to_hit_from in ("AP", "HEAT") and not any(weapon.to_hit_list(one, sight) for sight in entry.sights):
            found, allowed = repr(one.to_hit_from), "the chart of a shell that the weapon has"
            proof.mistake(f"{key}.shell[{at}].to_hit_from", found, allowed)
    return weapon


def _shell(entry: ShellEntry, sights: Mapping[str, float], key: str, proof: Proof) -> Shell | None:
    type_ = one_of(ShellType, entry.type, f"{key}.type", proof)
    smoke = one_of(Smoke, entry.smoke, f"{key}.smoke", proof) if entry.smoke else None
    proof.among(f"{key}.to_hit_from", entry.to_hit_from, _CHARTS, "the chart")
    prove_falling(f"{key}.penetration", entry.penetration, proof)
    prove_rising(f"{key}.killpowers", entry.killpowers, proof)
    for sight, ranges in entry.to_hit.items():
        if sights:
            proof.among(f"{key}.to_hit.{sight}", sight, sights, "the sight")
        if len(ranges) != 10 or any(b < a for a, b in pairwise(ranges)):
            proof.mistake(f"{key}.to_hit.{sight}", repr(list(ranges)), "ten ranges that rise, for base to-hit 1 to 10")
    if (type_ is ShellType.SMOKE) != (smoke is not None):
        proof.mistake(f"{key}.smoke", repr(entry.smoke), "what makes the smoke of a SMOKE shell, and of no other")
    date = month(entry.date, f"{key}.date", proof)
    if type_ is None or date is None:
        return None
    return Shell(
        type=type_,
        name=entry.name,
        mass=entry.mass,
        velocity=entry.velocity,
        date=date,
        destruction=entry.destruction,
        stun=entry.stun,
        killpower=entry.killpower,
        killpowers=entry.killpowers,
        penetrations=entry.penetration,
        to_hit=entry.to_hit,
        to_hit_from=entry.to_hit_from,
        rounds=entry.rounds,
        maximum=entry.maximum,
        area_only=entry.area_only,
        smoke=smoke,
        sight_names=entry.sight_names,
        printed_penetrations=entry.printed.penetration if entry.printed else 0,
        printed_to_hit=entry.printed.to_hit if entry.printed else 0,
        note=entry.note,
    )


def _machine_gun(entry: MachineGunEntry, key: str, proof: Proof) -> MachineGun:
    proof.among(f"{key}.kind", entry.kind, _GUN_KINDS, "the kind")
    prove_rising(f"{key}.killpower", entry.killpower, proof)
    prove_falling(f"{key}.penetration", entry.penetration, proof)
    if entry.targets not in (1, 2, 3):
        proof.mistake(f"{key}.targets", repr(entry.targets), "1, 2 or 3")
    return MachineGun(
        id=entry.id,
        nation=entry.nation,
        kind=entry.kind,
        contact=entry.contact,
        killpowers=entry.killpower,
        targets=entry.targets,
        penetrations=entry.penetration,
        stun=entry.stun,
    )


def prove_rising(key: str, steps: Sequence[tuple[int, int]], proof: Proof) -> None:
    """Note where ranges do not rise, or values do, from one column to the next."""
    for at, ((value, up_to), (following, beyond)) in enumerate(pairwise(steps), 2):
        if following > value or beyond <= up_to:
            proof.mistake(f"{key}[{at}]", repr([following, beyond]), "no higher value up to a greater range")
