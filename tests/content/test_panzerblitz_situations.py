"""Situation files: areas with room, edges, codes of counters, mistakes. What is on the cards: tests/panzerblitz."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping

import pytest

from content.kit import folders
from content.kit.load import ContentError, structure
from content.panzerblitz.counters.units import unit_type
from content.panzerblitz.library import LIBRARY
from content.panzerblitz.scenarios.scenario_file import SituationFile
from content.panzerblitz.scenarios.scenarios import SCENARIOS, make_situation, scenario
from core.event import SideId
from core.hexes import Hex
from core.panzerblitz.pieces.reference import Kind
from core.panzerblitz.pieces.situation import Situation

SITUATIONS: Mapping[int, Situation] = {one.number: one for one in map(scenario, SCENARIOS.ids())}

numbers = pytest.mark.parametrize("number", range(1, 13))


@numbers
def test_every_set_up_area_has_room(number: int) -> None:
    """pb:PB-STACK-A, pb:PB-STACK-B: every group fits into its area within the stacking limits of its side."""
    one = SITUATIONS[number]
    for group in (g for g in one.groups if g.area):
        limit = one.tables.stacking[one.side(group.side).nation]
        assert sum(u.group == group.id for u in one.units) <= limit * len(one.hexes(group.area or ""))


def test_edges() -> None:
    """pb:PB-LOC-1: north is to the left, west at the bottom."""
    wide, tall = SITUATIONS[1], SITUATIONS[4]
    assert {h.col for h in wide.hexes("north")} == {1}
    assert {h.col for h in tall.hexes("south")} == {97}
    assert {wide.board.label(h)[0] for h in wide.hexes("west")} == {"1"}
    assert {wide.board.label(h)[0] for h in wide.hexes("east")} == {"3"}
    for one in (wide, tall):
        for edge in ("north", "east", "south", "west"):
            assert all(one.board.is_edge(h) for h in one.hexes(edge))


def test_columns_enter_by_road() -> None:
    for number, areas in ((1, ["road"]), (7, ["west-road", "east-road"])):
        one = SITUATIONS[number]
        assert all(g.entry and g.entry.column for g in one.groups if not g.area)
        for area in areas:
            (hex_,) = one.hexes(area)
            assert "road" in one.board[hex_].routes
            assert one.board.is_edge(hex_)


def test_codes() -> None:
    """pb:PB-PICS-3: every unit of a side has a code of its own, those for which others stand in too."""
    for one in SITUATIONS.values():
        for side in one.sides:
            codes = [u.code for u in one.units if u.side == side.id and u.type.codes]
            assert len(set(codes)) == len(codes)
            assert all(codes)


def test_towed_artillery() -> None:
    one = SITUATIONS[12]
    guns = [u for u in one.units if u.type.kind is Kind.SELF_PROPELLED_ARTILLERY]
    assert len(guns) == 5
    for gun in guns:
        printed = unit_type(gun.type.id)
        assert (gun.type.attack, gun.type.range, gun.type.defense) == (printed.attack, printed.range, printed.defense)
        assert (gun.type.movement, gun.type.transportable, gun.type.vehicular) == (0, True, False)
    assert all(u.type.movement == 8 for u in SITUATIONS[8].units if u.type.id == "g-wespe")


@numbers
def test_the_list_says_what_the_situation_has(number: int) -> None:
    one = SITUATIONS[number]
    info = LIBRARY.info(one.id)
    assert info.units == len(one.units)
    assert info.board_size == (one.board.columns, one.board.rows)
    assert set(LIBRARY.files(one.id))


def make(change: Callable[[str], str]) -> Situation:
    path = folders.OWN / "panzerblitz" / "scenarios" / "vyazma.toml"
    data = tomllib.loads(change(path.read_text(encoding="utf-8")))
    return make_situation(structure(data, SituationFile, path.name), path.name)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('first = "german"', 'first = "germans"', "did you mean 'german'"),
        ('["3", "2", "1"]', '["3", "4", "1"]', "found the board '4'"),
        ('["3", "2", "1"]', '["3", "2", "3"]', "each once"),
        ('area = "map"', 'area = "mapp"', "did you mean 'map'"),
        ('type = "g-50mm"', 'type = "g-55mm"', "did you mean 'g-50mm'"),
        ('measure = "corridor"', 'measure = "corridors"', "did you mean 'corridor'"),
        ('out = "east"\n', "", "area and out for fire-line"),
        ("{decisive = 1}", "{decisive = 2}", "one level with limit 1"),
        ("turn = 1", "turn = 11", "1 to 10"),
    ],
)
def test_mistakes(old: str, new: str, told: str) -> None:
    with pytest.raises(ContentError, match=told):
        make(lambda text: text.replace(old, new, 1))


def test_sides_know_each_other() -> None:
    one = SITUATIONS[1]
    assert one.enemy(SideId("german")) == "russian"
    assert one.by_group[one.units[0].group].side == one.units[0].side
    assert isinstance(next(iter(one.hexes("map"))), Hex)
