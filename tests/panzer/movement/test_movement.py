"""Movement (na:3.3, na:3.7b, na:4.5): every rule on a small board, every example, and what holds on any board.

Columns run A, B, C ...; odd columns (A, C, E) lie half a hex lower. Facings: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from core.board import Board, Cell
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.ap.events import ApFireResolved
from core.panzer.chapters import BOOK
from core.panzer.movement.allowance import allowance
from core.panzer.movement.move import begin, check_move, follow, legal_steps, may_end_here, remaining, take_step
from core.panzer.movement.paying import StepResult
from core.panzer.movement.reach import path_to, reachable
from core.panzer.movement.reach_by_route import Reach
from core.panzer.pieces.cards import Traction
from core.panzer.pieces.counters import Counters
from core.panzer.pieces.movement import Moves, Rate
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Command, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced
from core.setting import Entry
from tests.panzer.movement.movement_boards import ME, at, board, situation

CROSS, ROUTE = Rate.CROSS_COUNTRY, Rate.ROUTE
WHEELED, HALF_TRACK = Traction.WHEELED, Traction.HALF_TRACK


def go(state: PanzerState, *steps: str, rate: Rate = CROSS, end: bool = True) -> tuple[StepResult, ...]:
    return check_move(state, ME, rate, steps, end)


def cost(state: PanzerState, *steps: str, rate: Rate = CROSS) -> int:
    return sum(r.cost for r in go(state, *steps, rate=rate, end=False))


def refused(state: PanzerState, *steps: str, rate: Rate = CROSS, end: bool = True) -> IllegalOrder:
    with pytest.raises(IllegalOrder) as error:
        go(state, *steps, rate=rate, end=end)
    return error.value


def after(state: PanzerState, *steps: str, rate: Rate = CROSS) -> PanzerState:
    """The state in the middle of a move."""
    for result in go(state, *steps, rate=rate, end=False):
        state = follow(state, result)
    return state


# -- allowance -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "damaged", "expected"),
    [(Command.MOVE, False, 5), (Command.SHORT_HALT, False, 2), (Command.MOVE, True, 2), (Command.SHORT_HALT, True, 1)],
)
def test_allowance_is_halved_by_short_halt_and_by_damage(command: Command, damaged: bool, expected: int) -> None:
    """na:3.7b: allowance 5, half 2, a quarter 1; na:4.5.1.1.1b."""
    state = situation(board(), "C3", move=(5, 6, 9), command=command, damaged=damaged)
    total, reasons = allowance(state, state.units[ME], CROSS)
    assert total == expected == sum(r.amount for r in reasons)


def test_allowance_is_never_below_one() -> None:
    state = situation(board(), "C3", move=(1, 6, 9), command=Command.SHORT_HALT, damaged=True)
    total, reasons = allowance(state, state.units[ME], CROSS)
    assert total == 1 == sum(r.amount for r in reasons)


def test_halving_applies_to_path_and_road_allowances_too() -> None:
    state = situation(board(), "C3", command=Command.SHORT_HALT)
    unit = state.units[ME]
    assert allowance(state, unit, ROUTE)[0] == 3
    assert allowance(state, unit, ROUTE, path=1, road=2)[0] == 4
    assert allowance(state, unit, ROUTE, path=2, road=2)[0] == 3, "na:4.5.1.1.5c: equal counts, Path"


@pytest.mark.parametrize(("spent", "left"), [(0, 2), (1, 1), (2, 1), (3, 0), (4, 0)])
def test_damage_during_a_move_halves_what_is_left(spent: int, left: int) -> None:
    """na:4.4.3.2.6a."""
    state = situation(board(), "D6", damaged=True)
    move = evolve(begin(state, ME, CROSS), spent=spent, damaged_after=spent, hexes=1)
    assert remaining(state, move) == left


def test_fire_at_the_mover_halves_what_is_left_of_its_move() -> None:
    state = after(situation(board(), "C6", move=(7, 8, 9), enemies=["A1"]), "F")
    shooter = next(u.id for u in state.units.values() if u.id != ME)
    BOOK.evolve(
        state,
        ApFireResolved(
            shooter=shooter,
            target=ME,
            weapon=0,
            overwatch=True,
            range=5,
            factor="S",
            net=0,
            hit_number=70,
            aspect=None,
            penetration=None,
            armor=None,
            result=Result.DAMAGE,
            target_hex=at("C5"),
        ),
    )
    assert state.moves.active is not None
    assert remaining(state, state.moves.active) == 3, "half of the 6 left, not of the 7"
    assert len(go(state, "F", "F", "F")) == 3
    assert refused(state, "F", "F", "F", "F").rule == "na:4.5.1.1.3"


# -- costs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "traction", "expected"),
    [
        ("clear", Traction.TRACKED, 1),
        ("rough", Traction.TRACKED, 4),
        ("scrub", Traction.TRACKED, 2),
        ("scrub", HALF_TRACK, 2),
        ("scrub", WHEELED, 3),
        ("gully", Traction.TRACKED, 3),
        ("stream", HALF_TRACK, 4),
        ("stone-building", Traction.TRACKED, 2),
        ("wood-building", WHEELED, 2),
    ],
)
def test_a_hex_costs_what_its_terrain_costs(terrain: str, traction: Traction, expected: int) -> None:
    """na:4.5.1.1.2a; vehicles in Building hexes are in alleys (na:4.1.4.1.3b)."""
    state = situation(board(terrain={"C3": terrain}), "C4", traction=traction)
    assert cost(state, "F") == expected


@pytest.mark.parametrize(
    ("terrain", "traction"),
    [("water", Traction.TRACKED), ("heavy-woods", Traction.TRACKED), ("stream", WHEELED), ("rubble-wood", HALF_TRACK)],
)
def test_prohibited_terrain_is_never_entered(terrain: str, traction: Traction) -> None:
    """na:4.5.1.1.2d: not even as the only hex of a move."""
    state = situation(board(terrain={"C3": terrain}), "C4", traction=traction)
    assert refused(state, "F").rule == "na:4.5.1.1.2d"
    assert refused(situation(board(terrain={"C3": terrain}), "C2", traction=traction), "R").rule == "na:4.5.1.1.2d"


def test_a_slope_into_scrub_costs_three() -> None:
    """na:4.5.1.1.2b: T from Height 0 over a Slope into Scrub on a Height 1 hill, 2 + 1."""
    on = board(terrain={"C3": "scrub"}, levels={"C3": 1}, sides={"C4-C3": "slope"})
    assert cost(situation(on, "C4"), "F") == 3


@pytest.mark.parametrize(("start", "step"), [("C4", "F"), ("C3", "R")])
def test_two_heights_add_two_up_or_down(start: str, step: str) -> None:
    on = board(levels={"C3": 2}, sides={"C4-C3": "slope"})
    assert cost(situation(on, start), step) == (3 if step == "F" else 6)


@pytest.mark.parametrize(("level", "traction"), [(3, Traction.TRACKED), (3, HALF_TRACK), (2, WHEELED)])
def test_height_limits(level: int, traction: Traction) -> None:
    on = board(levels={"C3": level}, sides={"C4-C3": "slope"})
    assert refused(situation(on, "C4", traction=traction), "F").rule == "na:4.5.1.1.2b"


def test_a_crest_between_equal_heights_adds_one() -> None:
    assert cost(situation(board(sides={"C4-C3": "crest"}), "C4"), "F") == 2


def test_a_crest_up_to_a_hill_counts_the_heights_only() -> None:
    assert cost(situation(board(levels={"C3": 1}, sides={"C4-C3": "crest"}), "C4"), "F") == 2


def test_a_slope_between_equal_heights_costs_nothing() -> None:
    assert cost(situation(board(sides={"C4-C3": "slope"}), "C4"), "F") == 1


@pytest.mark.parametrize("sides", [{}, {"C4-C3": "cliff"}])
def test_a_hill_edge_without_slope_is_a_cliff(sides: dict[str, str]) -> None:
    """na:4.1.4.1.5a."""
    assert refused(situation(board(levels={"C3": 1}, sides=sides), "C4"), "F").rule == "na:4.1.4.1.5a"


def test_only_tracked_vehicles_cross_walls() -> None:
    """na:4.5.1.1.2c."""
    on = board(sides={"C4-C3": "wall"})
    assert cost(situation(on, "C4"), "F") == 2
    for traction in (HALF_TRACK, WHEELED):
        assert refused(situation(on, "C4", traction=traction), "F").rule == "na:4.5.1.1.2c"


def test_hedgerow_and_defilade_are_added() -> None:
    on = board(sides={"C4-C3": "hedgerow", "C3-C2": "defilade"})
    assert cost(situation(on, "C4"), "F", "F") == 4
    assert refused(situation(on, "C4", traction=WHEELED), "F").rule == "na:4.5.1.1.2d"
    assert cost(situation(on, "C3", traction=WHEELED), "F") == 2


def test_a_hexside_counts_whichever_hex_carries_it() -> None:
    assert cost(situation(board(sides={"C3-C4": "wall"}), "C4"), "F") == 2


def test_brew_up_smoke_adds_one_to_the_hex_and_to_a_paid_turn() -> None:
    """na:4.5.1.1.2e, whether or not the smoke is too fresh for fire."""
    state = situation(board(), "C4", wrecks={"C3": Wreck.BU})
    state.counters = replaced(state.counters, fresh_smoke=frozenset({at("C3")}))
    assert [r.cost for r in go(state, "F", "T2", end=False)] == [2, 2]
    assert cost(situation(board(), "C4", wrecks={"C3": Wreck.KO}), "F", "T2") == 2


# -- the one-hex rule ----------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["F", "R"])
def test_one_hex_may_always_be_moved(step: str) -> None:
    """na:4.5.1.1.3."""
    state = situation(board(ground="rough"), "C4", move=(2, 6, 9))
    (result,) = go(state, step)
    assert result.cost == (4 if step == "F" else 8)
    assert result.left == 0


def test_after_the_one_hex_only_a_free_turn_is_left() -> None:
    state = situation(board(ground="rough"), "C4", move=(2, 6, 9))
    assert go(state, "T1", "F", "T0")[-1].cost == 0
    assert refused(state, "F", "T2").rule == "na:4.5.1.1.4"
    assert refused(state, "F", "F").rule == "na:4.5.1.1.3"


def test_a_paid_turn_forbids_the_one_hex() -> None:
    state = situation(board(terrain={"C5": "rough"}), "C4", move=(4, 6, 9))
    assert refused(state, "T3", "F").rule == "na:4.5.1.1.3"
    assert cost(situation(board(terrain={"C5": "rough"}), "C4", move=(5, 6, 9)), "T3", "F") == 5


def test_the_second_hex_may_not_exceed_the_allowance() -> None:
    state = situation(board(terrain={"C2": "rough"}), "C4")
    error = refused(state, "F", "F")
    assert error.rule == "na:4.5.1.1.3"
    assert "costs 4 and only 3 is left" in error.reason


# -- turning -------------------------------------------------------------------------------------


def test_one_hexside_is_free_in_every_hex() -> None:
    """na:4.5.1.1.4: at the start, on the way and at the end."""
    state = situation(board(), "D5")
    assert cost(state, "T1", "F", "T2", "F", "T3") == 2


@pytest.mark.parametrize("facing", [2, 3, 4])
def test_two_or_three_hexsides_cost_the_turn_value_once(facing: int) -> None:
    state = situation(board(terrain={"D4": "medium-grove"}), "D4")
    assert cost(state, f"T{facing}") == 2


def test_hexsides_turned_one_by_one_add_up() -> None:
    state = situation(board(), "D4")
    assert [r.cost for r in go(state, "T1", "T2", "T3")] == [0, 1, 0]


def test_entering_a_grove_and_turning_there_costs_five() -> None:
    """The amounts of the example of na:4.5.1.1.4, with an allowance that affords them."""
    state = situation(board(terrain={"C3": "medium-grove"}), "C4", move=(5, 6, 9))
    assert cost(state, "F", "T2") == 5
    tight = situation(board(terrain={"C3": "medium-grove"}), "C4")
    assert refused(tight, "F", "T2").rule == "na:4.5.1.1.4", "a turn never exceeds the allowance"


def test_a_turn_to_the_same_facing_is_none() -> None:
    assert refused(situation(board(), "C4"), "T0").rule == "na:3.3"


def test_turning_costs_the_same_in_reverse() -> None:
    assert cost(situation(board(), "C4"), "R", "T2") == 3


def test_turning_on_a_road_costs_as_on_a_road() -> None:
    on = board(terrain={"C3": "rough", "C4": "rough"}, road=["C5 C4 C3"])
    assert cost(situation(on, "C5"), "F", "T2") == 2
    off = board(terrain={"C3": "rough"}, road=["D3 C3"])
    assert cost(situation(off, "C4", move=(9, 9, 9)), "F", "T2") == 7, "entered off the road"


# -- forward and reverse -------------------------------------------------------------------------


def test_a_vehicle_moves_straight_ahead_or_back() -> None:
    """na:3.3, na:4.5.1.1b, na:4.5.1.1.7."""
    state = situation(board(), "D4", 1)
    assert [r.hex for r in go(state, "F")] == [at("E3")]
    assert [(r.hex, r.facing) for r in go(state, "R")] == [(at("C4"), 1)]
    assert refused(state, "F:2").rule == "na:4.5.1.1b"


def test_reverse_doubles_the_whole_sum() -> None:
    on = board(terrain={"C5": "scrub"}, levels={"C5": 1}, sides={"C4-C5": "slope wall"})
    state = situation(on, "C4", move=(20, 6, 9), wrecks={"C5": Wreck.BU})
    assert cost(state, "R") == 2 * (2 + 1 + 1 + 1)


def test_words_that_are_no_step() -> None:
    for step in ("", "T6", "f", "F:6", "E:C3", "X:1", "FF"):
        assert refused(situation(board(), "C4"), step).rule == "na:4.5.1.1b"


def test_a_vehicle_may_stay_or_only_turn() -> None:
    """na:4.5.1.1.8."""
    assert go(situation(board(), "C4")) == ()
    assert cost(situation(board(), "C4"), "T3") == 1


# -- who moves -----------------------------------------------------------------------------------


def test_only_move_and_short_halt_move() -> None:
    for command in (Command.FIRE, Command.OVERWATCH, Command.NONE):
        assert refused(situation(board(), "C4", command=command), "F").rule == "na:4.5.1.1.1b"


def test_a_completed_move_is_not_taken_up_again() -> None:
    state = situation(board(), "C4")
    state.change(ME, moved=True)
    assert refused(state, "F").rule == "na:4.5.1.1a"


def test_a_move_goes_on_at_its_rate() -> None:
    state = after(situation(board(road=["C5 C4 C3 C2"]), "C5"), "F")
    assert [r.move.spent for r in go(state, "F")] == [2]
    assert refused(state, "F", rate=ROUTE).rule == "na:4.5.1.1.5b"


def test_another_vehicle_waits_until_a_move_is_complete() -> None:
    state = after(situation(board(), "C4", friends=["A1"]), "F")
    with pytest.raises(IllegalOrder, match="completes its whole move"):
        check_move(state, next(u.id for u in state.units.values() if u.id != ME), CROSS, ("F",), True)


# -- Path and Road -------------------------------------------------------------------------------

LONG = "C12 C11 C10 C9 C8 C7 C6 C5 C4 C3 C2 C1"


def tall(**more: object) -> Board:
    return board(5, 12, **more)  # type: ignore[arg-type]


def test_road_rate_ignores_the_terrain() -> None:
    """na:4.5.1.1.5a."""
    state = situation(tall(ground="rough", road=[LONG]), "C12")
    assert [r.cost for r in go(state, *"F" * 9, rate=ROUTE)] == [1] * 9
    assert refused(state, *"F" * 10, rate=ROUTE).rule == "na:4.5.1.1.3"


def test_path_rate_uses_the_path_allowance() -> None:
    state = situation(tall(path=[LONG]), "C12")
    assert len(go(state, *"F" * 6, rate=ROUTE)) == 6
    assert refused(state, *"F" * 7, rate=ROUTE).rule == "na:4.5.1.1.5c"


def test_six_road_and_three_path_hexes_use_the_road_allowance() -> None:
    """na:4.5.1.1.5c: Panzerjaeger I, 4T 6-9."""
    for road, path in (("C12 C11 C10 C9 C8 C7 C6", "C6 C5 C4 C3"), ("C9 C8 C7 C6 C5 C4 C3", "C12 C11 C10 C9")):
        state = situation(tall(road=[road], path=[path]), "C12")
        results = go(state, *"F" * 9, rate=ROUTE)
        assert (results[-1].hex, results[-1].left) == (at("C3"), 0)
        assert (results[-1].move.road, results[-1].move.path) == (6, 3)


def test_equal_counts_use_the_path_allowance() -> None:
    state = situation(tall(path=["C12 C11 C10 C9 C8"], road=["C8 C7 C6 C5 C4"]), "C12")
    assert refused(state, *"F" * 8, rate=ROUTE).rule == "na:4.5.1.1.5c"


def test_a_prefix_may_count_on_road_hexes_still_to_come() -> None:
    on = tall(path=["C12 C11 C10 C9 C8"], road=["C8 C7 C6 C5 C4 C3"])
    state = situation(on, "C12")
    assert go(state, *"F" * 9, rate=ROUTE)[-1].left == 0
    assert refused(state, *"F" * 7, rate=ROUTE, end=False).rule == "na:4.5.1.1.5c"
    for result in go(state, *"F" * 9, rate=ROUTE)[:7]:
        state = follow(state, result)
    assert state.moves.active is not None
    refusal = may_end_here(state, state.moves.active)
    assert refusal is not None, "stopped by fire on the way it goes on"
    assert refusal.rule == "na:4.5.1.1.5c"
    state.counters = Counters(wrecks={at("C4"): Wreck.KO})
    assert may_end_here(state, state.moves.active) is None, "where it cannot go on, it stays"


def test_route_rate_starts_on_a_route() -> None:
    """na:4.5.1.1.5b."""
    assert refused(situation(board(road=["C4 C3"]), "D4"), "F", rate=ROUTE).rule == "na:4.5.1.1.5b"
    assert refused(situation(board(track=["C4 C3"]), "C4"), "F", rate=ROUTE).rule == "na:4.5.1.1.5b"


def test_route_rate_stays_on_the_route() -> None:
    state = situation(board(road=["C5 C4 C3"]), "C5")
    assert refused(state, "F", "F", "F", rate=ROUTE).rule == "na:4.5.1.1.5b"
    assert refused(state, "F:1", rate=ROUTE).rule == "na:4.5.1.1.5b"


def test_the_starting_facing_is_free() -> None:
    state = situation(board(road=["C5 C4 C3"]), "C4", 1)
    assert go(state, "T3", "F", rate=ROUTE)[-1].hex == at("C5")
    assert go(state, "F:0", rate=ROUTE)[-1].facing == 0
    assert refused(state, "F", rate=ROUTE).rule == "na:4.5.1.1.5b"
    assert refused(state, "T2", rate=ROUTE).rule == "na:4.5.1.1.5b", "not along the route"


def test_the_free_starting_facing_is_no_free_turn_in_place() -> None:
    state = situation(board(road=["C5 C4 C3"]), "C4")
    assert refused(state, "T3", rate=ROUTE).rule == "na:4.5.1.1.5b"


def test_facing_follows_the_route_round_bends_and_to_the_end() -> None:
    state = situation(board(road=["C5 C4 D4 E3"]), "C5")
    assert [r.facing for r in go(state, "F", "F", rate=ROUTE)] == [1, 1]
    bend = situation(board(road=["C5 C4 D4 D3"]), "C5")
    assert [(str(r.hex), r.facing) for r in go(bend, "F", "F", "F", rate=ROUTE)] == [("C4", 1), ("D4", 0), ("D3", 0)]


def test_no_turns_during_or_after_a_route_move() -> None:
    state = situation(board(road=["C5 C4 C3"]), "C5")
    assert refused(state, "F", "T1", rate=ROUTE).rule == "na:4.5.1.1.5b"


def test_forks_are_chosen() -> None:
    state = situation(board(road=["C5 C4 C3", "C4 D4"]), "C5")
    error = refused(state, "F", "F", rate=ROUTE)
    assert "F:0 (N) or F:1 (NE)" in error.reason
    assert go(state, "F", "F:1", rate=ROUTE)[-1].hex == at("D4")
    assert go(state, "F", rate=ROUTE)[-1].facing == 0, "at a fork straight on"
    assert refused(state, "F", "F:3", rate=ROUTE).rule == "na:4.5.1.1.5b"
    middle = after(state, "F", rate=ROUTE)
    assert middle.moves.active is not None
    tokens = {t for t, r in legal_steps(middle, middle.moves.active) if isinstance(r, StepResult)}
    assert tokens == {"F:0", "F:1", "R", "T1"}


def test_the_facing_at_a_fork_is_that_of_a_way_on() -> None:
    """na:4.5.1.1.5b: it faces the route as it would enter the next hex, by the way that its player chooses."""
    fork = situation(board(road=["C5 C4 D4", "C4 B4"]), "C5")
    assert go(fork, "F", rate=ROUTE)[-1].facing == 1, "the hexside straight ahead leads off the route"
    turned = go(fork, "F", "T5", rate=ROUTE)[-1]
    assert (turned.facing, turned.cost) == (5, 0)
    assert refused(fork, "F", "T0", rate=ROUTE).rule == "na:4.5.1.1.5b"
    assert go(fork, "F", "T5", "R", rate=ROUTE)[-1].hex == at("C5")
    assert go(fork, "F", "T5", "F:5", rate=ROUTE)[-1].hex == at("B4")
    assert path_to(fork, ME, None, ROUTE, at("C4"), 5) == ("F:0", "T5")
    astern = situation(board(road=["C5 C4 D4", "C4 B4"]), "C5", 3)
    assert go(astern, "R", rate=ROUTE)[-1].facing == 4
    assert go(astern, "R", "T2", "R:5", rate=ROUTE)[-1].hex == at("B4")


def test_reverse_along_a_route_costs_two_and_follows_it() -> None:
    """na:4.5.1.1.7."""
    state = situation(board(road=["C5 C4 D4 D3"]), "C5", 3)
    assert [(str(r.hex), r.facing, r.cost) for r in go(state, "R", "R", "R", rate=ROUTE)] == [
        ("C4", 4, 2),
        ("D4", 3, 2),
        ("D3", 3, 2),
    ]
    assert go(situation(board(road=["C5 C4 D4"]), "C5"), "F", "R", rate=ROUTE)[-1].hex == at("C5")


def test_a_wreck_on_the_route_denies_its_allowance() -> None:
    """na:4.5.1.1.5d."""
    state = situation(tall(road=[LONG]), "C12", wrecks={"C9": Wreck.KO})
    assert refused(state, *"F" * 5, rate=ROUTE).rule == "na:4.5.1.1.3"
    results = go(state, *"F" * 4, rate=ROUTE)
    assert results[-1].left == 0
    assert "wreck in C9" in results[-1].move.denied
    late = situation(tall(road=[LONG]), "C12", wrecks={"C6": Wreck.KO})
    assert refused(late, *"F" * 6, rate=ROUTE).rule == "na:4.5.1.1.5d"
    assert len(go(late, *"F" * 5, rate=ROUTE)) == 5, "before the wreck it is no matter"


def test_a_brewed_up_wreck_costs_its_smoke_along_the_route() -> None:
    state = situation(tall(road=[LONG]), "C12", wrecks={"C11": Wreck.BU})
    assert cost(state, "F", "F", rate=ROUTE) == 3


def test_an_opposing_vehicle_on_the_route_denies_its_allowance() -> None:
    state = situation(tall(road=[LONG]), "C12", enemies=["C10"])
    assert refused(state, *"F" * 5, rate=ROUTE).rule == "na:4.5.1.1.3"


def test_what_stands_in_the_starting_hex_counts() -> None:
    state = situation(tall(road=[LONG]), "C12", wrecks={"C12": Wreck.KO})
    assert remaining(state, begin(state, ME, ROUTE)) == 4


@pytest.mark.parametrize(("friends", "hexes"), [(4, 9), (5, 4)])
def test_friends_deny_it_only_where_over_stacked(friends: int, hexes: int) -> None:
    """na:4.5.1.1.5e: six with the moving vehicle itself."""
    state = situation(tall(road=[LONG]), "C12", friends=["C10"] * friends)
    assert len(go(state, *"F" * hexes, rate=ROUTE)) == hexes
    refused(state, *"F" * (hexes + 1), rate=ROUTE)


def test_roads_change_two_heights_for_one() -> None:
    """na:4.5.1.1.5f, at either rate."""
    on = board(road=["C5 C4 C3"], levels={"C4": 1, "C3": 3}, sides={"C5-C4": "slope", "C4-C3": "slope"})
    for rate in (ROUTE, CROSS):
        assert [r.cost for r in go(situation(on, "C5"), "F", "F", rate=rate)] == [1, 2]
    too_high = board(road=["C5 C4"], levels={"C4": 3})
    assert refused(situation(too_high, "C5"), "F", rate=ROUTE).rule == "na:4.5.1.1.2b"


def test_cross_country_speed_along_a_road_pays_the_road() -> None:
    """na:4.5.1.1.5d: the table's own line for Road and Path, but only across the joined hexside."""
    on = board(ground="rough", road=["C5 C4 C3"], path=["E5 E4"])
    assert cost(situation(on, "C5"), "F", "F") == 2
    assert cost(situation(on, "E5"), "F") == 1
    assert cost(situation(on, "B5", 1), "F") == 4


