"""Reach: every hex that a unit can enter with what it has left, and the cheapest way there (pb:PB-MOVE-C).

Costs are in HALVES of movement points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, field, frozen

from core.alike import Alike
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.ground.terrain import Edge, StepInto, road_negated, ways
from core.panzerblitz.movement.entry import doors
from core.panzerblitz.movement.move import Way, always_one, most_now, move_refusal, one_hex_only, terms_of
from core.panzerblitz.movement.road_and_ground import Terms, come_upon, step_into, swings_on, through, trail_of
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.state import BlitzState
from core.remembered import Looked, remembered_where

#: A hex reached, and whether the unit swings round another on the road when it goes on from there (pb:PB-ROAD-E).
Node = tuple[Hex, bool]


@frozen(eq=False, repr=False)
class Reach(Alike):
    """Where a unit can go: the last step into each hex and the hex before, so that ways are made when asked for."""

    costs: Mapping[Hex, int]
    last: Mapping[Node, tuple[Node | None, StepInto]]
    best: Mapping[Hex, Node]
    most: int = field(default=0)

    def way(self, hex_: Hex) -> Way:
        """The cheapest way to a hex. KeyError if it is out of reach."""
        steps: list[StepInto] = []
        node: Node | None = self.best[hex_]
        while node is not None and node in self.last:
            before, step = self.last[node]
            steps.append(step)
            node = before
        steps.reverse()
        return Way(self.costs[hex_], tuple(steps))


@remembered_where(of=("step", "contact"))
def reach(state: BlitzState, unit_id: UnitId, *, road: bool = True) -> Looked[Reach]:
    """Every hex that a unit can enter with what it has left; stacking does not limit the way (pb:PB-STACK-D)."""
    unit, most = state.units[unit_id], most_now(state, unit_id)
    if move_refusal(state, unit) is not None:
        return Looked(Reach({}, {}, {}, most), None if unit.hex is None else frozenset((unit.hex,)))
    free, single = always_one(state, unit_id), one_hex_only(state, unit_id)
    search = _Search(state, unit, terms_of(state, unit, road=road), most, free, single, state.taken())
    if unit.hex is None:
        for door in doors(state, unit_id, on_road=road).values():
            if door.cost <= most or search.free:
                search.offer(None, through(state, unit, door), door.cost)
    else:
        search.begin((unit.hex, swings_on(state, unit)))
    search.go_on()
    found = Reach(search.costs, search.last, search.best, most)
    return Looked(found, None if unit.hex is None else _beside((unit.hex, *found.costs)))


def _beside(hexes: Iterable[Hex]) -> frozenset[Hex]:
    """Some hexes and all that are next to them."""
    found = set(hexes)
    for hex_ in tuple(found):
        found.update(hex_.neighbours())
    return frozenset(found)


@define
class _Search:
    """The cheapest ways of a unit, found in the order of their cost.

    terms: straight on, and swinging round another; most: HALVES to spend; free: the first hex is entered whatever it
    costs; single: no other is entered; taken: the hexes in which anything lies; spent: HALVES to each node; todo: the
    nodes to go on from, by HALVES.
    """

    state: BlitzState
    unit: Unit
    terms: tuple[Terms, Terms]
    most: int
    free: bool
    single: bool
    taken: frozenset[Hex]
    last: dict[Node, tuple[Node | None, StepInto]] = field(factory=dict)
    costs: dict[Hex, int] = field(factory=dict)
    best: dict[Hex, Node] = field(factory=dict)
    spent: dict[Node, int] = field(factory=dict)
    todo: list[list[Node]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.todo = [[] for _ in range(self.most + 1)]

    def begin(self, start: Node) -> None:
        """Where the unit is."""
        self.spent[start] = 0
        self.todo[0].append(start)

    def go_on(self) -> None:
        """Go on from every node, the cheapest first."""
        graph = ways(self.state.situation, self.terms[0].mover)
        for spent, nodes in enumerate(self.todo):
            for node in nodes:  # a step that costs nothing adds to them
                if self.spent[node] == spent:
                    self._go_on_from(node, spent, graph[node[0]])

    def _go_on_from(self, node: Node, spent: int, edges: tuple[Edge, ...]) -> None:
        here, passing = node
        terms, taken, costs = self.terms[passing], self.taken, self.costs
        along = terms.on_road and not passing and (here not in taken or not road_negated(self.state, here))
        off, endless = not terms.only_road, self.free and spent == 0
        for edge in edges:
            to = edge.to
            if to in taken:
                if edge.least is not None and (spent + edge.least <= self.most or endless):
                    self._into_taken(node, terms, edge, spent, endless)
                continue
            # Nearly all steps are into bare hexes, where road and terrain alone decide; see `plain_step`.
            step = edge.by_road if along and edge.by_road is not None else edge.by_terrain if off else None
            if step is None:
                continue
            total = spent + step.cost
            if (total > self.most and not endless) or costs.get(to, total + 1) <= total:
                continue
            costs[to] = total
            self._reached((to, False), node, step, total)

    def _into_taken(self, node: Node, terms: Terms, edge: Edge, spent: int, endless: bool) -> None:
        step = step_into(self.state, terms, node[0], edge)
        if not isinstance(step, IllegalOrder) and (spent + step.cost <= self.most or endless):
            self.offer(node, step, spent + step.cost)

    def offer(self, before: Node | None, step: StepInto, spent: int) -> None:
        """A step that may be the best into its hex."""
        to = step.hex
        swings = to in self.taken and bool(come_upon(self.state, self.unit, self._trail(before, step), to))
        node = (to, swings)
        if self.spent.get(node, spent + 1) <= spent:
            return
        if self.costs.get(to, spent + 1) > spent:
            self.costs[to] = spent
            self._reached(node, before, step, spent)
        else:
            self._reached(node, before, step, spent, best=False)

    def _reached(self, node: Node, before: Node | None, step: StepInto, spent: int, *, best: bool = True) -> None:
        self.spent[node] = spent
        self.last[node] = (before, step)
        if best:
            self.best[node[0]] = node
        if not step.stop and not self.single and spent < self.most:
            self.todo[spent].append(node)

    def _trail(self, before: Node | None, step: StepInto) -> tuple[str, ...]:
        steps = [step]
        while before in self.last:
            before, step = self.last[before]
            steps.append(step)
        return trail_of(self.unit, self.unit.hex, reversed(steps))
