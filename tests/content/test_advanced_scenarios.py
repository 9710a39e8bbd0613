"""What scenario files state of the Advanced Game: formations, labels, passengers, positions, points, plots, wrecks."""

from __future__ import annotations

import pytest

from content.kit.load import ContentError
from content.panzer.cards.cards import attached_weapon, unit
from content.panzer.scenarios.allowed import allowed
from content.panzer.scenarios.briefing import briefing
from content.panzer.scenarios.scenarios import SCENARIOS, scenario
from content.panzer.scenarios.switch_options import chosen
from content.panzer.tables.battle_tables import point_factors
from core.hexes import hex_from_id
from core.panzer.forces.points import Worth, worth
from core.panzer.pieces.advanced_tables import Attachment, Grade
from core.panzer.pieces.cards import CounterBatteryCard, LegStep, VehicleCard
from core.panzer.pieces.scenario import Label, Level, Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Wreck
from core.panzer.pieces.works import WorkKind
from core.panzer.state import initial_state

from .conftest import SCENARIO, Write

FACTORS = point_factors()
HEAD = 'board = "ford"'
TANKS = '[[side.formation]]\nname = "Tank Platoon"\n'
PLATOON = 'units = [{count = 3, id = "s1", card = "s15-t-34-76-m43", name = "T-34"}]'


def with_units(*lines: str, head: str = "") -> str:
    """The scenario of the tests as one of the Advanced Game, its Soviet platoon with these units more."""
    units = ",\n  ".join(['{count = 3, id = "s1", card = "s15-t-34-76-m43", name = "T-34"}', *lines])
    text = SCENARIO.replace(HEAD, f'{HEAD}\nmodules = ["advanced"]\n{head}')
    assert PLATOON in text
    return text.replace(PLATOON, f"units = [\n  {units},\n]")


def made(write: Write, *lines: str, head: str = "") -> Scenario:
    write("scenarios", "skirmish", with_units(*lines, head=head))
    return scenario("skirmish")


def mistakes(write: Write, *lines: str, head: str = "", text: str = "") -> list[str]:
    path = write("scenarios", "skirmish", text or with_units(*lines, head=head))
    with pytest.raises(ContentError) as caught:
        scenario("skirmish")
    return [str(m).removeprefix(f"{path}: ").removeprefix("side[2].formation[1].") for m in caught.value.mistakes]


SEEKING = 'id = "soviet"\ncounter_batteries = ["s45-counter-battery", "s45-counter-battery"]'
SQUAD = 'card = "s57-rifle-squad-1-2-squad"'


# -- units ------------------------------------------------------------------------------------------


def test_labels_grades_attached_weapons_and_half_squads(write: Write) -> None:
    game = made(
        write,
        f'{{id = "s8", {SQUAD}, labels = ["Recon"], grade = "Veteran", size = "half"}}',
        f'{{id = "s9", {SQUAD}, attached = ["s59-ptrd-41-atr"], labels = ["Command"], level = "Battalion"}}',
    )
    scouts, staff = game.units[-2:]
    assert (scouts.grade, scouts.labels, scouts.size) == (
        Grade.VETERAN,
        frozenset({Label.RECON}),
        LegStep.HALF_SQUAD,
    )
    assert scouts.value == 30, "17 x 1.2 x 1.5 (min:23.2.3)"
    assert (staff.level, staff.attached[0].id) == (Level.BATTALION, "s59-ptrd-41-atr")
    assert (staff.value, staff.reduced_value, staff.half_value) == (51, 16, 43)
    state = initial_state(game)
    assert state.units[scouts.id].size is LegStep.HALF_SQUAD
    assert state.units[staff.id].size is LegStep.SQUAD


def test_a_vehicle_is_fielded_without_its_skirts_as_the_scenario_says(write: Write) -> None:
    """or:7.10.1: they are no part of its armor, and the briefing tells it."""
    card = 'card = "g12-pzkpfw-iii-m", value = 50'
    game = made(write, f'{{id = "s8", {card}, without_skirts = true}}', f'{{id = "s9", {card}}}')
    bare, whole = (unit.card for unit in game.units[-2:])
    assert isinstance(bare, VehicleCard)
    assert isinstance(whole, VehicleCard)
    assert (dict(bare.armor.skirts), bare.armor.front) == ({}, whole.armor.front)
    assert whole.armor.skirts
    told = [row.text + row.label for section in briefing(game).sections for row in section.rows]
    assert sum("without skirts" in text for text in told) == 1