def test_a_road_leads_through_heavy_woods_and_walls() -> None:
    on = board(terrain={"C4": "heavy-woods"}, sides={"C5-C4": "wall"}, road=["C5 C4 C3"])
    assert cost(situation(on, "C5", traction=WHEELED), "F", "F") == 2
    assert "except along" in refused(situation(on, "B4", 2), "F").reason


def test_roads_run_into_paths() -> None:
    on = board(road=["C5 C4 3"], path=["C3 C2"])
    cells = dict(on.cells)
    cells[at("C4")] = evolve(cells[at("C4")], routes={"road": 0b001001})
    cells[at("C3")] = evolve(cells[at("C3")], routes={"path": 0b001001})
    result = go(situation(evolve(on, cells=cells), "C5"), "F", "F", "F", rate=ROUTE)
    assert (result[-1].move.road, result[-1].move.path) == (1, 2)


def test_exits_along_a_route_cost_the_route() -> None:
    """na:4.5.1.1.9."""
    on = board(ground="rough", road=["C3 C2 C1 0"])
    assert [r.cost for r in go(situation(on, "C3"), "F", "F", "X", rate=ROUTE)] == [1, 1, 1]
    assert refused(situation(board(road=["C2 C1"]), "C2"), "F", "X", rate=ROUTE).rule == "na:4.5.1.1.5b"


