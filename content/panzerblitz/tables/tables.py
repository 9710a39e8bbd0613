"""The play charts and terrain looks of PanzerBlitz, from ``tables/*.toml`` and ``terrain.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from content.kit import folders
from content.kit import tables as kit
from content.kit.folders import kept
from content.kit.load import ContentError, Mistake, Proof, listed, no_such, read_toml, structure
from core.alike import Alike
from core.panzerblitz.pieces.reference import (
    ODDS,
    SYMBOLS,
    Elevation,
    Mover,
    Result,
    Sight,
    Tables,
    TerrainEffect,
    WeaponClass,
)
from core.presentation import TerrainLook

_ELEVATIONS: Final = {e.name.lower(): e for e in Elevation}
#: Words of the Weapons Effectiveness Chart in halves of the Attack Factor.
_FACTORS: Final[Mapping[str, int | None]] = {"double": 4, "normal": 2, "half": 1, "no": None}


@frozen(eq=False, repr=False)
class Table(kit.Table):
    """One table as its file states it. checks: cells that it must keep, as (line, column, value)."""

    checks: tuple[tuple[Any, ...], ...] = ()


@frozen(eq=False, repr=False)
class _TableFile(Alike):
    table: tuple[Table, ...]


@kept
def all_tables() -> Mapping[str, Table]:
    """Every table by id. ContentError with every mistake of a file."""
    made: dict[str, Table] = {}
    for path in folders.files("panzerblitz", "tables"):
        proof = Proof(folders.label(path))
        made |= kit.by_id(structure(read_toml(path, proof.file), _TableFile, proof.file).table, proof, made)
        proof.done()
    return made


def table(table_id: str) -> Table:
    """The table with this id. ContentError, with those most like it, if there is none."""
    known = all_tables()
    if table_id not in known:
        raise no_such("panzerblitz/tables", table_id, known)
    return known[table_id]


@kept
def tables() -> Tables:
    """The charts as the rules use them."""
    stacking = table("stacking")
    limits = stacking.column("units")
    return Tables(
        crt={row[0]: tuple(map(Result, row[1:])) for row in _with_odds(table("combat-results")).rows},
        wec=_weapons_effectiveness(),
        tec={effect.id: effect for effect in map(_terrain_effect, table("terrain-effects").rows)},
        tet={
            (_ELEVATIONS[firer], _ELEVATIONS[target]): Sight(frozenset(symbols.split()) & SYMBOLS, notes)
            for firer, target, symbols, notes in table("target-elevation").rows
        },
        modifiers=table("die-roll-modifiers").column("modifier"),
        shifts=table("odds-shifts").column("shift"),
        stacking={nation: limit for nation, limit in limits.items() if limit},
        wrecks=stacking.column("wrecks"),
        numbers=table("numbers").column("number"),
        provenance={one.id: one.told() for one in all_tables().values()},
    )


@kept
def terrain_looks() -> Mapping[str, TerrainLook]:
    """How each terrain of a hex is drawn, by terrain id."""
    return kit.terrain_looks("panzerblitz", tables().tec)


def table_files() -> tuple[Path, ...]:
    """The files that the charts and the terrain letters come from."""
    return (kit.looks_file("panzerblitz"), *folders.files("panzerblitz", "tables"))


def _with_odds(crt: Table) -> Table:
    if crt.columns[1:] != ODDS:
        raise ContentError(Mistake("panzerblitz/tables", crt.id, listed(crt.columns[1:]), listed(ODDS)))
    return crt


def _weapons_effectiveness() -> Mapping[tuple[WeaponClass, bool, bool], int | None]:
    made: dict[tuple[WeaponClass, bool, bool], int | None] = {}
    for letter, near_armored, far_armored, other in table("weapons-effectiveness").rows:
        weapon = WeaponClass(letter)
        made[weapon, True, True] = _FACTORS[near_armored]
        made[weapon, True, False] = _FACTORS[far_armored]
        made[weapon, False, True] = made[weapon, False, False] = _FACTORS[other]
    made.update({(WeaponClass.NONE, armored, near): None for armored in (True, False) for near in (True, False)})
    return made


def _terrain_effect(row: tuple[Any, ...]) -> TerrainEffect:
    line = dict(zip(table("terrain-effects").columns, row, strict=True))
    leave = {mover: _halves(line[f"leave {mover.value}"]) for mover in Mover if mover is not Mover.FOOT}
    return TerrainEffect(
        id=line["id"],
        name=line["name"],
        rule=line["rule"],
        enter={m: None if line[m.value] == "P" else _halves(line[m.value]) for m in Mover if line[m.value] != "-"},
        leave={mover: cost for mover, cost in leave.items() if cost},
        die=line["die"],
        halved=line["attack"] == "half",
        note=line["note"],
    )


def _halves(cost: str) -> int:
    """A cost such as "3" or "1/2" in halves of a movement point."""
    return 1 if cost == "1/2" else 2 * int(cost)