def test_passengers_batteries_and_aircraft_are_not_set_up(write: Write) -> None:
    game = made(
        write,
        f'{{id = "s8", {SQUAD}, riding = "s2"}}',
        '{id = "sa", card = "s45-medium-artillery-battery", attachment = "Organic", planned_only = true}',
        '{id = "sb", card = "s60-su-2", enter = {turn = 2, hexes = ""}}',
    )
    rider, battery, flight = game.units[-3:]
    state = initial_state(game)
    assert (rider.riding, state.units[rider.id].presence) == ("s2", Presence.CARRIED)
    assert (battery.attachment, battery.planned_only) == (Attachment.ORGANIC, True)
    assert {state.units[u.id].presence for u in (battery, flight)} == {Presence.OFF_MAP}
    assert flight.entry is not None
    assert flight.entry.turn == 2


def test_counter_batteries_are_units_that_nobody_calls(write: Write) -> None:
    """or:7.28: the scenario lists them; or:7.28.2: it says which batteries are self-propelled."""
    text = with_units('{id = "sa", card = "s45-light-artillery-battery", self_propelled = true}')
    write("scenarios", "skirmish", text.replace('id = "soviet"', SEEKING, 1))
    game = scenario("skirmish")
    one, other = game.counter_batteries
    assert isinstance(one.card, CounterBatteryCard)
    assert (one.card.locate, one.attachment, one.value) == ((1, 20), None, 50)
    assert (one.name, other.name) == ("Counter Battery 1", "Counter Battery 2")
    assert game.units[-1].self_propelled
    assert one.id not in game.by_id
    played = chosen(game, ("counter-battery",))
    assert played.units == (*game.units, one, other)
    assert initial_state(played).units[one.id].presence is Presence.OFF_MAP
    assert Switch.COUNTER_BATTERY in allowed(SCENARIOS.stated("skirmish"))


def test_units_start_in_buildings_and_on_roofs(write: Write) -> None:
    game = made(
        write,
        f'{{id = "s8", {SQUAD}, hex = "D2", facing = "N", floor = 1}}',
        '{id = "s9", card = "s46-45mm-m37-atg", hex = "G3", facing = "SW", inside = true}',
        head="desert_buildings = true",
    )
    state = initial_state(game)
    roof, gun = (state.units[u.id] for u in game.units[-2:])
    assert (roof.floor, gun.inside) == (1, True)


def test_formations_are_trees(write: Write) -> None:
    more = '[[side.formation]]\nname = "Brigade"\nlevel = "Regiment/Brigade"\ngrade = "Veteran"\n' + (
        'units = [{id = "s9", card = "s45-medium-artillery-battery", attachment = "Organic"}]\n'
    )
    text = with_units().replace(TANKS, f'{more}\n{TANKS}parent = "Brigade"\n')
    write("scenarios", "skirmish", text)
    game = scenario("skirmish")
    brigade, platoon = (f for f in game.formations if f.side == "soviet")
    assert (brigade.level, brigade.grade, brigade.parent) == (Level.REGIMENT, Grade.VETERAN, None)
    assert (platoon.parent, platoon.grade) == ("Brigade", Grade.SEASONED)


def test_wrecks_works_and_plots_are_there_before_the_units(write: Write) -> None:
    text = with_units(
        '{id = "s9", card = "s45-medium-artillery-battery"}', head='wrecks = {A3 = "KO", B3 = "BU"}\n'
    ).replace('zones = ["east"]', 'zones = ["east"]\nplanned_missions = 2\nplanned_from = 3')
    text += '\n[[counter]]\nkind = "wire"\nhexes = "C3 D4"\ngp_defense = 2\n'
    write("scenarios", "skirmish", text)
    game = scenario("skirmish")
    assert initial_state(game).counters.wrecks == {hex_from_id("A3"): Wreck.KO, hex_from_id("B3"): Wreck.BU}
    assert [(w.kind, w.gp_defense) for w in game.works] == [(WorkKind.WIRE, 2)] * 2
    soviet = game.side(game.sides[1].id)
    assert (soviet.planned_missions, soviet.planned_from) == (2, 3)


# -- points -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "grade", "labels", "value"),
    [
        ("g17-pzkpfw-iv-g", Grade.SEASONED, [Label.COMMAND], 117),
        ("g12-pzkpfw-iii-m", Grade.VETERAN, [Label.COMMAND], 111),
        ("g20-pzkpfw-v-panther", Grade.REGULARS, [], 80),
        ("s15-t-34-76-m43", Grade.VETERAN, [Label.COMMAND], 145),
        ("s58-section", Grade.SEASONED, [Label.FO], 24),
        ("g73-light-truck", Grade.VETERAN, [], 4),
        ("g74-medium-artillery-battery", Grade.ELITE, [], 64),
        ("g88-ju-87b-1", Grade.VETERAN, [], 105),
        ("g77-5cm-pak-38-atg", Grade.GREEN, [], 21),
    ],
)
def test_points_by_grade_and_label(card: str, grade: Grade, labels: list[Label], value: int) -> None:
    """min:23.2.3, min:23.2.3a, min:23.2.3b: all factors multiply, one rounding down; trucks are what they are."""
    assert worth(FACTORS, unit(card), grade, labels) == Worth(value)


