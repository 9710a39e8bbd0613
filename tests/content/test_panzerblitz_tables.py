"""Counters and charts keep every figure that the rules reveal."""

from __future__ import annotations

from itertools import pairwise

import pytest

from content.kit.rulebook import rules
from content.panzerblitz.counters.unit_cards import unit_entries
from content.panzerblitz.counters.units import unit_types
from content.panzerblitz.tables.tables import all_tables, table, tables, terrain_looks
from core.panzerblitz.pieces.reference import (
    BROWN,
    GRAY,
    GREEN,
    ODDS,
    ORANGE,
    SYMBOLS,
    Elevation,
    Kind,
    Mover,
    Result,
    UnitType,
    WeaponClass,
)

#: nation, name: attack, class, range, defense, movement, counters; V vehicular, A armored, C carrier, T may be
#: carried, S close assault, O overrun.
COUNTERS = """
G 50mm: 8 A 5 3 0 x2 T
G 75mm AT: 13 A 6 2 0 x3 T
G 88mm: 20 A 20 1 0 x2 T
G 20mm: 4 H 10 1 0 x2 T
G 20mm QUAD: 14 H 10 1 0 x2 T
G 75mm infantry howitzer: 2 H 12 2 0 x4 T
G 150mm infantry howitzer: 20 H 12 2 0 x2 T
G 81mm mortar: 3 M 12 3 1 x4 T
G 120mm mortar: 15 M 20 2 0 x4 T
G Engineers: 3 I 4 10 1 x3 TS
G Security: 2 I 4 5 1 x3 TS
G Rifle: 3 I 6 8 1 x18 TS
G Submachinegun: 6 I 3 6 1 x6 TS
G Command Post: 0 - 0 1 0 x3 T
G Wagons: 0 - 0 1 3 x4 VC
G Truck Transport: 0 - 0 1 12 x16 VC
G Halftrack SdKfz 251: 2 I 4 4 10 x11 VACO
G Puma SdKfz 234/2: 6 A 5 3 14 x1 VAO
G SdKfz 234/4: 13 A 8 3 14 x1 VAO
G SdKfz 234/1: 2 H 4 3 16 x3 VAO
G Maultier: 50 H 12 4 10 x1 VA
G Wespe: 40 H 32 5 8 x3 VA
G Hummel: 60 H 24 6 8 x2 VA
G Gw 38: 10 H 12 5 6 x1 VAO
G Wirbelwind: 14 H 10 6 8 x2 VAO
G StuH 42: 14 H 12 12 8 x1 VAO
G Marder III: 12 A 8 7 8 x2 VAO
G StuG III (75mm): 12 A 8 9 8 x4 VAO
G Hetzer: 12 A 8 12 6 x2 VAO
G JgdPz IV: 16 A 12 11 8 x1 VAO
G Nashorn: 20 A 20 6 8 x1 VAO
G JgdPz V: 20 A 12 15 9 x2 VAO
G JgdPz VI: 22 A 12 18 5 x1 VAO
G Lynx: 2 A 4 6 10 x1 VAO
G PzKpfw IV: 14 A 8 8 8 x12 VAO
G Panther: 16 A 12 12 10 x12 VAO
G Tiger I: 15 A 12 12 8 x2 VAO
G Tiger II: 20 A 12 16 6 x2 VAO
G Fortification: 0 - 0 40 0 x8
R 12.7mm: 6 I 6 2 0 x2 T
R 45mm: 7 A 3 3 0 x4 T
R 57mm: 9 A 4 3 0 x2 T
R 76.2mm AT: 12 A 5 2 0 x6 T
R 76.2mm howitzer: 3 H 10 2 0 x2 T
R 122mm howitzer: 40 H 20 1 0 x2 T
R 82mm mortar (motorized): 2 M 12 3 1 x3 T
R 82mm mortar: 3 M 12 3 1 x6 T
R 120mm mortar: 24 M 20 2 0 x3 T
R Engineers: 3 I 2 8 1 x2 TS
R Reconnaissance: 3 I 1 4 1 x5 TS
R Rifle: 5 I 4 16 1 x9 TS
R Guards: 6 I 5 18 1 x10 TS
R Submachinegun: 8 I 1 12 1 x6 TS
R Cavalry: 10 I 3 8 3 x4 S
R Command Post: 0 - 0 1 0 x2 T
R Wagons: 0 - 0 1 3 x8 VC
R Truck Transport: 0 - 0 1 12 x17 VC
R Halftrack SIS 33 & M3: 2 I 1 2 10 x6 VACO
R SU-152: 40 H 10 9 7 x2 VAO
R SU-76: 12 A 5 8 9 x2 VAO
R SU-85: 14 A 8 9 11 x2 VAO
R SU-100: 16 A 8 11 8 x2 VAO
R JSU-122: 17 A 10 11 7 x2 VAO
R KV 85: 15 A 8 13 10 x2 VAO
R T-34c: 12 A 6 9 11 x12 VAO
R T-34/85: 15 A 8 10 11 x6 VAO
R JS-II: 18 A 8 12 8 x2 VAO
R JS III: 18 A 12 19 8 x2 VAO
R Fortification: 0 - 0 50 0 x8
"""


