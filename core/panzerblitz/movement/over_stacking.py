"""Over-stacking during movement: allowed while it can still be mended, gone when movement ends (pb:PB-STACK-D).

The limits hold before and after movement, not during it. What is over the limit now must be able to get under it: the
`shortfall` of a position is the number of units too many that nobody can take away any more. It is measured by a flow:
each unit that has not lost its move may still make one, off the road, where no other unit is in anybody's way, and may
so make room for others. No order may raise the shortfall, and no step may end while it holds moves that lower the
number of units too many. The moves of the flow are such orders themselves, so that one is always legal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.ground.stacking import count_refusal, limit, may_occupy, room_refusal, swamp_refusal
from core.panzerblitz.movement.move import first_steps, most_now, move_refusal, one_hex_only
from core.panzerblitz.movement.orders import Move
from core.panzerblitz.movement.reach import reach
from core.panzerblitz.sequence import MOVING, Kind, kind_of
from core.panzerblitz.state import BlitzState
from core.remembered import remembered

#: Where a unit lies: a hex, and whether in the fortification there, which has a limit of its own (pb:PB-STACK-E).
Place = tuple[Hex, bool]
Layout = Mapping[Place, tuple[UnitId, ...]]

RULE: Final = "pb:PB-STACK-D"
_NOBODY: Final[frozenset[UnitId]] = frozenset()


@frozen(eq=False, repr=False)
class Stacks(Alike):
    """The stacks of a side in a step of movement, and who can still leave them; it holds until the state changes.

    over: whether any stack is over its limit.
    """

    state: BlitzState
    side: SideId
    most: int
    over: bool

    @property
    def layout(self) -> Layout:
        """Units by place, carried ones not counted (pb:PB-STACK-C)."""
        return _layout(self.state, self.side)

    def room(self, layout: Layout, place: Place) -> int:
        """Units that a place still has room for; below 0 those that are too many (pb:PB-STACK-F)."""
        return self.most - self._counters(place) - len(layout.get(place, ()))

    def _counters(self, place: Place) -> int:
        """What takes room without being a unit: Wrecks and Blocks, but not in the fortification."""
        hex_, inside = place
        return 0 if inside else len(self.state.wrecks.get(hex_, ())) + self.state.blocked(hex_)

    def excess(self, layout: Layout) -> dict[Place, int]:
        """The places of a layout that are over the limit, with what is stacked there too many."""
        most, wrecks = self.most, self.state.wrecks
        found = {}
        for place, units in layout.items():
            # A Block alone takes the room of one, so that a stack smaller than that needs no closer look.
            if (len(units) >= most or place[0] in wrecks) and (room := self.room(layout, place)) < 0:
                found[place] = -room
        return found

    def too_many(self) -> tuple[tuple[Place, int], ...]:
        """The places over the limit, with what is stacked there too many."""
        return tuple(sorted(self.excess(self.layout).items()))

    def after(self, gone: frozenset[UnitId] = _NOBODY, come: Mapping[UnitId, Place] | None = None) -> Layout:
        """The layout when some units are gone, and others have come to a place, from wherever they were."""
        come = come or {}
        found = dict(self.layout)
        for unit in gone | come.keys():
            own = self.state.units[unit]
            home = (own.hex, own.inside) if own.hex is not None else None
            if home is not None and home in found:
                found[home] = tuple([u for u in found[home] if u != unit])
        for unit, place in come.items():
            found[place] = (*found.get(place, ()), unit)
        return found

    def shortfall(self) -> int:
        """Units too many now that nobody can take away any more."""
        return sum(self.excess(self.layout).values()) - self.mending()[0] if self.over else 0

    def worsens(self, layout: Layout, staying: frozenset[UnitId]) -> bool:
        """Whether a layout, in which some units move no more, leaves more units too many than can be taken away now."""
        excess = sum(self.excess(layout).values())
        return excess > 0 and excess - self.mended(layout, staying)[0] > self.shortfall()

    def mending(self, *, later: bool = False) -> tuple[int, Mapping[UnitId, Place]]:
        """How many units too many can be taken away, and the moves that do it; later: after this step alone."""
        return _mending(self.state, self.side, later) if self.over else (0, {})

    def harmless(self, unit_id: UnitId, place: Place) -> bool:
        """Whether it is plain, without another flow, that a unit may end its move in a place.

        Either it makes none of the moves that mend and takes no room that they need; or it is one too many there,
        nothing else is over the limit, and one of those there can go on to a bare hex beside it.
        """
        spare = self.room(self.layout, place)
        if spare > 0:
            moves = self.mending()[1]
            return unit_id not in moves and spare > sum(p == place for p in moves.values())
        there = [u for u in self.layout.get(place, ()) if u != unit_id]
        return spare == 0 and not self.over and any(self._makes_room(u) for u in there)

    def _makes_room(self, unit_id: UnitId) -> bool:
        state = self._when_moving(unit_id)
        return any(state.bare(step.hex) for step in first_steps(state, unit_id, road=False))

    def moves_in_this_step(self, moves: Mapping[UnitId, Place]) -> tuple[tuple[UnitId, Place], ...]:
        """Those of some moves that are made before the step ends."""
        return tuple((u, p) for u, p in sorted(moves.items()) if self.moves_now(u))

    def moves_now(self, unit: UnitId) -> bool:
        """Whether a unit moves in this step, not in that of the others after it."""
        return kind_of(self.state.step) is not Kind.VEHICLES or self.state.type(unit).vehicular

    def outs(self, unit_id: UnitId) -> frozenset[Place]:
        """Where a unit can still go in this movement, off the road; in the vehicles' step others go later."""
        return frozenset(_outs(self.state, self.side, unit_id))

    def ways_out(self, unit_id: UnitId) -> Iterator[Place]:
        """The same one by one, worked out anew."""
        state = self._when_moving(unit_id)
        unit = state.units[unit_id]
        if unit.hex is None or move_refusal(state, unit) is not None:
            return
        found = reach(state, unit_id, road=False)
        by_friend = {hex_ for (hex_, _), (_, step) in found.last.items() if step.rule == "pb:PB-ROAD-E"}
        for hex_ in found.costs:
            if hex_ != unit.hex and hex_ not in by_friend:
                yield hex_, False
                if may_occupy(state, hex_, self.side) is not None:
                    yield hex_, True
        if unit.inside or may_occupy(state, unit.hex, self.side) is not None:
            yield unit.hex, not unit.inside

    def _when_moving(self, unit_id: UnitId) -> BlitzState:
        """The state in the step in which a unit moves: this one, or that of the others after the vehicles'."""
        return self.state if self.moves_now(unit_id) else _others_step(self.state)

    # -- the flow ----------------------------------------------------------------------------------

    def mended(self, layout: Layout, staying: frozenset[UnitId]) -> tuple[int, dict[UnitId, Place]]:
        """The most units too many that can be taken away, and who goes where for it."""
        left_over = self.excess(layout)
        arrived: dict[Place, int] = {}
        moves: dict[UnitId, Place] = {}
        home = {u: p for p, units in layout.items() for u in units if u not in staying}
        count = 0
        while left_over and (chain := self._chain(layout, left_over, arrived, moves, home)) is not None:
            start, steps, end = chain
            for unit, place in steps:
                if place == home[unit]:
                    del moves[unit]
                else:
                    moves[unit] = place
            arrived[end] = arrived.get(end, 0) + 1
            count += 1
            left_over[start] -= 1
            if not left_over[start]:
                del left_over[start]
        return count, moves

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

        while queue:
            node = queue.popleft()
            nexts: Iterable[Place | UnitId]
            if isinstance(node, tuple):
                nexts = [u for u in layout.get(node, ()) if u in home and u not in moves]
                nexts += [u for u, place in moves.items() if place == node]
            else:
                nexts = (*((home[node],) if node in moves else ()), *_outs(self.state, self.side, node))
            for found in nexts:
                if found in before:
                    continue
                before[found] = node
                if isinstance(found, tuple) and self.room(layout, found) - arrived.get(found, 0) > 0:
                    return _read_back(before, found)
                queue.append(found)
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
    return Stacks(state, side, limit(state, side), _over(state, side))


