"""Scenarios: what their lines mean, and what is reported of a broken one."""

from __future__ import annotations

import pytest

from content import catalogue
from content.kit.load import ContentError
from content.panzer.boards.boards import board
from content.panzer.scenarios.scenarios import scenario
from core.dice import ScriptedDice
from core.event import SideId, UnitId
from core.hexes import NE, hex_from_id
from core.order import IllegalOrder
from core.panzer.course import choices, set_up
from core.panzer.course.events import UnitPlaced
from core.panzer.course.orders import PlaceRest, PlaceUnit
from core.panzer.pieces.scenario import SetUp
from core.panzer.state import initial_state
from core.replaced import replaced
from core.setting import Entry

from .conftest import BOARD, SCENARIO, Write

HEAD = 'board = "ford"'


def mistakes(write: Write, *changes: tuple[str, str]) -> list[str]:
    text = SCENARIO
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = write("scenarios", "skirmish", text)
    with pytest.raises(ContentError) as caught:
        scenario("skirmish")
    return [str(m).removeprefix(f"{path}: ") for m in caught.value.mistakes]


def test_units(write: Write) -> None:
    made = scenario("skirmish")
    assert [(u.id, u.name) for u in made.units] == [
        ("g1", "IV/G 1"),
        ("g2", "IV/G 2"),
        ("g3", "IV/G 3"),
        ("g9", "PzKpfw IV/G"),
        ("s1", "T-34 1"),
        ("s2", "T-34 2"),
        ("s3", "T-34 3"),
    ]
    first, second, _, late, *_ = made.units
    assert (first.hex, first.facing, first.role, first.value) == (hex_from_id("A2"), NE, "command", 117)
    assert (second.hex, second.facing, second.value) == (None, None, second.card.points)
    assert late.entry == Entry(2, (hex_from_id("A1"), hex_from_id("A3")))
    assert first.formation == "1st Platoon"


def test_zones_objectives_exits_victory(write: Write) -> None:
    made = scenario("skirmish")
    assert made.set_up is SetUp.ROLL_LOW_FIRST
    assert len(made.zones["west"].hexes) == 9
    assert hex_from_id("E1") in made.zones["east"].hexes
    assert hex_from_id("F4") not in made.zones["east"].hexes
    assert made.objectives[0].hexes == (hex_from_id("C2"),)
    assert made.objectives[0].controller == "soviet"
    assert made.exits[0].hexes == (hex_from_id("G3"), hex_from_id("G4"))
    assert [level.lead for level in made.victory.levels] == [90, 30], "greatest lead first"
    assert made.sides[0].force == "German"
    assert made.enemy(made.sides[0].id) == "soviet"


def test_every_scenario_of_the_program_loads() -> None:
    assert catalogue.faults() == ()
    for info in catalogue.scenarios():
        made = catalogue.scenario(info.id)
        assert sum(getattr(unit, "part_of", None) is None for unit in made.units) == info.units
        assert (made.board.columns, made.board.rows) == info.board_size


def test_mistakes_of_the_form(write: Write) -> None:
    assert mistakes(write, ("turns = 6", 'turns = "6"'), ("vp = 50", "points = 50")) == [
        "turns: found '6'; allowed: a whole number",
        "objective[1].vp: found nothing; allowed: a whole number; add this key",
        "objective[1].points: found the unknown key 'points'; allowed: id, name, vp, hexes, place, turns, controller; "
        "remove it",
    ]


def test_all_mistakes_of_the_content_at_once(write: Write) -> None:
    found = mistakes(
        write,
        ('card = "s15-t-34-76-m43"', 'card = "s15-t-34-76-m44"'),
        ('zones = ["east"]', 'zones = ["eats"]'),
        ('hex = "A2", facing = "NE"', 'hex = "Q9", facing = "NNE"'),
        ('id = "g9"', 'id = "g3"'),
        ('place = "bridge"', 'place = "brigde"'),
        ('hexes = "G3 G4"', 'hexes = "D3"'),
        ('columns = "F-G"', 'columns = "B-G"'),
    )
    keys = [line.split(":")[0] for line in found]
    assert keys == [
        "zone[2]",
        "side[2].zones",
        "side[1].formation[1].units[1].facing",
        "side[1].formation[1].units[1].hex",
        "side[1].formation[1].units[3].id",
        "side[2].formation[1].units[1].card",
        "objective[1].place",
        "exit[1].hexes",
    ]
    assert found[0] == "zone[2]: found B1, B2, B3 again; allowed: hexes of no other zone; west has them"
    assert found[1].endswith("did you mean 'east'?")
    assert found[2].startswith("side[1].formation[1].units[1].facing: found the facing 'NNE'; allowed: N, NE, SE")
    assert found[3].endswith("found Q9, which is not on the board; allowed: A0 to G4")
    assert found[4].endswith("found 'g3' again; allowed: an id of its own; side[1].formation[1].units[2] has it")
    assert "did you mean 's15-t-34-76-m43'" in found[5]
    assert found[6].endswith("did you mean 'bridge'?")
    assert found[7].endswith("found D3; allowed: hexes at the edge of the map")


