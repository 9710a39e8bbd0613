"""The board as a graph of Cross-Country moves, kept for each way of going over it, filled in where it is walked."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from core.hexes import Hex, opposite
from core.panzer.ground.costs import TerrainCosts
from core.panzer.movement.mover import Mover
from core.panzer.movement.reach_by_route import FAR


class Graph:
    """The board for one Mode of Traction, in numbers.

    astern: how often the cost of a hex counts in reverse, 2 or 1 (na:4.5.1.1.7, or:7.33).
    A stance is 6 * hex number + facing. An arrival is 2 * stance, + 1 if the vehicle came along a route.
    go:   for each stance, ((arrival, cost), ...) of moving forward and in reverse, where open.
    afloat: for some stances, the arrivals in water that takes a whole move (or:7.34).
    turn: for each hex number, the cost of a paid turn off the route and on it; FAR where prohibited; None until
          the hex is filled in.
    """

    def __init__(self, costs: TerrainCosts, astern: int) -> None:
        self.astern = astern
        self.hexes = tuple(costs.board.cells)
        self.number = {h: i for i, h in enumerate(self.hexes)}
        self.go: list[tuple[tuple[int, int], ...]] = [()] * (6 * len(self.hexes))
        self.turn: list[tuple[int, int] | None] = [None] * len(self.hexes)
        self.afloat: dict[int, tuple[int, ...]] = {}

    def fill(self, number: int, costs: TerrainCosts) -> tuple[int, int]:
        """Work out the ways from a hex and its turn costs, which it returns."""
        hex_ = self.hexes[number]
        ways = [self._way(costs, hex_, d) for d in range(6)]
        for facing in range(6):
            edges: list[tuple[int, int]] = []
            ahead, astern = ways[facing], ways[opposite(facing)]
            if ahead is not None:
                edges.append((12 * ahead[0] + 2 * facing + ahead[2], ahead[1]))
            if astern is not None:
                edges.append((12 * astern[0] + 2 * facing + astern[2], self.astern * astern[1]))
            self.go[6 * number + facing] = tuple(edges)
            if costs.going.swims:
                self._float(costs, hex_, facing)
        off, on = costs.turn(hex_, None), costs.turn(hex_, costs.any_route(hex_))
        turn = self.turn[number] = (off.amount if off else FAR, on.amount if on else FAR)
        return turn

    def _float(self, costs: TerrainCosts, hex_: Hex, facing: int) -> None:
        ways = [d for d in (facing, opposite(facing)) if hex_.neighbour(d) in self.number]
        wet = [hex_.neighbour(d) for d in ways if costs.crossing(hex_, d).afloat]
        self.afloat[6 * self.number[hex_] + facing] = tuple(12 * self.number[h] + 2 * facing for h in wet)

    def _way(self, costs: TerrainCosts, hex_: Hex, direction: int) -> tuple[int, int, int] | None:
        crossing = costs.crossing(hex_, direction)
        if crossing.refusal is not None or crossing.afloat:
            return None
        return self.number[hex_.neighbour(direction)], crossing.cost, int(crossing.route is not None)


#: By how often a hex counts in reverse.
_GRAPHS: WeakKeyDictionary[TerrainCosts, dict[int, Graph]] = WeakKeyDictionary()


def graph_of(who: Mover) -> Graph:
    graphs = _GRAPHS.setdefault(who.costs, {})
    astern = 1 if who.drives_both_ways else 2
    graph = graphs.get(astern)
    if graph is None:
        graph = graphs[astern] = Graph(who.costs, astern)
    return graph
