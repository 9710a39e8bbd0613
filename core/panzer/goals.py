"""Where a computer player's unit wants to go, and how far each hex is from there for its tracks or wheels."""

from __future__ import annotations

import heapq
from weakref import WeakKeyDictionary

from attrs import frozen

from core.board import Board
from core.hexes import Hex, distance, opposite
from core.panzer.reference import Traction
from core.panzer.state import PanzerState, Unit
from core.panzer.terrain_costs import terrain_costs


@frozen
class Goal:
    """Hexes to reach. urgent: they must be reached soon; leave: they lead off the map for points."""

    hexes: frozenset[Hex]
    urgent: bool = False
    leave: bool = False


_WAYS: WeakKeyDictionary[Board, dict[tuple[Traction, frozenset[Hex]], dict[Hex, float]]] = WeakKeyDictionary()


def goal_of(state: PanzerState, unit: Unit) -> Goal | None:
    """The goal of a unit: the exit of its side, the objective that is worth most for its distance, or the enemy.

    Units of a side spread over objectives by their order, so that not all run for the same.
    """
    side = unit.side
    exits = [x for x in state.scenario.exits if x.side == side]
    if exits and (unit.damaged or state.turn * 2 >= state.scenario.turns):
        return Goal(frozenset(h for x in exits for h in x.hexes), urgent=True, leave=True)
    open_ = [x for x in state.scenario.objectives if state.control.get(x.id) != side]
    here = unit.hex
    if here is None:
        entry = state.scenario.by_id[unit.id].entry
        here = entry.hexes[0] if entry else None
    if here is None:
        return None
    if not open_:
        open_ = list(state.scenario.objectives)
    if open_:
        number = sorted(u.id for u in state.units.values() if u.side == side).index(unit.id)
        ranked = sorted(open_, key=lambda x: (-x.vp / (6 + min(distance(here, h) for h in x.hexes)), x.id))
        chosen = ranked[0] if number % 3 else ranked[(number // 3) % len(ranked)]
        return Goal(frozenset(chosen.hexes), urgent=(state.scenario.turns - state.turn) <= 5)
    enemies = [e.hex for e in state.of(state.scenario.enemy(side)) if e.hex is not None]
    if enemies:
        return Goal(frozenset({min(enemies, key=lambda h: (distance(here, h), h))}))
    return None


def way_to(state: PanzerState, unit: Unit, goal: Goal) -> dict[Hex, float]:
    """Movement cost, in allowance points, from each hex to the goal; hexes that cannot reach it are absent."""
    traction = state.card(unit.id).traction
    ways = _WAYS.setdefault(state.board, {})
    key = (traction, goal.hexes)
    if key in ways:
        return ways[key]
    costs = terrain_costs(state.board, state.tables, traction)
    found: dict[Hex, float] = dict.fromkeys(goal.hexes, 0.0)
    queue: list[tuple[float, Hex]] = [(0.0, h) for h in goal.hexes]
    while queue:
        so_far, hex_ = heapq.heappop(queue)
        if so_far > found[hex_]:
            continue
        for direction, neighbour in enumerate(hex_.neighbours()):
            if neighbour not in state.board:
                continue
            crossing = costs.crossing(neighbour, opposite(direction))
            if crossing.refusal is not None:
                continue
            total = so_far + crossing.cost
            if total < found.get(neighbour, 1e9):
                found[neighbour] = total
                heapq.heappush(queue, (total, neighbour))
    ways[key] = found
    return found
