"""What ground is worth to a computer player: ways to a goal, enemy guns that bear, places to fire from."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from functools import lru_cache

from core.event import SideId
from core.hexes import Hex, within_range
from core.panzerblitz.ground.terrain import ways
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.reference import Mover
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.sight.line_of_sight import line_between
from core.panzerblitz.state import BlitzState

#: Farther than any way on the map, in HALVES of movement points.
FAR = 999
#: What a way through a closed hex is thought longer, in HALVES of movement points.
DETOUR = 30


@lru_cache(maxsize=16)
def _backwards(situation: Situation, mover: Mover) -> Mapping[Hex, tuple[tuple[Hex, int], ...]]:
    """For every hex those that lead into it, with the HALVES that entering costs, along roads where there are any."""
    found: dict[Hex, list[tuple[Hex, int]]] = {}
    rate = situation.tables.tec["road"].enter[mover] or 1
    for hex_, edges in ways(situation, mover).items():
        for edge in edges:
            cost = rate if edge.road else edge.off
            if cost is not None:
                found.setdefault(edge.to, []).append((hex_, cost))
    return {h: tuple(v) for h, v in found.items()}


@lru_cache(maxsize=256)
def way_field(
    situation: Situation,
    mover: Mover,
    goals: frozenset[tuple[Hex, int]],
    closed: frozenset[Hex] = frozenset(),
) -> Mapping[Hex, int]:
    """HALVES of movement points from each hex to the nearest of the goals, as the terrain has it.

    goals: hexes with what is added for each, so that some attract more than others; closed: what
    leads through them counts as much longer.
    """
    back = _backwards(situation, mover)
    ends = dict(goals)
    costs = dict(ends)
    queue = [(cost, h) for h, cost in sorted(goals)]
    heapq.heapify(queue)
    while queue:
        spent, hex_ = heapq.heappop(queue)
        if costs[hex_] < spent:
            continue
        detour = DETOUR if hex_ in closed and hex_ not in ends else 0
        for before, cost in back.get(hex_, ()):
            total = spent + cost + detour
            if total < costs.get(before, FAR):
                costs[before] = total
                heapq.heappush(queue, (total, before))
    return costs


@lru_cache(maxsize=16384)
def seen_from(situation: Situation, real_space: bool, where: Hex, reach: int) -> frozenset[Hex]:
    """Hexes within so many hexes that are seen from one."""
    board = situation.board
    return frozenset(
        h
        for h in within_range(where, reach)
        if h in board and h != where and line_between(situation, where, h, real_space).seen
    )


@lru_cache(maxsize=64)
def _fire_on(
    situation: Situation, real_space: bool, guns: tuple[tuple[Hex, int, int], ...]
) -> Mapping[Hex, tuple[int, int]]:
    found: dict[Hex, tuple[int, int]] = {}
    for where, reach, attack in guns:
        for hex_ in seen_from(situation, real_space, where, reach):
            count, total = found.get(hex_, (0, 0))
            found[hex_] = (count + 1, total + attack)
    return found


def threat(state: BlitzState, side: SideId) -> Mapping[Hex, tuple[int, int]]:
    """Hexes under enemy fire: how many enemy units bear on each, and their Attack Factors in all."""
    guns = []
    for unit in state.of(state.situation.enemy(side)):
        type_ = state.type(unit.id)
        if type_.attack and unit.hex is not None and unit.carrier is None and not unit.dispersed:
            guns.append((unit.hex, type_.range, type_.attack))
    return _fire_on(state.situation, state.has(REAL_SPACE), tuple(sorted(guns)))


def enemy_hexes(state: BlitzState, side: SideId) -> frozenset[Hex]:
    """Where enemy units lie."""
    return frozenset(u.hex for u in state.of(state.situation.enemy(side)) if u.hex is not None)


@lru_cache(maxsize=32)
def dead_ends(situation: Situation, mover: Mover) -> frozenset[Hex]:
    """Hexes out of which no way leads to the most of the map, such as woods without a road for vehicles."""
    graph = {h: [e.to for e in edges if e.off is not None or e.road] for h, edges in ways(situation, mover).items()}
    back: dict[Hex, list[Hex]] = {h: [] for h in graph}
    for hex_, leads in graph.items():
        for to in leads:
            back[to].append(hex_)
    left = set(graph)
    best: set[Hex] = set()
    while left and len(best) < len(left):
        start = min(left)
        here = _connected(graph, start) & _connected(back, start)
        left -= here
        best = max(best, here, key=len)
    return frozenset(graph) - frozenset().union(*(_connected(back, h) for h in sorted(best)[:1]))


def _connected(graph: dict[Hex, list[Hex]], start: Hex) -> set[Hex]:
    """All hexes to which ways lead from one, itself too."""
    seen, todo = {start}, [start]
    while todo:
        for to in graph[todo.pop()]:
            if to not in seen:
                seen.add(to)
                todo.append(to)
    return seen