# -- bridges and tracks --------------------------------------------------------------------------


def test_a_bridge_is_crossed_along_its_route_only() -> None:
    """na:4.5.1.1.6."""
    on = board(terrain={"C4": "bridge"}, road=["C5 C4 C3"])
    assert cost(situation(on, "C5"), "F", "F") == 2
    assert refused(situation(on, "B5", 1), "F").rule == "na:4.5.1.1.6"
    assert refused(situation(on, "C4", 1), "F").rule == "na:4.5.1.1.6"


def test_a_bridge_between_path_and_road_is_road() -> None:
    on = board(terrain={"C4": "bridge"}, road=["C4 C3"], path=["C5 C4"])
    assert [r.route for r in go(situation(on, "C5"), "F", "F", rate=ROUTE)] == ["road", "road"]
    assert [r.route for r in go(situation(on, "C3", 3), "F", "F", rate=ROUTE)] == ["road", "path"]


def test_tracks_cost_one_step_by_step() -> None:
    """na:4.5.1.1.11."""
    on = board(ground="rough", track=["C5 C4 C3"])
    assert [r.cost for r in go(situation(on, "C5"), "F", "F")] == [1, 1]
    assert cost(situation(on, "C5", 3), "R") == 2
    assert cost(situation(on, "B5", 1), "F") == 4, "not across a Track hexside"


