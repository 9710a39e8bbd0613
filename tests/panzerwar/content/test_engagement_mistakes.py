"""What is wrong with the file of an engagement is told: file, key, what was found, what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from content.kit import folders
from content.kit.load import ContentError
from content.panzerwar.scenarios.scenarios import scenario

FILE = """
id = "own"
title = "Own"
system = "panzerwar"
edition = "5.21"
place = "Nowhere"
date = "July 1944"
year = 1944
month = 7
turns = 6
board = "pw-0"
situation = "Two forces meet."
rules = ["turret-rotation"]
wind = 3
moonlight = 50
ground = "mud"

[[weather]]
weather = "rain"
first = 1
last = 3
chance = 4
light = true

[[weather]]
weather = "clear"
first = 4
last = 6

[[goal]]
id = "dubki"
name = "Dubki"
kind = "hold"
at = [450, 395]
radius = 75
points = 100

[[goal]]
id = "out"
name = "Out"
kind = "exit"
at = [0, 400]
radius = 100
points = 20
side = "soviet"
limit = 3
counts = "tanks"

[[side]]
id = "german"
name = "German"
nation = "Germany"
tone = "german"
force = "A platoon"
doctrine = "art"
grade = "veteran"
radio = "FM"
stance = "defence"
general_order = "Hold."
first_orders = ["Cover"]
references = 5

[[side.unit]]
id = "infantry"
name = "Grenadiers"
echelon = "platoon"
mechanised = true
set_up = {rects = [[0, 0, 300, 700]], heading = 12, prepared = true, foxholes = 4, trenches = 1, hidden = true}
enter = {turn = 2, edge = "west", between = [100, 500], die = 6}
elements = [
  {card = "sdk251-1", count = 3},
  {card = "leader", command = true, rides = "sdk251-1"},
  {card = "ger-pzgren", count = 2, rides = "sdk251-1", grade = "elite", ammunition = {"demo charge" = 1}},
  {card = "at-team", weapon = "Panzerschreck"},
  {card = "scout", role = "forward observer", observes = "battery"},
]

[[side.unit]]
id = "battery"
name = "Battery"
echelon = "battery"
parent = "infantry"
dedicated = true
off_board = {edge = "west", distance = 2000, at = 400}
elements = [{card = "lefh18", count = 4}]

[[side.minefield]]
id = "mines"
grade = 2
thick = 50
long = 75
kind = "AP"
rects = [[300, 0, 500, 700]]

[[side]]
id = "soviet"
name = "Soviet"
nation = "Russia"
tone = "soviet"
force = "A company"
doctrine = "science"
grade = "regular"
radio = "AM"
stance = "attack"
general_order = "Attack."

[[side.unit]]
id = "company"
name = "Tank company"
echelon = "company"
enter = {turn = 1, edge = "east"}
elements = [{card = "t34-85", command = true}, {card = "t34-85", count = 4}]
"""

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Write]:
    """Write the file of an engagement into the player's folder."""

    def put(text: str) -> Path:
        path = tmp_path / "panzerwar" / "scenarios" / "own.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        folders.add_folder(tmp_path)
        folders.forget()
        return path

    yield put
    folders.drop_folder(tmp_path)


