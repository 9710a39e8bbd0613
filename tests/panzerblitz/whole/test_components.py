"""Counters, obstacles, wrecks, set-up: what the other chapters do not show (pb:PB-FACT-5, pb:PB-SETUP-1)."""

from __future__ import annotations

import pytest

from content import catalogue
from content.panzerblitz.counters.units import unit_types
from core.board import Board
from core.event import UnitId
from core.panzerblitz.close.close_assault import assault_targets
from core.panzerblitz.close.orders import CloseAssault, Overrun, Run
from core.panzerblitz.course.orders import Place, PlaceRest
from core.panzerblitz.course.set_up import place_refusal
from core.panzerblitz.course.victory import lost
from core.panzerblitz.face.cards import counter_sections
from core.panzerblitz.fire.factoring import die_modifiers
from core.panzerblitz.fire.orders import Resolve
from core.panzerblitz.fire.results import effects
from core.panzerblitz.ground.stacking import stacked, wreck_room
from core.panzerblitz.movement.entry import open_doors
from core.panzerblitz.movement.move import leave_cost
from core.panzerblitz.movement.orders import Load, Move
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.pieces.attacks import Fate, Method
from core.panzerblitz.pieces.reference import ROAD, Kind, Result
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.sight.line_of_sight import line_of_sight
from core.panzerblitz.sight.spotting import attacker_refusal, spotted
from core.panzerblitz.state import BlitzState
from core.step_end import FinishStep
from tests.panzerblitz.field import GERMAN, RUSSIAN, at, board, give, go_on, hexes, position, refused, system
from tests.panzerblitz.fire.test_combat import attack, terms


def test_what_a_counter_shows() -> None:
    """pb:PB-FACT-5, pb:PB-FACT-3, pb:PB-COMP-3, pb:PB-UIT-1: 14 A 8 above, 8 and 8 below, a platoon of tanks."""
    state = position({"p": "g-pzkpfw-iv E5", "r": "r-rifle E6"})
    counter = next(c for c in system(state).face.counters(state) if c.id == "p")
    assert counter.values == "14A8 8-8"
    card = system(state).face.unit_card(state, "p")
    assert card.subtitle.startswith("tank, platoon (German)")
    assert "company" in system(state).face.unit_card(state, "r").subtitle


def test_a_card_says_who_can_fire_at_the_unit() -> None:
    """pb:PB-OBST-1, pb:PB-SPOT-1: two of three see it within their range; in the woods nobody next to it spots it."""
    counters = {"t": "g-pzkpfw-iv E5", "a": "r-t-34c E7", "b": "r-rifle E6", "c": "r-rifle K9"}

    def told(ground: Board | None, **others: str) -> tuple[str, str]:
        card = system(state := position({**counters, **others}, ground)).face.unit_card(state, "t")
        row = next(row for section in card.sections for row in section.rows if row.label == "In range of")
        return row.text, row.tone

    types = unit_types()
    factors = types["r-t-34c"].attack + types["r-rifle"].attack
    assert told(None) == (f"2 enemy units, Attack Factors {factors}", "warn")
    woods = board(terrain={"E5": "woods"})
    assert told(woods) == (f"2 enemy units, Attack Factors {factors}", "warn"), "the rifles are next to it"
    hidden = f"1 enemy unit, Attack Factors {types['r-t-34c'].attack}; not spotted where it is"
    assert told(woods, b="r-rifle M9") == (hidden, "")
    assert told(None, a="r-t-34c M1", b="r-rifle M9") == ("no enemy unit", "")


def test_codes_have_no_effect() -> None:
    """pb:PB-PICS-1, pb:PB-PICS-2, pb:PB-PICS-3, pb:PB-PICS-4: they name counters and do nothing else."""
    from content.panzerblitz.counters.units import unit_types

    hetzer = unit_types()["g-hetzer"]
    assert hetzer.codes == ("831", "832")
    assert unit_types()["g-puma"].codes == ("510",)


def test_counters_stand_for_units_on_foot() -> None:
    """pb:PB-UIT-2, pb:PB-TRANS-1: a gun does not move by itself whatever transport it had; one unit to a carrier."""
    state = position({"g": "g-88mm E5", "h": "g-88mm E5", "t": "g-truck E5"}, step="first-vehicles")
    assert refused(state, GERMAN, Move(unit=UnitId("g"), path=hexes("E4"))) == "pb:PB-FACT-1"
    give(state, GERMAN, Load(carrier=UnitId("t"), passenger=UnitId("g")))
    assert refused(state, GERMAN, Load(carrier=UnitId("t"), passenger=UnitId("h"))) == "pb:PB-TRANS-1"


