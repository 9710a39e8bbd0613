"""Every way in which a file of cards, weapons or charts can be wrong is told by file, key, found and allowed."""

from __future__ import annotations

import pytest

from content.kit import folders
from content.kit.load import ContentError
from content.kit.rulebook import rules
from content.panzerwar.cards.units import cards
from content.panzerwar.charts.charts import charts, terrain_looks
from tests.panzerwar.content.conftest import Write

VEHICLE = """
nation = "German"

[[vehicle]]
id = "own"
name = "Own"
date = "1943-07"
points = 85
weight = 25
weight_class = 2
height = 2.68
size = 0
speed = {cc = 100, road = 230}
drive = "tracks"
crew = 5
turret_crew = 3
traits = ["radio"]
rotation = "M"
gun = {weapon = "75L48", sight = "tank", rof = 8}
machine_guns = [{gun = "MG34", place = "coax"}]
cupola = {kind = "C", armour = "9.5"}
track_armour = 2
top = {turret = "2.5", deck = "1.5"}
locations = [
  [10, "Turret", "5r", "4s^8", "4s^8"],
  [9, "Turret", "5r", "4s^8", "4s^8"],
  [8, "Turret", "5", "4s^8", "4s^8"],
  [7, "Turret", "5", "4s^8", "4s^8"],
  [6, "Hull", "8", "4s^8", "2"],
  [5, "Hull", "8", "4s^8", "2"],
  [4, "Track", "2", "2^5", "2"],
  [3, "Hull", "8", "3", "2"],
  [2, "Hull", "8", "3", "2"],
  [1, "Track", "2", "2", "2"],
]
source = "reconstructed"

[[gun]]
id = "own-gun"
name = "Own gun"
points = 45
weapon = "75L46"
sight = "gun"
rof = 8
height = 1.25
size = -3
weight = 1.4
shield = {front = "1s^2", side = "0", rear = "0"}
crew_counters = 1
set_up = "Anti-tank gun 60-80mm"
source = "reconstructed"

[[squad]]
id = "own-squad"
name = "Own squad"
points = 15
men = 8
arms = {Rifle = 7, SMG = 1}
light_weapons = ["MG34-LMG"]
contact = 4
firepower = [[3, 30], [2, 60]]
source = "reconstructed"

[[team]]
id = "own-team"
name = "Own team"
points = 5
men = 3
arms = {Rifle = 1}
contact = 2
firepower = [[0, 30]]
source = "judged"

[[bunker]]
id = "own-bunker"
name = "Own bunker"
points = 0
size = -1
armour = 10
stun = 1
holds = "one squad"
source = "printed"
"""

WEAPON = """
nation = "German"

[[weapon]]
id = "own-weapon"
name = "Own weapon"
kind = "gun"
calibre = 75
sights = {tank = 0.16}
source = "judged"

[[weapon.shell]]
type = "APHE"
name = "PzGr"
date = "1942-12"
mass = 6.8
velocity = 750
destruction = 6
stun = 10
penetration = [[13, 50], [12, 230]]
to_hit = {tank = [240, 290, 350, 390, 440, 480, 540, 610, 710, 860]}

[[weapon.shell]]
type = "HE"
name = "SprGr"
date = "1942"
mass = 5.7
velocity = 550
killpower = 4
penetration = [[3, 99999]]
to_hit_from = "AP"

[[machine_gun]]
id = "own-mg"
nation = "German"
kind = "LMG"
contact = 4
killpower = [[4, 30], [3, 100]]
targets = 2
penetration = [[0.5, 50]]
stun = 15

[[infantry_weapon]]
id = "own-charge"
kind = "CAT"
maximum = 25
killpower = 6
touching = 6
told = "1 per scenario"
source = "judged"
"""