def test_ones_own_engagement_is_read(write: Write) -> None:
    write(FILE)
    made = scenario("own")
    assert len(made.elements) == 3 + 1 + 2 + 1 + 1 + 4 + 5
    assert made.posted["infantry"].reserve is not None
    assert (made.wind, made.moonlight, made.ground, made.column) == (3, 50, "mud", "7/44")
    assert made.by_id["ger-pzgren-1"].grade.value == "elite"  # type: ignore[index]
    assert made.by_id["ger-pzgren-1"].ammunition == {"demo charge": 1}  # type: ignore[index]
    assert made.minefields[0].size == 2 * 3
    assert made.organisations[1].parent == "infantry"


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ('system = "panzerwar"', 'system = "panzer"', r"system: found 'panzer'; allowed: 'panzerwar'"),
        ("year = 1944", "year = 1950", r"year: found 1950; allowed: 1939 to 1945"),
        ("month = 7", "month = 13", r"month: found 13; allowed: 1 to 12"),
        ("turns = 6", "turns = 0", r"turns: found 0; allowed: 1 or more"),
        ('board = "pw-0"', 'board = "pw-9"', r"board: found the board 'pw-9'; allowed: pw-0.*did you mean 'pw-"),
        ('["turret-rotation"]', '["turret-turning"]', r"rules\[1\]: found the rule 'turret-turning'.*did you mean"),
        ("wind = 3", "wind = 11", r"wind: found 11; allowed: 1 to 10 of pw:11.6, or 0"),
        ("moonlight = 50", "moonlight = 101", r"moonlight: found 101; allowed: percent"),
        ('ground = "mud"', 'ground = "ice"', r"ground: found the ground 'ice'"),
        ('weather = "rain"', 'weather = "hail"', r"weather\[1\].weather: found 'hail'; allowed: clear, fog, haze"),
        ("first = 4", "first = 2", r"weather\[2\]: found turns 2 to 6; allowed: turns that rise, from 4 on"),
        ("chance = 4", "chance = 7", r"weather\[1\].chance: found 7; allowed: a D6 of this or more"),
        ('weather = "clear"', 'light = true\nweather = "clear"', r"weather\[2\].light: found true"),
        ('id = "out"', 'id = "dubki"', r"goal\[2\].id: found 'dubki' again"),
        ('kind = "hold"', 'kind = "keep"', r"goal\[1\].kind: found 'keep'; allowed: hold, last, exit"),
        ("at = [450, 395]", "at = [4500, 395]", r"goal\[1\]: found at \[4500, 395\].*a circle on the board"),
        ("at = [0, 400]", "at = [450, 400]", r"goal\[2\]: found .*a circle that holds hexes of an edge"),
        ("points = 100", "points = 0", r"goal\[1\].points: found 0"),
        ('side = "soviet"\n', "", r"goal\[2\].side: found ''; allowed: the side that leaves"),
        ('kind = "hold"', 'side = "german"\nkind = "hold"', r"goal\[1\].side: found 'german'; allowed: none"),
        ('kind = "hold"', 'limit = 2\nkind = "hold"', r"goal\[1\]: found limit or counts; allowed: of an exit"),
        ('side = "soviet"', 'side = "russian"', r"goal\[2\].side: found the side 'russian'"),
        ('counts = "tanks"', 'counts = "horses"', r"goal\[2\].counts: found 'horses'; allowed: all, tanks"),
        ('id = "german"', 'id = "soviet"', r"side: found soviet, soviet; allowed: two \[\[side\]\] tables"),
        ('nation = "Germany"', 'nation = "German"', r"side\[1\].nation: found the nation 'German'.*'Germany'"),
        ('doctrine = "art"', 'doctrine = "craft"', r"side\[1\].doctrine: found the doctrine 'craft'; allowed: art"),
        ('grade = "veteran"', 'grade = "old"', r"side\[1\].grade: found 'old'; allowed: green, regular, veteran"),
        ('radio = "FM"', 'radio = "UKW"', r"side\[1\].radio: found 'UKW'; allowed: FM, AM, none"),
        ('stance = "defence"', 'stance = "rest"', r"side\[1\].stance: found 'rest'; allowed: attack, defence"),
        ('["Cover"]', '["Hide"]', r"side\[1\].first_orders\[1\]: found 'Hide'; allowed: Advance"),
        ("references = 5", "references = -1", r"side\[1\].references: found -1"),
        ('id = "battery"', 'id = "infantry"', r"side\[1\].unit\[2\].id: found 'infantry' again"),
        ('id = "company"', 'id = "infantry"', r"side\[2\].unit\[1\].id: found 'infantry' again"),
        ('echelon = "company"', 'echelon = "army"', r"side\[2\].unit\[1\].echelon: found 'army'"),
        ('parent = "infantry"', 'parent = "company"', r"side\[1\].unit\[2\].parent: found the unit 'company'"),
        ("heading = 12", "heading = 48", r"unit\[1\].set_up.heading: found 48; allowed: a heading of 0"),
        ("[[0, 0, 300, 700]]", "[[0, 0, 5, 5]]", r"unit\[1\].set_up.rects\[1\]: found \[0, 0, 5, 5\]"),
        ("rects = [[0, 0, 300, 700]]", 'place = "moon"', r"unit\[1\].set_up.place: found the place 'moon'"),
        ("rects = [[0, 0, 300, 700]]", 'hexes = "A1 ZZ99"', r"unit\[1\].set_up.hexes: found ZZ99"),
        ("rects = [[0, 0, 300, 700]], ", "", r"unit\[1\].set_up: found nothing; allowed: rects, hexes or a place"),
        ("trenches = 1", "trenches = -1", r"unit\[1\].set_up: found 4 foxholes, -1 trenches"),
        ('edge = "west", between', 'edge = "left", between', r"unit\[1\].enter.edge: found the edge 'left'"),
        ("between = [100, 500]", "between = [1, 2]", r"unit\[1\].enter.between: found \[1, 2\]"),
        ("turn = 2", "turn = 7", r"unit\[1\].enter.turn: found 7; allowed: 1 to 6"),
        ("die = 6", "die = 7", r"unit\[1\].enter.die: found 7; allowed: 0, 6 or 10"),
        ('edge = "east"}', 'edge = "east", die = 6}', r"side\[2\].unit\[1\].enter.die: found 6; allowed: 0 without"),
        ('enter = {turn = 1, edge = "east"}\n', "", r"side\[2\].unit\[1\]: found neither set_up nor enter"),
        ('echelon = "battery"', 'echelon = "battery"\nenter = {turn = 1, edge = "west"}', r"found set_up or enter"),
        ("distance = 2000", "distance = 1000", r"off_board.distance: found 1000; allowed: more than 1000"),
        ('off_board = {edge = "west"', 'off_board = {edge = "up"', r"off_board.edge: found the edge 'up'"),
        ('echelon = "battery"', 'echelon = "platoon"', r"unit\[2\].off_board: found off_board; allowed: of a battery"),
        (
            'card = "sdk251-1", count',
            'card = "sdk251-7", count',
            r"elements\[1\].card: found the card 'sdk251-7'.*mean",
        ),
        ("count = 3}", "count = 0}", r"elements\[1\].count: found 0; allowed: 1 to 50"),
        (
            '"leader", command = true',
            '"leader", count = 2, command = true',
            r"elements\[2\].count: found 2; allowed: 1",
        ),
        ('card = "at-team"', 'card = "at-team", command = true', r"unit\[1\].elements: found 2 command elements"),
        (
            'card = "at-team", weapon = "Panzerschreck"',
            'card = "at-team"',
            r"elements\[4\].weapon: found no weapon; allowed: the weapon of the team",
        ),
        ('weapon = "Panzerschreck"', 'weapon = "Panzerfist"', r"elements\[4\].weapon: found the weapon 'Panzerfist'"),
        (
            "count = 4}]\n\n[[side.mine",
            'weapon = "PIAT"}]\n\n[[side.mine',
            r"unit\[2\].elements\[1\].weapon: found 'PIAT'",
        ),
        (
            'role = "forward observer"',
            'role = "cook"',
            r"elements\[5\].role: found 'cook'; allowed: 'forward observer'",
        ),
        ('observes = "battery"', 'observes = "infantry"', r"elements\[5\].observes: found the battery 'infantry'"),
        (', observes = "battery"', "", r"side\[1\].unit\[2\]: found no forward observer; allowed: an element that"),
        ('grade = "elite"', 'grade = "best"', r"elements\[3\].grade: found 'best'"),
        ('"demo charge" = 1', '"club" = 1', r"elements\[3\].ammunition: found the weapon 'club'"),
        ('"demo charge" = 1', '"demo charge" = 0', r"elements\[3\].ammunition.demo charge: found 0"),
        ('"sdk251-1", count = 3', '"sdk251-1", count = 2', r"elements\[3\].rides: found 'sdk251-1'.*with room for"),
        ('{card = "t34-85", count = 4}', '{card = "is2"}', None),
        ('{card = "t34-85", count = 4}', '{card = "m26"}', r"elements\[2\].card: found m26, there from .*7/44"),
        ("grade = 2", "grade = 5", r"side\[1\].minefield\[1\].grade: found 5; allowed: 1 to 4"),
        ("thick = 50", "thick = 125", r"minefield\[1\].thick: found 125"),
        ("long = 75", "long = 80", r"minefield\[1\].long: found 80"),
        ('kind = "AP"', 'kind = "AX"', r"minefield\[1\].kind: found the mines 'AX'"),
        ("rects = [[300, 0, 500, 700]]", "rects = []", r"minefield\[1\].rects: found nothing"),
        ("turns = 6", "turn = 6", r"found the unknown key 'turn'.*did you mean 'turns'"),
        ("month = 7\n", "", r"month: found nothing; allowed: a whole number; add this key"),
    ],
)
def test_what_is_wrong_is_told(write: Write, was: str, becomes: str, told: str | None) -> None:
    assert was in FILE
    write(FILE.replace(was, becomes, 1))
    if told is None:
        scenario("own")
        return
    with pytest.raises(ContentError, match=told):
        scenario("own")


