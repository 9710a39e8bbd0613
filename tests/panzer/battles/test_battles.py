"""Battles of one's own: valid, fair by their points, the same from a seed, and playable to their end (min:23.2)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from content import catalogue
from content.kit import folders
from content.kit.battles import Plan
from content.kit.load import structure
from content.panzer.battles.balancing import propose
from content.panzer.battles.builder import build
from content.panzer.battles.mines import mined, sections
from content.panzer.boards.board_file import BoardFile
from content.panzer.boards.boards import make_board
from content.panzer.recipes.recipes import theatre_ids
from content.panzer.scenarios.scenario_file import ScenarioFile
from content.panzer.scenarios.scenarios import make_scenario
from content.panzer.tables.battle_tables import battle_tables
from core.event import SideId
from core.panzer.forces.engagements import Engagement, arrival_points, delay_exits, ratio_refusal, victory_lead
from core.panzer.morale.cohesion import combat_units
from core.panzer.pieces.course import Start
from core.panzer.pieces.minefields import MineType
from core.panzer.pieces.scenario import Scenario, SetUp
from core.panzer.pieces.switch_ids import Switch
from core.panzer.pieces.works import WorkKind
from core.panzer.state import initial_state
from core.play.simulate import play_game
from core.yardstick.balance import Tried
from tests.panzer.battles.drawn import lines_of

TABLES = battle_tables()


def scenario_of(plan: Plan) -> Scenario:
    """The scenario that a battle becomes, read from the text of its files."""
    assert not plan.refused, [str(one) for one in plan.refused]
    stated = structure(tomllib.loads(plan.files["scenarios", plan.id]), ScenarioFile, plan.id)
    text = plan.files.get(("boards", plan.id), "")
    board = make_board(structure(tomllib.loads(text), BoardFile, plan.id), plan.id) if text else None
    return make_scenario(stated, plan.id, board)


def fair(lines: dict[str, str]) -> None:
    """Valid, and fair by its points as its type has them."""
    plan = build(lines)
    made = scenario_of(plan)
    attacker, defender = (lines[who].lower() for who in ("attacker", "defender"))
    engagement = {
        "meeting": Engagement.MEETING,
        "delay": Engagement.DELAYING,
        "defence": Engagement.DEFENSIVE,
        "counterattack": Engagement.COUNTERATTACK,
    }[lines["attitude"]]
    values = {side.id: sum(u.value for u in made.units if u.side == side.id and not u.part_of) for side in made.sides}
    first, second = plan.forces
    assert (values[attacker], values[defender]) == (first.points, second.points)  # type: ignore[index]
    assert first.points <= int(lines["points"])
    assert second.points <= second.wanted
    assert bool(made.minefields) == bool(lines.get("mines"))
    assert made.has(Switch.MORALE) == ("morale" in lines)
    spent = sum(int(words.split()[-2]) for words, rule in plan.facts if rule == "min:23.2.3d")
    assert ratio_refusal(TABLES, engagement, first.points, second.points + spent) == ""
    both = first.points + second.points + spent
    assert made.victory.levels[0].lead == victory_lead(TABLES, both)
    objectives = sum(objective.vp for objective in made.objectives)
    assert bool(objectives) == (engagement is not Engagement.DELAYING)
    held = sum(o.vp for o in made.objectives if o.controller == defender)
    if engagement in (Engagement.DEFENSIVE, Engagement.COUNTERATTACK):
        assert held >= objectives * 0.8
    assert made.turns in range(15, 26)
    assert made.victory.immobilized, "min:23.1.4.1"


@pytest.mark.parametrize("seed", [pytest.param(n, marks=[pytest.mark.thorough] * (n > 5)) for n in range(16)])
def test_drawn_battles_are_fair_by_points(seed: int) -> None:
    """min:23.2.2, min:23.2.4, min:23.2.5"""
    fair(lines_of(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(16, 300))
def test_more_drawn_battles_are_fair_by_points(seed: int) -> None:
    fair(lines_of(seed))


def test_the_headings_of_a_scenario() -> None:
    """All of them are there: Situation, Opposing Forces, Setup, Victory Conditions, Special Conditions, Map.

    min:23.0, min:23.1, min:23.1.1, min:23.1.2, min:23.1.3, min:23.1.4, min:23.1.5, min:23.1.6
    """
    plan = build({"attitude": "defence", "seed": "4"})
    text = plan.files["scenarios", plan.id]
    places = [
        text.index(word)
        for word in ("situation = ", "special = ", "[victory]", "[[side]]", "[[zone]]", "[[objective]]")
    ]
    assert places == sorted(places)
    made = scenario_of(plan)
    assert made.situation.startswith("Ukraine, November 1942: German against Soviet.")
    assert made.edition == "hex"
    assert all(formation.grade for formation in made.formations)


def test_one_seed_makes_one_battle() -> None:
    lines = {"theatre": "desert", "attitude": "counterattack", "points": "1500", "seed": "11"}
    assert build(lines).files == build(lines).files
    assert build(lines).files != build({**lines, "seed": "12"}).files


def test_a_meeting_engagement() -> None:
    """min:23.2.2.1, min:23.3.a: equal forces, nobody holds anything, dice say who sets up first."""
    made = scenario_of(build({"attitude": "meeting", "seed": "3"}))
    assert made.set_up is SetUp.ROLL_LOW_FIRST
    assert made.turns == 15
    assert {objective.controller for objective in made.objectives} == {None}
    assert any(unit.riding for unit in made.units), "infantry comes in its vehicles"


def test_a_delaying_action() -> None:
    """min:23.2.2.2, min:23.2.4.2: exits score; a bonus if few of the attackers get through."""
    plan = build({"attitude": "delay", "points": "2000", "seed": "3"})
    made = scenario_of(plan)
    (way,), (barrier,) = made.exits, made.barriers
    assert (way.side, way.share, way.combat_only) == ("german", 100, True)
    fighting = len(made.combat_units[made.side(way.side).id])
    assert barrier.most == delay_exits(TABLES, fighting)
    assert barrier.vp == plan.forces[0].points // 10
    assert {h.row for h in way.hexes} == {made.board.rows}


def test_a_defence_is_dug_in() -> None:
    """min:23.2.2.3, min:23.2.3d: leg and towed units in entrenchments, bought positions for guns, wire in front."""
    lines = {"attitude": "defence", "points": "2500", "works": "20", "seed": "7"}
    plan = build(lines)
    made = scenario_of(plan)
    mine = [u for u in made.units if u.side == "soviet"]
    assert made.sides[0].id == "soviet", "who defends sets up first"
    assert any(Start.ENTRENCHED in u.starts for u in mine)
    assert not any(u.riding for u in mine)
    improved = sum(u.starts[1:2] == (Start.IMPROVED,) for u in mine)
    assert made.sides[0].positions == {Start.IMPROVED: improved}
    fighting = [u for u in mine if u.card.combat_unit and u.starts]
    assert all(Start.IMPROVED in u.starts for u in fighting), "any other may have one instead"
    assert all(u.starts[0] is not Start.IMPROVED for u in fighting)
    wire = [work for work in made.works if work.kind.value == "wire"]
    (spent,) = [int(words.split()[-2]) for words, rule in plan.facts if rule == "min:23.2.3d"]
    assert spent == improved * 25 + sections(len(wire), 2) * 10, "a section is an inch square, as of mines"
    assert spent <= plan.forces[0].points * 0.7 * 0.2
    assert {work.hex for work in wire} <= made.zones["defender"].hexes


@pytest.mark.parametrize(("turn", "percent"), [("6", -15), ("10", 0), ("14", 15), ("16", 20)])
def test_a_counterattack(turn: str, percent: int) -> None:
    """min:23.2.2.4, min:23.2.4.4: two groups, and points for the turn in which the second comes."""
    plan = build({"attitude": "counterattack", "points": "2000", "turn": turn, "seed": "2"})
    made = scenario_of(plan)
    entering = [u for u in made.units if u.entry]
    relief = sum(u.value for u in made.units if u.formation.startswith("Relief"))
    assert {u.entry.turn for u in entering if u.entry} == {int(turn)}
    assert 0.5 <= relief / plan.forces[1].points <= 0.7
    assert made.side(made.sides[0].id).head_start == int(plan.forces[1].points * percent / 100)


def test_relief_is_diced_for() -> None:
    """min:23.2.4.4, min:23.3.6.a: never before the 6th turn nor after the 16th."""
    turns = set()
    for seed in range(12):
        plan = build({"attitude": "counterattack", "turn": "diced", "seed": str(seed)})
        turns |= {u.entry.turn for u in scenario_of(plan).units if u.entry}
    assert turns <= set(range(6, 17))
    assert len(turns) > 2


def test_the_turn_of_arrival_counts_of_what_the_defender_has() -> None:
    """min:23.2.4.4: percent of the whole defending force as it is laid out, its works among it."""
    plan = build(lines_of(1012))
    made = scenario_of(plan)
    turn = next(unit.entry.turn for unit in made.units if unit.entry)
    whole = int(plan.facts[0][0].partition("against ")[2].partition(", ")[0].replace(",", ""))
    head_start = next(side.head_start for side in made.sides if side.head_start)
    assert head_start == arrival_points(TABLES, whole, turn)


@pytest.mark.parametrize("attitude", ["meeting", "delay", "defence", "counterattack"])
@pytest.mark.parametrize("won", [(90, 10), (10, 90)])
def test_what_is_proposed_can_be_built_and_is_another_battle(attitude: str, won: tuple[int, int]) -> None:
    """min:23.2.2.4: of a Counterattack whose turn is diced for no reserve of the defender, who has a relief group."""
    lines = {"attitude": attitude, "turn": "diced", "points": "1500", "seed": "2"}
    proposal = propose(lines, Tried(*won))
    assert proposal.changes
    before, after = build(lines), build({**lines, **proposal.changes})
    assert not after.refused
    assert before.files != after.files


def test_reserves_come_later() -> None:
    made = scenario_of(build({"attacker-reserve": "25@3", "points": "3000", "seed": "1"}))
    assert {u.entry.turn for u in made.units if u.entry} == {3}
    late = {u.formation for u in made.units if u.entry}
    assert 500 <= sum(u.value for u in made.units if u.formation in late) <= 1000


@pytest.mark.parametrize(("force", "nation"), [("GF21", "German"), ("SF4", "Soviet")])
def test_the_reserve_of_a_whole_toe_is_what_was_asked(force: str, nation: str) -> None:
    """min:21.1.1: its battalions have companies of like names, of which those that wait are some and not all."""
    enemy = "Soviet" if nation == "German" else "German"
    lines = {"attacker": nation, "attacker-force": force, "defender": enemy, "date": "1943-11", "attitude": "defence"}
    plan = build({**lines, "points": "force", "attacker-reserve": "25@3", "edition": "hex", "seed": "1"})
    mine = [unit for unit in scenario_of(plan).units if unit.side == nation.lower()]
    waiting = {unit.formation for unit in mine if unit.entry}
    share = sum(unit.value for unit in mine if unit.formation in waiting) / sum(unit.value for unit in mine)
    assert 0.2 < share < 0.3
    assert " of " in next(line for line in scenario_of(plan).special if "from turn 3" in line)
    listed = [section.title for section in plan.forces[0].card.sections]
    company = "(mot) Infantry Company 1" if force == "GF21" else "Tank Company 1"
    assert len({name for name in listed if name.startswith(f"{company} of ")}) == 3, "each by itself"


def test_a_formation_of_a_toe_with_its_options() -> None:
    """min:21.0, min:21.1.1, min:21.1.2, min:21.SF4: a battalion as the book lists it, with a later tank in it."""
    lines = {"attacker": "Soviet", "defender": "German", "date": "1944-03", "attitude": "defence", "points": "force"}
    plan = build({**lines, "attacker-force": "SF4/Tank Battalion", "seed": "1"})
    cards = [u.card.id for u in scenario_of(plan).units if u.side == "soviet"]
    assert cards == ["s15-t-34-76-m43"] * 21
    newer = {"attacker-pick:sub:s15-t-34-76-m43": "s16-t-34-85-m44"}
    plan = build({**lines, "attacker-force": "SF4/Tank Battalion", "seed": "1", **newer})
    made = scenario_of(plan)
    assert {u.card.id for u in made.units if u.side == "soviet"} == {"s16-t-34-85-m44"}
    levels = {formation.name: formation.level.value for formation in made.formations if formation.side == "soviet"}
    assert levels == {"Tank Battalion 1": "Battalion", "Tank Company 1": "Company", "Tank Company 2": "Company"}


def test_the_basic_game() -> None:
    made = scenario_of(build({"rules": "basic", "seed": "5"}))
    assert made.layers == ("basic",)
    assert not made.victory.immobilized, "min:10.4.1"
    assert not made.switches
    assert all(u.card.moves_as in ("T", "H", "W") for u in made.units)


# -- the miniatures edition ------------------------------------------------------------------------


@pytest.mark.parametrize("id_", theatre_ids())
def test_battles_on_hexes_of_50_m(id_: str) -> None:
    """min:INTRO.c, min:23.1.3, min:23.3.a: the map, the set-up and the objectives in hexes of an inch; read again, the
    scenario is one of that edition."""
    lines = {"theatre": id_, "attitude": "meeting", "seed": "5"}
    coarse, fine = build(lines), build({**lines, "edition": "miniatures"})
    made = scenario_of(fine)
    assert made.edition == "miniatures"
    assert fine.id.endswith("-50m")
    assert coarse.board is not None
    assert (made.board.columns, made.board.rows) == (2 * coarse.board.columns, 2 * coarse.board.rows)
    assert {hex_.row for hex_ in made.zones["attacker"].hexes} == set(range(1, 13))
    assert made.advanced is not None
    assert made.objectives
    assert [force.points for force in fine.forces] == [force.points for force in coarse.forces]


def test_a_defender_keeps_twelve_inches_away() -> None:
    """min:23.3.5, min:23.3.6: 12 hexes of 50 m, 6 of 100 m, from the attacker's edge at the least."""
    for edition, hexes in (("hex", 6), ("miniatures", 12)):
        made = scenario_of(build({"attitude": "defence", "seed": "2", "edition": edition}))
        assert max(hex_.row for hex_ in made.zones["attacker"].hexes) == hexes
        assert min(hex_.row for hex_ in made.zones["defender"].hexes) > hexes


