"""The tables and terrain looks of Panzer, from ``tables/*.toml`` and ``terrain.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from content.kit import folders
from content.kit.folders import kept
from content.kit.load import ContentError, Mistake, Proof, listed, near, read_toml, structure
from core.panzer.pieces.tables import Cover, Tables, TerrainEffect
from core.presentation import TerrainLook

Cell = Any

_TRACTIONS: Final = ("T", "H", "W", "leg", "towed")
_BASIC: Final = (
    "ap-hit",
    "ap-hit-modifiers",
    "ap-damage-basic-hex",
    "spotting-ranges-hex",
    "spotting-modifiers-hex",
    "blind-zone-hex",
    "terrain-effects-hex",
    "stacking",
)


@frozen
class Check:
    """A cell that the table must keep: its line (a list if several columns identify it), column and value."""

    row: Any
    col: str
    value: Any
    text: str = ""
    basis: str = "printed"
    op: str = "eq"


@frozen
class Table:
    """One table as its file states it. rows: lines of cells in the order of `columns`."""

    id: str
    name: str
    edition: tuple[str, ...]
    rules: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    source: str
    checks: tuple[Check, ...]
    certainty: str
    note: str
    tier: str = ""
    unit: str = ""
    dice: str = ""
    keys: int = 1
    formula: str = ""
    gen: str = ""
    how: str = ""

    def line(self, *key: Cell) -> tuple[Cell, ...]:
        """The line that the first columns identify; KeyError if there is none."""
        for row in self.rows:
            if row[: len(key)] == key:
                return row
        raise KeyError(f"table {self.id} has no line {key}")

    def cell(self, key: Cell | tuple[Cell, ...], column: str) -> Cell:
        """One cell; KeyError or ValueError if there is no such line or column."""
        return self.line(*(key if isinstance(key, tuple) else (key,)))[self.columns.index(column)]

    def column(self, column: str) -> Mapping[Cell, Cell]:
        """A column by the first cell of each line."""
        at = self.columns.index(column)
        return {row[0]: row[at] for row in self.rows}


@frozen
class _TableFile:
    table: tuple[Table, ...]


@frozen
class _LookFile:
    terrain: tuple[TerrainLook, ...]


@kept
def table(table_id: str) -> Table:
    """The table with this id. ContentError, with those most like it, if there is none."""
    path = _where(table_id)
    if path is None:
        known = all_tables()
        raise ContentError(Mistake("panzer/tables", "id", repr(table_id), listed(known), near(table_id, known)))
    return _file(path)[table_id]


@kept
def all_tables() -> Mapping[str, Table]:
    """Every table of the hex edition by id."""
    return {t.id: t for path in folders.files("panzer", "tables") for t in _file(path).values()}


@kept
def basic_tables() -> Tables:
    """The tables of the Basic Game as the rules use them."""
    made = {name: table(name) for name in _BASIC}
    return Tables(
        ap_hit={row[0]: tuple(_number(c) for c in row[1:]) for row in made["ap-hit"].rows},
        ap_hit_modifiers=_numbers(made["ap-hit-modifiers"].column("hex")),
        ap_damage_basic=tuple((low, high, result) for low, high, result in made["ap-damage-basic-hex"].rows),
        spotting_ranges={
            row[0]: dict(zip(("V", "L", "S"), row[1:], strict=True)) for row in made["spotting-ranges-hex"].rows
        },
        spotting_modifiers=_numbers(made["spotting-modifiers-hex"].column("modifier")),
        blind_zone={row[0]: tuple(_number(c) for c in row[1:]) for row in made["blind-zone-hex"].rows},
        terrain=terrain_effects(),
        over_stacked_from=next(row[1] for row in made["stacking"].rows if str(row[0]).startswith("over-stacked from")),
        provenance={name: f"{t.source}, {t.certainty}: {t.note}" for name, t in made.items()},
    )


@kept
def terrain_effects() -> Mapping[str, TerrainEffect]:
    """The Terrain Effects Table by terrain id (na:4.5.1.1.2)."""
    whole = table("terrain-effects-hex")
    return {row[0]: _terrain_effect(dict(zip(whole.columns, row, strict=True))) for row in whole.rows}


@kept
def terrain_looks() -> Mapping[str, TerrainLook]:
    """How each terrain of a hex is drawn, by terrain id. ContentError if letters clash or terrain is unknown."""
    path = folders.OWN / "panzer" / "terrain.toml"
    proof = Proof(folders.label(path))
    looks = structure(read_toml(path, proof.file), _LookFile, proof.file).terrain
    effects = terrain_effects()
    letters: dict[str, str] = {}
    for at, look in enumerate(looks, 1):
        if look.id not in effects:
            proof.unknown(f"terrain[{at}].id", look.id, effects, "the terrain")
        for key, glyph in (("glyph", look.glyph), ("ascii", look.ascii), ("letter", look.letter)):
            if len(glyph) != 1:
                proof.mistake(f"terrain[{at}].{key}", repr(glyph), "one character")
        if look.letter in letters:
            proof.mistake(
                f"terrain[{at}].letter",
                f"{look.letter!r} again",
                "a letter of its own",
                f"{letters[look.letter]} has it",
            )
        letters.setdefault(look.letter, look.id)
    proof.done()
    return {look.id: look for look in looks}


def basic_files() -> tuple[Path, ...]:
    """The files that the tables of the Basic Game and the terrain letters come from."""
    found = (_where(name) for name in _BASIC)
    path = folders.OWN / "panzer" / "terrain.toml"
    return (path, *dict.fromkeys(where for where in found if where))


# -- reading -------------------------------------------------------------------------------------


def _where(table_id: str) -> Path | None:
    """The file of a table; the text is searched first, so that few files are read as TOML."""
    quoted = f'"{table_id}"'
    for path in folders.files("panzer", "tables"):
        if quoted in folders.text(path) and table_id in _file(path):
            return path
    return None


@kept
def _file(path: Path) -> Mapping[str, Table]:
    proof = Proof(folders.label(path))
    tables = structure(read_toml(path, proof.file), _TableFile, proof.file).table
    made: dict[str, Table] = {}
    for at, one in enumerate(tables, 1):
        for row_at, row in enumerate(one.rows, 1):
            if len(row) != len(one.columns):
                proof.mistake(
                    f"table[{at}].rows[{row_at}]",
                    f"{len(row)} cells",
                    f"{len(one.columns)}, one for each column of {one.id}",
                )
        if one.id in made:
            proof.mistake(f"table[{at}].id", f"{one.id!r} again", "an id of its own")
        made[one.id] = evolve(one, checks=tuple(_with_key(check) for check in one.checks))
    proof.done()
    return made


def _with_key(check: Check) -> Check:
    return evolve(check, row=tuple(check.row)) if isinstance(check.row, list) else check


def _number(cell: Cell) -> int | None:
    return cell if isinstance(cell, int) else None


def _numbers(column: Mapping[Cell, Cell]) -> Mapping[str, int]:
    return {str(key): value for key, value in column.items() if isinstance(value, int)}


def _terrain_effect(line: Mapping[str, Cell]) -> TerrainEffect:
    costs = {traction: line[traction] for traction in _TRACTIONS}
    return TerrainEffect(
        id=line["id"],
        name=line["terrain"],
        kind=line["kind"],
        height=line["height"],
        los=line["los"],
        cover_spotting=Cover(line["cover_spotting"]),
        cover_combat=Cover(line["cover_combat"]),
        cost={traction: _cost(cell) for traction, cell in costs.items()},
        turn=_cost(line["turn"]),
        added=any(str(cell).startswith("+") for cell in costs.values()),
        note=line["note"],
    )


def _cost(cell: Cell) -> int | None:
    """A cost cell: 3 or "+1"; None for "P" (prohibited) and "-" (nothing printed)."""
    return None if cell in ("P", "-") else int(cell)
