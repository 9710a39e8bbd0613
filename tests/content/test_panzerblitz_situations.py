"""Every Situation has the forces, set-up, order, turns and victory levels of its card."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping

import pytest

from content import folders
from content.load import ContentError, structure
from content.panzerblitz.briefing import briefing
from content.panzerblitz.library import LIBRARY
from content.panzerblitz.scenario_file import SituationFile
from content.panzerblitz.scenarios import make_situation, scenario, scenario_ids
from content.panzerblitz.units import unit_type
from core.event import SideId
from core.hexes import Hex
from core.panzerblitz.reference import ORANGE, Elevation, Kind
from core.panzerblitz.situation import Goal, Level, Measure, Situation, Special

SITUATIONS: Mapping[int, Situation] = {one.number: one for one in map(scenario, scenario_ids())}

#: Forces of the cards: German, Russian.
FORCES: Mapping[int, tuple[str, str]] = {
    1: (
        "3 Command Post, 3 Fortification, 3 Security, 2 Engineers, 2 Submachinegun, 2 50mm, 2 88mm, 2 20mm, 1 20mm "
        "QUAD, 4 Block, 4 Minefield",
        "1 45mm, 2 82mm mortar (motorized), 1 76.2mm howitzer, 2 Submachinegun, 3 T-34c, 1 SU-76, 4 Wagons, 4 Cavalry",
    ),
    2: (
        "3 PzKpfw IV, 3 StuG III (75mm), 2 75mm AT, 5 Rifle, 2 81mm mortar, 1 120mm mortar, 5 Halftrack SdKfz 251, "
        "5 Truck Transport",
        "9 Rifle, 4 82mm mortar, 1 76.2mm howitzer, 1 120mm mortar, 5 Submachinegun, 1 Wagons, 2 Truck Transport, "
        "4 Reconnaissance, 1 SU-76, 3 Guards, 1 Engineers, 1 122mm howitzer",
    ),
    3: (
        "5 PzKpfw IV, 2 50mm, 3 Rifle, 1 81mm mortar, 1 75mm infantry howitzer, 5 Halftrack SdKfz 251, 2 Truck "
        "Transport",
        "2 Guards, 3 Submachinegun, 8 Rifle, 2 82mm mortar, 2 76.2mm howitzer, 3 76.2mm AT, 6 Wagons, 3 Truck "
        "Transport",
    ),
    4: (
        "1 Panther, 1 JgdPz IV, 2 Rifle, 1 Wespe, 1 Hummel, 1 88mm, 2 75mm AT, 1 Nashorn, 3 Halftrack SdKfz 251, 4 "
        "Truck Transport",
        "4 T-34c, 5 T-34/85, 2 SU-85, 1 SU-152, 4 Submachinegun, 2 Reconnaissance, 2 82mm mortar, 6 Rifle, 3 45mm, "
        "2 76.2mm AT, 15 Truck Transport, 5 Halftrack SIS 33 & M3",
    ),
    5: (
        "2 SdKfz 234/1, 2 PzKpfw IV, 2 StuG III (75mm), 3 Rifle, 1 81mm mortar, 1 Engineers, 2 Wespe, 3 Command "
        "Post, 8 Halftrack SdKfz 251",
        "8 Rifle, 2 82mm mortar, 1 Submachinegun, 2 120mm mortar, 1 76.2mm howitzer, 2 122mm howitzer, 2 SU-76, 3 "
        "45mm, 4 Minefield, 6 Block, 2 Truck Transport, 6 Wagons",
    ),
    6: (
        "2 PzKpfw IV, 1 Panther, 3 Rifle, 1 120mm mortar, 1 JgdPz IV, 2 75mm AT, 1 88mm, 1 20mm QUAD, 1 Wespe, 1 "
        "Hummel, 1 Command Post, 8 Halftrack SdKfz 251",
        "12 T-34c, 6 Submachinegun, 2 Reconnaissance, 2 45mm, 2 76.2mm AT, 2 SU-85, 2 SU-152, 2 Halftrack SIS 33 & "
        "M3, 10 Truck Transport",
    ),
    7: (
        "6 PzKpfw IV, 5 Panther, 4 StuG III (75mm), 4 Rifle, 1 SdKfz 234/4, 1 120mm mortar, 2 75mm AT, 1 Wespe, 1 "
        "Hummel, 7 Halftrack SdKfz 251",
        "6 T-34/85, 12 T-34c, 6 Submachinegun, 3 45mm, 2 76.2mm AT, 2 Reconnaissance, 1 12.7mm, 2 SU-85, 12 Truck "
        "Transport, 2 Halftrack SIS 33 & M3, 2 SU-152",
    ),
    8: (
        "3 Panther, 4 PzKpfw IV, 3 StuG III (75mm), 11 Rifle, 2 81mm mortar, 3 120mm mortar, 1 Wespe, 1 Hummel, 2 "
        "Engineers, 2 Command Post, 1 Gw 38, 1 StuH 42, 8 Halftrack SdKfz 251, 16 Truck Transport",
        "6 Rifle, 8 Guards, 3 Submachinegun, 5 82mm mortar, 3 120mm mortar, 2 76.2mm howitzer, 1 Reconnaissance, 6 "
        "76.2mm AT, 2 122mm howitzer, 2 SU-85, 6 Block, 10 Minefield, 8 Fortification, 2 Command Post",
    ),
    9: (
        "14 Rifle, 2 81mm mortar, 2 75mm infantry howitzer, 1 150mm infantry howitzer, 2 75mm AT, 2 120mm mortar, "
        "3 Truck Transport, 3 Wagons, 6 Block, 3 Minefield, 2 Engineers",
        "9 Guards, 1 Submachinegun, 3 45mm, 3 76.2mm AT, 1 82mm mortar, 3 82mm mortar (motorized), 3 120mm mortar, "
        "3 Reconnaissance, 1 12.7mm, 2 Engineers, 4 T-34c, 2 SU-76, 2 SU-152, 17 Truck Transport, 6 Halftrack SIS "
        "33 & M3",
    ),
    10: (
        "8 PzKpfw IV, 5 Panther, 2 Tiger I, 4 StuG III (75mm), 2 Marder III, 2 Wespe, 1 Hummel, 6 Rifle, 2 81mm "
        "mortar, 2 75mm AT, 11 Halftrack SdKfz 251, 2 Truck Transport",
        "18 T-34c, 2 SU-76, 2 SU-85, 2 SU-152, 6 Submachinegun, 2 82mm mortar, 3 Reconnaissance, 17 Truck "
        "Transport, 6 76.2mm AT",
    ),
    11: (
        "12 PzKpfw IV, 12 Panther, 9 Rifle, 3 81mm mortar, 2 120mm mortar, 3 StuG III (75mm), 1 Gw 38, 2 Wespe, 1 "
        "Hummel, 3 Truck Transport, 11 Halftrack SdKfz 251",
        "9 Guards, 3 45mm, 3 76.2mm AT, 2 82mm mortar, 1 Submachinegun, 3 82mm mortar (motorized), 1 120mm mortar, "
        "3 Reconnaissance, 1 12.7mm, 4 T-34/85, 6 Halftrack SIS 33 & M3, 17 Truck Transport",
    ),
    12: (
        "18 Rifle, 2 Submachinegun, 3 Security, 4 81mm mortar, 4 120mm mortar, 3 Engineers, 4 75mm infantry "
        "howitzer, 2 150mm infantry howitzer, 1 StuG III (75mm), 2 75mm AT, 3 Command Post, 5 Truck Transport, 6 "
        "Wagons, 8 Block, 11 Minefield, 8 Fortification, 3 Wespe, 2 Hummel",
        "9 Rifle, 10 Guards, 6 Submachinegun, 4 45mm, 6 76.2mm AT, 2 122mm howitzer, 2 76.2mm howitzer, 6 82mm "
        "mortar, 3 120mm mortar, 2 SU-85, 2 SU-76, 2 SU-152, 4 T-34c, 4 Truck Transport, 8 Wagons",
    ),
}

#: Turns, who sets up first, who moves first, boards from north to south and west to east.
CARDS: Mapping[int, tuple[int, str, str, str]] = {
    1: (10, "german", "russian", "1 2 3"),
    2: (10, "russian", "german", "1 3 2"),
    3: (10, "russian", "german", "3 2 1"),
    4: (10, "russian", "russian", "1i/3i/2"),
    5: (12, "russian", "german", "3 1i 2"),
    6: (10, "russian", "german", "3i/2i/1"),
    7: (10, "russian", "german", "1i 2 3i"),
    8: (10, "russian", "german", "3 1i 2"),
    9: (10, "german", "russian", "1 2 3"),
    10: (12, "russian", "german", "2/3/1i"),
    11: (8, "russian", "german", "2 1i 3i"),
    12: (10, "german", "russian", "1i 2 3i"),
}

#: Goals of the cards: side, measure, limits of the marginal, tactical and decisive level, area, way out.
GOALS: Mapping[int, tuple[str, ...]] = {
    1: ("russian losses 8 12 16", "german own-losses 7 5 2 at most"),
    2: ("russian advance 8 12 18 north", "german losses 10 20 30"),
    3: ("russian fire-line 1 west east", "german corridor 1 south north"),
    4: ("russian losses 5 10 15", "german enemy-presence 30 20 10 at most board-3"),
    5: ("german round-trip 7 14 20 west east", "russian prevention 1"),
    6: ("russian presence 10 20 30 board-3", "german loss-ratio 1 2 3"),
    7: ("russian presence-ratio 1 2 3 board-2", "german presence-ratio 1 2 3 board-2"),
    8: ("russian losses 10 20 30", "german exited 30 40 50 west"),
    9: ("russian losses 10 20 25", "german lost-or-not-exited 10 20 40 west"),
    10: ("russian presence 10 15 30 board-3", "german losses 15 20 40"),
    11: ("german corridor 1 west east", "russian prevention 1"),
    12: ("russian presence 10 20 40 board-1", "german losses 20 40 60"),
}

#: Where each group sets up ("=") or enters (">").
GROUPS: Mapping[int, str] = {
    1: "german-command=hilltops german-garrison=board-2 russian-raiders>road",
    2: "german-rear-guard>south russian-203rd=north-1 russian-33rd=north-2 russian-266th=north-3",
    3: "german-vanguard>south russian-remnants=map",
    4: "german-battle-group>east-2 russian-vanguard>south",
    5: "german-battle-group=board-3 russian-842nd=board-1",
    6: "german-battle-group=board-2 russian-corps=south-1",
    7: "german-column>east-road russian-column>west-road",
    8: "german-relief=board-2 russian-regiments=board-1",
    9: "german-regiment=board-2 russian-corps>east",
    10: "german-division>south russian-corps=board-2 russian-brigade=board-1",
    11: "german-division>west russian-brigade=board-1",
    12: "german-division=board-2 german-artillery=artillery russian-divisions=board-3",
}

numbers = pytest.mark.parametrize("number", range(1, 13))


def test_twelve_situations() -> None:
    """pb:PB-COMP-1"""
    assert sorted(SITUATIONS) == list(range(1, 13))


@numbers
def test_forces_are_those_of_the_card(number: int) -> None:
    """pb:PB-SETUP-1"""
    one = SITUATIONS[number]
    for side, text in zip(("german", "russian"), FORCES[number], strict=True):
        wanted = {name: int(count) for count, _, name in (part.partition(" ") for part in text.split(", "))}
        assert Counter(u.type.name for u in one.units if u.side == side) == wanted
    assert len({u.id for u in one.units}) == len(one.units)
    assert all(u.type.nation == one.side(u.side).nation for u in one.units)


@numbers
def test_turns_order_and_boards(number: int) -> None:
    """pb:PB-SEQ-0, pb:PB-SEQ-9, pb:PB-SETUP-1"""
    one = SITUATIONS[number]
    turns, sets_up, moves, layout = CARDS[number]
    words = "/".join(" ".join(board.replace(" inverted", "i") for board in row) for row in one.layout)
    assert (one.turns, one.set_up[0], one.first, words) == (turns, sets_up, moves, layout)
    assert sorted(one.set_up) == ["german", "russian"]


@numbers
def test_groups_set_up_or_enter_on_the_map(number: int) -> None:
    """pb:PB-SETUP-1"""
    one = SITUATIONS[number]
    found = [g.id + (f"={g.area}" if g.area else f">{g.entry.area}" if g.entry else "") for g in one.groups]
    assert found == GROUPS[number].split()
    for group in one.groups:
        hexes = one.hexes(group.area or (group.entry.area if group.entry else ""))
        assert hexes
        assert all(h in one.board and one.board[h].terrain != "pond" for h in hexes)
        assert group.entry is None or group.entry.turn == 1
    assert {u.group for u in one.units} == {g.id for g in one.groups}


@numbers
def test_set_up_lies_wholly_on_the_stated_board(number: int) -> None:
    """pb:PB-TERR-4"""
    one = SITUATIONS[number]
    for board in "123":
        for hex_ in one.hexes(f"board-{board}"):
            assert "seam" not in one.board[hex_].marks
            assert one.board.label(hex_).startswith(f"{board}-")


@numbers
def test_every_set_up_area_has_room(number: int) -> None:
    """pb:PB-STACK-A, pb:PB-STACK-B: every group fits into its area within the stacking limits of its side."""
    one = SITUATIONS[number]
    for group in (g for g in one.groups if g.area):
        limit = one.tables.stacking[one.side(group.side).nation]
        assert sum(u.group == group.id for u in one.units) <= limit * len(one.hexes(group.area or ""))


@numbers
def test_victory_levels_are_those_of_the_card(number: int) -> None:
    """pb:PB-WIN-1"""
    one = SITUATIONS[number]
    assert [words_of(goal) for goal in one.goals] == list(GOALS[number])


def words_of(goal: Goal) -> str:
    limits = [str(goal.levels[level]) for level in Level if level in goal.levels]
    bound = ["at most"] if goal.at_most else []
    return " ".join([goal.side, goal.measure.value, *limits, *bound, *filter(None, (goal.area, goal.out))])


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


def test_areas_of_the_cards() -> None:
    one = SITUATIONS[1]
    assert {one.board.label(h) for h in one.hexes("road")} == {"2-A-3"}
    assert one.hexes("hilltops") <= one.hexes("board-2")
    for hex_ in one.hexes("hilltops"):
        assert one.board[hex_].level == Elevation.HILLTOP
        assert all(ORANGE in side for side in one.board[hex_].sides)
    two = SITUATIONS[2]
    for board in "123":
        assert {two.board.label(h).split("-")[1] for h in two.hexes(f"north-{board}")} == {"A", "B"}
    six = SITUATIONS[6]
    rows = {six.board.label(h).split("-")[1] for h in six.hexes("south-1")}
    assert rows == {"X", "Y", "Z", "AA", "BB", "CC", "DD", "EE", "FF", "GG"}
    assert {SITUATIONS[4].board.label(h)[0] for h in SITUATIONS[4].hexes("east-2")} == {"2"}
    assert SITUATIONS[12].hexes("artillery") == SITUATIONS[12].hexes("board-1") | SITUATIONS[12].hexes("board-2")


def test_columns_enter_by_road() -> None:
    for number, areas in ((1, ["road"]), (7, ["west-road", "east-road"])):
        one = SITUATIONS[number]
        assert all(g.entry and g.entry.column for g in one.groups if not g.area)
        for area in areas:
            (hex_,) = one.hexes(area)
            assert "road" in one.board[hex_].routes
            assert one.board.is_edge(hex_)


def test_special_rules() -> None:
    found = {number: one.specials for number, one in SITUATIONS.items() if one.specials}
    assert found == {
        1: {Special.FORTIFIED_COMMAND_POSTS},
        7: {Special.CONVOY},
        8: {Special.MORTAR_SPOTTERS},
    }
    assert (SITUATIONS[7].figure("convoy-speed"), SITUATIONS[7].figure("contact-range")) == (12, 3)
    assert SITUATIONS[8].figure("spotter-range") == 4
    assert SITUATIONS[1].figure("mine-removal") == 1, "numbers of the tables too"
    assert SITUATIONS[1].goals[0].weights == {"g-command-post": 5}


def test_exits() -> None:
    found = {n: [(e.side, e.area, e.returns) for e in one.exits] for n, one in SITUATIONS.items() if one.exits}
    assert found == {
        5: [("german", "east", 3), ("german", "west", None)],
        8: [("german", "west", None)],
        9: [("russian", "west", None)],
    }
    trip = next(g for g in SITUATIONS[5].goals if g.measure is Measure.ROUND_TRIP)
    assert (trip.out, trip.away, trip.area) == ("east", 3, "west")
    assert all(g.width == 3 for n in (3, 11) for g in SITUATIONS[n].goals if g.measure is Measure.CORRIDOR)


def test_codes_and_stand_ins() -> None:
    """pb:PB-PICS-3: every unit of a side has a code of its own; stand-ins have that of their own counter."""
    for one in SITUATIONS.values():
        for side in one.sides:
            codes = [u.code for u in one.units if u.side == side.id and u.type.codes]
            assert len(set(codes)) == len(codes)
            assert all(codes)
    tanks = [u for u in SITUATIONS[10].units if u.type.id == "r-t-34c"]
    assert len(tanks) == 18
    assert [u.code for u in tanks[12:]] == [f"R/{n}" for n in range(951, 957)]
    assert {(u.type.attack, u.type.range) for u in tanks} == {(12, 6)}
    wagons = [u.code for u in SITUATIONS[12].units if u.type.id == "g-wagons"]
    assert wagons == ["G/411", "G/412", "G/413", "G/414", "R/411", "R/412"]


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
def test_conflicts_of_the_sources_stand_in_the_notes(number: int) -> None:
    one = SITUATIONS[number]
    words = " ".join(one.notes)
    expected: Mapping[int, str] = {
        1: "at most 2 units",
        3: "PzKw III",
        5: "12 (taken here) or 10",
        6: "Two printings",
        7: "later printing",
        9: "3 is correct",
        10: "12 or less",
        12: "only 4 exist",
    }
    assert expected.get(number, "public sources") in words
    card = briefing(one)
    shown = " ".join(row.text for section in card.sections for row in section.rows)
    assert all(note in shown for note in (*one.notes, *one.special))
    assert f"Situation {number}" in card.subtitle


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