@pytest.mark.parametrize("board", ["turning-tide-50m", "42"])
def test_shipped_boards_of_50_m(board: str) -> None:
    """min:23.1.6"""
    plan = build({"board": board, "edition": "miniatures", "seed": "1"})
    assert list(plan.files) == [("scenarios", plan.id)]
    offered = [value for value, _ in plan.line("board").values]
    assert "turning-tide-50m" in offered
    assert "turning-tide" not in offered
    assert scenario_of(plan).edition == "miniatures"


@pytest.mark.parametrize("board", ["trigh", "turning-tide", "1", "44+43"])
def test_boards_that_are_shipped_and_joined(board: str) -> None:
    """min:23.1.6, na:1.2"""
    plan = build({"board": board, "seed": "1"})
    if plan.refused:
        assert board == "44+43", [str(one) for one in plan.refused]
        assert plan.refused[0].line == "board"
        return
    assert list(plan.files) == [("scenarios", plan.id)], "no board needs to be written"
    assert scenario_of(plan).board.columns > 20


# -- mines, plots --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "spent"), [("hex", 10), ("miniatures", 3)])
def test_mines_are_bought(edition: str, spent: int) -> None:
    """min:23.2.3d, or:7.31, min:20.6: by sections of a square inch, ten to three hexes of 100 m; the option is on.

    Three hexes, as the two fields of 10 square inches, 100 points each, of min:23.3.5 are.
    """
    assert sections(3, 2 if edition == "hex" else 1) == spent
    lines = {"attitude": "defence", "points": "2500", "mines": "10", "mine-kind": "deliberate", "mine-types": "both"}
    plan = build({**lines, "seed": "7", "edition": edition})
    made = scenario_of(plan)
    (field,) = made.minefields
    assert (field.side, field.kind, field.hexes) == ("soviet", WorkKind.MINES_DELIBERATE, ())
    assert field.types == set(MineType)
    assert field.area == made.zones["defender"].hexes
    assert made.has(Switch.MINES)
    (cost,) = [int(words.split()[-2]) for words, rule in plan.facts if rule == "min:23.2.3d"]
    assert cost == 10 * sections(field.size, 2 if edition == "hex" else 1) <= 2500 * 0.7 * 0.1
    assert made.victory.levels[0].lead == victory_lead(TABLES, sum(f.points for f in plan.forces) + cost)
    without = build({**lines, "mines": "0", "seed": "7", "edition": edition})
    assert plan.forces[1].wanted == without.forces[1].wanted - cost
    assert not scenario_of(without).has(Switch.MINES)


