"""What hexes, hexsides and heights cost (na:4.5.1.1, na:4.5.1.2).

Columns run A, B, C ...; odd columns (A, C, E) lie half a hex lower. Facings: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
"""

from __future__ import annotations

import pytest

from core.panzer.pieces.cards import Traction
from core.panzer.pieces.unit import Wreck
from core.replaced import replaced
from tests.panzer.movement.movement_boards import at, board, situation
from tests.panzer.movement.moves import HALF_TRACK, WHEELED, cost, go, refused

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