def test_ones_own_files_are_read_beside_the_programs(write: Write) -> None:
    before = len(list(cards()))
    write("units", "own", VEHICLE)
    write("weapons", "own", WEAPON)
    known = cards()
    assert len(list(known)) == before + 5
    assert known.vehicles["own"].locations[10].side.against_heat == 8
    assert known.weapons["own-weapon"].base_to_hit(known.weapons["own-weapon"].shells[1], 300, "tank") == 3
    assert known.machine_guns["own-mg"].maximum == 100


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ('nation = "German"', 'nation = "Martian"', r"nation: found the nation 'Martian'; allowed: German"),
        ('id = "own"', 'id = "pz4h"', r"vehicle\[1\].id: found 'pz4h' again; allowed: an id of its own"),
        ('id = "own-gun"', 'id = "pak40"', r"gun\[1\].id: found 'pak40' again"),
        ('date = "1943-07"', 'date = "7/43"', r"vehicle\[1\].date: found '7/43'; allowed: a year or a month"),
        ('drive = "tracks"', 'drive = "legs"', r"vehicle\[1\].drive: found 'legs'; allowed: tracks"),
        ('rotation = "M"', 'rotation = "X"', r"vehicle\[1\].rotation: found 'X'; allowed: F, M, S, V"),
        ('kind = "C", armour', 'kind = "K", armour', r"vehicle\[1\].cupola.kind: found 'K'"),
        ('armour = "9.5"', 'armour = "thick"', r"vehicle\[1\].cupola.armour: found 'thick'; allowed: armour such as"),
        ('"5r", "4s^8", "4s^8"', '"5x", "4s^8", "4s^8"', r"vehicle\[1\].locations\[1\]\[3\]: found '5x'"),
        ('[10, "Turret"', '[11, "Turret"', r"vehicle\[1\].locations: found \[11, 9, "),
        ('[6, "Hull"', '[6, "Cellar"', r"vehicle\[1\].locations\[5\]\[2\]: found 'Cellar'; allowed: Turret, SuperS"),
        ('traits = ["radio"]', 'traits = ["wings"]', r"vehicle\[1\].traits\[1\]: found the trait 'wings'"),
        ('top = {turret = "2.5", deck = "1.5"}\n', "", r"vehicle\[1\].top: found no top; allowed: top armour"),
        ('weapon = "75L48"', 'weapon = "75L49"', r"vehicle\[1\].gun.weapon: found the weapon '75L49'.*did you mean"),
        ('sight = "tank"', 'sight = "shoulder"', r"vehicle\[1\].gun.sight: found the sight 'shoulder'"),
        ("rof = 8}", "rof = 13}", r"vehicle\[1\].gun.rof: found 13; allowed: 1 to 10, or 12"),
        ('gun = "MG34"', 'gun = "MG99"', r"vehicle\[1\].machine_guns\[1\].gun: found the machine gun 'MG99'"),
        ('place = "coax"', 'place = "wing"', r"vehicle\[1\].machine_guns\[1\].place: found 'wing'"),
        ('rotation = "M"\n', 'main_machine_gun = "MG34"\n', r"vehicle\[1\].main_machine_gun: found 'MG34'"),
        ("speed = {cc = 100, road = 230}", "speed = {cc = 100}", r"vehicle\[1\].speed.road: found nothing"),
        ('source = "reconstructed"', 'source = "guessed"', r"vehicle\[1\].source: found the source 'guessed'"),
        ('weapon = "75L46"', 'weapon = "MG42"', r"gun\[1\].weapon: found the weapon 'MG42'"),
        ('side = "0"', 'side = "-"', r"gun\[1\].shield.side: found '-'"),
        ("men = 8", "men = 7", r"squad\[1\].arms: found 8 small arms; allowed: at most 7"),
        ('["MG34-LMG"]', '["MG35"]', r"squad\[1\].light_weapons\[1\]: found the weapon 'MG35'"),
        ("[[3, 30], [2, 60]]", "[[2, 30], [3, 60]]", r"squad\[1\].firepower\[2\]: found \[3, 60\]"),
        ("arms = {Rifle = 1}", 'arms = {}\nlight_weapons = ["MG34-LMG"]', r"team\[1\].light_weapons"),
        ("stun = 1\n", "stun = 1.5\n", r"bunker\[1\].stun: found 1.5; allowed: a whole number"),
        ("[[bunker]]", "[[castle]]", "unknown key 'castle'"),
    ],
)
def test_what_is_wrong_with_a_file_of_cards_is_told(write: Write, was: str, becomes: str, told: str) -> None:
    assert was in VEHICLE
    write("units", "own", VEHICLE.replace(was, becomes, 1))
    with pytest.raises(ContentError, match=told):
        cards()


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ('id = "own-weapon"', 'id = "75L48"', r"weapon\[1\].id: found '75L48' again"),
        ('id = "own-mg"', 'id = "MG42"', r"machine_gun\[1\].id: found 'MG42' again"),
        ('id = "own-charge"', 'id = "flamethrower"', r"infantry_weapon\[1\].id: found 'flamethrower' again"),
        ('kind = "gun"', 'kind = "sling"', r"weapon\[1\].kind: found the kind 'sling'"),
        ('type = "APHE"', 'type = "APX"', r"weapon\[1\].shell\[1\].type: found 'APX'; allowed: AP, APHE"),
        ('date = "1942-12"', 'date = "1942-13"', r"weapon\[1\].shell\[1\].date: found '1942-13'"),
        ("[[13, 50], [12, 230]]", "[[13, 50], [13, 230]]", r"shell\[1\].penetration\[2\]: found \[13, 230\]"),
        ("[[13, 50], [12, 230]]", "[[13, 50], [12, 40]]", r"shell\[1\].penetration\[2\]: found \[12, 40\]"),
        ("710, 860", "710", r"shell\[1\].to_hit.tank: found .*; allowed: ten ranges that rise"),
        ("710, 860", "710, 700", r"shell\[1\].to_hit.tank: found .*; allowed: ten ranges that rise"),
        ("to_hit = {tank", "to_hit = {gun", r"shell\[1\].to_hit.gun: found the sight 'gun'; allowed: tank"),
        ('to_hit_from = "AP"', 'to_hit_from = "APX"', r"shell\[2\].to_hit_from: found the chart 'APX'"),
        ('to_hit_from = "AP"', 'to_hit_from = "HEAT"', r"shell\[2\].to_hit_from: found 'HEAT'; allowed: the chart"),
        ('to_hit_from = "AP"', 'smoke = "WP"', r"shell\[2\].smoke: found 'WP'; allowed: what makes the smoke"),
        ('type = "HE"', 'type = "SMOKE"', r"shell\[2\].smoke: found ''"),
        ("[[4, 30], [3, 100]]", "[[3, 30], [4, 100]]", r"machine_gun\[1\].killpower\[2\]"),
        ("targets = 2", "targets = 4", r"machine_gun\[1\].targets: found 4; allowed: 1, 2 or 3"),
        ('kind = "LMG"', 'kind = "XMG"', r"machine_gun\[1\].kind: found the kind 'XMG'"),
        ('kind = "CAT"', 'kind = "DOG"', r"infantry_weapon\[1\].kind: found the kind 'DOG'"),
        ("mass = 6.8", 'mass = "heavy"', r"shell\[1\].mass: found 'heavy'; allowed: a number"),
    ],
)
def test_what_is_wrong_with_a_file_of_weapons_is_told(write: Write, was: str, becomes: str, told: str) -> None:
    assert was in WEAPON
    write("weapons", "own", WEAPON.replace(was, becomes, 1))
    with pytest.raises(ContentError, match=told):
        cards()


