"""Movement: allowance, the cost of each hex, roads and who stands on them, where a move must end (pb:PB-MOVE-C).

Costs are in HALVES of movement points. There are no zones of control (pb:PB-MOVE-G).
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import NamedTuple

from attrs import field, frozen

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex, direction_between
from core.order import IllegalOrder
from core.panzerblitz.entry import Door, doors
from core.panzerblitz.options import ALWAYS_ONE_HEX, IMPULSE_MOVEMENT
from core.panzerblitz.reference import ROAD, Mover
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.situation import Special
from core.panzerblitz.stacking import enemies_in_way, enemies_inside, friends_in_way
from core.panzerblitz.state import BlitzState, Operation, Unit
from core.panzerblitz.terrain import Edge, edge_to, gully_leave, is_in, road_negated, ways


def allowance(state: BlitzState, unit: UnitId) -> int:
    """HALVES of movement points of a unit in this step (pb:PB-FACT-1).

    In impulses half of the factor, the greater half in impulse D, but one hex in each for a factor of 1
    (pb:PB-EXP-IMP-2).
    """
    factor = state.type(unit).movement
    if not state.has(IMPULSE_MOVEMENT) or factor <= 1:
        return 2 * factor
    return 2 * (factor // 2) if kind_of(state.step) is Kind.IMPULSE_A else 2 * (factor - factor // 2)


def left(state: BlitzState, unit: UnitId) -> int:
    """HALVES of movement points that a unit has left."""
    return max(0, allowance(state, unit) - state.units[unit].spent)


def always_one(state: BlitzState, unit: UnitId) -> bool:
    """Whether a unit may enter one hex whatever it costs (pb:PB-MOVE-C)."""
    printed = state.type(unit).movement
    return state.units[unit].spent == 0 and (printed == 1 or (printed > 0 and state.has(ALWAYS_ONE_HEX)))


def move_refusal(state: BlitzState, unit: Unit) -> Refusal | None:
    """Why a unit may not move in this step at all (pb:PB-MOVE-A, pb:PB-MOVE-B, pb:PB-MOVE-H, pb:PB-COMBAT-F)."""
    type_ = state.type(unit.id)
    if not type_.manned or type_.movement == 0:
        return Refusal(f"{type_.name}: no movement factor", "pb:PB-FACT-1")
    kind = kind_of(state.step)
    if kind is Kind.VEHICLES and not type_.vehicular:
        return Refusal("only vehicular units move in this step", "pb:PB-SEQ-4")
    if kind is Kind.OTHERS and type_.vehicular:
        return Refusal("only non-vehicular units move in this step", "pb:PB-SEQ-5")
    if unit.carrier is not None:
        return Refusal("it is carried", "pb:PB-TRANS-C")
    if unit.dispersed:
        return Refusal("it is dispersed", "pb:PB-MOVE-B")
    if unit.stopped:
        return _stopped(state, unit)
    if unit.fired:
        return Refusal("it has fired", "pb:PB-COMBAT-F")
    if unit.operation is Operation.LOADED:
        return Refusal("loading took its turn", "pb:PB-TRANS-A")
    if unit.operation is Operation.UNLOADED and not type_.capacity:
        return Refusal("it was unloaded in this turn", "pb:PB-TRANS-C")
    if unit.inside and unit.hex is not None and enemies_in_way(state, unit.side, unit.hex):
        return Refusal("enemies stand on the fortification", "pb:PB-FORT-L")
    return None


def _stopped(state: BlitzState, unit: Unit) -> Refusal:
    """Why a unit had to stop where it is: what lies there, an overrun, or a unit on the road through the swamp."""
    if unit.hex is None:
        return Refusal("it has left the map in this turn", "pb:PB-WIN-1")
    stop, rule = _must_stop(state, unit, unit.hex)
    if stop:
        return Refusal(f"it had to stop in {unit.hex}", rule)
    if unit.fired:
        return Refusal("it has overrun the enemy and goes no further", "pb:PB-OVR-B")
    return Refusal("it has moved on to a unit on the road through the swamp", "pb:PB-ROAD-E")


# -- one step --------------------------------------------------------------------------------------


@frozen
class StepInto:
    """A hex entered: HALVES paid, whether at road rate, whether the unit must stop there, by which rule."""

    hex: Hex
    cost: int
    road: bool
    stop: bool
    rule: str


@frozen
class Terms:
    """What a unit's move depends on besides terrain.

    on_road: road rate is wished; only_road: nothing else is allowed (columns before contact); passing: it swings round
    a unit on the road, so that the next road hex costs as other terrain (pb:PB-ROAD-E).
    """

    unit: UnitId
    mover: Mover
    on_road: bool = True
    only_road: bool = False
    passing: bool = False


def step_into(state: BlitzState, terms: Terms, here: Hex, edge: Edge) -> StepInto | IllegalOrder:
    """What entering a neighbouring hex costs, or why it is not allowed.

    Along an open road every hex costs the road rate and everything may go there (pb:PB-ROAD-1, pb:PB-ROAD-A,
    pb:PB-ROAD-B, pb:PB-ROAD-G, pb:PB-TEC-ROAD); with a unit on it, it costs as other terrain, and so does the next one
    (pb:PB-ROAD-C, pb:PB-ROAD-D, pb:PB-ROAD-E, pb:PB-ROAD-F); Wrecks and Blocks close it (pb:PB-WRECK-C,
    pb:PB-BLOCK-E). One's own units do not bar the way (pb:PB-MOVE-D), enemies do (pb:PB-MOVE-E), but those
    beside the way neither cost nor stop anything (pb:PB-MOVE-G).
    """
    to = edge.to
    if edge.pond:
        return IllegalOrder(edge.why, edge.rule)
    if state.bare(to):
        return _into_bare(state, terms, here, edge)
    unit = state.units[terms.unit]
    if enemies_in_way(state, unit.side, to):
        return IllegalOrder(f"enemy units stand in {to}", "pb:PB-MOVE-E")
    if state.blocked(to) and not began_beside(unit, to):
        return IllegalOrder(f"the Block in {to} is entered only from a hex next to it", "pb:PB-BLOCK-B")
    stop, why = _must_stop(state, unit, to)
    friends = friends_in_way(state, unit.side, to, unit.id)
    road = edge.road and not road_negated(state, to) and not road_negated(state, here)
    step = _by_terrain(state, terms, edge, road=road, free=not friends, stop=(stop, why))
    if step is not None:
        return step
    onto = road and friends and is_in(state.cell(to), "swamp") and not any(state.type(f.id).vehicular for f in friends)
    if onto:
        swamp = state.tables.tec["swamp"].enter[Mover.FOOT] or 2
        return StepInto(to, swamp, False, True, "pb:PB-ROAD-E")
    if road and (friends or terms.passing):
        return IllegalOrder(f"swinging round a unit on the road: {edge.why}", "pb:PB-ROAD-E")
    return IllegalOrder(f"{to}: {edge.why}", edge.rule)


def _into_bare(state: BlitzState, terms: Terms, here: Hex, edge: Edge) -> StepInto | IllegalOrder:
    """A step into a hex in which nothing lies: terrain and road alone decide."""
    road = edge.road and (state.bare(here) or not road_negated(state, here))
    step = _by_terrain(state, terms, edge, road=road, free=True, stop=(False, ""))
    if step is not None:
        return step
    if road and terms.passing:
        return IllegalOrder(f"swinging round a unit on the road: {edge.why}", "pb:PB-ROAD-E")
    return IllegalOrder(f"{edge.to}: {edge.why}", edge.rule)


def _by_terrain(
    state: BlitzState, terms: Terms, edge: Edge, *, road: bool, free: bool, stop: tuple[bool, str]
) -> StepInto | IllegalOrder | None:
    """A step at road rate or at the cost of the terrain; None if the terrain alone forbids it."""
    halt, why = stop
    if road and free and terms.on_road and not terms.passing:
        rate = state.tables.tec["road"].enter[terms.mover] or 1
        return StepInto(edge.to, rate, True, halt, why or "pb:PB-ROAD-A")
    if terms.only_road:
        return IllegalOrder("a column keeps to the road until it meets the enemy", "pb:PB-SETUP-1")
    if edge.off is not None:
        return StepInto(edge.to, edge.off, False, halt, why or edge.rule)
    return None


def began_beside(unit: Unit, hex_: Hex) -> bool:
    """Whether a unit began the Player-Turn next to a hex, so that it may enter a Block there (pb:PB-BLOCK-B)."""
    return unit.start is not None and direction_between(unit.start, hex_) is not None


def _must_stop(state: BlitzState, unit: Unit, hex_: Hex) -> tuple[bool, str]:
    """Whether a unit that enters a hex goes no further (pb:PB-MINE-D, pb:PB-BLOCK-B, pb:PB-FORT-B)."""
    if state.minefield(hex_) is not None:
        return True, "pb:PB-MINE-D"
    if state.blocked(hex_):
        return True, "pb:PB-BLOCK-B"
    if enemies_inside(state, unit.side, hex_):
        return True, "pb:PB-FORT-B"
    return False, ""


def passes(state: BlitzState, unit: Unit, hex_: Hex) -> bool:
    """Whether a unit that goes on from a hex swings round another on the road there (pb:PB-ROAD-E)."""
    if state.bare(hex_):
        return False
    return ROAD in state.cell(hex_).routes and bool(friends_in_way(state, unit.side, hex_, unit.id))


def swings_on(state: BlitzState, unit: Unit) -> bool:
    """Whether a unit that goes on has come on to another on the road; what it unloaded there is none (pb:PB-ROAD-F)."""
    if unit.hex is None or unit.spent == 0 or ROAD not in state.cell(unit.hex).routes:
        return False
    friends = friends_in_way(state, unit.side, unit.hex, unit.id)
    if unit.operation is Operation.UNLOADED:
        friends = tuple(f for f in friends if f.operation is not Operation.UNLOADED)
    return bool(friends)


# -- whole moves -----------------------------------------------------------------------------------


@frozen
class Way:
    """A way found: HALVES paid, and the steps that lead there."""

    cost: int
    steps: tuple[StepInto, ...]

    @property
    def path(self) -> tuple[Hex, ...]:
        """The hexes entered."""
        return tuple(s.hex for s in self.steps)

    @property
    def road(self) -> bool:
        """Whether any of it is at road rate."""
        return any(s.road for s in self.steps)


def follow(state: BlitzState, unit_id: UnitId, path: tuple[Hex, ...], *, road: bool) -> Way:
    """The steps of a move along a path. IllegalOrder at the first that is not possible."""
    unit = state.units[unit_id]
    refusal = move_refusal(state, unit)
    if refusal is not None:
        raise IllegalOrder(refusal.reason, refusal.rule)
    most, free = left(state, unit_id), always_one(state, unit_id)
    steps: list[StepInto] = []
    here = unit.hex
    spent = 0
    passing = swings_on(state, unit)
    for hex_ in path:
        if steps and steps[-1].stop:
            raise IllegalOrder(f"it must stop in {steps[-1].hex}", steps[-1].rule)
        step = _enter(state, unit, hex_, road) if here is None else _go(state, unit, here, hex_, road, passing)
        if isinstance(step, IllegalOrder):
            raise step
        spent += step.cost
        if spent > most and not (free and not steps):
            raise IllegalOrder(f"{hex_} needs {points(spent)} movement points, {points(most)} are left", "pb:PB-MOVE-C")
        steps.append(step)
        here = hex_
        passing = passes(state, unit, hex_)
    _check_column(state, unit, steps)
    return Way(spent, tuple(steps))


def _enter(state: BlitzState, unit: Unit, hex_: Hex, road: bool) -> StepInto | IllegalOrder:
    found = doors(state, unit.id, on_road=road)
    door = found.get(hex_)
    if door is None:
        where = ", ".join(str(h) for h in sorted(found)[:6]) or "nowhere now"
        return IllegalOrder(f"{state.name(unit.id)} cannot come on in {hex_}; it may in {where}", "pb:PB-SETUP-1")
    return through(state, unit, door)


def through(state: BlitzState, unit: Unit, door: Door) -> StepInto:
    """The step by which a unit comes on."""
    stop, why = _must_stop(state, unit, door.hex)
    return StepInto(door.hex, door.cost, door.road, stop, why or "pb:PB-TERR-4")


def _go(state: BlitzState, unit: Unit, here: Hex, to: Hex, road: bool, passing: bool) -> StepInto | IllegalOrder:
    terms = Terms(unit.id, state.type(unit.id).mover, road, in_column(state, unit), passing)
    edge = edge_to(state, here, to, terms.mover)
    if edge is None:
        return IllegalOrder(f"{to} is not next to {here}", "pb:PB-MOVE-C")
    return step_into(state, terms, here, edge)


def in_column(state: BlitzState, unit: Unit) -> bool:
    """Whether a unit still comes up in convoy: its group enters as a column and has not met the enemy."""
    if Special.CONVOY not in state.situation.specials or unit.side in state.contact:
        return False
    entry = state.situation.by_group[state.situation.by_id[unit.id].group].entry
    return entry is not None and entry.column


def _check_column(state: BlitzState, unit: Unit, steps: list[StepInto]) -> None:
    if steps and in_column(state, unit):
        most = state.situation.figure("convoy-speed")
        if unit.spent + sum(s.cost for s in steps) > most:
            raise IllegalOrder(f"a column comes up {most} hexes a turn", "pb:PB-SETUP-1")


class _Node(NamedTuple):
    hex: Hex
    passing: bool


@frozen
class Reach:
    """Where a unit can go: the last step into each hex and the hex before, so that ways are made when asked for."""

    costs: Mapping[Hex, int]
    last: Mapping[_Node, tuple[_Node | None, StepInto]]
    best: Mapping[Hex, _Node]
    most: int = field(default=0)

    def way(self, hex_: Hex) -> Way:
        """The cheapest way to a hex. KeyError if it is out of reach."""
        steps: list[StepInto] = []
        node: _Node | None = self.best[hex_]
        while node is not None and node in self.last:
            before, step = self.last[node]
            steps.append(step)
            node = before
        steps.reverse()
        return Way(self.costs[hex_], tuple(steps))


def reach(state: BlitzState, unit_id: UnitId, *, road: bool = True) -> Reach:
    """Every hex that a unit can enter with what it has left; stacking does not limit the way (pb:PB-STACK-D)."""
    key = ("reach", unit_id, road, state.around)
    if key not in state.memo:
        state.memo[key] = _reach(state, unit_id, road)
    found: Reach = state.memo[key]
    return found


def _reach(state: BlitzState, unit_id: UnitId, road: bool) -> Reach:
    unit = state.units[unit_id]
    most, free = left(state, unit_id), always_one(state, unit_id)
    column = in_column(state, unit)
    if column:
        most = min(most, max(0, state.situation.figure("convoy-speed") - unit.spent))
    mover = state.type(unit_id).mover
    last: dict[_Node, tuple[_Node | None, StepInto]] = {}
    costs: dict[_Node, int] = {}
    best: dict[Hex, _Node] = {}
    rate = state.tables.tec["road"].enter[mover] or 1
    queue: list[tuple[int, int, Hex, bool]] = []
    count = 0

    def offer(before: _Node | None, step: StepInto, spent: int) -> None:
        nonlocal count
        node = _Node(step.hex, passes(state, unit, step.hex))
        if node in costs and costs[node] <= spent:
            return
        costs[node] = spent
        last[node] = (before, step)
        if step.hex not in best or costs[best[step.hex]] > spent:
            best[step.hex] = node
        if not step.stop and spent < most:
            count += 1
            heapq.heappush(queue, (spent, count, step.hex, node.passing))

    if move_refusal(state, unit) is not None:
        return Reach({}, {}, {}, most)
    if unit.hex is None:
        for door in doors(state, unit_id, on_road=road).values():
            if door.cost <= most or free:
                offer(None, through(state, unit, door), door.cost)
    else:
        start = _Node(unit.hex, swings_on(state, unit))
        costs[start] = 0
        heapq.heappush(queue, (0, 0, unit.hex, start.passing))
    graph = ways(state.situation, mover)
    while queue:
        spent, _, hex_, passing = heapq.heappop(queue)
        node = _Node(hex_, passing)
        if costs[node] < spent:
            continue
        terms = Terms(unit_id, mover, road, column, passing)
        first = free and spent == 0
        for edge in graph[hex_]:
            # What cannot be a better step is not looked at closely: most of them lead back.
            least = min(rate, edge.off or rate) if edge.road else edge.off
            if least is None or (spent + least > most and not first):
                continue
            known = best.get(edge.to)
            if known is not None and costs[known] <= spent + least:
                continue
            step = step_into(state, terms, hex_, edge)
            if isinstance(step, IllegalOrder):
                continue
            total = spent + step.cost
            if total <= most or first:
                offer(node, step, total)
    return Reach({h: costs[n] for h, n in best.items()}, last, best, most)


def leave_cost(state: BlitzState, unit: UnitId, hex_: Hex, *, road: bool = True) -> int:
    """HALVES to leave the map from a hex of the edge: along its road, else as clear terrain beyond.

    Leaving a gully costs extra here too (pb:PB-TEC-GULLY).
    """
    mover = state.type(unit).mover
    cell = state.cell(hex_)
    off_map = (d for d, n in enumerate(hex_.neighbours()) if n not in state.board)
    if road and not road_negated(state, hex_) and any(cell.route_crosses(ROAD, d) for d in off_map):
        return state.tables.tec["road"].enter[mover] or 1
    return (state.tables.tec["clear"].enter[mover] or 2) + gully_leave(state.situation, cell, mover)


def points(halves: int) -> str:
    """HALVES of movement points in words: ``3``, ``1/2``, ``2 1/2``."""
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