def test_nothing_but_hexsides_obstructs() -> None:
    """pb:PB-OBST-3, pb:PB-BLOCK-C, pb:PB-WRECK-D, pb:PB-FORT-I: neither units nor Wrecks, Blocks, fortifications."""
    units = {"a": "g-rifle E2", "f": "r-fortification E4", "b": "r-block E5", "x": "r-rifle E6", "y": "r-rifle E3"}
    state = position(units, wrecks={"E4": "german russian"})
    assert line_of_sight(state, at("E2"), at("E7")).seen
    modifiers = die_modifiers(state, at("E5"), Method.SELECTIVE, ())
    assert modifiers == ()


def test_plateau_hexes_are_hilltops() -> None:
    """pb:PB-LOSN-I, pb:PB-LOSN-E: hilltop hexes without Orange hexsides between them see each other."""
    levels = {f"E{r}": 2 for r in range(2, 9)}
    state = position({"a": "g-rifle E2"}, board(levels=levels, sides={"E1-E2": "orange", "E8-E9": "orange"}))
    assert line_of_sight(state, at("E2"), at("E8")).seen


def test_where_obstacles_are_set_up() -> None:
    """pb:PB-MINE-A, pb:PB-BLOCK-A, pb:PB-FORT-A, pb:PB-FORT-N, pb:PB-FORT-Q, pb:PB-TERR-3: one of each to a hex."""
    ground = board(terrain={"E5": "swamp", "E6": "pond"})
    units = {
        "m": "g-minefield E4",
        "n": "g-minefield A1",
        "b": "g-block E3",
        "c": "g-block A1",
        "f": "g-fortification E2",
    }
    state = position(units | {"g": "g-fortification A2", "p": "g-rifle A3"}, ground, step="set-up")
    for unit, hex_, rule in (
        ("n", "E4", "pb:PB-MINE-A"),
        ("c", "E3", "pb:PB-BLOCK-A"),
        ("g", "E2", "pb:PB-FORT-N"),
        ("g", "E5", "pb:PB-FORT-A"),
        ("g", "E4", "pb:PB-FORT-Q"),
        ("n", "E2", "pb:PB-FORT-Q"),
        ("p", "E6", "pb:PB-TERR-3"),
    ):
        refusal = place_refusal(state, UnitId(unit), at(hex_))
        assert refusal is not None
        assert refusal.rule == rule


def test_set_up_from_nothing() -> None:
    """pb:PB-SETUP-1, pb:PB-SEQ-0: each side places all it has, then the first Player-Turn begins."""
    units = {"a": "g-rifle A1", "f": "g-fortification A1", "x": "r-rifle A1", "y": "r-t-34c A1"}
    state = position(units, step="set-up")
    for unit in units:
        state.change(UnitId(unit), hex=None, presence=Presence.WAITING)
    state.ended = frozenset()
    assert refused(state, GERMAN, FinishStep()) == "pb:PB-SETUP-1"
    assert refused(state, RUSSIAN, PlaceRest()) == "pb:PB-SETUP-1"
    give(state, GERMAN, Place(unit=UnitId("f"), hex=at("E5")))
    give(state, GERMAN, Place(unit=UnitId("a"), hex=at("E5"), inside=True))
    give(state, GERMAN, Place(unit=UnitId("f"), hex=at("E6")))
    assert state.units[UnitId("a")].hex == at("E6")  # those inside come along
    give(state, GERMAN, FinishStep())
    give(state, RUSSIAN, PlaceRest())
    give(state, RUSSIAN, FinishStep())
    go_on(state)
    assert (state.turn, state.step.split("-")[0]) == (1, "first")