def test_hasty_mines_cost_half() -> None:
    """min:23.2.3d: 5 points a section, 10 a section of Deliberate mines; both types cost what one does."""
    fields = [mined(TABLES, 100, kind, types, 1) for kind, types in (("hasty", "both"), ("deliberate", "both"))]
    assert [field.hexes for field in fields] == [20, 10]
    assert mined(TABLES, 100, "deliberate", "anti-personnel", 1).hexes == 10
    assert [sections(hexes, 2) for hexes in (1, 2, 3)] == [3, 7, 10]


def test_plots_cost_nothing() -> None:
    """min:23.1.5, na:6.5.1.4, na:6.5.1.11.1: planned missions from turn 2 on, and Pre-Registered Points."""
    lines = {"attitude": "defence", "points": "2500", "seed": "7"}
    plan = build({**lines, "attacker-missions": "3", "attacker-registered": "2"})
    made = scenario_of(plan)
    german, soviet = made.side(SideId("german")), made.side(SideId("soviet"))
    assert (german.planned_missions, german.planned_from, german.registered_points) == (3, 2, 2)
    assert (soviet.planned_missions, soviet.registered_points) == (0, 0)
    assert made.plots
    assert [force.points for force in plan.forces] == [force.points for force in build(lines).forces]
    assert [words for words, rule in plan.facts if rule == "min:23.1.5"] == [
        "German: 3 planned missions from turn 2 on and 2 Pre-Registered Points, without points",
    ]


