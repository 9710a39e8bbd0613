"""Lines that a side holds by fire from edge to edge, and what they lack (pb:PB-WIN-1).

A line of fire is such a line, and so is what keeps a lane shut: no lane leads from edge to edge where a chain of hexes
that fire closes runs across the map between them. Where one gun bears a line is held less surely than where several do.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.event import SideId
from core.hexes import Hex, distance, within_range
from core.panzerblitz.pieces.options import REAL_SPACE
from core.panzerblitz.pieces.situation import Measure, Situation
from core.panzerblitz.sight.fields_of_fire import seen_from
from core.panzerblitz.state import BlitzState
from core.remembered import remembered

#: What a line lacks in a hex that so many guns close; more than these are as good as the last.
LACKS: Final = (1.0, 0.1, 0.03, 0.01)
#: What is farther than any line is long.
_ENDLESS: Final = 1e6

#: Units that close hexes by their fire, each as where it stands and how far it fires.
Guns = tuple[tuple[Hex, int], ...]


@frozen(eq=False, repr=False)
class Line(Alike):
    """Between which hexes a line must run. near: fire closes a hex of it from which it is no farther than this; shut:
    hexes that are closed without fire."""

    start: frozenset[Hex]
    end: frozenset[Hex]
    near: int = 0
    shut: frozenset[Hex] = frozenset()


@lru_cache(maxsize=64)
def lines_of(situation: Situation, side: SideId) -> tuple[Line, ...]:
    """The lines that a side wants: its line of fire, and one across each lane that the enemy wants."""
    found = []
    for goal in situation.goals:
        if goal.measure is Measure.FIRE_LINE and goal.side == side:
            found.append(Line(situation.hexes(goal.area or ""), situation.hexes(goal.out or "")))
        elif goal.measure is Measure.CORRIDOR and goal.side != side:
            found.append(_across(situation, goal.area or "", goal.out or "", goal.width))
    return tuple(found)


@lru_cache(maxsize=16)
def _across(situation: Situation, area: str, out: str, width: int) -> Line:
    """The line that shuts a lane: from the one flank of the map to the other. No lane runs so near to a flank that it
    would not lie on the map as a whole."""
    cells, near = situation.board.cells.keys(), (width - 1) // 2
    ends = situation.hexes(area) | situation.hexes(out)
    border = {h for h in cells if h not in ends and any(n not in cells for n in h.neighbours())}
    flanks = sorted(_joined(border), key=len)[-2:]
    outer = {h for h in cells if h not in ends and not all(n in cells for n in within_range(h, near))}
    first, second = (*flanks, frozenset[Hex](), frozenset[Hex]())[:2]
    return Line(first, second, near, frozenset(outer))


def _joined(hexes: set[Hex]) -> list[frozenset[Hex]]:
    """Hexes in groups of which each hangs together."""
    found, left = [], set(hexes)
    while left:
        todo = [left.pop()]
        group = set(todo)
        while todo:
            for near in todo.pop().neighbours():
                if near in left:
                    left.remove(near)
                    group.add(near)
                    todo.append(near)
        found.append(frozenset(group))
    return found


@lru_cache(maxsize=16384)
def closed_by(situation: Situation, real_space: bool, where: Hex, reach: int, near: int) -> frozenset[Hex]:
    """The hexes of a line that a gun closes."""
    closed = {where, *seen_from(situation, real_space, where, reach)}
    for _ in range(near):
        closed |= {n for h in tuple(closed) for n in h.neighbours() if n in situation.board.cells}
    return frozenset(closed)


def guns_of(state: BlitzState, side: SideId, *, but: Collection[str] = ()) -> Guns:
    """The units of a side that close hexes or will when they are no more dispersed. but: units that are left out."""
    return tuple(
        sorted(
            (u.hex, state.type(u.id).range)
            for u in state.of(side)
            if u.hex is not None and u.carrier is None and u.id not in but and state.type(u.id).attack
        )
    )


# -- what a line lacks -----------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Held:
    """A line as some guns hold it.

    lacks: what the best way of the line lacks, 0 = nothing; way: the hexes of that way; before, after: what lacks from
    each end to a hex, that hex left out; by: how many guns close each hex.
    """

    line: Line
    lacks: float
    way: tuple[Hex, ...]
    before: Mapping[Hex, float]
    after: Mapping[Hex, float]
    by: Mapping[Hex, int]

    @property
    def holes(self) -> frozenset[Hex]:
        """The hexes of the way that nothing closes."""
        return frozenset(h for h in self.way if not self.by.get(h) and h not in self.line.shut)

    def gain(self, more: frozenset[Hex]) -> float:
        """How much less it lacks with one gun more that closes these hexes, about: along them at one gun more each."""
        first = min(more, key=lambda h: self.before.get(h, _ENDLESS), default=None)
        last = min(more, key=lambda h: self.after.get(h, _ENDLESS), default=None)
        if first is None or last is None:
            return 0.0
        around = self.before.get(first, _ENDLESS) + self.after.get(last, _ENDLESS)
        if around >= self.lacks:
            return 0.0
        inside = sum(_lacks(self.by.get(h, 0) + 1) for h in more) / len(more)
        return max(0.0, self.lacks - around - inside * (distance(first, last) + 1))


def _lacks(guns: int) -> float:
    return LACKS[min(guns, len(LACKS) - 1)]


@lru_cache(maxsize=512)
def held(situation: Situation, real_space: bool, line: Line, guns: Guns) -> Held:
    """How guns hold a line."""
    by: Counter[Hex] = Counter()
    for where, reach in guns:
        by.update(closed_by(situation, real_space, where, reach, line.near))
    costs = {h: 0.0 if h in line.shut else _lacks(by[h]) for h in situation.board.cells}
    before, came = _spread(costs, line.start)
    after, _ = _spread(costs, line.end)
    last = min(line.end, key=lambda h: (before.get(h, _ENDLESS) + costs[h], h), default=None)
    if last is None or last not in before:
        return Held(line, 0.0, (), before, after, by)
    way = [last]
    while (previous := came[way[-1]]) is not None:
        way.append(previous)
    return Held(line, before[last] + costs[last], tuple(way), before, after, by)


def _spread(costs: Mapping[Hex, float], start: Iterable[Hex]) -> tuple[dict[Hex, float], dict[Hex, Hex | None]]:
    """What lacks from some hexes to each, without that hex, and the hex before it."""
    before: dict[Hex, float] = dict.fromkeys(sorted(start), 0.0)
    came: dict[Hex, Hex | None] = dict.fromkeys(before)
    queue = [(0.0, h) for h in before]
    while queue:
        spent, hex_ = heapq.heappop(queue)
        if spent > before[hex_]:
            continue
        spent += costs[hex_]
        for near in hex_.neighbours():
            if near in costs and spent < before.get(near, _ENDLESS):
                before[near] = spent
                came[near] = hex_
                heapq.heappush(queue, (spent, near))
    return before, came


# -- of a position ---------------------------------------------------------------------------------


@remembered
def lines_held(state: BlitzState, side: SideId, but: str = "") -> tuple[Held, ...]:
    """The lines that a side wants, as its guns hold them. but: a unit that is left out."""
    guns = guns_of(state, side, but=(but,))
    return tuple(held(state.situation, state.has(REAL_SPACE), one, guns) for one in lines_of(state.situation, side))


def line_gain(state: BlitzState, side: SideId, unit: str, reach: int, hex_: Hex) -> float:
    """How much less the lines of a side lack by a unit that fires so far from a hex than without it."""
    real = state.has(REAL_SPACE)
    return sum(
        one.gain(closed_by(state.situation, real, hex_, reach, one.line.near)) for one in lines_held(state, side, unit)
    )