def test_wrecks_fill_a_hex() -> None:
    """pb:PB-WRECK-A, pb:PB-WRECK-E, pb:PB-WRECK-F: two Russian, three in all; more are not placed."""
    state = position({"a": "r-t-34c E5", "b": "g-panther E6"}, wrecks={"E5": "russian russian", "E6": "german german"})
    assert not wreck_room(state, at("E5"), RUSSIAN)
    assert effects(state, at("E5"), (UnitId("a"),), Result.ELIMINATED) == (("a", Fate.ELIMINATED),)
    assert effects(state, at("E6"), (UnitId("b"),), Result.ELIMINATED) == (("b", Fate.WRECKED),)
    mixed = position({"a": "r-t-34c E5"}, wrecks={"E5": "german german russian", "E6": "german russian"})
    assert not any(wreck_room(mixed, at("E5"), side) for side in (GERMAN, RUSSIAN))
    assert all(wreck_room(mixed, at("E6"), side) for side in (GERMAN, RUSSIAN))
    driving = position({"a": "r-t-34c E4"}, step="second-vehicles", wrecks={"E5": "german german german"})
    assert reach(driving, UnitId("a")).costs[at("E6")] == 4  # through it, but not to stay
    assert refused(driving, RUSSIAN, Move(unit=UnitId("a"), path=hexes("E5"))) == "pb:PB-STACK-A"


def test_minefields_and_fortifications_do_not_stack() -> None:
    """pb:PB-MINE-I, pb:PB-STACK-E, pb:PB-FORT-1."""
    state = position({"m": "g-minefield E5", "a": "g-rifle E5", "f": "g-fortification E6", "b": "g-rifle E6 in"})
    assert stacked(state, GERMAN, at("E5"), inside=False) == 1
    assert stacked(state, GERMAN, at("E6"), inside=False) == 0
    assert stacked(state, GERMAN, at("E6"), inside=True) == 1


def test_fire_from_a_fortification() -> None:
    """pb:PB-FORT-D, pb:PB-FORT-F: with the normal factor; the counter itself never fires."""
    state = position({"f": "g-fortification E5", "a": "g-rifle E5 in", "x": "r-truck E6"})
    assert terms(state, attack("E6", "selective", "x", "a")).attack == 3
    refusal = attacker_refusal(state, state.units[UnitId("f")])
    assert refusal is not None
    assert refusal.rule == "pb:PB-FACT-2"


def test_three_attacks_in_a_player_turn() -> None:
    """pb:PB-COMBAT-2, pb:PB-MINE-J, pb:PB-CAT-B: by mines, by fire, and by Close Assault, in this order."""
    units = {
        "m": "g-minefield E5",
        "x": "r-guards E5",
        "gun": "g-150mm-infantry-howitzer E8",
        "men": "g-submachinegun E4",
        "far": "r-truck M9",
    }
    state = position(units, step="turn-record")
    events = go_on(state, 6)
    give(state, GERMAN, attack("E5", "selective", "x", "gun"))
    give(state, GERMAN, Resolve())
    events += go_on(state, 6)
    while "assault" not in state.step:
        give(state, GERMAN, FinishStep())
        events += go_on(state)
    events += give(state, GERMAN, CloseAssault(hex=at("E5"), attackers=(UnitId("men"),)), 6)
    methods = [e.method for e in events if e.name == "pb-attack-resolved"]  # type: ignore[attr-defined]
    assert methods == [Method.MINEFIELD, Method.SELECTIVE, Method.CLOSE_ASSAULT]
    assert assault_targets(state, GERMAN) == ()


def test_overruns_use_printed_factors_while_moving() -> None:
    """pb:PB-OVR-C, pb:PB-OVR-E, pb:PB-WEC-D, pb:PB-OPT-AMMO-D: neither doubled, halved nor tripled."""
    state = position({"a": "g-stuh-42 E4", "x": "r-rifle E5"}, step="first-vehicles", options=("intensive-fire",))
    events = give(state, GERMAN, Overrun(hex=at("E5"), runs=(Run(UnitId("a")),)), 6)
    found = next(e for e in events if e.name == "pb-attack-resolved")
    assert (found.attack, found.odds) == (14, "1-1")  # type: ignore[attr-defined]


def test_intensive_fire_counts_as_a_loss() -> None:
    """pb:PB-OPT-AMMO-B, pb:PB-OPT-AMMO-C, pb:PB-OPT-0, pb:PB-EXP-0: each switch by itself, as often as units last."""
    units = {"m": "g-81mm-mortar E3", "n": "g-81mm-mortar E4", "x": "r-rifle E6"}
    state = position(units, options=("intensive-fire",))
    give(state, GERMAN, attack("E6", "selective", "x", "m", "n", hard=("m", "n")))
    give(state, GERMAN, Resolve())
    go_on(state, 6)
    assert lost(state, GERMAN) == ("m", "n")