# -- Morale --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["hex", "miniatures"])
def test_morale_is_rolled_for_and_paid_for(edition: str) -> None:
    """or:7.1.1.1, min:20.1.1.1.1, min:23.1.2, min:23.2.3c: a level and a Numeric Cohesion Point of each formation, the
    units worth as much more or less; the option is on."""
    plan = build({"attitude": "defence", "points": "2000", "morale": "rolled", "seed": "3", "edition": edition})
    made = scenario_of(plan)
    assert made.has(Switch.MORALE)
    assert made.advanced is not None
    state = initial_state(made)
    stated = [formation for formation in made.formations if formation.morale is not None]
    assert len({formation.morale for formation in stated}) > 1
    for formation in stated:
        member = next(u for u in made.units if (u.side, u.formation) == (formation.side, formation.name))
        units = sum(1 for _ in combat_units(state, member.id))
        assert formation.morale is not None
        assert formation.cohesion == made.advanced.morale.cohesion_point(formation.morale, units)
    for force, wanted in zip(plan.forces, (2000, plan.forces[1].wanted), strict=True):
        worth = sum(u.value for u in made.units if u.side == force.side.id and not u.part_of)
        assert wanted * 0.9 <= worth == force.points <= wanted
    titles = [section.title for force in plan.forces for section in force.card.sections]
    assert sum(" CP-" in title for title in titles) == len(stated)


