"""What ground is worth to a computer player: ways to a goal, enemy guns that bear, places to fire from."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from functools import lru_cache

from core.event import SideId
from core.hexes import Hex, within_range
from core.panzerblitz.line_of_sight import line_between
from core.panzerblitz.options import REAL_SPACE
from core.panzerblitz.reference import Mover
from core.panzerblitz.situation import Measure, Situation
from core.panzerblitz.state import BlitzState, Unit
from core.panzerblitz.terrain import ways

#: Farther than any way on the map, in HALVES of movement points.
FAR = 999


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


@lru_cache(maxsize=128)
def way_field(situation: Situation, mover: Mover, goals: frozenset[Hex]) -> Mapping[Hex, int]:
    """HALVES of movement points from each hex to the nearest of the goals, as the terrain has it."""
    back = _backwards(situation, mover)
    costs = dict.fromkeys(goals, 0)
    queue = [(0, h) for h in sorted(goals)]
    heapq.heapify(queue)
    while queue:
        spent, hex_ = heapq.heappop(queue)
        if costs[hex_] < spent:
            continue
        for before, cost in back.get(hex_, ()):
            total = spent + cost
            if total < costs.get(before, FAR):
                costs[before] = total
                heapq.heappush(queue, (total, before))
    return costs


@lru_cache(maxsize=4096)
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


def objectives(state: BlitzState, unit: Unit) -> frozenset[Hex]:
    """The hexes that a unit should make for, by the goals of its side; none if it should hold."""
    situation, side = state.situation, unit.side
    found: frozenset[Hex] = frozenset()
    for goal in situation.goals:
        if goal.side == side:
            found |= _aims(state, unit, goal.measure, goal.area, goal.out)
        elif goal.measure in (Measure.LOST_OR_NOT_EXITED, Measure.ENEMY_PRESENCE) and goal.area is not None:
            found |= situation.hexes(goal.area)
    return found


def _aims(state: BlitzState, unit: Unit, measure: Measure, area: str | None, out: str | None) -> frozenset[Hex]:
    situation = state.situation
    if measure is Measure.ROUND_TRIP and out is not None and area is not None:
        return situation.hexes(area if out in unit.exits else out)
    if measure is Measure.CORRIDOR and out is not None:
        return situation.hexes(out) | enemy_hexes(state, unit.side)
    if measure in (Measure.PRESENCE, Measure.PRESENCE_RATIO, Measure.EXITED) and area is not None:
        return situation.hexes(area)
    if measure is Measure.ADVANCE and area is not None:
        return _far_side(situation, area)
    if measure in (Measure.LOSSES, Measure.LOSS_RATIO) and attacks(situation, unit.side):
        return enemy_hexes(state, unit.side)
    return frozenset()


def attacks(situation: Situation, side: SideId) -> bool:
    """Whether a side goes for the enemy rather than waits for it: it comes on later, or sets up last."""
    comes_on = any(g.side == side and g.entry is not None for g in situation.groups)
    return comes_on or situation.set_up[-1] == side


@lru_cache(maxsize=32)
def _far_side(situation: Situation, area: str) -> frozenset[Hex]:
    """The edge farthest from an edge."""
    from core.hexes import distance

    start = situation.hexes(area)
    far = {h: min(distance(h, s) for s in start) for h in situation.board.cells}
    most = max(far.values())
    return frozenset(h for h, d in far.items() if d >= most - 1)
