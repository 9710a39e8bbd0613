"""Reachable hexes and cheapest paths: every way of moving at once, by the costs of single steps (na:4.5.1.1).

Cross-Country moves are searched over hexes and facings in order of cost, on a graph of the board that is kept
for each Mode of Traction and filled in where it is first walked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import UnitId
from core.hexes import DIRECTION_NAMES, Hex, direction_between, opposite, turn_size
from core.kept import KeptFor
from core.order import IllegalOrder
from core.panzer.ground.narrow_roads import exit_refusal, narrow, on_foot_in_the_way, side_refusal
from core.panzer.movement.driving import one_step
from core.panzer.movement.move import start
from core.panzer.movement.mover import Mover, check_able, mover, position, way_back
from core.panzer.movement.reach_by_route import FAR, Reach, route_ends, route_to
from core.panzer.movement.reach_graph import graph_of
from core.panzer.movement.reach_on_foot import foot_ends, foot_path
from core.panzer.pieces.movement import TURN_TO, ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.scenario import Scenario
from core.panzer.state import PanzerState
from core.remembered import remembered


@remembered
def reachable(state: PanzerState, unit_id: UnitId, move: ActiveMove | None, rate: Rate) -> dict[Hex, Reach]:
    """Every hex where the unit may end its move, from its present position, and the cheapest way to end there.

    move: its move in progress, None to look from the start of one. Hexes with opposing vehicles are crossed but
    no move ends there (na:4.5.1.1.10). Leaving the map is no hex. IllegalOrder if the unit may not move at `rate`.
    """
    who = mover(state, unit_id)
    begun = move or start(who, rate)
    check_able(state, who.unit)
    under_way = state.moves.of(unit_id)
    if who.unit.hex is None or who.crawls or begun.steps or (under_way is not None and under_way.steps):
        return ends_of(who, begun)
    ends = _FROM_THE_START.of(state.scenario)
    key = who.unit, begun, who.bearing(begun.rate)
    found = ends.get(key)
    if found is None:
        found = ends[key] = ends_of(who, begun)
    return found


def ends_of(who: Mover, move: ActiveMove) -> dict[Hex, Reach]:
    """As `reachable`, for a mover and its move, worked out anew."""
    if who.walks:
        return foot_ends(who, move)
    if move.rate is Rate.ROUTE:
        return dict(route_ends(who, move))
    return _Search(who, move).ends()


#: Where moves that have not begun may end, by all that bears on them: it outlasts the moves of others.
_FROM_THE_START: KeptFor[Scenario, tuple[object, ...], dict[Hex, Reach]] = KeptFor(256)


def path_to(
    state: PanzerState, unit_id: UnitId, move: ActiveMove | None, rate: Rate, hex_: Hex, facing: int | None = None
) -> tuple[str, ...]:
    """The steps of the cheapest move that ends in a hex, if wanted with a certain facing.

    Raises IllegalOrder if there is none, with the reason: prohibited terrain, an opposing vehicle or the cost.
    """
    who = mover(state, unit_id)
    begun = move or start(who, rate)
    check_able(state, who.unit)
    if hex_ not in who.costs.board:
        raise IllegalOrder(f"{hex_} is not on the map", "na:4.5.1.1.9")
    if who.closed(hex_):
        raise IllegalOrder(f"{hex_} holds {who.opponent(hex_)}; no move ends there", "na:4.5.1.1.10")
    if who.walks:
        return foot_path(who, begun, hex_, facing)
    if begun.rate is Rate.ROUTE:
        return route_to(who, begun, hex_, facing)
    search = _Search(who, begun)
    steps = search.steps_to(hex_, facing)
    if steps is None:
        raise _out_of_reach(who, begun, search, hex_, facing)
    return steps


def _out_of_reach(who: Mover, move: ActiveMove, search: _Search, hex_: Hex, facing: int | None) -> IllegalOrder:
    """Why no Cross-Country move ends in a hex, or none facing as wanted."""
    left = who.left(move)
    if facing is not None and search.steps_to(hex_, None) is not None:
        cost = _Search(who, move, limit=FAR).cost_to(hex_, facing)
        name = DIRECTION_NAMES[facing]
        if cost is None:
            return IllegalOrder(f"no way leads to {hex_} facing {name}", "na:4.5.1.1.4")
        return IllegalOrder(f"ending in {hex_} facing {name} costs {cost} and {left} is left", "na:4.5.1.1.4")
    board = who.costs.board
    ways = [who.costs.crossing(n, opposite(d)) for d, n in enumerate(hex_.neighbours()) if n in board]
    closed = [way.refusal for way in ways if way.refusal is not None]
    if closed and len(closed) == len(ways):
        why = next((r for r in closed if r.rule == "na:4.5.1.1.2d"), closed[0])
        return IllegalOrder(why.reason, why.rule)
    cost = _Search(who, move, limit=FAR).cost_to(hex_, facing)
    if cost is None:
        return IllegalOrder(f"no way leads to {hex_}: prohibited terrain, cliffs or walls lie between", "na:4.5.1.1.2d")
    return IllegalOrder(f"the cheapest way to {hex_} costs {cost} and {left} is left", "na:4.5.1.1.3")


# -- Cross-Country -------------------------------------------------------------------------------


_AHEAD, _ASTERN = StepKind.FORWARD.value, StepKind.REVERSE.value
#: Facings after a free turn, straight on first, and after a paid one.
_TURN_ONE: Final = tuple((f, (f + 5) % 6, (f + 1) % 6) for f in range(6))
_TURN_MORE: Final = tuple(((f + 2) % 6, (f + 3) % 6, (f + 4) % 6) for f in range(6))


def _smoke(who: Mover, hex_: Hex) -> tuple[int, int, int]:
    ways = (who.surcharge(hex_, turning=turning, route=route) for turning, route in _CHARGED)
    off, along, turn = (sum(r.amount for r in way) for way in ways)
    return off, along, turn


#: Entering off a route and along one, turning.
_CHARGED: Final = ((False, None), (False, "road"), (True, None))


class _Search:
    """All Cross-Country moves of one vehicle from its present position, cheapest first.

    stood:   for each stance, the least cost at which the vehicle stands so, turned and ready to go.
    arrived: for each arrival, its least cost, in order of cost.
    To find the way back, _turned_from has the arrival before each stance and _came_from the stance before each
    arrival (~0 = none, the search began there); _entered has the step of each arrival from off the map.
    """

    def __init__(self, who: Mover, move: ActiveMove, limit: int | None = None) -> None:
        self.who = who
        self.move = move
        self.graph = graph_of(who)
        self.limit = who.left(move) if limit is None else limit
        self.stood: dict[int, int] = {}
        self.arrived: dict[int, int] = {}
        self._turned_from: dict[int, int] = {}
        self._came_from: dict[int, int] = {}
        self._entered: dict[int, str] = {}
        #: What smoke adds to entering a hex, off a route and along one, and to a paid turn in it.
        self._smoke = {self.graph.number[h]: _smoke(who, h) for h in who.added if h in self.graph.number}
        #: Narrow hexes into which it does not come, and out of which it does not go on.
        self._closed, self._blocked = self._narrow_hexes()
        self._lanes = bool(narrow(who.state))
        self._buckets: list[list[tuple[int, int]]] = [[] for _ in range(min(self.limit, 4000) + 1)]
        self._over: list[tuple[int, int, int]] = []
        self._begin()
        self._run()
        if limit is None and not (move.hexes or move.turns_paid or move.spent):
            self._one_hex()

    def _begin(self) -> None:
        who, move, hex_ = self.who, self.move, self.who.unit.hex
        if hex_ is None:
            self._come_on()
            return
        facing = who.unit.facing
        number = self.graph.number[hex_]
        if self.graph.turn[number] is None:
            self.graph.fill(number, who.costs)
        base = 6 * number
        inside = position(who, move)[0]
        route = None if inside else who.on_route(move, hex_)
        turn = who.turn_cost(hex_, route, inside=inside)
        price = sum(r.amount for r in turn) if turn is not None else FAR
        held = who.held(hex_, route, inside=inside) is not None  # it turns for nothing neither (or:7.20)
        for to in range(6):
            size = turn_size(facing, to)
            cost = 0 if not size or (not held and (move.turn_paid or move.turned + size <= 1)) else price
            if cost < len(self._buckets):
                self._buckets[cost].append((base + to, ~0))

    def _narrow_hexes(self) -> tuple[frozenset[int], frozenset[int]]:
        """The numbers of the narrow hexes that are closed to it, and of those that it cannot pass (or:7.30)."""
        who, number = self.who, self.graph.number
        if not narrow(who.state):
            return frozenset(), frozenset()
        foes = (h for h in narrow(who.state) if on_foot_in_the_way(who.state, who.unit, h))
        closed = frozenset(number[h] for h in (*(h for h, _ in who.lanes.closed), *foes))
        return closed, frozenset(number[h] for h, _ in who.lanes.blocked if h != who.unit.hex)

    def _barred(self, stance: int, arrival: int) -> bool:
        """Whether a narrow road bars the way from a stance (or:7.30, or:7.30b)."""
        here, there = stance // 6, arrival // 12
        hexes, state, unit = self.graph.hexes, self.who.state, self.who.unit
        direction = direction_between(hexes[here], hexes[there])
        if there in self._closed or here in self._blocked or direction is None:
            return True
        back = way_back(self.move, hexes[here])
        if hexes[here] == unit.hex and exit_refusal(self.who.lanes, unit.hex, direction, back) is not None:
            return True
        sides = ((hexes[here], direction), (hexes[there], opposite(direction)))
        return any(side_refusal(state, unit, hex_, side) is not None for hex_, side in sides)

    def _come_on(self) -> None:
        """Start from every way onto the map."""
        entry = self.who.state.entry(self.who.unit.id)
        for hex_ in entry.hexes if entry else ():
            for facing in range(6):
                step = MoveStep(StepKind.ENTER_MAP, facing=facing, hex=str(hex_)).text
                try:
                    result = one_step(self.who, self.move, None, facing, step)
                except IllegalOrder:
                    continue
                arrival = 12 * self.graph.number[hex_] + 2 * facing + (result.route is not None)
                if result.cost < len(self._buckets):
                    self._buckets[result.cost].append((~arrival, ~0))
                else:
                    self._over.append((result.cost, arrival, ~0))
                self._entered.setdefault(arrival, step)

    def _run(self) -> None:
        """Settle stances and arrivals in order of cost. In the buckets arrivals are told by their complement."""
        stood, arrived, go, turn = self.stood, self.arrived, self.graph.go, self.graph.turn
        turned_from, came_from, smoke, buckets = self._turned_from, self._came_from, self._smoke, self._buckets
        fill, costs = self.graph.fill, self.who.costs
        limit, tows, lanes = len(buckets) - 1, bool(self.who.held_ahead), self._lanes
        for cost, bucket in enumerate(buckets):
            for node, origin in bucket:  # grows while it is walked: free turns land in the same bucket
                if node < 0:
                    arrival = ~node
                    if arrival in arrived:
                        continue
                    arrived[arrival] = cost
                    came_from[arrival] = origin
                    stance = arrival >> 1
                    number, facing = divmod(stance, 6)
                    base = stance - facing
                    for to in _TURN_ONE[facing]:
                        if base + to not in stood:
                            bucket.append((base + to, arrival))
                    paid = cost + (turn[number] or fill(number, costs))[arrival & 1]
                    if smoke and number in smoke:
                        paid += smoke[number][2]
                    if paid <= limit:
                        later = buckets[paid]
                        for to in _TURN_MORE[facing]:
                            if base + to not in stood:
                                later.append((base + to, arrival))
                elif node not in stood:
                    stood[node] = cost
                    turned_from[node] = origin
                    for k, (arrival, price) in enumerate(go[node]):
                        if arrival in arrived or (tows and self._backs(node, k)):
                            continue
                        if lanes and self._barred(node, arrival):
                            continue
                        if smoke and arrival // 12 in smoke:
                            price += smoke[arrival // 12][arrival & 1] * self._times(node, k)
                        if cost + price <= limit:
                            buckets[cost + price].append((~arrival, node))

    def _times(self, stance: int, k: int) -> int:
        """How often smoke counts on the k-th way from a stance."""
        return self.graph.astern if self._backs(stance, k) else 1

    def _backs(self, stance: int, k: int) -> bool:
        """Whether the k-th way from a stance leads backwards."""
        facing = stance % 6
        here = self.graph.hexes[stance // 6]
        beyond = self.graph.hexes[self.graph.go[stance][k][0] // 12]
        return here.neighbour(facing) != beyond

    def _one_hex(self) -> None:
        """The one hex that any vehicle may move, whatever it costs (na:4.5.1.1.3); afloat the whole move (or:7.34)."""
        over = self._over
        for stance, cost in list(self.stood.items()):
            if cost or self.graph.hexes[stance // 6] != self.who.unit.hex:
                continue
            wet = self.graph.afloat.get(stance, ())
            over += ((self.limit, at, stance) for at in wet if not (self._lanes and self._barred(stance, at)))
            for k, (arrival, price) in enumerate(self.graph.go[stance]):
                if self.who.held_ahead and self._backs(stance, k):
                    continue
                if self._lanes and self._barred(stance, arrival):
                    continue
                if arrival // 12 in self._smoke:
                    price += self._smoke[arrival // 12][arrival & 1] * self._times(stance, k)
                if price > self.limit:
                    over.append((price, arrival, stance))
        for price, arrival, stance in sorted(over):
            if arrival not in self.arrived:
                self.arrived[arrival] = price
                self._came_from[arrival] = stance

    # -- answers ----------------------------------------------------------------------------------

    def ends(self) -> dict[Hex, Reach]:
        """The cheapest end in every hex."""
        found: dict[Hex, Reach] = {}
        hexes, left = self.graph.hexes, self.who.left(self.move)
        here, closed = self.who.unit.hex, self.who.enemies
        if here is not None and here not in closed:
            found[here] = Reach(0, left, self.who.unit.facing, ())
        for arrival, cost in self.arrived.items():  # in order of cost
            hex_ = hexes[arrival // 12]
            if hex_ not in found and hex_ not in closed:
                found[hex_] = Reach(cost, max(0, left - cost), arrival // 2 % 6, self._steps(arrival))
        return found

    def _finishes(self, hex_: Hex, facing: int | None) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """Ways to end in a hex: cost, number of steps, steps."""
        number = self.graph.number[hex_]
        if hex_ == self.who.unit.hex:
            if facing in (None, self.who.unit.facing):
                yield 0, 0, ()
            elif facing is not None and 6 * number + facing in self.stood:
                stance = 6 * number + facing
                steps = self._stance_steps(stance)
                yield self.stood[stance], len(steps), steps
            return
        for arrival in range(12 * number, 12 * number + 12):
            cost = self.arrived.get(arrival)
            if cost is None:
                continue
            came = arrival // 2 % 6
            steps = self._steps(arrival)
            if facing is None or came == facing:
                yield cost, len(steps), steps
            elif cost >= self.limit and turn_size(came, facing) <= 1:  # after the one hex a turn is still free
                yield cost, len(steps) + 1, (*steps, TURN_TO[facing])
        if facing is not None and 6 * number + facing in self.stood:
            steps = self._stance_steps(6 * number + facing)
            yield self.stood[6 * number + facing], len(steps), steps

    def steps_to(self, hex_: Hex, facing: int | None) -> tuple[str, ...] | None:
        """The cheapest way to end in a hex, of the shortest; None if there is none."""
        best = min(self._finishes(hex_, facing), default=None)
        return best[2] if best else None

    def cost_to(self, hex_: Hex, facing: int | None) -> int | None:
        """What the cheapest way to end in a hex costs; None if there is none."""
        best = min(self._finishes(hex_, facing), default=None)
        return best[0] if best else None

    def _steps(self, arrival: int) -> tuple[str, ...]:
        """The steps up to an arrival."""
        steps: list[str] = []
        at = arrival
        while True:
            stance = self._came_from.get(at, ~0)
            if stance < 0:
                steps.append(self._entered[at])
                break
            moved = self.graph.hexes[at // 12] == self.graph.hexes[stance // 6].neighbour(stance % 6)
            steps.append(_AHEAD if moved else _ASTERN)
            came = self._turned_from[stance]
            facing = self.who.unit.facing if came < 0 else came // 2 % 6
            if facing != stance % 6:
                steps.append(TURN_TO[stance % 6])
            if came < 0:
                break
            at = came
        return tuple(reversed(steps))

    def _stance_steps(self, stance: int) -> tuple[str, ...]:
        came = self._turned_from[stance]
        facing = self.who.unit.facing if came < 0 else came // 2 % 6
        turn = (TURN_TO[stance % 6],) if facing != stance % 6 else ()
        return (*(self._steps(came) if came >= 0 else ()), *turn)