def test_better_morale_makes_a_formation_dearer() -> None:
    """min:23.2.3c: the same company, Superb 1.4 times and Poor 0.6 times as dear; without Morale as it was."""
    lines = {"attacker": "Soviet", "defender": "German", "date": "1944-03", "attitude": "defence", "points": "force"}
    lines["attacker-force"] = "SF4/Tank Battalion/Tank Company"
    plain = build({**lines, "seed": "1"}).forces[0].points
    factors = TABLES.factors.morale
    found = set()
    for seed in range(6):
        made = scenario_of(build({**lines, "seed": str(seed), "morale": "rolled"}))
        (formation,) = [one for one in made.formations if one.side == "soviet"]
        assert formation.morale is not None
        worth = sum(u.value for u in made.units if u.side == "soviet")
        assert abs(worth - plain * factors[formation.morale]) <= len(made.units)
        found.add(formation.morale)
    assert len(found) > 2


# -- played ----------------------------------------------------------------------------------------

#: Small enough to be over soon: each of another type, theatre and layer of rules.
SMALL = [
    {"theatre": "steppe", "attitude": "meeting", "rules": "basic", "points": "350", "size": "14x14", "seed": "1"},
    {
        "theatre": "desert",
        "attitude": "defence",
        "points": "300",
        "size": "14x14",
        "seed": "2",
        "mines": "10",
        "morale": "rolled",
    },
    {"theatre": "forest", "attitude": "delay", "points": "400", "size": "14x14", "seed": "3"},
    {
        "theatre": "forest",
        "attitude": "meeting",
        "points": "300",
        "size": "24x24",
        "seed": "4",
        "edition": "miniatures",
    },
]


def played(lines: dict[str, str], folder: Path) -> None:
    """By computers, to its end."""
    plan = build(lines)
    assert not plan.refused, [str(one) for one in plan.refused]
    try:
        catalogue.keep_battle(plan, folder)
        assert plan.id in {info.id for info in catalogue.scenarios("panzer")}
        _, result = play_game(catalogue.open_system(plan.id), "1", {})
    finally:
        folders.drop_folder(folder)
    assert result.level != "unfinished"
    assert result.turns >= 1


@pytest.mark.parametrize("number", [pytest.param(n, marks=[pytest.mark.thorough] * (n > 1)) for n in range(len(SMALL))])
def test_computers_play_small_battles_to_their_end(number: int, tmp_path: Path) -> None:
    played(SMALL[number], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
def test_computers_play_drawn_battles_to_their_end(seed: int, tmp_path: Path) -> None:
    played({**lines_of(seed), "points": "800"}, tmp_path)


def test_another_battle_has_a_name_of_its_own(tmp_path: Path) -> None:
    lines = {"seed": "1", "title": "Crossroads"}
    first = build(lines)
    try:
        catalogue.keep_battle(first, tmp_path)
        assert build(lines).id == f"{first.id}-2"
    finally:
        folders.drop_folder(tmp_path)