def test_tracks_do_not_reduce_heights() -> None:
    on = board(track=["C5 C4"], levels={"C4": 1}, sides={"C5-C4": "slope"})
    assert cost(situation(on, "C5"), "F") == 2


def test_a_track_on_the_route_means_the_cross_country_allowance() -> None:
    on = tall(road=["C12 C11 C10"], track=["C10 C9 C8 C7 C6 C5"])
    state = situation(on, "C12")
    assert go(state, *"F" * 4, rate=ROUTE)[-1].left == 0
    refused(state, *"F" * 5, rate=ROUTE)


# -- the edge of the map -------------------------------------------------------------------------


def test_leaving_the_map_costs_the_hex_left() -> None:
    """na:4.5.1.1.9."""
    on = board(terrain={"C1": "scrub"})
    results = go(situation(on, "C2"), "F", "X")
    assert [r.cost for r in results] == [2, 2]
    assert results[-1].hex is None
    assert cost(situation(on, "C1", 3, move=(9, 9, 9)), "XR") == 4
    assert refused(situation(on, "C2"), "X").rule == "na:4.5.1.1.9"
    assert refused(situation(on, "C1"), "F").rule == "na:4.5.1.1.9"


def test_nobody_comes_back() -> None:
    assert refused(situation(board(), "C1"), "X", "F").rule == "na:4.5.1.1.9"


