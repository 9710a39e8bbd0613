"""How far is far to a computer player: in hexes, and in turns from each hex of the board to a goal for every pace."""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from core.board import Board
from core.hexes import Hex, opposite
from core.kept import KeptFor
from core.panzer.ground.costs import RATED, SNOW_COST, terrain_costs
from core.panzer.ground.going import BY_TRACTION, Going
from core.panzer.ground.narrow_roads import wrecked
from core.panzer.ground.terrain import vehicle_terrain
from core.panzer.movement.foot import afloat_too, weighed
from core.panzer.pieces.cards import Kind, LegCard, TowedCard, UnitCard, VehicleCard
from core.panzer.pieces.conditions import FLOOD, SNOW
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.tables import Tables
from core.panzer.state import PanzerState
from core.remembered import remembered

#: Turns to get somewhere that is out of reach.
NEVER = 99.0
#: Stands for the route of a vehicle in water, which takes a whole move (or:7.34).
AFLOAT = "afloat"
#: So many areas that lie at some distance from a goal are kept with it.
_AREAS = 16

#: The column of the Terrain Effects Table, how it is driven, and the allowances: across country, on a Path, on a Road.
_Pace = tuple[str, Going | None, tuple[float, float, float]]
_PACES: KeptFor[Scenario, str, _Pace] = KeptFor(512)


class Turns:
    """Turns from every hex of a board to a goal: numbers in the order of its hexes, as a game wants many of these."""

    __slots__ = ("_areas", "_found", "_numbers")

    def __init__(self, numbers: Mapping[Hex, int], found: list[float]) -> None:
        self._numbers = numbers
        self._found = array("d", found)
        self._areas: dict[Collection[Hex], float] = {}

    def get(self, hex_: Hex) -> float:
        """Turns from a hex; NEVER if it is out of reach, or not on the board."""
        number = self._numbers.get(hex_)
        return NEVER if number is None else self._found[number]

    def soonest(self, area: Collection[Hex]) -> float:
        """Turns from the nearest of some hexes, an area of the scenario; NEVER if there are none."""
        least = self._areas.get(area)
        if least is None:
            if len(self._areas) >= _AREAS:
                self._areas.clear()
            least = self._areas[area] = min(map(self.get, area), default=NEVER)
        return least


def turns_to(state: PanzerState, card: UnitCard, hexes: frozenset[Hex]) -> Turns:
    """Turns that a unit needs from each hex to the nearest of some hexes.

    Along a Path or Road its allowance counts there, as if every move began and ended on it (na:4.5.1.1.5), but for the
    hexes in which a wreck denies it (na:4.5.1.1.5d).
    """
    paces = _PACES.of(state.scenario)
    pace = paces.get(card.id)
    if pace is None:
        pace = paces[card.id] = _pace(state, card)
    return _spread(state.board, state.tables, pace, hexes, _barred(state))


@remembered(of=("units", "counters", "narrow"))
def _barred(state: PanzerState) -> frozenset[Hex]:
    """The hexes in which a wreck denies the allowance of a Path or Road; not one on the shoulder (or:7.30a)."""
    return frozenset(h for h in state.counters.wrecks if state.cell(h).routes and wrecked(state, h))


def _pace(state: PanzerState, card: UnitCard) -> _Pace:
    """How a unit gets on; its allowances are 0 if it does not move at all."""
    if isinstance(card, VehicleCard):
        drives = card.kind is Kind.VEHICLE
        going = afloat_too(state, card, weighed(state, card, BY_TRACTION[card.traction])) if drives else None
        return card.moves_as, going, card.move
    if isinstance(card, LegCard):
        return card.moves_as, None, (card.move[0],) * 3
    return card.moves_as, None, (_MANHANDLED * card.move,) * 3 if isinstance(card, TowedCard) else (0, 0, 0)


#: A gun that is manhandled all day gets less far than its allowance says: it does nothing else.
_MANHANDLED = 0.5