def test_all_mistakes_of_a_file_are_told_together(write: Write) -> None:
    text = VEHICLE.replace('"M"', '"X"').replace('"tracks"', '"legs"').replace('"1943-07"', '"soon"')
    write("units", "own", text)
    with pytest.raises(ContentError) as error:
        cards()
    assert len(error.value.mistakes) == 3
    assert {mistake.key for mistake in error.value.mistakes} == {
        "vehicle[1].rotation",
        "vehicle[1].drive",
        "vehicle[1].date",
    }


# -- charts ----------------------------------------------------------------------------------------


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch, write: Write):
    """Read a chart file of the program with something in it written otherwise."""

    def put(name: str, was: str, becomes: str) -> None:
        shipped = {path.stem: path for path in folders.files("panzerwar", "charts")}
        text = shipped[name].read_text(encoding="utf-8")
        assert was in text
        own = write("charts", name, text.replace(was, becomes, 1))
        files = tuple(own if path.stem == name else path for path in shipped.values())
        real = folders.files
        monkeypatch.setattr(folders, "files", lambda s, kind: files if kind == "charts" else real(s, kind))
        folders.forget()

    return put


@pytest.mark.parametrize(
    ("name", "was", "becomes", "told"),
    [
        ("fire", '["first-shot", ', '["other-shot", ', r"no row 'first-shot'"),
        ("fire", '["acquired", ', '["first-shot", ', r"'first-shot' again; allowed: a key of its own"),
        ("fire", '"by", "times"', '"from", "times"', r"no column 'by'"),
        (
            "fire",
            '["stationary", 4, 12, "old", "E1 E3"]',
            '["sitting", 4, 12, "old", "E1 E3"]',
            r"movement: found 'sit",
        ),
        ("fire", '"old", "E1 E3"]', '"old", "E1 E9"]', r"segments: found 'E1 E9'"),
        ("fire", '["buttoned", "buttoned stationary vehicle", 300]', '["buttoned", "x", "far"]', r"found 'far'.*whole"),
        ("fire", "[3, 1, true, true]", '[3, 1, "up", true]', r"ROF rounds up: found 'up'; allowed: true or false"),
        ("sighting", '["A", ', '["E", ', r"class: found 'E'; allowed: A, B, C, D"),
        ("sighting", "[21, 150]", '[21, "near"]', r"range: found 'near'; allowed: a whole number"),
        ("damage", '["Fire", "D+1"', '["Fire", "D+9"', r"Front Hull: found 'D.9'"),
        ("damage", '["Fire", ', '["Ice", ', r"damage: found 'Ice'; allowed: Fire"),
        ("damage", '[7, "+1", ', '[7, "one", ', r"plain: found 'one'; allowed: percent"),
        ("damage", '["hill or ridge", ', '["cloud", ', r"cover: found 'cloud'"),
        ("infantry", '["green", 3, ', '["brown", 3, ', r"grade: found 'brown'; allowed: green"),
        ("infantry", '"track stun-roll"', '"wheel"', r"effects: found the effect 'wheel'"),
        ("artillery", '"mortar", 50, 60', '"catapult", 50, 60', r"kinds: found the kind 'catapult'"),
        ("artillery", '["direct", 0, 600', '["sideways", 0, 600', r"fire: found 'sideways'"),
        ("ground", '["clear", "Clear", "area"', '["clear", "Clear", "sky"', r"kind: found 'sky'"),
        ("command", '["Advance", ', '["Dance", ', r"order: found 'Dance'; allowed: Advance"),
        ("command", '["Finland", 3, 3', '["Finland", 3', r"cells; allowed: 9, one for each column"),
        ("command", 'source = "printed"', 'source = "dreamt"', r"source: found the source 'dreamt'"),
        ("command", 'id = "radio-contact"', 'id = "initiative"', r"'initiative' again"),
        ("dice", "[[table]]", "[[chart]]", r"unknown key 'chart'"),
        ("numbers", 'id = "contour-metres"', 'id = "contour-height"', r"'contour-height' again"),
        ("numbers", "value = 1.5", 'value = "more"', r"value: found 'more'; allowed: a number"),
    ],
)
def test_what_is_wrong_with_a_chart_is_told(changed, name: str, was: str, becomes: str, told: str) -> None:
    changed(name, was, becomes)
    with pytest.raises(ContentError, match=told):
        charts()


def test_a_chart_that_is_missing_is_named(changed) -> None:
    changed("sighting", 'id = "variable-sighting"', 'id = "variable-sightings"')
    with pytest.raises(ContentError, match=r"'variable-sighting'.*did you mean"):
        charts()


def test_a_look_for_what_is_no_ground_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("content.panzerwar.charts.charts.grounds", lambda: ("clear",))
    folders.forget()
    with pytest.raises(ContentError, match="light-woods"):
        terrain_looks()
    folders.forget()


def test_a_rule_again_is_told(write: Write) -> None:
    write("rules", "own", '[[rule]]\nid = "1.0"\ntitle = "x"\ntier = "odd"\nphase = "x"\ntext = "x"\nsource = [1, 1]\n')
    with pytest.raises(ContentError, match="prefix of its book"):
        rules("panzerwar")