def test_leaving_the_map_may_be_the_one_hex() -> None:
    assert go(situation(board(ground="rough"), "C1", move=(2, 6, 9)), "X")[-1].cost == 4


def test_entering_the_map_costs_the_hex_entered() -> None:
    on = board(terrain={"A3": "scrub"})
    state = situation(on, None, entry=Entry(2, (at("A3"),)), turn=2)
    assert [r.cost for r in go(state, "E:A3:1", "F")] == [2, 1]
    assert refused(state, "E:A3:5").rule == "na:4.5.1.1b", "it comes from off the map, forward"
    assert refused(state, "E:A4:1").rule == "na:4.5.1.1.9"
    assert refused(state, "F").rule == "na:4.5.1.1.9"
    early = situation(on, None, entry=Entry(2, (at("A3"),)), turn=1)
    assert "turn 2" in refused(early, "E:A3:1").reason


def test_entering_along_a_road() -> None:
    on = board(ground="rough", road=["5 A3 B3 C2 D2"])
    state = situation(on, None, entry=Entry(1, (at("A3"),)))
    assert [r.cost for r in go(state, "E:A3:2", "F", rate=ROUTE, end=False)] == [1, 1]
    assert refused(state, "E:A3:1", rate=ROUTE).rule == "na:4.5.1.1.5b"