def test_all_mistakes_are_told_together(write: Write) -> None:
    text = FILE.replace("wind = 3", "wind = 11")
    write(text.replace("month = 7", "month = 13").replace("turns = 6", "turns = 0"))
    with pytest.raises(ContentError) as error:
        scenario("own")
    assert [mistake.key for mistake in error.value.mistakes] == ["month", "turns", "wind"]
    write(
        FILE.replace("points = 100", "points = 0")
        .replace('"Panzerschreck"', '"PIAX"')
        .replace("grade = 2", "grade = 9")
    )
    with pytest.raises(ContentError) as error:
        scenario("own")
    assert len(error.value.mistakes) == 3


TEAM = """
[[side.unit]]
id = "team"
name = "Sniper"
echelon = "platoon"
team_of = "infantry"
set_up = {rects = [[0, 0, 300, 700]], heading = 12}
elements = [{card = "sniper", command = true, role = "sniper"}]

[[side.minefield]]
"""


def teamed(was: str = "", becomes: str = "") -> str:
    """The file with a sniper of its platoon, of which something is otherwise."""
    text = FILE.replace("[[side.minefield]]\n", TEAM.removeprefix("\n"))
    text = text.replace('{card = "ger-pzgren", count = 2', '{card = "ger-pzgren", count = 3')
    text = text.replace('{card = "sdk251-1", count = 3}', '{card = "sdk251-1", count = 4}')
    assert was in text
    return text.replace(was, becomes) if was else text


def test_a_team_belongs_to_a_platoon(write: Write) -> None:
    """pw:12.0.3."""
    write(teamed())
    assert next(o for o in scenario("own").organisations if o.id == "team").team_of == "infantry"


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ('team_of = "infantry"', 'team_of = "infantrie"', r"team_of: found the platoon or company 'infantrie'"),
        ('team_of = "infantry"', 'team_of = "team"', r"team_of: found the platoon or company 'team'"),
        (
            '"ger-pzgren", count = 3',
            '"ger-pzgren", count = 2',
            r"team_of: found team 1 of 'infantry'; allowed: 0 at most",
        ),
        ('"sniper", command', '"scout", command', r"elements: found scout; allowed: one element of the card 'sniper'"),
    ],
)
def test_what_is_wrong_with_a_team(write: Write, was: str, becomes: str, told: str) -> None:
    """pw:12.0.3: it is a sniper on the defence, of a platoon of three squads."""
    write(teamed(was, becomes))
    with pytest.raises(ContentError, match=told):
        scenario("own")