def test_points_of_a_squad_with_a_weapon() -> None:
    """min:22.2.2: 23 + 34 = 57; 11 for the reduction; then the half-squad with what is attached."""
    squad, faust = unit("g85-rifle-squad-1-2-squad"), attached_weapon("g87-panzerfaust-30m-60m")
    assert worth(FACTORS, squad, attached=[faust]) == Worth(57, 11, 52)
    assert worth(FACTORS, squad, size=LegStep.HALF_SQUAD, attached=[faust]) == Worth(52)


def test_points_of_batteries_and_limbers() -> None:
    """min:22.2.4: a battery costs half as much again if it is attached."""
    assert worth(FACTORS, unit("g74-medium-artillery-battery"), attached_battery=True) == Worth(96)
    assert worth(FACTORS, unit("g84-light-limber")) is None


def test_what_the_file_says_goes_before_the_card(write: Write) -> None:
    """min:22.2.2: what its reduction and then its half-squad score, is in proportion."""
    game = made(write, f'{{id = "s8", {SQUAD}, value = 31}}')
    squad = game.units[-1]
    assert (squad.value, squad.reduced_value, squad.half_value) == (31, 15, 23)


# -- mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (f'{{id = "s8", {SQUAD}, size = "section"}}', "size: found 'section'; allowed: squad, half"),
        (f'{{id = "s8", {SQUAD}, size = "hlaf"}}', "size: found 'hlaf'; allowed: squad, half, section"),
        ('{id = "s8", card = "s46-45mm-m37-atg", size = "half"}', "size: found 'half'; allowed: nothing: only leg"),
        (f'{{id = "s8", {SQUAD}, riding = "s99"}}', "riding: found the unit 's99'; allowed: s1, s2, s3, s8"),
        (f'{{id = "s8", {SQUAD}, riding = "s2", hex = "F1", facing = "N"}}', "riding: found both hex and riding"),
        ('{id = "s8", card = "s15-t-34-76-m43", riding = "s2"}', "riding: found 's2'; allowed: nothing: only leg and"),
        (
            '{id = "s8", card = "s45-light-artillery-battery", hex = "F1"}',
            "hex: found hex; allowed: nothing: a battery",
        ),
        (f'{{id = "s8", {SQUAD}, planned_only = true}}', "planned_only: found true; allowed: nothing: only batteries"),
        (f'{{id = "s8", {SQUAD}, self_propelled = true}}', "self_propelled: found true; allowed: nothing: only off-"),
        ('{id = "s8", card = "s45-counter-battery"}', "card: found 's45-counter-battery'; allowed: a unit that fights"),
        (f'{{id = "s8", {SQUAD}, attachment = "Organic"}}', "attachment: found 'Organic'; allowed: nothing: only off-"),
        (f'{{id = "s8", {SQUAD}, hex = "E2", facing = "N", inside = true}}', "inside: found E2, clear; allowed: a hex"),
        (f'{{id = "s8", {SQUAD}, hex = "D2", facing = "N", floor = 1}}', "floor: found 1; allowed: 0 to 0; D2 has 1"),
        (f'{{id = "s8", {SQUAD}, floor = 1}}', "inside: found 1; allowed: only with a hex"),
        (f'{{id = "s8", {SQUAD}, labels = ["Recce"]}}', "labels: found 'Recce'; allowed: Command, Recon, Engineer, FO"),
        (f'{{id = "s8", {SQUAD}, attached = ["s59-ptrd"]}}', "attached: found 's59-ptrd'; allowed:"),
        (
            '{id = "s8", card = "s56-light-limber"}',
            "value: found nothing; allowed: a whole number; s56-light",
        ),
        (
            '{id = "s8", card = "s15-t-34-76-m43", motorcycle = true}',
            "motorcycle: found true; allowed: a leg unit",
        ),
        (
            '{id = "s8", card = "s15-t-34-76-m43", without_skirts = true}',
            "without_skirts: found true; allowed: a vehicle whose card has skirts",
        ),
    ],
)
def test_a_bad_key_is_told(write: Write, line: str, found: str) -> None:
    told = mistakes(write, line)
    assert [text for text in told if text.startswith(f"units[2].{found}")], told