def test_units_on_the_map_do_not_enter_it() -> None:
    assert refused(situation(board(), "C3"), "E:A3:1").rule == "na:4.5.1.1.9"


# -- coexistence ---------------------------------------------------------------------------------


def test_opposing_vehicles_are_passed_but_not_joined() -> None:
    """na:4.5.1.1.10."""
    state = situation(board(), "C5", enemies=["C4"], friends=["C3"], wrecks={"C2": Wreck.KO})
    assert cost(state, "F", "F", "F") == 3
    assert refused(state, "F").rule == "na:4.5.1.1.10"
    assert go(state, "F", end=False)
    middle = after(state, "F")
    assert middle.moves.active is not None
    refusal = may_end_here(middle, middle.moves.active)
    assert refusal is not None
    assert refusal.rule == "na:4.5.1.1.10"
    assert at("C4") not in reachable(state, ME, None, CROSS)
    assert at("C3") in reachable(state, ME, None, CROSS)


# -- reach ---------------------------------------------------------------------------------------


def test_reach_says_why_not() -> None:
    state = situation(board(12, 12, terrain={"D4": "water"}), "D6", enemies=["D5"])
    for hex_, rule in (("D4", "na:4.5.1.1.2d"), ("D5", "na:4.5.1.1.10"), ("L12", "na:4.5.1.1.3")):
        with pytest.raises(IllegalOrder) as error:
            path_to(state, ME, None, CROSS, at(hex_))
        assert error.value.rule == rule


