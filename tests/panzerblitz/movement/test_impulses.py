"""Movement in impulses: one hex in each for a factor of 1, and what is allowed once in a turn (pb:PB-EXP-IMP-2)."""

from __future__ import annotations

from core.event import UnitId
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.course.events import StepBegun
from core.panzerblitz.face.odds import odds_report
from core.panzerblitz.movement.orders import Move
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.movement.step import can_move
from core.panzerblitz.pieces.options import ALWAYS_ONE_HEX, IMPULSE_MOVEMENT
from core.panzerblitz.pieces.situation import Exit
from tests.panzerblitz.field import GERMAN, at, board, give, hexes, position, refused

IMPULSE_A, IMPULSE_D = "first-impulse-a", "first-impulse-d"


def test_a_factor_of_one_is_one_hex_in_each_impulse() -> None:
    """pb:PB-EXP-IMP-2: along a road too, where it is two in a turn without impulses (pb:PB-MOVE-C)."""
    units, men = {"men": "g-rifle E5", "x": "r-rifle J9"}, UnitId("men")
    state = position(
        units,
        board(road=["E5 E6 E7 E8"]),
        step=IMPULSE_A,
        options=(IMPULSE_MOVEMENT,),
        areas={"out": frozenset((at("E6"), at("E7")))},
        exits=(Exit(GERMAN, "out"),),
    )
    for step, here, there in ((IMPULSE_A, "E6", "E7"), (IMPULSE_D, "E7", "E8")):
        if step != state.step:
            BOOK.evolve(state, StepBegun(step=step))
        assert refused(state, GERMAN, Move(unit=men, path=hexes(f"{here} {there}"))) == "pb:PB-EXP-IMP-2"
        assert refused(state, GERMAN, Move(unit=men, path=hexes(here), leave=True)) == "pb:PB-EXP-IMP-2"
        assert at(there) not in reach(state, men).costs
        report = odds_report(state, GERMAN, ("move:men", f"to:{here}"))
        assert report is not None
        assert report.rows[0].text == "1/2 MF, 0 left"
        give(state, GERMAN, Move(unit=men, path=hexes(here)))
        assert refused(state, GERMAN, Move(unit=men, path=hexes(there))) == "pb:PB-MOVE-C"
        assert not can_move(state, GERMAN, state.units[men])


def test_one_hex_by_road_does_not_end_among_too_many() -> None:
    """pb:PB-EXP-IMP-2, pb:PB-STACK-D: nobody goes through a full hex whose only step it is."""
    units = {"men": "g-rifle E5", "x": "r-rifle J9"} | dict.fromkeys("abc", "g-88mm E6")
    state = position(units, board(terrain={"E5": "town", "E6": "town"}), step=IMPULSE_A, options=(IMPULSE_MOVEMENT,))
    for hex_ in at("E5").neighbours():
        if hex_ != at("E6"):
            state.wrecks = {**state.wrecks, hex_: (GERMAN, GERMAN, GERMAN)}
    assert not can_move(state, GERMAN, state.units[UnitId("men")])


def test_any_unit_may_always_move_one_hex_but_once_in_a_turn() -> None:
    """pb:PB-MOVE-C, pb:PB-EXP-IMP-2: the published answer speaks of a turn; what has moved in impulse A has moved."""
    units, wagon = {"w": "g-wagons E5", "x": "r-rifle J9"}, UnitId("w")
    slopes = board(levels={"E4": 1, "E3": 1})
    for options, in_d in (((IMPULSE_MOVEMENT,), False), ((IMPULSE_MOVEMENT, ALWAYS_ONE_HEX), True)):
        waiting = position(units, slopes, step=IMPULSE_A, options=options)
        assert (at("E4") in reach(waiting, wagon).costs) == in_d
        moved = waiting.copy()
        give(moved, GERMAN, Move(unit=wagon, path=hexes("E6")))
        for state, reaches in ((waiting, in_d), (moved, False)):
            BOOK.evolve(state, StepBegun(step=IMPULSE_D))
            state.change(wagon, hex=at("E5"))
            assert (at("E4") in reach(state, wagon).costs) == reaches


def test_a_factor_of_one_has_its_hex_in_both_impulses_whatever_it_costs() -> None:
    """pb:PB-EXP-IMP-2, pb:PB-MOVE-C: the terrain does not matter to it, in neither."""
    state = position(
        {"men": "g-rifle E5", "x": "r-rifle J9"},
        board(levels={"E4": 1, "E3": 1}, sides={"E4-E3": "green", "E4-E5": "green"}),
        step=IMPULSE_A,
        options=(IMPULSE_MOVEMENT,),
    )
    give(state, GERMAN, Move(unit=UnitId("men"), path=hexes("E4")))
    BOOK.evolve(state, StepBegun(step=IMPULSE_D))
    give(state, GERMAN, Move(unit=UnitId("men"), path=hexes("E3")))