def line_of(type_: UnitType) -> str:
    flags = zip(
        "VACTSO",
        (
            type_.vehicular,
            type_.armored,
            type_.carrier,
            type_.transportable,
            type_.close_assault,
            type_.overrun,
        ),
        strict=True,
    )
    factors = f"{type_.attack} {type_.weapon_class.value} {type_.range} {type_.defense} {type_.movement}"
    traits = "".join(letter for letter, has in flags if has)
    return f"{type_.nation[0]} {type_.name}: {factors} x{type_.count} {traits}".rstrip()


def test_every_counter_has_its_figures() -> None:
    """pb:PB-FACT-1, pb:PB-FACT-2, pb:PB-FACT-3, pb:PB-FACT-4, pb:PB-UIT-3"""
    markers = (Kind.MINEFIELD, Kind.BLOCK)
    assert [line_of(t) for t in unit_types().values() if t.kind not in markers] == COUNTERS.strip().splitlines()


def test_codes() -> None:
    """pb:PB-PICS-1, pb:PB-PICS-2, pb:PB-PICS-3: a code for each counter, 0 at the end where there is just one."""
    types = unit_types()
    for nation, counters in (("German", 154), ("Russian", 141)):
        codes = [code for t in types.values() if t.nation == nation for code in t.codes]
        assert len(codes) == len(set(codes)) == counters
    assert types["g-hetzer"].codes == ("831", "832")
    assert types["r-guards"].codes[-2:] == ("169", "171")
    for type_ in types.values():
        if len(type_.codes) == 1 and len(type_.codes[0]) == 3:
            assert type_.codes[0].endswith("0")


def test_sizes() -> None:
    """pb:PB-UIT-1"""
    types = unit_types()
    assert (types["g-panther"].size, types["r-t-34c"].size, types["r-cavalry"].size) == (
        "platoon",
        "company",
        "squadron",
    )
    assert types["g-wespe"].size == "battery"


def test_movers() -> None:
    types = unit_types()
    assert [types[i].mover for i in ("g-rifle", "g-truck", "g-wagons", "g-halftrack", "r-cavalry", "g-88mm")] == [
        Mover.FOOT,
        Mover.TRUCK,
        Mover.VEHICLE,
        Mover.VEHICLE,
        Mover.CAVALRY,
        Mover.FOOT,
    ]


def test_indirect_fire_and_manned() -> None:
    """pb:PB-OPT-IF-1, pb:PB-WIN-1"""
    found = {t.name for t in unit_types().values() if t.indirect}
    assert found == {
        "Maultier",
        "Wespe",
        "Hummel",
        "81mm mortar",
        "120mm mortar",
        "82mm mortar",
        "82mm mortar (motorized)",
    }
    assert {t.name for t in unit_types().values() if not t.manned} == {"Fortification", "Minefield", "Block"}


def test_half_range() -> None:
    """pb:PB-WEC-2"""
    assert [unit_types()[i].half_range for i in ("g-panther", "r-76mm-at", "g-50mm")] == [6, 2, 2]


def test_library() -> None:
    entries = unit_entries()
    assert len(entries) == len(unit_types()) == 73
    assert all(entry.card.sections for entry in entries)
    assert all(1 <= len(t.short) <= 2 for t in unit_types().values())


# -- charts --------------------------------------------------------------------------------------


def test_checks_hold() -> None:
    for one in all_tables().values():
        for line, column, value in one.checks:
            assert one.cell(line, column) == value, (one.id, line, column)


def test_rules_of_tables_exist() -> None:
    known = rules("panzerblitz")
    named = {rule for one in all_tables().values() for rule in one.rules}
    named |= {row[-1] for id_ in ("die-roll-modifiers", "odds-shifts", "numbers") for row in table(id_).rows}
    named |= {effect.rule for effect in tables().tec.values()}
    assert named <= set(known)


def test_combat_results_table() -> None:
    """pb:PB-CRT-1: the results get no better for the defender with better odds or a lower roll; known numbers."""
    crt = tables().crt
    order = [Result.NONE, Result.DISPERSED, Result.SPECIAL_DISPERSED, Result.ELIMINATED]
    grid = [[order.index(result) for result in crt[roll]] for roll in range(-2, 8)]
    for row in grid:
        assert row == sorted(row)
    for upper, lower in pairwise(grid):
        assert all(a >= b for a, b in zip(upper, lower, strict=True))
    printed = [result for roll in range(-1, 8) for result in crt[roll]]
    assert printed.count(Result.ELIMINATED) == 18
    assert printed.count(Result.SPECIAL_DISPERSED) == 8
    assert printed.count(Result.DISPERSED) == 9
    assert tables().result("4-1", 6) is Result.ELIMINATED
    assert tables().result("1-1", 4) is Result.NONE
    assert tables().result("1-4", -2) is Result.SPECIAL_DISPERSED
    assert tables().result("1-4", -3) is Result.SPECIAL_DISPERSED
    assert tables().result("4-1", 8) is Result.NONE
    assert tables().mine_odds in ODDS


