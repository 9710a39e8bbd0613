"""Where those who share a MOVE or a FIRE may end: the searches find a way exactly where there is one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from content.panzer.boards.boards import board, board_ids
from core.hexes import Hex, clusters, distance, hex_from_id
from core.panzer.firing.shared_fire import fits
from core.panzer.formations.columns import Marshalling, threaded
from core.panzer.ground.costs import RATED

Spots = frozenset[Hex]

SMALL = [Hex(col, row) for col in (1, 2, 3) for row in (1, 2, 3)]
WIDE = [Hex(col, row) for col in range(1, 9) for row in range(1, 9)]


def at(*ids: str) -> Spots:
    return frozenset(hex_from_id(i) for i in ids)


# -- columns -----------------------------------------------------------------------------------------


def in_order(way: Sequence[Hex], room: Mapping[Hex, int]) -> bool:
    """Whether vehicles that stand so, first to last, are a column (na:6.2.1.1.3c)."""
    entered = [h for k, h in enumerate(way) if not k or way[k - 1] != h]
    near = all(distance(a, b) <= 1 for a, b in pairwise(way))
    return near and len(set(entered)) == len(entered) and all(way.count(h) <= room[h] for h in way)


def every_order(stacks: Sequence[Sequence[Spots]]) -> Iterator[tuple[Spots, ...]]:
    for orders in product(*(permutations(stack) for stack in stacks)):
        yield tuple(spots for order in orders for spots in order)


def tried(stacks: Sequence[Sequence[Spots]], room: Mapping[Hex, int]) -> bool:
    """The same question answered by trying every arrangement."""
    return any(in_order(way, room) for order in every_order(stacks) for way in product(*order))


spots = st.frozensets(st.sampled_from(SMALL), min_size=1, max_size=3)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.lists(spots, min_size=1, max_size=2), min_size=1, max_size=3),
    st.lists(st.integers(0, 3), min_size=9, max_size=9),
)
def test_a_column_ends_in_order_where_any_arrangement_does(stacks: list[list[Spots]], rooms: list[int]) -> None:
    """na:6.2.1.1.3c: stacked with or adjacent to the one in front, in their order, no hex over-stacked."""
    room = dict(zip(SMALL, rooms, strict=True))
    assert Marshalling(stacks, room).succeeds() == tried(stacks, room)


def on_a_field(*fixed: tuple[int, Spots], vehicles: int = 14) -> bool:
    """Whether a column that may end anywhere on 64 hexes can, some of its vehicles in certain hexes."""
    stacks = [[frozenset(WIDE)] for _ in range(vehicles)]
    for k, hexes in fixed:
        stacks[k] = [hexes]
    return Marshalling(stacks, dict.fromkeys((*WIDE, *(h for _, s in fixed for h in s)), 5)).succeeds()


def test_no_number_of_arrangements_makes_a_column_legal() -> None:
    """na:6.2.1.1.3c: there are millions, and none of them will do."""
    assert on_a_field((0, at("A1")), (13, at("H8")))
    assert not on_a_field((13, at("K5")))  # two hexes beyond the field
    assert not on_a_field((0, at("D4")), (7, at("F4")), (13, at("D4")))  # nobody gets back to where the first stands
    assert not on_a_field((0, at("A1")), (12, at("A1", "B1")), (13, at("H8")))  # too far from the one in front


def test_vehicles_of_one_hex_part_in_any_order() -> None:
    """na:6.2.1.1.3c: of a full stack the one that is farthest on leads."""
    row = ("A1", "A2", "A3", "A4", "A5")
    room = dict.fromkeys(at(*row), 5)
    for order in permutations(row):
        assert Marshalling([[at(h) for h in order]], room).succeeds()
    assert not Marshalling([[at("A1"), at("A2"), at("A4"), at("A4")]], room).succeeds()


@pytest.mark.parametrize("name", board_ids())
def test_the_search_stays_small_on_the_routes_of_a_board(name: str) -> None:
    """na:6.2.1.1.3c: 24 vehicles that may end on any route hex, the last where the one before it cannot be."""
    cells = board(name).cells
    routes = frozenset(h for h, cell in cells.items() if any(k in cell.routes for k in RATED))
    middle = sorted(routes)[len(routes) // 2]
    near = frozenset(h for h in routes if distance(h, middle) <= 12)
    last = [frozenset({min(near)}), frozenset({max(near)})]
    search = Marshalling([*([near] for _ in range(22)), *([s] for s in last)], dict.fromkeys(near, 5))
    assert search.succeeds() == (distance(min(near), max(near)) <= 1)
    assert search.looked < 100_000


# -- in their order along a route ----------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(st.sets(st.sampled_from(list(product(range(6), repeat=2))), max_size=14))
def test_hexes_lie_behind_one_another_where_any_order_does(ways: set[tuple[int, int]]) -> None:
    """na:6.2.1.1.3c: one road or path leads through all of them."""
    there = SMALL[:6]
    joined = {frozenset((there[a], there[b])) for a, b in ways if a != b}
    beside: dict[Hex, Collection[Hex]] = {h: [n for n in there if frozenset((h, n)) in joined] for h in there}
    found = threaded(beside)
    possible = any(all(b in beside[a] for a, b in pairwise(order)) for order in permutations(there))
    assert bool(found) == possible
    assert not found or (len(found) == 6 and all(b in beside[a] for a, b in pairwise(found)))


def test_a_column_may_be_as_long_as_its_road() -> None:
    """na:6.2.1.1.3c: no limit to its length."""
    road = [Hex(1, row) for row in range(1, 61)]
    beside = {h: [n for n in h.neighbours() if n in road] for h in road}
    assert threaded(beside) == tuple(road)


# -- within Command Range -----------------------------------------------------------------------------


@given(st.sampled_from(WIDE), st.integers(0, 3))
def test_clusters_are_the_sets_of_hexes_in_reach_of_one_another(hex_: Hex, reach: int) -> None:
    """na:6.2.1.1.2: pairwise no more than the reach apart, and no hex can be added."""
    around = [Hex(hex_.col + c, hex_.row + r) for c in range(-4, 5) for r in range(-4, 5)]
    for cluster in clusters(hex_, reach):
        assert all(distance(a, b) <= reach for a in cluster for b in cluster)
    best = max(clusters(hex_, reach), key=len)
    assert hex_ in best
    assert not any(all(distance(h, c) <= reach for c in best) for h in around if h not in best)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.frozensets(st.sampled_from(WIDE[:36]), max_size=6), max_size=4),
    st.lists(st.sampled_from(WIDE[:36]), max_size=2),
    st.integers(0, 3),
)
def test_units_fit_in_command_range_where_any_choice_does(choices: list[Spots], fixed: list[Hex], reach: int) -> None:
    """na:6.2.1.1.4a, na:6.2.1.1.4b: a hex for each, pairwise within reach, and of those that are fixed."""
    near = (way for way in product(*choices) if all(distance(h, f) <= reach for h in way for f in fixed))
    assert fits(choices, fixed, reach) == any(all(distance(a, b) <= reach for a in w for b in w) for w in near)


def test_no_number_of_choices_makes_units_fit() -> None:
    """na:6.2.1.1.4b: twelve units with all hexes near the first, and two that can only end 3 hexes apart."""
    around = [h for h in WIDE if distance(h, Hex(4, 4)) <= 2]
    apart = [(hex_from_id("D2"),), (hex_from_id("D5"),)]
    assert not fits([*([around] * 12), *apart], (), 2)
    assert fits([*([around] * 12), *apart], (), 3)
