"""Where a unit can go (na:4.5): what is offered is what trying everything finds, on any board.

Columns run A, B, C ...; odd columns (A, C, E) lie half a hex lower. Facings: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.board import Board, Cell
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.movement.allowance import allowance
from core.panzer.movement.move import begin, check_move, follow, legal_steps, may_end_here, take_step
from core.panzer.movement.paying import StepResult
from core.panzer.movement.reach import path_to, reachable
from core.panzer.movement.reach_by_route import Reach
from core.panzer.pieces.cards import Traction
from core.panzer.pieces.movement import Moves, Rate
from core.panzer.pieces.unit import Command, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced
from core.setting import Entry
from tests.panzer.movement.movement_boards import LONG, ME, at, board, situation, tall
from tests.panzer.movement.moves import CROSS, HALF_TRACK, ROUTE, WHEELED

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