@pytest.mark.parametrize(
    ("weapon", "near", "far", "other"),
    [("I", None, None, 2), ("A", 4, 2, 1), ("H", 2, 1, 2), ("M", 2, 1, 2), ("-", None, None, None)],
)
def test_weapons_effectiveness(weapon: str, near: int | None, far: int | None, other: int | None) -> None:
    """pb:PB-WEC-1: in halves of the Attack Factor."""
    wec, class_ = tables().wec, WeaponClass(weapon)
    assert (wec[class_, True, True], wec[class_, True, False]) == (near, far)
    assert wec[class_, False, True] == wec[class_, False, False] == other


def test_terrain_effects() -> None:
    """pb:PB-TEC-CLEAR, pb:PB-TEC-ROAD, pb:PB-TEC-TOWN, pb:PB-TEC-WOODS, pb:PB-TEC-SWAMP, pb:PB-TEC-SLOPE: halves."""
    tec = tables().tec
    costs = {id_: tuple(effect.enter.get(mover, "-") for mover in Mover) for id_, effect in tec.items()}
    assert costs == {
        "clear": (2, 4, 2, 2),
        "road": (1, 1, 1, 1),
        "town": (1, 1, 1, 1),
        "woods": (2, 4, 2, 2),
        "swamp": (2, None, None, None),
        "gully": ("-", "-", "-", "-"),
        "stream": ("-", "-", "-", "-"),
        "ford": (2, 4, 2, 2),
        "pond": (None, None, None, None),
        "slope": (2, 8, 6, 6),
        "hilltop": ("-", "-", "-", "-"),
    }
    assert tec["gully"].leave == {Mover.TRUCK: 10, Mover.VEHICLE: 6, Mover.CAVALRY: 6}
    assert {id_ for id_, effect in tec.items() if effect.die} == {"town", "woods", "swamp"}
    assert {id_ for id_, effect in tec.items() if effect.halved} == {"slope", "hilltop"}
    assert set(terrain_looks()) | {"road", "slope", "hilltop"} == set(tec)


def test_target_elevation() -> None:
    """pb:PB-TET-1"""
    tet = tables().tet
    ground, slope = Elevation.GROUND, Elevation.SLOPE
    assert tet[ground, ground].symbols == SYMBOLS == {GREEN, GRAY, BROWN, ORANGE}
    assert tet[slope, ground].symbols == tet[ground, slope].symbols == tet[slope, slope].symbols == {BROWN, ORANGE}
    notes = {"".join(e.name[0] for e in key): sight.notes for key, sight in tet.items()}
    assert notes == {
        "GG": "H", "GS": "B", "GH": "BDE", "SG": "A", "SS": "E", "SH": "E", "HG": "CAE", "HS": "E", "HH": "",
    }  # fmt: skip


def test_small_tables() -> None:
    """pb:PB-CRT-2, pb:PB-STACK-A, pb:PB-STACK-B, pb:PB-WRECK-E, pb:PB-MINE-E, pb:PB-MINE-G"""
    made = tables()
    assert made.modifiers == {
        "town": 1, "woods": 1, "swamp": 1, "overrun": -2, "close-assault": -2, "dispersed": -1,
    }  # fmt: skip
    assert made.shifts == {"overrun": 1, "engineers": 1}
    assert made.stacking == {"German": 3, "Russian": 2}
    assert made.wrecks == {"German": 3, "Russian": 2, "all": 3}
    assert (made.mine_odds, made.numbers["mine-removal"]) == ("2-1", 1)


# -- rules ---------------------------------------------------------------------------------------


def test_every_rule_is_there() -> None:
    book = rules("panzerblitz")
    assert len(book) == 215
    assert all(id_.startswith("pb:PB-") for id_ in book)
    assert sum(bool(one.reading) for one in book.values()) == 72
    assert not any(one.ambiguity for one in book.values()), "everything left open has a reading"
    assert book["pb:PB-COMBAT-A"].tier == "basic"
    assert book["pb:PB-OPT-IF-1"].tier == "optional"


def test_rules_cite_rules_that_exist() -> None:
    book = rules("panzerblitz")
    for one in book.values():
        for word in f"{one.text} {one.reading}".replace("(", " ").replace(")", " ").split():
            cited = word.strip(".,;:")
            assert not cited.startswith("pb:") or cited in book, (one.id, cited)