def test_a_vehicle_needs_room_for_all_its_passengers(write: Write) -> None:
    """na:6.6.7.1"""
    told = mistakes(write, f'{{id = "s8", {SQUAD}, riding = "s2"}}', f'{{id = "s9", {SQUAD}, riding = "s2"}}')
    assert any("room" in text for text in told), told


def test_formations_do_not_belong_to_themselves(write: Write) -> None:
    text = with_units().replace(TANKS, f'{TANKS}parent = "Tank Platoon"\nlevel = "Corps"\n')
    told = mistakes(write, text=text)
    assert told == [
        "parent: found 'Tank Platoon'; allowed: a formation that does not belong to this one",
        "level: found 'Corps'; allowed: Company, Battalion, Regiment/Brigade",
    ]


def test_wrecks_have_a_kind_and_a_hex(write: Write) -> None:
    told = mistakes(write, head='wrecks = {A3 = "XX", Q9 = "KO"}\n')
    assert told[0].startswith("wrecks.A3: found 'XX'; allowed: KO, BU")
    assert told[1].startswith("wrecks.Q9: found Q9, which is not on the board")


BATTERY = '{id = "sa", card = "s45-medium-artillery-battery"}'
POINT = '\n[[registered_point]]\nside = "soviet"\nhex = "E1"\nbatteries = ["sa"]\n'
PLAN = '\n[[planned_mission]]\nside = "soviet"\nbattery = "sa"\nturn = 2\nplot = [{turns = 2, hex = "E1"}]\n'


def test_points_and_plots_of_the_scenario(write: Write) -> None:
    """na:6.5.1.4, na:6.5.1.11.1"""
    write("scenarios", "skirmish", with_units(BATTERY) + POINT + PLAN)
    game = scenario("skirmish")
    assert [(p.hex.id, p.batteries) for p in game.points] == [("E1", ("sa",))]
    assert [(p.battery, p.turn, len(p.turns)) for p in game.plans] == [("sa", 2, 2)]


@pytest.mark.parametrize(
    ("more", "found"),
    [
        (POINT.replace('"E1"', '"Q9"'), "registered_point[1].hex: found Q9, which is not on the board"),
        (
            POINT.replace('["sa"]', '["s1"]'),
            "registered_point[1].batteries: found 's1'; allowed: batteries of soviet: sa",
        ),
        (POINT.replace('["sa"]', "[]"), "registered_point[1].batteries: found nothing"),
        (PLAN.replace("turn = 2", "turn = 9"), "planned_mission[1].turn: found 9; allowed: 1 to 6"),
        (PLAN.replace('"sa"', '"sb"'), "planned_mission[1].battery: found 'sb'; allowed: batteries of soviet: sa"),
        (PLAN.replace("turns = 2,", "turns = 6,"), "planned_mission[1].plot: found a plot lasts 1 to 5 turns, not 6"),
        (PLAN.replace("hex =", 'sheaf = "Wide", hex ='), "planned_mission[1].plot[1].sheaf: found 'Wide'"),
        (PLAN.replace(', hex = "E1"', ""), "planned_mission[1].plot[1].hex: found nothing; allowed: the Target Point"),
        ("\n[sun]\nedge = 'NE'\n", "sun.edge: found 'NE'; allowed: N, E, S, W"),
        ("\n[hull_down]\nsnad = 40\n", "hull_down: found the terrain 'snad'"),
        ("\n[hull_down]\nsand = 140\n", "hull_down.sand: found 140; allowed: 0 to 100"),
        ('\n[[counter]]\nkind = "moat"\nhexes = "E1"\n', "counter[1].kind: found 'moat'; allowed: block, ditch"),
        ('\n[[counter]]\nkind = "rubble"\nhexes = "E1"\n', "counter[1].of: found ''; allowed: wood-building"),
        (
            '\n[[counter]]\nkind = "wire"\nhexes = "E1"\nunits = ["s1"]\n',
            "counter[1].units: found ['s1']; allowed:",
        ),
    ],
)
def test_a_bad_table_is_told(write: Write, more: str, found: str) -> None:
    told = mistakes(write, text=with_units(BATTERY) + more)
    assert [text for text in told if text.startswith(found)], told


RELIEF = """
[relief]
side = "soviet"
formations = ["Tank Platoon"]
ways = [{id = "a", name = "A", highest = 50, hexes = "G3"}, {id = "b", name = "B", highest = 100, hexes = "G4"}]
"""


