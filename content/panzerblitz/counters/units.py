"""The counters of PanzerBlitz, from ``units/*.toml``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import Proof, no_such, read_toml, structure
from core.alike import Alike
from core.panzerblitz.pieces.reference import Kind, UnitType, WeaponClass

_TRAITS: Final = ("vehicular", "armored", "carrier", "transportable", "close_assault", "overrun")


@frozen(eq=False, repr=False)
class Factors(Alike):
    """The four factors of a counter; range in hexes (pb:PB-FACT-1 to pb:PB-FACT-4)."""

    attack: int
    range: int
    defense: int
    movement: int


@frozen(eq=False, repr=False)
class UnitLine(Alike):
    """A counter as a unit file states it."""

    id: str
    name: str
    short: str
    kind: str
    role: str
    size: str
    weapon_class: str
    factors: Factors
    code_group: str
    count: int
    traits: tuple[str, ...]
    source: str
    certainty: str
    capacity: int = 0
    composition: str = ""
    note: str = ""
    evidence: str = ""


@frozen(eq=False, repr=False)
class UnitFile(Alike):
    """The counters of a nation."""

    nation: str
    unit: tuple[UnitLine, ...]


@kept
def unit_types() -> Mapping[str, UnitType]:
    """Every kind of counter by id. ContentError with every mistake of a file."""
    made: dict[str, UnitType] = {}
    for path in folders.files("panzerblitz", "units"):
        proof = Proof(folders.label(path))
        data = structure(read_toml(path, proof.file), UnitFile, proof.file)
        for at, line in enumerate(data.unit, 1):
            if line.id in made:
                proof.mistake(f"unit[{at}].id", f"{line.id!r} again", "an id of its own")
            if one := _unit_type(line, data.nation, f"unit[{at}]", proof):
                made[line.id] = one
        proof.done()
    return made


def unit_type(unit_id: str) -> UnitType:
    """The counter with this id. ContentError, with those most like it, if there is none."""
    known = unit_types()
    if unit_id not in known:
        raise no_such("panzerblitz/units", unit_id, known)
    return known[unit_id]


@kept
def _shared_names() -> frozenset[str]:
    """Names of counters that both nations have."""
    told = Counter(type_.name for type_ in unit_types().values())
    return frozenset(name for name, times in told.items() if times > 1)


def told_apart(type_: UnitType) -> str:
    """The name of a counter, with its nation where both have one: "German Rifle", "Panther"."""
    return f"{type_.nation} {type_.name}" if type_.name in _shared_names() else type_.name


def unit_files() -> tuple[Path, ...]:
    """The files that the counters come from."""
    return folders.files("panzerblitz", "units")


def _unit_type(line: UnitLine, nation: str, key: str, proof: Proof) -> UnitType | None:
    kinds = {kind.value: kind for kind in Kind}
    classes = {weapon.value: weapon for weapon in WeaponClass}
    proof.among(f"{key}.kind", line.kind, kinds, "the kind")
    proof.among(f"{key}.weapon_class", line.weapon_class, classes, "the class")
    for trait in line.traits:
        proof.among(f"{key}.traits", trait, _TRAITS, "the trait")
    if not 1 <= len(line.short) <= 2:
        proof.mistake(f"{key}.short", repr(line.short), "one or two characters")
    codes = tuple(_codes(line.code_group))
    if len(codes) != line.count:
        proof.mistake(f"{key}.code_group", f"{len(codes)} codes", f"{line.count}, one for each counter")
    if line.kind not in kinds or line.weapon_class not in classes:
        return None
    traits = {trait: trait in line.traits for trait in _TRAITS}
    return UnitType(
        id=line.id,
        name=line.name,
        nation=nation,
        kind=kinds[line.kind],
        size=line.size,
        weapon_class=classes[line.weapon_class],
        attack=line.factors.attack,
        range=line.factors.range,
        defense=line.factors.defense,
        movement=line.factors.movement,
        capacity=line.capacity,
        codes=codes,
        count=line.count,
        short=line.short,
        code_group=line.code_group,
        role=line.role,
        composition=line.composition,
        note=line.note,
        source=line.source,
        certainty=line.certainty,
        **traits,
    )


def _codes(group: str) -> Iterator[str]:
    """The codes of a group such as ``931-939/941-943`` (pb:PB-PICS-1)."""
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", group):
        yield from map(str, range(int(first), int(last or first) + 1))
