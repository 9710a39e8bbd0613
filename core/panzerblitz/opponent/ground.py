"""What ground is worth to a computer player: ways to a goal, enemy guns that bear, places to fire from."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from functools import lru_cache

from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.ground.terrain import ways
from core.panzerblitz.pieces.reference import Mover
from core.panzerblitz.pieces.situation import Situation
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


def on_foot(state: BlitzState, unit: UnitId, here: Hex, there: frozenset[Hex]) -> float:
    """Turns that a unit would walk from a hex to the nearest of some others; without end if it cannot."""
    movement = state.type(unit).movement
    way = way_field(state.situation, Mover.FOOT, frozenset((h, 0) for h in there)).get(here, FAR)
    return way / (2 * movement) if movement else float("inf")


def enemy_hexes(state: BlitzState, side: SideId) -> frozenset[Hex]:
    """Where enemy units lie."""
    return frozenset(u.hex for u in state.of(state.situation.enemy(side)) if u.hex is not None)
