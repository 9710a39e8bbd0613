"""The shipped scenarios of the Advanced Game: forces and points as printed, ground fit for all, nobody left behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

from content.panzer.scenarios.briefing import briefing
from content.panzer.scenarios.scenarios import scenario
from core.hexes import Hex, distance
from core.panzer.course.set_up import to_place
from core.panzer.ground.costs import terrain_costs
from core.panzer.ground.terrain import BUILDINGS, vehicle_terrain
from core.panzer.pieces.advanced_tables import Attachment, Grade
from core.panzer.pieces.cards import (
    AircraftCard,
    BatteryCard,
    LegCard,
    LegStep,
    TowedCard,
    Traction,
    UnitCard,
    VehicleCard,
)
from core.panzer.pieces.scenario import Label, Level, Scenario, ScenarioUnit, SetUp
from core.panzer.pieces.switches import ADVANCED, Switch
from core.panzer.pieces.works import WorkKind
from core.panzer.state import initial_state

PRINTED = ("the-bridge-1a", "higher-ground", "turning-tide", "ponyri", "twilight")
DESERT = ("mersa-el-brega", "halfaya-pass")
SHIPPED = (*PRINTED, *DESERT)


def force(game: Scenario, side: str) -> list[ScenarioUnit]:
    return [unit for unit in game.units if unit.side == side and unit.part_of is None]


def worth(units: Iterable[ScenarioUnit]) -> int:
    return sum(unit.value for unit in units)


def formations(game: Scenario, side: str) -> dict[str, tuple[int, int, Grade]]:
    """Units, points and grade of each formation of a side."""
    found = {}
    for formation in game.formations:
        if formation.side == side:
            members = [u for u in force(game, side) if u.formation == formation.name]
            found[formation.name] = (len(members), worth(members), formation.grade)
    return found


@cache
def reached(name: str, column: str, start: Hex) -> frozenset[Hex]:
    """Hexes that vehicles of one Mode of Traction, or legs, come to from a hex by themselves."""
    game = scenario(name)
    costs = terrain_costs(game.board, game.tables, Traction(column))
    todo, found = [start], {start}
    while todo:
        hex_ = todo.pop()
        for direction, beyond in enumerate(hex_.neighbours()):
            if beyond not in found and costs.crossing(hex_, direction).refusal is None:
                found.add(beyond)
                todo.append(beyond)
    return frozenset(found)


# -- all of them ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_everything_is_switched_on(name: str) -> None:
    game = scenario(name)
    assert game.switches >= ADVANCED
    assert game.layers == ("advanced",)
    assert game.advanced is not None


@pytest.mark.parametrize("name", SHIPPED)
def test_texts_and_names_are_fit_to_print(name: str) -> None:
    game = scenario(name)
    assert 3 <= game.situation.count(".") + game.situation.count("?") <= 8
    assert game.special
    assert game.notes
    for side in game.sides:
        names = [unit.name for unit in force(game, side.id)]
        assert len(set(names)) == len(names)
        assert all(len(text) <= 12 for text in names), [text for text in names if len(text) > 12]
    assert next(section.title for section in briefing(game).sections) == "Situation"


@pytest.mark.parametrize("name", SHIPPED)
def test_units_were_in_service(name: str) -> None:
    """But for the SU-85s, which Scenario 2 prints a little before their time."""
    game = scenario(name)
    for unit in game.units:
        first, last = unit.card.available
        assert first <= game.date <= last or unit.card.id == "s30-su-85-m43", unit.name
        assert all(weapon.available[0] <= game.date for weapon in unit.attached), unit.name


@pytest.mark.parametrize("name", SHIPPED)
def test_values_follow_from_cards_grades_and_labels(name: str) -> None:
    for unit in scenario(name).units:
        if isinstance(unit.card, LegCard) and unit.card.largest is LegStep.SQUAD and unit.size is None:
            assert 0 < unit.reduced_value < unit.half_value < unit.value, unit.name


@pytest.mark.parametrize("name", SHIPPED)
def test_every_formation_has_a_command_unit_or_belongs_to_one_that_has(name: str) -> None:
    game = scenario(name)
    for formation in game.formations:
        members = [u for u in game.units if u.side == formation.side and u.formation == formation.name]
        able = [u for u in members if u.card.combat_unit]
        commanded = any(Label.COMMAND in u.labels for u in members)
        assert commanded or formation.level is not Level.COMPANY or not able, formation.name


@pytest.mark.parametrize("name", SHIPPED)
def test_guns_and_crews_have_transport_of_their_own_side(name: str) -> None:
    """Towed guns that no scenario digs in can be moved: each has a vehicle with room for it (na:5.16.2.4a)."""
    game = scenario(name)
    for unit in game.units:
        if unit.transporter is None:
            continue
        vehicle = game.by_id[unit.transporter]
        assert (vehicle.side, vehicle.formation) == (unit.side, unit.formation), unit.name
        room = vehicle.card.carries if isinstance(vehicle.card, VehicleCard) else None
        assert room is not None, unit.name
        if isinstance(unit.card, TowedCard):
            assert (room.towed, room.leg) >= (unit.card.needs.towed, unit.card.needs.leg), unit.name


@pytest.mark.parametrize("name", SHIPPED)
def test_there_is_room_to_set_up(name: str) -> None:
    game = scenario(name)
    state = initial_state(game)
    for side in game.sides:
        placed = to_place(state, side.id)
        for zone in side.zones:
            for column in {game.by_id[u].card.moves_as for u in placed}:
                free = [h for h in game.zones[zone].hexes if _may_stand(game, h, column)]
                assert len(free) >= 5 * len(placed), (zone, column)


def _may_stand(game: Scenario, hex_: Hex, column: str) -> bool:
    cell = game.board[hex_]
    return vehicle_terrain(game.tables, cell).cost[column] is not None


@pytest.mark.parametrize("name", SHIPPED)
def test_everybody_comes_to_every_objective_and_exit(name: str) -> None:
    """From each place where units of a side begin, by the ground that tracks, wheels and legs may enter."""
    game = scenario(name)
    for side in game.sides:
        columns = {_column(u.card) for u in force(game, side.id)} - {"", "towed"}
        for start in _starts(game, side.id, side.zones):
            for column in columns:
                ground = reached(name, column, start) if column != "leg" else frozenset(game.board.cells)
                for objective in game.objectives:
                    assert set(objective.hexes) <= ground, (side.id, str(start), column, objective.id)
                for way in game.exits:
                    assert way.side != side.id or set(way.hexes) <= ground, (side.id, str(start), way.id)


def _column(card: UnitCard) -> str:
    return card.moves_as


def _starts(game: Scenario, side: str, zones: Iterable[str]) -> list[Hex]:
    """One hex of each set-up area, and the hexes in which vehicles are put."""
    starts = [u.hex for u in force(game, side) if u.hex is not None and isinstance(u.card, VehicleCard)]
    for zone in zones:
        dry = (h for h in sorted(game.zones[zone].hexes) if _may_stand(game, h, "W"))
        starts.append(next(dry))
    return starts


# -- as printed -------------------------------------------------------------------------------------


def test_the_bridge_1a_has_the_printed_forces() -> None:
    """min:23.3.2"""
    game = scenario("the-bridge-1a")
    assert formations(game, "german") == {"Mixed Panzer Company (+)": (23, 1073, Grade.SEASONED)}
    assert formations(game, "soviet") == {"Composite Tank Company (+)": (23, 1082, Grade.SEASONED)}
    assert Counter(u.value for u in force(game, "german")) == {117: 1, 62: 4, 53: 4, 78: 4, 43: 2, 4: 2, 23: 3, 7: 3}
    assert Counter(u.value for u in force(game, "soviet")) == {120: 1, 80: 6, 42: 3, 55: 3, 45: 2, 22: 3, 7: 5}
    assert (game.turns, game.set_up, game.board.id) == (15, SetUp.ROLL_LOW_FIRST, "bridge")
    assert sorted(o.vp for o in game.objectives) == [70, 70, 300]
    assert all(o.controller is None for o in game.objectives)
    assert [level.lead for level in game.victory.levels] == [110]


def test_higher_ground_has_the_printed_forces() -> None:
    """min:23.3.3, without the Morale option; Light Trucks at 4, as the printed totals count them."""
    game = scenario("higher-ground")
    assert formations(game, "german") == {
        "Kampfgruppe Gerd": (1, 64, Grade.SEASONED),
        "Mixed Panzer Company (-)": (14, 1142, Grade.VETERAN),
        "(mot) Panzergrenadier Company (+)": (26, 371, Grade.SEASONED),
        "Panzer Company (-)": (12, 1040, Grade.REGULARS),
    }
    assert formations(game, "soviet") == {
        "49th Tank Brigade": (1, 64, Grade.SEASONED),
        "Tank Company 1": (10, 850, Grade.SEASONED),
        "Tank Company 2": (10, 1018, Grade.VETERAN),
        "Tank Rider Company": (26, 691, Grade.SEASONED),
    }
    assert worth(force(game, "german")) == 2617
    assert worth(force(game, "soviet")) == 2623
    assert [o.vp for o in game.objectives] == [400, 400]
    assert [level.lead for level in game.victory.levels] == [260]
    assert all(side.grade is Grade.SEASONED for side in game.sides)
    recon = [u for u in force(game, "soviet") if Label.RECON in u.labels]
    assert [(u.grade, u.size, u.value) for u in recon] == [(Grade.VETERAN, LegStep.HALF_SQUAD, 30)] * 2


def test_the_turning_tide_has_the_printed_forces() -> None:
    """min:23.3.4, without the Morale option."""
    game = scenario("turning-tide")
    assert formations(game, "german") == {
        "Kampfgruppe Mende": (1, 64, Grade.VETERAN),
        "(mot) Panzergrenadier Company (+)": (17, 1027, Grade.VETERAN),
        "Panzer Company (-)": (9, 808, Grade.VETERAN),
    }
    assert formations(game, "soviet") == {
        "2nd Guards Mechanized Brigade": (3, 64 + 83 + 97, Grade.SEASONED),
        "Motorized Rifle Company (+)": (38, 731, Grade.SEASONED),
        "Tank Company": (10, 840, Grade.SEASONED),
        "Heavy Tank Company (+)": (14, 988, Grade.SEASONED),
    }
    assert [worth(force(game, s.id)) for s in game.sides] == [1899, 2803]
    assert [(o.vp, o.controller) for o in game.objectives if o.vp] == [(150, "german")] * 3
    assert {o.controller for o in game.objectives} == {"german"}
    assert (game.turns, game.set_up, [level.lead for level in game.victory.levels]) == (20, SetUp.IN_ORDER, [235])
    assert [(s.id, s.registered_points, s.planned_from) for s in game.sides] == [("german", 2, 2), ("soviet", 0, 2)]


def test_ponyri_has_the_printed_forces() -> None:
    """min:23.3.5, without the Morale option; the Soviet total counts 8 positions and 2 minefields, 400 points."""
    game = scenario("ponyri")
    assert formations(game, "soviet") == {
        "51st Tank Brigade": (3, 64 + 2 * 47, Grade.REGULARS),
        "Mixed Tank Company": (10, 846, Grade.SEASONED),
        "Motorized Rifle Company (+)": (22, 486, Grade.REGULARS),
    }
    assert formations(game, "german") == {
        "Kampfgruppe Scheller": (1, 64, Grade.SEASONED),
        "Panzer Company": (22, 1901, Grade.VETERAN),
        "Panzergrenadier Company (gepanzert) (-)": (25, 593, Grade.SEASONED),
        "Attached Panzerjäger Company (-)": (9, 551, Grade.SEASONED),
    }
    assert [worth(force(game, s.id)) for s in game.sides] == [1890 - 8 * 25 - 2 * 100, 3109]
    assert {o.controller for o in game.objectives} == {"soviet"}
    assert (game.turns, game.set_up, [level.lead for level in game.victory.levels]) == (20, SetUp.IN_ORDER, [250])
    assert [(b.most, b.vp, b.side) for b in game.barriers] == [(10, 300, "soviet")]
    assert [(s.id, s.registered_points, s.planned_from) for s in game.sides] == [("soviet", 4, 2), ("german", 0, 1)]


def test_twilight_has_the_printed_forces() -> None:
    """min:23.3.6, without the Morale option; three lines of headquarters as printed, without their function factor."""
    game = scenario("twilight")
    assert formations(game, "german") == {
        "Kampfgruppe Todt": (1, 64, Grade.SEASONED),
        "Volkssturm Company": (18, 503, Grade.GREEN),
        "(mot) Panzerjäger Company": (7, 357, Grade.REGULARS),
        "Mixed Panzer Company": (10, 1201, Grade.VETERAN),
    }
    assert formations(game, "soviet") == {
        "19th Guards Tank Brigade": (1, 64, Grade.SEASONED),
        "Motorized Rifle Company (+)": (19, 557, Grade.SEASONED),
        "Tank Company (+)": (12, 1203, Grade.SEASONED),
    }
    assert [worth(force(game, s.id)) for s in game.sides] == [2125, 1824]
    assert [(o.vp, o.controller) for o in game.objectives] == [(500, "german")] * 2
    assert (game.turns, game.set_up, [level.lead for level in game.victory.levels]) == (20, SetUp.IN_ORDER, [200])
    assert [(s.id, s.registered_points, s.planned_from) for s in game.sides] == [("german", 2, 1), ("soviet", 0, 2)]
    assert [s.special_ammo for s in game.sides] == [False, True]
    assert {f.name: (f.morale.value, f.cohesion) for f in game.formations if f.morale} == {
        "Volkssturm Company": ("Fair", 8),
        "(mot) Panzerjäger Company": ("Adequate", 4),
        "Mixed Panzer Company": ("Outstanding", 7),
        "Motorized Rifle Company (+)": ("Excellent", 8),
        "Tank Company (+)": ("Excellent", 7),
    }


@pytest.mark.parametrize("name", PRINTED)
def test_platoons_are_those_of_the_book(name: str) -> None:
    """min:23.1.2: every unit is of a platoon or section, but for headquarters, batteries and aircraft."""
    game = scenario(name)
    for formation in game.formations:
        members = [u for u in game.units if (u.side, u.formation) == (formation.side, formation.name)]
        fighting = [u for u in members if not isinstance(u.card, BatteryCard | AircraftCard)]
        alone = [u for u in fighting if not u.platoon and not isinstance(u.card, VehicleCard)]
        assert all(u.labels for u in alone), formation.name
        assert not fighting or sum(bool(u.platoon) for u in fighting) > len(fighting) / 2, formation.name


def test_artillery_of_higher_ground() -> None:
    """Both batteries are organic; the Soviet one, without an observer, has planned fire from turn 2 and no other."""
    game = scenario("higher-ground")
    german, soviet = (next(u for u in force(game, s.id) if isinstance(u.card, BatteryCard)) for s in game.sides)
    assert (german.attachment, german.planned_only) == (Attachment.ORGANIC, False)
    assert (soviet.attachment, soviet.planned_only) == (Attachment.ORGANIC, True)
    sides = {side.id: side for side in game.sides}
    assert (sides[soviet.side].planned_missions, sides[soviet.side].planned_from) == (7, 2)
    assert sides[german.side].planned_missions == 0
    assert not any(Label.FO in u.labels for u in game.units)


def test_the_hills_and_the_ford_lie_midway() -> None:
    """min:23.3.3: the ford is as far from one set-up edge as from the other, the hills from both."""
    game = scenario("higher-ground")
    board = game.board
    ford = next(p.hexes[0] for p in board.places if p.id == "ford")
    middle = [ford, *(objective.hexes[len(objective.hexes) // 2] for objective in game.objectives)]
    for hex_ in middle:
        ends = [min(distance(hex_, h) for h in board.cells if h.row == row) for row in (1, board.rows)]
        assert abs(ends[0] - ends[1]) <= 1, hex_
    assert board[ford].terrain == "ford"


def test_the_stream_is_crossed_at_the_ford_only() -> None:
    game = scenario("higher-ground")
    board = game.board
    ford = next(p.hexes[0] for p in board.places if p.id == "ford")
    bank, todo = {Hex(1, 16)}, [Hex(1, 16)]
    while todo:
        for beyond in todo.pop().neighbours():
            if beyond in board and beyond not in bank and beyond != ford and board[beyond].terrain != "water":
                bank.add(beyond)
                todo.append(beyond)
    west, east = game.objectives
    assert set(west.hexes) <= bank
    assert not bank & set(east.hexes)


# -- of our design ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DESERT)
def test_the_desert_uses_all_arms(name: str) -> None:
    game = scenario(name)
    cards = [u.card for u in game.units]
    classes = {card.unit_class for card in cards}
    assert {"leg squad", "leg section", "off-map artillery battery", "aircraft flight", "tank"} <= classes
    assert any(isinstance(card, TowedCard) and card.weapons[0].weapon.aa for card in cards)
    assert any(u.attached for u in game.units)
    assert any(u.riding for u in game.units)
    assert {label for u in game.units for label in u.labels} == set(Label)
    assert {u.card.nation for u in game.units} >= {"British", "German"}
    assert sum(isinstance(card, AircraftCard) for card in cards) == 1
    for side in game.sides:
        assert 8 <= sum(u.card.kind.value not in ("aircraft", "artillery") for u in force(game, side.id)) <= 20
    assert 10 <= game.turns <= 14


def test_one_has_portees_the_other_italians() -> None:
    brega, halfaya = (scenario(name) for name in DESERT)
    assert sum(u.card.unit_class == "portée" for u in brega.units) == 2
    assert sum(u.motorcycle for u in brega.units) == 3
    assert {u.card.nation for u in halfaya.units} == {"British", "German", "Italian"}
    assert any(mounted.weapon.gp_if for u in halfaya.units for mounted in u.card.weapons if u.card.nation == "Italian")


@pytest.mark.parametrize("name", DESERT)
def test_the_attacker_is_stronger_and_the_defender_holds_most(name: str) -> None:
    """As min:23.2.2.3 and min:23.2.4.3 advise, with more for the attacker, as games between computers showed."""
    game = scenario(name)
    defender = game.objectives[0].controller
    assert defender is not None
    held, attack = worth(force(game, defender)), worth(force(game, game.enemy(defender)))
    assert (0.45 if name == "mersa-el-brega" else 0.28) <= held / attack <= 0.7
    whole = sum(o.vp for o in game.objectives)
    assert {o.controller for o in game.objectives} <= {defender, None}
    assert sum(o.vp for o in game.objectives if o.controller) >= 0.55 * whole
    assert 0.15 <= whole / (held + attack) <= 0.28


def test_the_desert_shows_the_desert() -> None:
    """Between them: sea and dunes, wadi, escarpment, flat roofs, walls, works, dust, a low sun and heat haze."""
    brega, halfaya = (scenario(name) for name in DESERT)
    found = {c.terrain for game in (brega, halfaya) for c in game.board.cells.values()}
    assert {"sand", "soft-sand", "gully", "rough", "scrub", "brush", "water", "bridge", "stone-building"} <= found
    assert {"light-grove", "medium-grove", "shell-hole"} <= found
    lines = {k for game in (brega, halfaya) for c in game.board.cells.values() for side in c.sides for k in side}
    assert {"slope", "crest", "cliff", "wall"} <= lines
    assert {k for c in brega.board.cells.values() for k in c.routes} >= {"road", "path", "track"}
    works = {w.kind for game in (brega, halfaya) for w in game.works}
    assert works == {WorkKind.WIRE, WorkKind.BLOCK, WorkKind.DITCH, WorkKind.IMPROVED, WorkKind.HASTY}
    assert brega.desert_buildings
    assert halfaya.desert_buildings
    assert {Switch.DUST, Switch.SUN_BLINDING} <= brega.switches
    assert {Switch.DUST, Switch.HEAT_HAZE} <= halfaya.switches
    assert brega.sun is not None
    assert brega.bridge_defense is not None
    assert max(c.level for c in halfaya.board.cells.values()) >= 4


@pytest.mark.parametrize("name", DESERT)
def test_works_hold_whom_they_are_dug_for(name: str) -> None:
    game = scenario(name)
    for work in game.works:
        cell = game.board[work.hex]
        assert cell.terrain not in {*BUILDINGS, "water"}, work.hex
        for holder in work.holders:
            assert game.by_id[holder].hex == work.hex


# -- what players read ------------------------------------------------------------------------------


def _told(name: str) -> list[tuple[str, str]]:
    return [(row.label.strip(), row.text) for part in briefing(scenario(name)).sections for row in part.rows]


def test_the_briefing_tells_formations_and_how_units_begin() -> None:
    told = _told("higher-ground")
    assert ("Panzer Company (-)", "12 units, Regulars, of Kampfgruppe Gerd") in told
    assert ("1 x Infantry Half-squad", "Command, in Light Truck, move 2, quickmarch 3") in told
    assert ("2 x Rifle Half-squad", "Recon, Veteran, in Light Truck, move 2, quickmarch 3") in told
    assert ("1 x Medium Artillery Battery", "planned fire only") in told
    assert ("Soviet", "up to 7 planned missions, from turn 2") in told
    assert ("Modules", "all of the Advanced Game") in told


def test_the_briefing_tells_what_lies_there_and_what_comes() -> None:
    told = _told("mersa-el-brega")
    assert ("Wire", "X11, X12, X13") in told
    assert ("Sun", "fire towards the W edge: AP -2, GP -10") in told
    assert ("1 x Ju 87B-1", "enters from turn 2 at A1 to A26, an aircraft") in told
    assert ("2 x 2 pounder Portée", "move 3/10/16, armor 0/0") in told, "without the parts that it is made of"
    assert any(label == "Via Balbia" and "50 %" in text for label, text in told)
