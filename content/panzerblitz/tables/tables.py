"""The play charts and terrain looks of PanzerBlitz, from ``tables/*.toml`` and ``terrain.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import ContentError, Mistake, Proof, listed, near, read_toml, structure
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


@frozen
class Table:
    """One table as its file states it. checks: cells that it must keep, as (line, column, value)."""

    id: str
    name: str
    rules: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    source: str
    certainty: str
    note: str
    checks: tuple[tuple[Any, ...], ...] = ()

    def cell(self, line: Any, column: str) -> Any:
        """A cell by the first cell of its line and its column; KeyError or ValueError if there is none."""
        for row in self.rows:
            if row[0] == line:
                return row[self.columns.index(column)]
        raise KeyError(f"table {self.id} has no line {line!r}")

    def column(self, column: str) -> Mapping[str, int]:
        """The numbers of a column by the first cell of each line."""
        at = self.columns.index(column)
        return {str(row[0]): row[at] for row in self.rows}


@frozen
class _TableFile:
    table: tuple[Table, ...]


@frozen
class _LookFile:
    terrain: tuple[TerrainLook, ...]


@kept
def all_tables() -> Mapping[str, Table]:
    """Every table by id. ContentError with every mistake of a file."""
    made: dict[str, Table] = {}
    for path in folders.files("panzerblitz", "tables"):
        proof = Proof(folders.label(path))
        for at, one in enumerate(structure(read_toml(path, proof.file), _TableFile, proof.file).table, 1):
            for row_at, row in enumerate(one.rows, 1):
                if len(row) != len(one.columns):
                    key = f"table[{at}].rows[{row_at}]"
                    proof.mistake(key, f"{len(row)} cells", f"{len(one.columns)}, one for each column of {one.id}")
            if one.id in made:
                proof.mistake(f"table[{at}].id", f"{one.id!r} again", "an id of its own")
            made[one.id] = one
        proof.done()
    return made


def table(table_id: str) -> Table:
    """The table with this id. ContentError, with those most like it, if there is none."""
    known = all_tables()
    if table_id not in known:
        raise ContentError(Mistake("panzerblitz/tables", "id", repr(table_id), listed(known), near(table_id, known)))
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
        provenance={one.id: f"{one.source}, {one.certainty}: {one.note}" for one in all_tables().values()},
    )


@kept
def terrain_looks() -> Mapping[str, TerrainLook]:
    """How each terrain of a hex is drawn, by terrain id."""
    path = folders.OWN / "panzerblitz" / "terrain.toml"
    proof = Proof(folders.label(path))
    looks = structure(read_toml(path, proof.file), _LookFile, proof.file).terrain
    letters = [look.letter for look in looks]
    for at, look in enumerate(looks, 1):
        if letters.count(look.letter) > 1:
            proof.mistake(f"terrain[{at}].letter", f"{look.letter!r} again", "a letter of its own")
        if any(len(sign) != 1 for sign in (look.glyph, look.ascii, look.letter)):
            proof.mistake(f"terrain[{at}]", "a sign of several characters", "one character each")
    proof.done()
    return {look.id: look for look in looks}


def table_files() -> tuple[Path, ...]:
    """The files that the charts and the terrain letters come from."""
    return (folders.OWN / "panzerblitz" / "terrain.toml", *folders.files("panzerblitz", "tables"))


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