def test_road_and_clear_beyond_the_edge() -> None:
    """pb:PB-TEC-ROAD, pb:PB-TEC-CLEAR, pb:PB-ROAD-B: leaving the map costs what the next hex would, road or clear."""
    ground = board()
    state = position({"t": "g-truck E1", "a": "g-panther E1"}, ground, step="first-vehicles")
    assert (leave_cost(state, UnitId("t"), at("E1")), leave_cost(state, UnitId("a"), at("E1"))) == (4, 2)


def test_any_number_is_spotted() -> None:
    """pb:PB-SPOT-B, pb:PB-SPOT-C: by one unit that need not fire, a truck will do; a dispersed one will not."""
    ground = board(terrain={"E5": "woods", "D5": "woods", "F5": "town"})
    assert all(spotted(position({"t": "g-truck E4"}, ground), GERMAN, at(h)) for h in ("E5", "D5", "F5"))
    assert not spotted(position({"t": "g-truck E4 down"}, ground), GERMAN, at("E5"))


def test_enemies_do_not_move_and_turns_alternate() -> None:
    """pb:PB-MOVE-H, pb:PB-SEQ-7, pb:PB-MOVE-F, pb:PB-MOVE-G: only the side whose Player-Turn it is may order."""
    state: BlitzState = position({"a": "g-panther E4", "x": "r-t-34c E6"}, step="first-vehicles")
    assert refused(state, RUSSIAN, Move(unit=UnitId("x"), path=hexes("E7"))) == "pb:PB-SEQ-4"
    assert refused(state, GERMAN, Move(unit=UnitId("a"), path=hexes("E5 E6"))) == "pb:PB-MOVE-E"
    give(state, GERMAN, Move(unit=UnitId("a"), path=hexes("E5 D6 D7")))  # past the enemy at no extra cost
    assert state.units[UnitId("a")].spent == 6
    assert state.type(UnitId("a")).kind is Kind.TANK


SITUATIONS = [info.id for info in catalogue.scenarios("panzerblitz")]


@pytest.mark.parametrize("situation", SITUATIONS)
def test_roads_lead_over_every_edge_of_the_map(situation: str) -> None:
    """Three by each long edge of a board, two by each short one, and no road ends at the edge (pb:PB-ROAD-A)."""
    rules = catalogue.open_system(situation, ())
    map_ = rules.initial().board
    over = {
        h for h, c in map_.cells.items() for d in range(6) if c.route_crosses(ROAD, d) and h.neighbour(d) not in map_
    }
    for hex_, cell in map_.cells.items():
        if hex_.col in (1, map_.columns) and ROAD in cell.routes:
            assert hex_ in over, map_.label(hex_)
    boards = len(map_.sheets)
    beside = len({h for h in over if h.col not in (1, map_.columns)})
    ends = len(over) - beside
    assert (beside, ends) in ((6, 4 * boards), (6 * boards, 4))


@pytest.mark.parametrize(
    ("situation", "roads"),
    [
        ("rear-area-raid", "2-A-3"),
        ("vyazma", "1-GG-3 1-GG-8 2-GG-3 2-GG-8 3-GG-3 3-GG-8"),
        ("minsk", "2-GG-3 2-GG-8"),
    ],
)
def test_columns_come_on_by_road(situation: str, roads: str) -> None:
    """Situations 1, 3 and 4 bring vehicles over short edges; by road half a point (pb:PB-SETUP-1, pb:PB-TERR-4)."""
    state = catalogue.open_system(situation, ()).initial()
    coming = [
        g
        for g in state.situation.groups
        if g.entry and all(h.col in (1, state.board.columns) for h in state.situation.hexes(g.entry.area))
    ]
    assert len(coming) == 1
    state.turn = coming[0].entry.turn
    truck = next(u.id for u in state.situation.units if u.group == coming[0].id and state.type(u.id).vehicular)
    doors = {state.board.label(d.hex): d.cost for d in open_doors(state, truck) if d.road}
    assert doors == dict.fromkeys(roads.split(), 1)


def test_the_weapons_effectiveness_of_a_counter_fits_into_the_panel_beside_the_map() -> None:
    """pb:PB-WEC-1: a line each, target and factor side by side, in 34 cells and the gap between them."""
    state = position({"a": "g-rifle E4"})
    for type_ in unit_types().values():
        for section in counter_sections(state, type_):
            if section.title == "Weapons Effectiveness":
                lines = [section.heading, *((row.label, *row.cells) for row in section.rows)]
                widths = [max(len(line[i]) for line in lines) for i in range(2)]
                assert sum(widths) <= 34, type_.name