def test_vehicles_stand_where_they_may_go(write: Write) -> None:
    """na:4.5.1.1.2a"""
    (line,) = mistakes(write, ('hex = "A2"', 'hex = "C4"'))
    assert line == (
        "side[1].formation[1].units[1].hex: found C4, Heavy Woods; allowed: terrain that the unit may enter; "
        "Heavy Woods is prohibited to PzKpfw IV/G (na:4.5.1.1.2a)"
    )


def test_two_sides_do_not_begin_in_one_hex(write: Write) -> None:
    """na:4.5.1.1.10: neither where a file puts them, nor where a player sets up."""
    line = '{count = 3, id = "s1", card = "s15-t-34-76-m43", name = "T-34"}'
    found = mistakes(write, (line, line.replace("{count = 3, ", '{hex = "A2", facing = "N", ')))
    assert any("hex: found A2; allowed: a hex in which no enemy begins; side[1].formation[1]" in one for one in found)


def test_nobody_is_set_up_on_an_enemy_who_stands_in_his_area(write: Write) -> None:
    """na:4.5.1.1.10: who has a hex of his own in the other's area keeps it; nor is anybody placed there by himself."""
    write("scenarios", "skirmish", SCENARIO.replace('hex = "A2"', 'hex = "E1"'))
    state = initial_state(scenario("skirmish"))
    side, there = SideId("soviet"), hex_from_id("E1")
    state.setting_up = replaced(state.setting_up, order=(side, SideId("german")), zones={side: "east"})
    with pytest.raises(IllegalOrder) as refused:
        set_up.check_place(state, side, PlaceUnit(unit=UnitId("s1"), hex=there, facing=0))
    assert refused.value.rule == "na:4.5.1.1.10"
    set_up.check_place(state, side, PlaceUnit(unit=UnitId("s1"), hex=hex_from_id("F2"), facing=0))
    menu = choices.choices(state, side, ("place:s1",))
    assert there not in {one.hex for one in menu.options}
    placed = set_up.place_rest(state, side, PlaceRest(), ScriptedDice([]))
    assert there not in {event.hex for event in placed if isinstance(event, UnitPlaced)}


def test_a_bridge_over_water_may_be_stood_on(write: Write) -> None:
    write("scenarios", "skirmish", SCENARIO.replace('hex = "A2"', 'hex = "C2"'))
    assert scenario("skirmish").units[0].hex == hex_from_id("C2")


def test_fixed_set_up_needs_hexes(write: Write) -> None:
    found = mistakes(write, ("roll-low-first", "fixed"))
    assert found == [
        'side[1].formation[1].units[2].hex: found nothing; allowed: hex and facing, or enter; set_up is "fixed"',
        'side[2].formation[1].units[1].hex: found nothing; allowed: hex and facing, or enter; set_up is "fixed"',
    ]


def test_unknown_words(write: Write) -> None:
    found = mistakes(
        write,
        ("roll-low-first", "roll-low"),
        ('board = "ford"', 'board = "ford"\nlayers = ["basics"]\nties_to = "russian"'),
    )
    assert found == [
        "layers: found the layer 'basics'; allowed: basic, advanced; did you mean 'basic'?",
        "ties_to: found the side 'russian'; allowed: german, soviet",
        "set_up: found the way 'roll-low'; allowed: fixed, in-order, roll-low-first; did you mean 'roll-low-first'?",
    ]


def test_unknown_board(write: Write) -> None:
    (line,) = mistakes(write, ('board = "ford"', 'board = "fort"'))
    assert line.startswith("board: found 'fort'; allowed: ")
    assert line.endswith("did you mean 'ford'?")


def test_nobody_begins_in_heavy_woods_by_a_railway(write: Write) -> None:
    """na:4.5.1.1.2d: a railway alone is no way through them."""
    write("boards", "ford", BOARD + '\n[[route]]\nkind = "railway"\nhexes = "C3 C4"\n')
    (line,) = mistakes(write, ('hex = "A2"', 'hex = "C4"'))
    assert "Heavy Woods is prohibited" in line


def test_a_scenario_makes_tracks_of_roads_and_paths(write: Write) -> None:
    """na:4.5.1.1.11: of those that it names, bridges and all."""
    bridge, paved = hex_from_id("C2"), hex_from_id("F2")
    drawn = board("ford")
    for kinds, there in (('"road", "path"', ("track", "track")), ('"path"', ("road", "track"))):
        write("scenarios", "skirmish", SCENARIO.replace(HEAD, f"{HEAD}\ntracks = [{kinds}]"))
        made = scenario("skirmish").board
        for hex_, kind, before in zip((bridge, paved), there, ("road", "path"), strict=True):
            assert made[hex_].routes == {kind: drawn[hex_].routes[before]}
    (line,) = mistakes(write, (HEAD, f'{HEAD}\ntracks = ["railway"]'))
    assert line == "tracks: found 'railway'; allowed: road, path (na:4.5.1.1.11)"
