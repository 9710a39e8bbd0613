"""Moving along Paths, Roads, bridges and tracks (na:4.5.1.1.5).

Columns run A, B, C ...; odd columns (A, C, E) lie half a hex lower. Facings: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.
"""

from __future__ import annotations

import pytest
from attrs import evolve

from core.panzer.movement.move import begin, follow, legal_steps, may_end_here, remaining
from core.panzer.movement.paying import StepResult
from core.panzer.movement.reach import path_to
from core.panzer.pieces.counters import Counters
from core.panzer.pieces.unit import Wreck
from tests.panzer.movement.movement_boards import LONG, ME, at, board, situation, tall
from tests.panzer.movement.moves import CROSS, ROUTE, WHEELED, after, cost, go, refused

# -- Path and Road -------------------------------------------------------------------------------


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