@lru_cache(maxsize=256)
def _spread(board: Board, tables: Tables, pace: _Pace, hexes: frozenset[Hex], barred: frozenset[Hex]) -> Turns:
    """The whole board for one pace and goal; where the enemy stands is a new goal with each of his moves. barred: hexes
    in which no route gives its allowance.

    A company of ten paces looks at a dozen goals for every unit that it sets up, so that all of them are kept.
    """
    column, going, (country, path, road) = pace
    numbers = _numbered(board)
    found = [NEVER] * len(numbers)
    queue: list[tuple[float, int]] = []
    for hex_ in hexes:
        found[numbers[hex_]] = 0.0
        queue.append((0.0, numbers[hex_]))
    heapq.heapify(queue)
    ways = _paid_ways(board, tables, column, going, (country, path, road)) if country else None
    slow = _paid_ways(board, tables, column, going, (country,) * 3) if country and barred else None
    slower = {numbers[hex_] for hex_ in barred}
    while ways is not None and queue:
        spent, here = heapq.heappop(queue)
        if spent > found[here]:
            continue
        for there, cost in slow(here) if slow is not None and here in slower else ways(here):
            total = spent + cost
            if total < found[there]:
                found[there] = total
                heapq.heappush(queue, (total, there))
    return Turns(numbers, found)


@lru_cache(maxsize=16)
def _numbered(board: Board) -> Mapping[Hex, int]:
    """The hexes of a board, numbered in their order."""
    return {hex_: number for number, hex_ in enumerate(sorted(board.cells))}


#: The numbers of the hexes from which one comes into a hex, and the turns that it takes.
_Ways = tuple[tuple[int, float], ...]


def _paid_ways(
    board: Board, tables: Tables, column: str, going: Going | None, allowances: tuple[float, float, float]
) -> Callable[[int], _Ways]:
    """The ways into a hex by its number, as it is driven or by the column of the Terrain Effects Table.

    They are found once for each board, and paid once for each set of allowances.
    """
    country, path, road = allowances
    allowance = {**dict(zip(RATED, (road, path), strict=True)), AFLOAT: 1}
    numbers, paid = _numbered(board), _known_paid(board, tables, column, going, allowances)
    hexes, known = tuple(numbers), _known_ways(board, tables, column, going)
    entering = _driven(board, tables, going) if going is not None else _walked(board, tables, column)

    def ways(number: int) -> _Ways:
        found = paid.get(number)
        if found is None:
            hex_ = hexes[number]
            crossed = known.get(hex_)
            if crossed is None:
                each = ((n, entering(n, opposite(d))) for d, n in enumerate(hex_.neighbours()) if n in board)
                crossed = known[hex_] = tuple((numbers[n], *way) for n, way in each if way is not None)
            found = paid[number] = tuple((n, cost / allowance.get(route, country)) for n, cost, route in crossed)
        return found

    return ways


@lru_cache(maxsize=16)
def _known_ways(
    board: Board, tables: Tables, column: str, going: Going | None
) -> dict[Hex, tuple[tuple[int, int, str], ...]]:
    """Where the ways into the hexes of a board are kept, with what each costs and the route that it follows.

    Every change of its terrain counters makes a new board.
    """
    return {}


@lru_cache(maxsize=16)
def _known_paid(
    board: Board, tables: Tables, column: str, going: Going | None, allowances: tuple[float, float, float]
) -> dict[int, _Ways]:
    """Where the turns are kept that the same ways take by some allowances."""
    return {}


#: What leaving a hex across one of its hexsides costs, and the route that it follows; None where it is closed.
_Entering = Callable[[Hex, int], tuple[int, str] | None]


def _driven(board: Board, tables: Tables, going: Going) -> _Entering:
    costs = terrain_costs(board, tables, going)

    def entering(hex_: Hex, direction: int) -> tuple[int, str] | None:
        crossing = costs.crossing(hex_, direction)
        if crossing.refusal is not None:
            return None
        return (1, AFLOAT) if crossing.afloat else (crossing.cost, crossing.route or "")

    return entering


def _walked(board: Board, tables: Tables, column: str) -> _Entering:
    """On foot, by terrain, hexsides and heights alone; how a move really goes is for its chapter to say."""
    terrain = tables.terrain

    def entering(hex_: Hex, direction: int) -> tuple[int, str] | None:
        target = hex_.neighbour(direction)
        there = board.cells[target]
        total = vehicle_terrain(tables, there).cost.get(column)
        sides = board.side(hex_, direction)
        if total is None or FLOOD in there.marks:
            return None
        total += SNOW_COST if SNOW in there.marks else 0
        for side in sides:
            row = terrain.get(side)
            cost = row.cost.get(column) if row is not None else 0
            if cost is None:
                return None
            total += cost
        return total, ""

    return entering