def test_reach_of_a_unit_that_enters() -> None:
    state = situation(board(), None, entry=Entry(1, (at("A3"), at("A5"))))
    found = reachable(state, ME, None, CROSS)
    assert found[at("A3")].cost == 1
    assert found[at("C2")].steps[0].startswith("E:A3")


def test_reach_along_a_route() -> None:
    state = situation(tall(road=[LONG, "C6 D6 E5"]), "C12", 1)
    found = reachable(state, ME, None, ROUTE)
    assert {str(h): r.cost for h, r in found.items()} == {
        **{f"C{12 - i}": i for i in range(10)},
        "D6": 7,
        "E5": 8,
    }
    assert path_to(state, ME, None, ROUTE, at("E5"))[-1] == "F"
    check_move(state, ME, ROUTE, path_to(state, ME, None, ROUTE, at("E5")), True)
    with pytest.raises(IllegalOrder, match="follows the route"):
        path_to(state, ME, None, ROUTE, at("E5"), 3)


# -- what holds on any board ---------------------------------------------------------------------

TERRAIN = ("clear", "clear", "clear", "scrub", "rough", "gully", "stream", "heavy-woods", "water", "brick-building")
FEATURES = ("slope", "slope", "crest", "wall", "hedgerow", "defilade")


@st.composite
def situations(draw: st.DrawFn) -> PanzerState:
    columns = rows = 4
    hexes = [Hex(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    cells = {}
    for hex_ in hexes:
        sides = tuple(
            frozenset({draw(st.sampled_from(FEATURES))}) if draw(st.integers(0, 5)) == 0 else frozenset()
            for _ in range(6)
        )
        routes = {}
        for kind in ("road", "path", "track"):
            if draw(st.integers(0, 3)) == 0:
                routes[kind] = draw(st.integers(0, 63))
        cells[hex_] = Cell(
            draw(st.sampled_from(TERRAIN)), level=draw(st.sampled_from((0, 0, 0, 1))), routes=routes, sides=sides
        )
    some = st.lists(st.sampled_from(hexes).map(str), max_size=2)
    return situation(
        Board("test", "Test", columns, rows, cells),
        str(draw(st.sampled_from(hexes))),
        draw(st.integers(0, 5)),
        move=(draw(st.integers(1, 7)), draw(st.integers(2, 6)), draw(st.integers(2, 8))),
        traction=draw(st.sampled_from((Traction.TRACKED, HALF_TRACK, WHEELED))),
        command=draw(st.sampled_from((Command.MOVE, Command.SHORT_HALT))),
        enemies=draw(some),
        wrecks=draw(st.dictionaries(st.sampled_from(hexes).map(str), st.sampled_from(tuple(Wreck)), max_size=3)),
    )


@settings(max_examples=60, deadline=None)
@given(situations(), st.sampled_from(tuple(Rate)), st.lists(st.integers(0, 99), max_size=8))
def test_legal_steps_are_taken_and_paid_for(state: PanzerState, rate: Rate, picks: Sequence[int]) -> None:
    try:
        move = begin(state, ME, rate)
    except IllegalOrder:
        return
    for pick in picks:
        offered = legal_steps(state, move)
        assert len({token for token, _ in offered}) == len(offered)
        legal = [(token, r) for token, r in offered if isinstance(r, StepResult)]
        for token, result in legal:
            assert take_step(state, move, token) == result
            assert sum(r.amount for r in result.reasons) == result.cost
            assert result.move.spent == move.spent + result.cost
            most = max(allowance(state, state.units[ME], r, road=n)[0] for r in Rate for n in (0, 1))
            limit = most if rate is ROUTE else allowance(state, state.units[ME], CROSS)[0]
            assert result.move.spent <= limit or (result.move.hexes == 1 and not result.move.turns_paid)
        if not legal:
            return
        token, result = legal[pick % len(legal)]
        state, move = follow(state, result), result.move
        if result.hex is None:
            return


def brute_force(state: PanzerState, rate: Rate) -> dict[Hex, int]:
    """The least cost to end in each hex, by trying every step."""
    best: dict[Hex, int] = {}
    queue: list[tuple[int, int, PanzerState]] = []
    first = state.copy()
    first.moves = Moves(active=begin(state, ME, rate))
    heappush(queue, (0, 0, first))
    seen: set[tuple[object, ...]] = set()
    n = 0
    while queue:
        spent, _, at_state = heappop(queue)
        move, unit = at_state.moves.active, at_state.units[ME]
        if move is None or unit.hex is None:
            continue
        key = (
            unit.hex,
            unit.facing,
            min(move.turned, 2),
            move.turn_paid,
            move.turns_paid,
            move.came_from,
            min(move.hexes, 2),
            move.path - move.road,
            bool(move.denied),
            move.steps[-1:] if rate is ROUTE else (),
        )
        if key in seen:
            continue
        seen.add(key)
        earned = allowance(at_state, unit, CROSS if move.denied else rate, path=move.path, road=move.road)[0]
        covered = move.hexes <= 1 or move.spent <= earned
        if covered and may_end_here(at_state, move) is None:
            best.setdefault(unit.hex, spent)
        for _, result in legal_steps(at_state, move):
            if isinstance(result, StepResult):
                n += 1
                heappush(queue, (result.move.spent, n, follow(at_state, result)))
    return best


@settings(max_examples=25, deadline=None)
@given(situations(), st.sampled_from(tuple(Rate)))
def test_reach_agrees_with_trying_everything(state: PanzerState, rate: Rate) -> None:
    try:
        found = reachable(state, ME, None, rate)
    except IllegalOrder:
        return
    assert {h: r.cost for h, r in found.items()} == brute_force(state, rate)
    for hex_, reach in found.items():
        assert_path(state, rate, hex_, reach.steps, reach)
        steps = path_to(state, ME, None, rate, hex_)
        assert sum(r.cost for r in check_move(state, ME, rate, steps, True)) == reach.cost


def assert_path(state: PanzerState, rate: Rate, hex_: Hex, steps: Sequence[str], reach: Reach) -> None:
    """A way of the search is a legal move, ends there, and costs and leaves what it says."""
    results = check_move(state, ME, rate, steps, True)
    if results:
        assert results[-1].hex == hex_
        assert (sum(r.cost for r in results), results[-1].left) == (reach.cost, reach.left)
        assert results[-1].facing == reach.facing


@settings(max_examples=25, deadline=None)
@given(situations(), st.integers(0, 5), st.lists(st.integers(0, 99), max_size=3))
def test_paths_with_a_facing_end_so_and_go_on_from_the_middle(
    state: PanzerState, facing: int, picks: Sequence[int]
) -> None:
    state = state.copy()
    state.moves = replaced(state.moves, active=begin(state, ME, CROSS))
    for pick in picks:
        legal = [
            r for _, r in legal_steps(state, state.moves.active) if isinstance(r, StepResult) and r.hex is not None
        ]
        if legal:
            state = follow(state, legal[pick % len(legal)])
            assert state.moves.active is not None
    move = state.moves.active
    for hex_ in reachable(state, ME, move, CROSS):
        try:
            steps = path_to(state, ME, move, CROSS, hex_, facing)
        except IllegalOrder:
            continue
        results = check_move(state, ME, CROSS, steps, True)
        assert not results or (results[-1].hex, results[-1].facing) == (hex_, facing)