def test_a_relief_force_waits_off_the_map(write: Write) -> None:
    """min:23.3.6.a, min:23.2.4.4: its last turn of arrival and all its ways, until it is rolled for."""
    text = with_units().replace("turns = 6", "turns = 16")
    write("scenarios", "skirmish", text + RELIEF)
    force, game = scenario("skirmish").relief, scenario("skirmish")
    assert force is not None
    assert (force.arrives[6], force.arrives[16]) == (10, 100)
    assert {unit.id for unit in game.units if unit.entry and unit.entry.turn == 16} == force.units
    assert force.points[16] == sum(u.value for u in game.units if u.side == "soviet") * 20 // 100


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("turns = 16", "turns = 15", "relief: found 15 turns; allowed: a scenario of 16 turns or more"),
        ('Tank Platoon"]\nways', 'Tank Company"]\nways', "relief.formations: found the formation 'Tank Company'"),
        ("highest = 100", "highest = 90", "relief.ways: found 2 ways; allowed: at least one, and the last"),
        ("highest = 100", "highest = 50", "relief.ways[2].highest: found 50; allowed: 51 to 100"),
        ('hexes = "G4"}', 'hexes = "G3"}', "relief.ways[2].hexes: found G3; allowed: hexes that no other way has"),
        ('hexes = "G4"}', 'hexes = "C2"}', "relief.ways[2].hexes: found C2; allowed: hexes at the edge of the map"),
    ],
)
def test_a_bad_relief_force_is_told(write: Write, old: str, new: str, found: str) -> None:
    text = with_units().replace("turns = 6", "turns = 16") + RELIEF
    assert old in text
    told = mistakes(write, text=text.replace(old, new))
    assert [line for line in told if line.startswith(found)], told


def test_no_fewer_than_none_are_camouflaged(write: Write) -> None:
    text = with_units().replace('zones = ["west"]', 'zones = ["west"]\ncamouflage = -1\nhidden_units = -2')
    told = mistakes(write, text=text)
    assert {"side[1].camouflage: found -1; allowed: 0 or more"} <= set(told)
    assert {"side[1].hidden_units: found -2; allowed: 0 or more"} <= set(told)


@pytest.mark.parametrize(
    ("positions", "found"),
    [
        ("{bunker = 1}", "side[1].positions: found 'bunker'; allowed: inside, improved-position"),
        ("{improved-position = -1}", "side[1].positions.improved-position: found -1; allowed: 0 or more"),
        ("{hull-down = 1}", "side[1].positions.hull-down: found 1; allowed: what some unit has among its starts"),
    ],
)
def test_positions_are_of_a_kind_that_somebody_may_have(write: Write, positions: str, found: str) -> None:
    """min:23.3.5"""
    text = with_units().replace('zones = ["west"]', f'zones = ["west"]\npositions = {positions}')
    assert [line for line in mistakes(write, text=text) if line.startswith(found)]


@pytest.mark.parametrize(("granted", "told"), [(0, "granted to neither side"), (3, "up to 3 units camouflaged")])
def test_a_briefing_says_whether_camouflage_is_granted(write: Write, granted: int, told: str) -> None:
    """or:7.24: with the rule on and nobody granted any it does nothing, and says so."""
    text = with_units().replace('zones = ["west"]', f'zones = ["west"]\ncamouflage = {granted}')
    write("scenarios", "skirmish", text.replace('modules = ["advanced"]', 'modules = ["advanced", "camouflage"]'))
    made = scenario("skirmish")
    assert initial_state(made).step == ("camouflage" if granted else "set-up")
    rows = [row for section in briefing(made).sections for row in section.rows if row.rule == "or:7.24"]
    assert [told in row.text for row in rows] == [True]


def test_loads_modules_and_sides_of_aircraft(write: Write) -> None:
    """na:6.7: an aircraft carries what its card lists, and only one side has any."""
    told = mistakes(
        write,
        '{id = "sb", card = "s60-su-2", load = "torpedo"}',
        '{id = "sc", card = "s15-t-34-76-m43", load = "bomb"}',
    )
    assert told[0].startswith("units[2].load: found 'torpedo'; allowed: bomb, rocket")
    assert told[1].startswith("units[3].load: found 'bomb'; allowed: nothing: only aircraft have loads")
    text = with_units('{id = "sb", card = "s60-su-2"}').replace(
        '  {id = "g9"', '  {id = "gb", card = "g88-ju-87b-1"},\n  {id = "g9"'
    )
    assert any("aircraft on one side only" in line for line in mistakes(write, text=text))
    text = with_units().replace('modules = ["advanced"]', 'modules = ["advance", "dust"]')
    assert mistakes(write, text=text)[0].startswith("modules[1]: found 'advance'; allowed: leg-and-towed, grades")
