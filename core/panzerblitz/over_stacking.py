"""Over-stacking during movement: allowed while it can still be mended, gone when movement ends (pb:PB-STACK-D).

The limits hold before and after movement, not during it. What is over the limit now must be able to get under it: the
`shortfall` of a position is the number of units too many that nobody can take away any more. It is measured by a flow:
each unit that has not lost its move may still make one, off the road, where no other unit is in anybody's way, and may
so make room for others. No order may raise the shortfall, and no step may end while it holds moves that lower the
number of units too many. The moves of the flow are such orders themselves, so that one is always legal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import define, field

from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzerblitz.entry import open_doors
from core.panzerblitz.movement import (
    Terms,
    always_one,
    in_column,
    left,
    move_refusal,
    reach,
    step_into,
    swings_on,
    through,
)
from core.panzerblitz.orders import Move
from core.panzerblitz.sequence import MOVING, Kind, kind_of
from core.panzerblitz.stacking import count_refusal, limit, may_occupy, room_refusal, swamp_refusal
from core.panzerblitz.state import BlitzState
from core.panzerblitz.terrain import ways

#: Where a unit lies: a hex, and whether in the fortification there, which has a limit of its own (pb:PB-STACK-E).
Place = tuple[Hex, bool]
Layout = Mapping[Place, tuple[UnitId, ...]]

RULE: Final = "pb:PB-STACK-D"
_NOBODY: Final[frozenset[UnitId]] = frozenset()


@define
class Stacks:
    """The stacks of a side in a step of movement, and who can still leave them. Kept with the state it is of.

    layout: units by place, carried ones not counted (pb:PB-STACK-C); over: whether any stack is over its limit.
    """

    state: BlitzState
    side: SideId
    layout: Layout
    most: int
    over: bool = field(init=False)
    _outs: dict[UnitId, frozenset[Place]] = field(factory=dict, init=False)
    _short: int | None = field(default=None, init=False)
    _later: BlitzState | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.over = any(self.room(self.layout, place) < 0 for place in self.layout)

    def room(self, layout: Layout, place: Place) -> int:
        """Units that a place still has room for; below 0 those that are too many (pb:PB-STACK-F)."""
        hex_, inside = place
        counters = 0 if inside else len(self.state.wrecks.get(hex_, ())) + self.state.blocked(hex_)
        return self.most - counters - len(layout.get(place, ()))

    def too_many(self) -> tuple[tuple[Place, int], ...]:
        """The places over the limit, with what is stacked there too many."""
        return tuple((p, -room) for p in sorted(self.layout) if (room := self.room(self.layout, p)) < 0)

    def after(self, gone: frozenset[UnitId] = _NOBODY, come: Mapping[UnitId, Place] | None = None) -> Layout:
        """The layout when some units are gone, and others have come to a place, from wherever they were."""
        come = come or {}
        without = gone | come.keys()
        found = {p: tuple(u for u in units if u not in without) for p, units in self.layout.items()}
        for unit, place in come.items():
            found[place] = (*found.get(place, ()), unit)
        return found

    def shortfall(self) -> int:
        """Units too many now that nobody can take away any more."""
        if self._short is None:
            self._short = self.short_of(self.layout) if self.over else 0
        return self._short

    def short_of(self, layout: Layout, staying: frozenset[UnitId] = _NOBODY) -> int:
        """The shortfall of another layout, in which some units make no further move."""
        excess = sum(max(0, -self.room(layout, p)) for p in layout)
        return excess - len(self._mended(layout, staying)[0]) if excess else 0

    def worsens(self, layout: Layout, staying: frozenset[UnitId]) -> bool:
        """Whether a layout leaves more units too many than can be taken away now."""
        return self.short_of(layout, staying) > self.shortfall()

    def mending(self, *, later: bool = False) -> tuple[int, Mapping[UnitId, Place]]:
        """How many units too many can be taken away, and the moves that do it; later: after this step alone."""
        if not self.over:
            return 0, {}
        vehicles = (u for units in self.layout.values() for u in units if self._moves_now(u))
        starts, moves = self._mended(self.layout, frozenset(vehicles) if later else _NOBODY)
        return len(starts), moves

    def moves_in_this_step(self, moves: Mapping[UnitId, Place]) -> tuple[tuple[UnitId, Place], ...]:
        """Those of some moves that are made before the step ends."""
        return tuple((u, p) for u, p in sorted(moves.items()) if self._moves_now(u))

    def _moves_now(self, unit: UnitId) -> bool:
        return kind_of(self.state.step) is not Kind.VEHICLES or self.state.type(unit).vehicular

    def outs(self, unit_id: UnitId) -> frozenset[Place]:
        """Where a unit can still go in this movement, off the road; in the vehicles' step others go later."""
        if unit_id not in self._outs:
            self._outs[unit_id] = frozenset(self._ways_out(unit_id))
        return self._outs[unit_id]

    def _ways_out(self, unit_id: UnitId) -> Iterator[Place]:
        state = self.state if self._moves_now(unit_id) else self._in_later_step()
        unit = state.units[unit_id]
        if unit.hex is None or move_refusal(state, unit) is not None:
            return
        found = reach(state, unit_id, road=False)
        by_friend = {node.hex for node, (_, step) in found.last.items() if step.rule == "pb:PB-ROAD-E"}
        for hex_ in found.costs:
            if hex_ != unit.hex and hex_ not in by_friend:
                yield hex_, False
                if may_occupy(state, hex_, self.side) is not None:
                    yield hex_, True
        if unit.inside or may_occupy(state, unit.hex, self.side) is not None:
            yield unit.hex, not unit.inside

    def _in_later_step(self) -> BlitzState:
        if self._later is None:
            self._later = self.state.copy()
            self._later.step = self.state.step.replace(Kind.VEHICLES.value, Kind.OTHERS.value)
        return self._later

    # -- the flow ----------------------------------------------------------------------------------

    def _mended(self, layout: Layout, staying: frozenset[UnitId]) -> tuple[list[Place], dict[UnitId, Place]]:
        """The most that can be taken away: for each unit the place it is taken from, and who goes where for it."""
        left_over = {p: -self.room(layout, p) for p in layout if self.room(layout, p) < 0}
        arrived: dict[Place, int] = {}
        moves: dict[UnitId, Place] = {}
        home = {u: p for p, units in layout.items() for u in units if u not in staying}
        starts: list[Place] = []
        while left_over and (chain := self._chain(layout, left_over, arrived, moves, home)) is not None:
            start, steps, end = chain
            for unit, place in steps:
                if place == home[unit]:
                    del moves[unit]
                else:
                    moves[unit] = place
            arrived[end] = arrived.get(end, 0) + 1
            starts.append(start)
            left_over[start] -= 1
            if not left_over[start]:
                del left_over[start]
        return starts, moves

    def _chain(
        self,
        layout: Layout,
        left_over: Mapping[Place, int],
        arrived: Mapping[Place, int],
        moves: Mapping[UnitId, Place],
        home: Mapping[UnitId, Place],
    ) -> tuple[Place, list[tuple[UnitId, Place]], Place] | None:
        """A shortest chain of moves, or of changes to moves, from a place over the limit to one with room."""
        before: dict[Place | UnitId, Place | UnitId | None] = dict.fromkeys(sorted(left_over))
        queue: deque[Place | UnitId] = deque(before)

        def visit(node: Place | UnitId, origin: Place | UnitId) -> None:
            if node not in before:
                before[node] = origin
                queue.append(node)

        while queue:
            node = queue.popleft()
            if isinstance(node, tuple):
                if self.room(layout, node) - arrived.get(node, 0) > 0:
                    return _read_back(before, node)
                for unit in layout.get(node, ()):
                    if unit in home and unit not in moves:
                        visit(unit, node)
                for unit, place in moves.items():
                    if place == node:
                        visit(unit, node)
            else:
                if node in moves:
                    visit(home[node], node)
                for place in sorted(self.outs(node)):
                    visit(place, node)
        return None


