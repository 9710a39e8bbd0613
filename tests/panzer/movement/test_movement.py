"""Movement (na:3.3, na:3.7b, na:4.5): who moves how far, turning, going back, one hex, the edge of the map.

Columns run A, B, C ...; odd columns (A, C, E) lie half a hex lower. Facings: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
"""

from __future__ import annotations

import pytest
from attrs import evolve

from core.order import IllegalOrder
from core.panzer.ap.events import ApFireResolved
from core.panzer.chapters import BOOK
from core.panzer.movement.allowance import allowance
from core.panzer.movement.move import begin, check_move, may_end_here, no_way_on, remaining, take_step
from core.panzer.movement.reach import reachable
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Command, Wreck
from core.setting import Entry
from tests.panzer.movement.movement_boards import ME, at, board, situation
from tests.panzer.movement.moves import CROSS, ROUTE, after, cost, go, refused

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


def test_where_turns_are_free_the_search_for_a_way_on_ends() -> None:
    """na:4.5.1.1.10, na:4.5.1.1.5b: on a road every turn before the first hex is free, however many there are."""
    state = situation(board(road=["C3 C4 C5 C6 C7"]), "C5", enemies=["C3", "C4", "C5", "C6", "C7"])
    turned = take_step(state, begin(state, ME, ROUTE), "T3")
    refusal = no_way_on(state, turned)
    assert refusal is not None
    assert refusal.rule == "na:4.5.1.1.10"
