"""Every table keeps its known cells, its shape and its formula; the Basic Game's tables read as the rulebook states."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from content.panzer.rulebook import rules
from content.panzer.tables.tables import Check, all_tables, basic_tables, table, terrain_looks
from core.panzer.pieces.tables import Cover

Rows = list[list[Any]]

_GRADES: Mapping[str, Callable[[int], int]] = {
    "Elite": lambda r: r // 2 + 1,
    "Veteran": lambda r: r // 2,
    "Seasoned": lambda r: 0,
    "Regulars": lambda r: -r,
    "Green": lambda r: -(r + 1),
}


def ap_hit() -> Rows:
    def number(net: int, letter: str, step: int) -> Any:
        return min(100, (10 + net) * step) if net > -10 else "-" if letter == "E" else 1

    steps = dict(zip("PSMLE", (9, 7, 5, 3, 1), strict=True))
    return [[net, *(number(net, letter, k) for letter, k in steps.items())] for net in range(5, -11, -1)]


def gp_crt() -> Rows:
    return [
        [d, *([math.floor(50 - 4 * f + 4.5 * d), math.floor(74 - 3 * f + 4.5 * d)] for f in range(1, 16))]
        for d in range(1, 11)
    ]


def number_of_hits() -> Rows:
    def span(low: int, high: int) -> str:
        return f"{low % 100:02d}-{high % 100:02d}"

    rows: Rows = [[1, 4, "-", "-", "-", "-"]]
    for k in range(1, 21):
        spans = (span(1, k), span(1, 2 * k), span(1, k), span(k + 1, 2 * k))
        rows.append([5 * k, min(100, 5 * k + 4), *spans])
    return rows


def unit_grade_ap() -> Rows:
    return [[grade, *(rule(r) for r in range(5))] for grade, rule in _GRADES.items()]


def unit_grade_gp() -> Rows:
    return [[grade, *(5 * rule(r) for r in range(5))] for grade, rule in _GRADES.items()]


def commands_hex() -> Rows:
    grades = zip(_GRADES, (8, 7, 6, 5, 4), (2, 1, 1, 0, 0), strict=True)
    return [[g, *(math.ceil(p * n / 10 - 0.5 - 1e-9) for n in range(1, 11)), span] for g, p, span in grades]


def commands_min() -> Rows:
    grades = zip(_GRADES, (8, 7, 6, 5, 4), (4, 3, 3, 2, 2), strict=True)
    return [[g, *(math.floor(p * n / 10 + 0.5 + 1e-9) for n in range(1, 11)), span] for g, p, span in grades]


def rising_falling() -> Rows:
    return [[b, *(math.floor(b * k / 18 + 0.5 + 1e-9) for k in (3, 2, 1))] for b in range(1, 31)]


def spotting_min() -> Rows:
    rows: Rows = []
    for name, part in (("Normal", 1), ("Limited", 2), ("Restricted", 4)):
        for spotter, times in (("vehicle", 2), ("other", 3)):
            ranges = (v * tenths // 10 for v in (40, 10, 7, 5) for tenths in (10, 7, 4))
            rows.append([name, spotter, *(max(1, one * times // 2 // part) for one in ranges)])
    return rows


def los_min() -> Rows:
    """Not a formula but a symmetry: what is closer to one is farther from the other."""
    one = table("line-of-sight-min")
    at = {row[0]: dict(zip(one.columns, row, strict=True)) for row in one.rows}
    back = {"C": "F", "F": "C", "M": "M"}

    def mirrored(row: int, column: str) -> Any:
        _, height, zone = column.split("_")
        return at[int(height)][f"target_{row:+d}_{back[zone]}" if row else f"target_0_{back[zone]}"]

    return [[row, *(mirrored(row, column) for column in one.columns[1:])] for row in at]


def spotting_hex() -> Rows:
    ranges = (40, 30, 20, 10, 7, 5, 3, 2)
    return [[2 - i, v, max(1, 3 * v // 4), max(1, v // 2)] for i, v in enumerate(ranges)]


def blind_zone() -> Rows:
    return [[low, *(max(2, base + low) for base in (2, 4, 8)), "fixed 1"] for low in range(-1, 6)]


def ap_penetration() -> Rows:
    rows: Rows = []
    for low, high in ((1, 9), (10, 19), (20, 29), (30, 39), (40, 99)):
        m = low // 10 + 1
        less = [-math.ceil(m * (5 - d) / 4) for d in range(1, 5)]
        rows.append([low, high, *less, 0, 0, *(math.ceil(m * (d - 6) / 4) for d in range(7, 11)), m + 1])
    return rows


def cohesion() -> Rows:
    points = (8, 7.5, 7, 6.5, 6, 5.5, 5, 4.5, 4)
    keys = [row[:2] for row in table("numeric-cohesion-point").rows]
    return [
        [*key, *(math.floor(p * n / 10 + 0.5 + 1e-9) for n in range(1, 10)), p]
        for key, p in zip(keys, points, strict=True)
    ]


def acquire() -> Rows:
    rows: Rows = []
    for speed, fast in (("Slow", 0), ("Fast", 1)):
        for k, altitude in enumerate(("Low", "Medium", "High"), 1 + fast):
            rows.append([speed, altitude, 5 * k, 2 * k, 10 * k, 2 * k])
    return rows


def aircraft_los() -> Rows:
    last = [row[-1] for row in table("aircraft-los").rows]
    heights = (("Low", 2), ("Medium", 4), ("High", 6))
    return [
        [name, low, *(max(0, h - low + 1) for h in range(1, 10)), end]
        for (name, low), end in zip(heights, last, strict=True)
    ]


FORMULAS: Mapping[str, Callable[[], Rows]] = {
    f.__name__: f
    for f in (
        ap_hit,
        gp_crt,
        number_of_hits,
        unit_grade_ap,
        unit_grade_gp,
        commands_hex,
        commands_min,
        rising_falling,
        spotting_min,
        los_min,
        spotting_hex,
        blind_zone,
        ap_penetration,
        cohesion,
        acquire,
        aircraft_los,
    )
}


def holds(check: Check, cell: Any) -> bool:
    match check.op:
        case "eq":
            return bool(cell == check.value)
        case "ge":
            return bool(cell >= check.value)
        case "prefix":
            return bool(cell.startswith(check.value))
        case "suffix":
            return bool(cell.endswith(check.value))
        case "first_ge":
            return bool(cell[0] >= check.value)
        case "second":
            return bool(cell[1] == check.value)
    raise AssertionError(f"unknown op {check.op}")


TABLES = sorted(all_tables())


@pytest.mark.parametrize("table_id", TABLES)
def test_known_cells(table_id: str) -> None:
    one = table(table_id)
    assert one.checks
    for check in one.checks:
        key = check.row if isinstance(check.row, tuple) else (check.row,)
        cell = one.cell(key, check.col)
        assert holds(check, cell), f"{key} {check.col} is {cell!r}, known {check.op} {check.value!r} ({check.text})"


@pytest.mark.parametrize("table_id", TABLES)
def test_shape(table_id: str) -> None:
    one = table(table_id)
    assert len(set(one.columns)) == len(one.columns)
    lines = [tuple(map(str, row[: one.keys])) for row in one.rows]
    assert len(set(lines)) == len(lines), "two lines with the same key"
    assert one.source in {"printed", "derived", "reconstructed", "judged"}
    assert one.certainty in {"exact", "fit", "carried over", "mixed", "judged"}
    assert one.note
    assert set(one.edition) <= {"hex", "miniatures"}
    assert one.edition


@pytest.mark.parametrize("table_id", TABLES)
def test_ranges_run_upward(table_id: str) -> None:
    for row in table(table_id).rows:
        for cell in row:
            if isinstance(cell, str) and len(cell) == 5 and cell[2] == "-" and (cell[:2] + cell[3:]).isdigit():
                assert (int(cell[:2]) or 100) <= (int(cell[3:]) or 100)


@pytest.mark.parametrize("table_id", [t for t in TABLES if table(t).gen])
def test_formula_gives_the_whole_table(table_id: str) -> None:
    one = table(table_id)
    assert [list(row) for row in one.rows] == FORMULAS[one.gen]()


def test_tables_cite_rules_that_exist() -> None:
    known = rules()
    cited = {rule for one in all_tables().values() for rule in one.rules if rule.startswith("na:")}
    assert cited
    assert cited <= set(known)


def test_basic_tables() -> None:
    """na:4.4.3.2.3, na:4.4.3.2.2, na:4.4.3.2.5, na:4.1.3a, na:4.1.4.2.4, na:3.8"""
    tables = basic_tables()
    assert tables.ap_hit[-2] == (72, 56, 40, 24, 8)
    assert tables.ap_hit[-10] == (1, 1, 1, 1, None)
    assert tables.ap_hit_modifiers["short-halt"] == -4
    assert "target-size" not in tables.ap_hit_modifiers, "stands on the card"
    assert tables.ap_damage_basic == ((-99, -1, "no effect"), (0, 3, "DM"), (4, 9, "KO"), (10, 99, "BU"))
    assert tables.spotting_ranges[-2] == {"V": 7, "L": 5, "S": 3}
    assert tables.spotting_modifiers["spot-fire"] == 3
    assert tables.blind_zone[0] == (2, 4, 8, None)
    assert tables.over_stacked_from == 6
    assert tables.provenance["ap-hit"].startswith("reconstructed")


def test_terrain_effects() -> None:
    """na:4.5.1.1.2a, na:4.5.1.1.2b, na:4.5.1.1.2c, na:4.1.3g"""
    terrain = basic_tables().terrain
    assert terrain["rough"].cost["T"] == 4
    assert terrain["water"].cost["T"] is None
    assert terrain["wall"].cost == {"T": 1, "H": None, "W": None, "leg": 1, "towed": None}
    assert terrain["wall"].added
    assert not terrain["rough"].added
    assert terrain["road"].cover_spotting is Cover.OTHER
    assert terrain["medium-grove"].height == 3
    assert terrain["heavy-woods"].turn is None


def test_every_terrain_of_a_hex_has_a_look() -> None:
    looks = terrain_looks()
    assert set(looks) == {e.id for e in basic_tables().terrain.values() if e.kind == "hex"}
    families = {"open", "brush", "rough", "sand", "woods", "town", "water", "depression", "structure"}
    assert {look.family for look in looks.values()} == families
    assert all(look.ascii.isascii() and look.letter.isascii() and not look.letter.isdigit() for look in looks.values())