def _read_back(
    before: Mapping[Place | UnitId, Place | UnitId | None], end: Place
) -> tuple[Place, list[tuple[UnitId, Place]], Place]:
    """The start of a chain, its moves in order, its end."""
    steps: list[tuple[UnitId, Place]] = []
    node: Place | UnitId = end
    while (origin := before[node]) is not None:
        if isinstance(node, tuple) and not isinstance(origin, tuple):
            steps.append((origin, node))
        node = origin
    assert isinstance(node, tuple)
    steps.reverse()
    return node, steps, end


def stacks(state: BlitzState, side: SideId) -> Stacks:
    """The stacks of a side as they are now."""
    key = (side, state.step)
    memo = state.memo
    found = memo.get(key)
    if not isinstance(found, Stacks):
        places: dict[Place, tuple[UnitId, ...]] = {}
        for unit in state.of(side):
            if unit.carrier is None and unit.hex is not None:
                place = (unit.hex, unit.inside)
                places[place] = (*places.get(place, ()), unit.id)
        found = memo[key] = Stacks(state, side, places, limit(state, side))
    return found


# -- what may be done ------------------------------------------------------------------------------


def end_refusal(state: BlitzState, unit: UnitId, hex_: Hex, *, inside: bool = False) -> Refusal | None:
    """Why a unit may not end its move in a hex, or be unloaded there (pb:PB-STACK-A, pb:PB-STACK-B, pb:PB-STACK-D).

    A full hex is open to it as long as others that are there can still leave in this movement.
    """
    if kind_of(state.step) not in MOVING:
        return room_refusal(state, unit, hex_, inside=inside)
    swamp = swamp_refusal(state, unit, hex_)
    if swamp is not None:
        return swamp
    full = count_refusal(state, unit, hex_, inside=inside)
    now = stacks(state, state.units[unit].side)
    if full is None and not now.over:
        return None
    if not now.worsens(now.after(come={unit: (hex_, inside)}), frozenset((unit,))):
        return None
    if full is not None:
        return Refusal(f"{full.reason}, and nobody there can still make room", full.rule)
    return Refusal(f"the room in {hex_} is needed by those who must still leave {_named(now)}", RULE)


