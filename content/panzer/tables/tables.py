"""The tables and terrain looks of Panzer, from ``tables/*.toml`` and ``terrain.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from attrs import evolve, frozen

from content.kit import folders, tables
from content.kit.entries import Entries
from content.kit.folders import kept
from content.kit.load import Proof, no_such, read_toml, structure
from core.alike import Alike
from core.panzer.pieces.edition import EDITIONS, HEX
from core.panzer.pieces.tables import WHOLE_ALLOWANCE, Cover, PenetrationRow, Tables, TerrainEffect
from core.panzer.pieces.turrets import Mount, OverwatchLine
from core.presentation import TerrainLook

Cell = Any

_TRACTIONS: Final = ("T", "H", "W", "leg", "towed")
#: The tables of the Basic Game; those that one edition has for itself, by the suffix of their ids.
_BASIC: Final = {
    "hex": (
        "ap-hit",
        "ap-hit-modifiers",
        "ap-damage-basic-hex",
        "ap-penetration-hex",
        "spotting-ranges-hex",
        "spotting-modifiers-hex",
        "blind-zone-hex",
        "terrain-effects-hex",
        "stacking",
    ),
    "miniatures": (
        "ap-hit",
        "ap-hit-modifiers",
        "ap-damage-basic-hex",
        "spotting-ranges-hex",
        "spotting-modifiers-hex",
        "spotting-ranges-min",
        "spotting-multipliers-min",
        "line-of-sight-min",
        "overwatch-traverse-min",
        "blind-zone-hex",
        "terrain-effects-hex",
        "terrain-effects-min",
        "stacking",
    ),
}
#: How ids of rules begin.
RULES: Final = {"hex": "na:", "miniatures": "min:"}
#: The terrain of the miniatures edition as which that of a board counts, where its name is another (min:5.5.1.24).
_SAME_TERRAIN: Final = {
    "light-grove": "woods",
    "medium-grove": "woods",
    "light-woods": "woods",
    "rubble-wood": "rubble",
    "rubble-brick": "rubble",
    "rubble-stone": "rubble",
}


@frozen(eq=False, repr=False)
class Check(Alike):
    """A cell that the table must keep: its line (a list if several columns identify it), column and value."""

    row: Any
    col: str
    value: Any
    text: str = ""
    basis: str = "printed"
    op: str = "eq"


@frozen(eq=False, repr=False)
class Table(tables.Table):
    """One table as its file states it."""

    edition: tuple[str, ...]
    checks: tuple[Check, ...]
    tier: str = ""
    unit: str = ""
    dice: str = ""
    keys: int = 1
    formula: str = ""
    gen: str = ""
    how: str = ""


@frozen(eq=False, repr=False)
class _TableFile(Alike):
    table: tuple[Table, ...]


@kept
def table(table_id: str) -> Table:
    """The table with this id. ContentError, with those most like it, if there is none."""
    found = _ENTRIES.find(table_id)
    if found is None:
        raise no_such("panzer/tables", table_id, all_tables())
    return found


@kept
def all_tables() -> Mapping[str, Table]:
    """Every table of both editions by id."""
    return {t.id: t for path in folders.files("panzer", "tables") for t in _file(path).values()}


@kept
def basic_tables(edition: str = HEX.id) -> Tables:
    """The tables of the Basic Game as the rules of an edition use them."""
    made = {name: table(name) for name in _BASIC[edition]}
    return Tables(
        ap_hit={row[0]: tuple(_number(c) for c in row[1:]) for row in made["ap-hit"].rows},
        ap_hit_modifiers=_numbers(made["ap-hit-modifiers"].column(edition)),
        ap_damage_basic=tuple((low, high, result) for low, high, result in made["ap-damage-basic-hex"].rows),
        spotting_ranges={
            row[0]: dict(zip(("V", "L", "S"), row[1:], strict=True)) for row in made["spotting-ranges-hex"].rows
        },
        spotting_modifiers=_numbers(made["spotting-modifiers-hex"].column("modifier")),
        line_of_sight=_zones(made.get("line-of-sight-min")),
        overwatch=_overwatch(made.get("overwatch-traverse-min")),
        blind_zone={row[0]: tuple(_number(c) for c in row[1:]) for row in made["blind-zone-hex"].rows},
        spotting_by_cover=_by_cover(made.get("spotting-ranges-min")),
        spotting_multipliers=_multipliers(made.get("spotting-multipliers-min")),
        terrain=terrain_effects(edition),
        ap_penetration=_penetration(made.get("ap-penetration-hex")) or _plain_penetration(table("ap-penetration-min")),
        rule_names={} if edition == HEX.id else _rule_names(table("rule-names-min")),
        ap_hit_rules={} if edition == HEX.id else _rules_of(made["ap-hit-modifiers"], edition),
        over_stacked_from=next(row[1] for row in made["stacking"].rows if str(row[0]).startswith("over-stacked from")),
        edition=EDITIONS[edition],
        provenance={name: t.told() for name, t in made.items()},
    )


@kept
def terrain_effects(edition: str = HEX.id) -> Mapping[str, TerrainEffect]:
    """The Terrain Effects Table by terrain id (na:4.5.1.1.2, min:9.3.1)."""
    return {id_: _terrain_effect(line) for id_, line in terrain_lines(edition).items()}


@kept
def terrain_lines(edition: str = HEX.id) -> Mapping[str, Mapping[str, Cell]]:
    """The lines of the Terrain Effects Table of an edition, cell by column, by terrain id.

    The boards of both editions are drawn with the terrain of the hex edition: what it says of how a line lies in a hex
    holds for both; numbers, Cover and lines of sight are those of the miniatures edition where it has the terrain.
    """
    lines = _lines(table("terrain-effects-hex"))
    if edition == HEX.id:
        return lines
    own = _lines(table("terrain-effects-min"))
    return {id_: _in_miniature(line, own.get(_SAME_TERRAIN.get(id_, id_))) for id_, line in lines.items()}


def _lines(whole: Table) -> Mapping[str, Mapping[str, Cell]]:
    return {row[0]: dict(zip(whole.columns, row, strict=True)) for row in whole.rows}


def _in_miniature(line: Mapping[str, Cell], own: Mapping[str, Cell] | None) -> Mapping[str, Cell]:
    if own is None:
        return line
    kept_cells = ("id", "terrain", "kind", "los", *(("height",) if line["kind"] in ("height", "hexside") else ()))
    return {**line, **own, **{name: line[name] for name in kept_cells}}


@kept
def terrain_looks() -> Mapping[str, TerrainLook]:
    """How each terrain of a hex is drawn, by terrain id. ContentError if letters clash or terrain is unknown."""
    return tables.terrain_looks("panzer", terrain_effects())


def basic_files() -> tuple[Path, ...]:
    """The files that the tables of the Basic Game and the terrain letters come from."""
    found = (_ENTRIES.file(name) for names in _BASIC.values() for name in names)
    return (tables.looks_file("panzer"), *dict.fromkeys(where for where in found if where))


# -- reading -------------------------------------------------------------------------------------


@kept
def _file(path: Path) -> Mapping[str, Table]:
    proof = Proof(folders.label(path))
    stated = structure(read_toml(path, proof.file), _TableFile, proof.file).table
    tables.by_id(stated, proof)
    proof.done()
    return _made(_TableFile(stated))


def _made(file: _TableFile) -> Mapping[str, Table]:
    return {one.id: evolve(one, checks=tuple(map(_with_key, one.checks))) for one in file.table}


_ENTRIES: Final = Entries("panzer", "tables", "table", _TableFile, _made, _file)


def _with_key(check: Check) -> Check:
    return evolve(check, row=tuple(check.row)) if isinstance(check.row, list) else check


def _penetration(one: Table | None) -> tuple[PenetrationRow, ...]:
    """The rows of the AP Penetration (OR) Table (or:7.12); none in an edition that has another."""
    return tuple(PenetrationRow(row[0], row[1], tuple(row[2:12]), row[12]) for row in one.rows) if one else ()


def _plain_penetration(one: Table) -> tuple[PenetrationRow, ...]:
    """The same of the miniatures edition, which does not ask for the factor (min:20.16)."""
    adjustments = tuple(effect for first, last, effect in one.rows for _ in range(max(1, first), last + 1))
    return (PenetrationRow(1, 99, adjustments, max(adjustments)),)


def _rule_names(one: Table) -> Mapping[str, str]:
    """For each rule of the hex edition the one that is cited in its place."""
    return {rule: own for own, rules in one.rows for rule in rules.split("; ")}


def _rules_of(one: Table, edition: str) -> Mapping[str, str]:
    """The rules of the lines of a list that names them for both editions, as one of them has them."""
    book = RULES[edition]
    found = {name: rules.split("; ") for name, rules in one.column("rule_ids").items()}
    return {name: own for name, rules in found.items() for own in rules if own.startswith(book)}


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


def _by_cover(one: Table | None) -> Mapping[tuple[str, str, Cover, str], int]:
    """The Spotting Ranges Table of the miniatures edition, column by column (min:5.4)."""
    if one is None:
        return {}
    return {
        (row[0], row[1], Cover(column.split("_")[0]), column.split("_")[1]): value
        for row in one.rows
        for column, value in zip(one.columns[2:], row[2:], strict=True)
    }


def _multipliers(one: Table | None) -> Mapping[str, Fraction]:
    """What spotting ranges are multiplied by (min:5.4.2.6, min:5.4.3)."""
    return {} if one is None else {name: Fraction(value) for name, value in one.column("factor").items()}


def _overwatch(one: Table | None) -> Mapping[Mount, OverwatchLine]:
    """The modifiers of Overwatch Fire by traverse (min:8.4.2.9 to min:8.4.2.11); lines of options are left out."""
    mounts = {mount.value: mount for mount in Mount}
    return {
        mounts[name]: OverwatchLine(
            ap=(_number(cells[0]), _number(cells[1]), _number(cells[2])),
            gp=(_number(cells[3]), _number(cells[4]), _number(cells[5])),
        )
        for name, *cells in (one.rows if one else ())
        if name in mounts
    }


def _zones(one: Table | None) -> Mapping[tuple[int, int], tuple[int, int, int] | None]:
    """The Line-of-Sight Table of the miniatures edition (min:5.5.2.4.1)."""
    found: dict[tuple[int, int], tuple[int, int, int] | None] = {}
    for row in one.rows if one else ():
        for at in range(1, len(row), 3):
            height = int(one.columns[at].split("_")[1]) if one else 0
            cells = row[at : at + 3]
            closer, midway, farther = (0, 0, 0) if "NP" in cells else (int(cell.rstrip("+")) for cell in cells)
            found[row[0], height] = None if "NP" in cells else (closer, midway, farther)
    return found


def _cost(cell: Cell) -> int | None:
    """A cost cell: 3 or "+1"; None for "P" (prohibited) and "-" (nothing printed); more than any unit has for the whole
    allowance, so that only a minimum move from next to it enters (min:17.2.3.1.5, min:9.3.5)."""
    if cell == "whole allowance":
        return WHOLE_ALLOWANCE
    return None if cell in ("P", "-") else int(cell)