@remembered
def _layout(state: BlitzState, side: SideId) -> Layout:
    """The units of a side by place."""
    places: dict[Place, tuple[UnitId, ...]] = {}
    for hex_, units in state.stacks():
        for unit in units:
            if unit.side == side:
                place = (hex_, unit.inside)
                places[place] = (*places.get(place, ()), unit.id)
    return places


@remembered
def _over(state: BlitzState, side: SideId) -> bool:
    """Whether any stack of a side is over its limit; most are so small that only Wrecks could bring them there."""
    most, wrecks = limit(state, side), state.wrecks
    for hex_, units in state.stacks():
        if len(units) < most and hex_ not in wrecks:
            continue
        inside = sum(u.inside for u in units if u.side == side)
        outside = sum(u.side == side for u in units) - inside
        if inside > most or (outside and outside + len(wrecks.get(hex_, ())) + state.blocked(hex_) > most):
            return True
    return False


@remembered
def _mending(state: BlitzState, side: SideId, later: bool) -> tuple[int, Mapping[UnitId, Place]]:
    now = stacks(state, side)
    vehicles = (u for units in now.layout.values() for u in units if now.moves_now(u))
    return now.mended(now.layout, frozenset(vehicles) if later else _NOBODY)


@remembered
def _outs(state: BlitzState, side: SideId, unit: UnitId) -> tuple[Place, ...]:
    return tuple(sorted(set(stacks(state, side).ways_out(unit))))


@remembered
def _others_step(state: BlitzState) -> BlitzState:
    """The state as it would be in the step of the others, after the vehicles'."""
    later = state.copy()
    later.step = state.step.replace(Kind.VEHICLES.value, Kind.OTHERS.value)
    return later


def crowded(state: BlitzState, side: SideId) -> bool:
    """Whether any stack of a side is over its limit in a step of movement."""
    return kind_of(state.step) in MOVING and stacks(state, side).over


# -- what may be done ------------------------------------------------------------------------------


def end_refusal(state: BlitzState, unit: UnitId, hex_: Hex, *, inside: bool = False) -> Refusal | None:
    """Why a unit may not end its move in a hex, or be unloaded there (pb:PB-STACK-A, pb:PB-STACK-B, pb:PB-STACK-D).

    A full hex is open to it as long as others that are there can still leave in this movement.
    """
    moving = kind_of(state.step) in MOVING
    now = stacks(state, state.units[unit].side) if moving else None
    if state.bare(hex_) and (now is None or not now.over):
        return None
    if now is None:
        return room_refusal(state, unit, hex_, inside=inside)
    swamp = swamp_refusal(state, unit, hex_)
    if swamp is not None:
        return swamp
    full = count_refusal(state, unit, hex_, inside=inside)
    if (full is None and not now.over) or now.harmless(unit, (hex_, inside)):
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
    most, single = most_now(state, unit_id), one_hex_only(state, unit_id)
    for step in first_steps(state, unit_id):
        if step.cost < most and not step.stop and not single:
            return True
        if end_refusal(state, unit_id, step.hex) is None:
            return True
    return False