def together_refusal(
    state: BlitzState, side: SideId, come: Mapping[UnitId, Place], vehicles: frozenset[UnitId]
) -> Refusal | None:
    """Why units may not all come to where they would, as after an overrun; vehicles: those of them that drove."""
    now = stacks(state, side)
    after = now.after(come=come)
    for unit, (hex_, _) in come.items():
        others = tuple(u for u in vehicles if u != unit and come[u][0] == hex_)
        swamp = swamp_refusal(state, unit, hex_, more=others)
        if swamp is not None:
            return swamp
    if not now.worsens(after, frozenset(come)):
        return None
    hex_ = next((h for h, i in come.values() if now.room(after, (h, i)) < 0), next(iter(come.values()))[0])
    nation = state.nation(side)
    rule = "pb:PB-STACK-A" if nation == "Russian" else "pb:PB-STACK-B"
    return Refusal(f"more than {now.most} {nation} units would stack in {hex_}, and nobody could make room", rule)


def loading_refusal(state: BlitzState, carrier: UnitId, passenger: UnitId) -> Refusal | None:
    """Why loading may not take the move of a carrier and a passenger: one of them must still make room."""
    now = stacks(state, state.units[carrier].side)
    if not now.over or not now.worsens(now.after(gone=frozenset((passenger,))), frozenset((carrier,))):
        return None
    return Refusal(f"they must still make room in {_named(now)}", RULE)


def finish_refusal(state: BlitzState, side: SideId) -> Refusal | None:
    """Why a step of movement may not end yet: a stack is over the limit that could still be mended in it.

    In the vehicles' step one may stay over it that the other units can mend in theirs.
    """
    if kind_of(state.step) not in MOVING:
        return None
    now = stacks(state, side)
    if not now.over or now.mending()[0] <= now.mending(later=True)[0]:
        return None
    who = "vehicles" if kind_of(state.step) is Kind.VEHICLES else "units"
    return Refusal(
        f"{_named(now)}: at most {now.most} may stay; move {who} on, or take a move back, before the step ends", RULE
    )


def mending_move(state: BlitzState, side: SideId) -> Move | None:
    """A move that brings stacks nearer to their limits, if the step may not end without one."""
    if finish_refusal(state, side) is None:
        return None
    now = stacks(state, side)
    for unit_id, (hex_, inside) in now.moves_in_this_step(now.mending()[1]):
        unit = state.units[unit_id]
        path = () if hex_ == unit.hex else reach(state, unit_id, road=False).way(hex_).path
        return Move(unit=unit_id, path=path, road=False, inside=inside)
    return None


def _named(now: Stacks) -> str:
    """The places over the limit in words."""
    counters = {p: now.most + more for p, more in now.too_many()}
    return ", ".join(f"{n} stack in {'the fortification of ' if p[1] else ''}{p[0]}" for p, n in counters.items())


def can_step(state: BlitzState, unit_id: UnitId) -> bool:
    """Whether a unit can enter any hex with what it has left, on the map or coming on to it."""
    unit = state.units[unit_id]
    most, free = left(state, unit_id), always_one(state, unit_id)
    if move_refusal(state, unit) is not None or (most == 0 and not free):
        return False
    column = in_column(state, unit)
    if column:
        most = min(most, max(0, state.situation.figure("convoy-speed") - unit.spent))
    if unit.hex is None:
        steps = (through(state, unit, door) for door in open_doors(state, unit_id))
    else:
        mover = state.type(unit_id).mover
        terms = Terms(unit_id, mover, True, column, swings_on(state, unit))
        found = (step_into(state, terms, unit.hex, edge) for edge in ways(state.situation, mover)[unit.hex])
        steps = (s for s in found if not isinstance(s, IllegalOrder))
    return any(
        (s.cost <= most or free) and ((s.cost < most and not s.stop) or end_refusal(state, unit_id, s.hex) is None)
        for s in steps
    )
