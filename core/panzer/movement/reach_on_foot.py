"""Hexes within reach of units that go freely in any direction: leg units, guns, limbers (na:6.6.4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.movement.driving import one_step
from core.panzer.movement.mover import Mover, position
from core.panzer.movement.reach_by_route import Reach
from core.panzer.pieces.movement import GO_ACROSS, TURN_TO, ActiveMove, MoveStep, Rate, StepKind

_STOREYS: Final = (StepKind.UP.value, StepKind.DOWN.value)
#: A hex, and how many storeys up in it.
Place = tuple[Hex, int]


def foot_ends(who: Mover, move: ActiveMove) -> dict[Hex, Reach]:
    """Every hex where the move may end, on the ground where that can be, and the cheapest way there."""
    found: dict[Hex, Reach] = {}
    closed = who.enemies
    for (hex_, _), (at, steps) in sorted(_search(who, move).items(), key=lambda item: item[0]):
        if hex_ not in closed and hex_ not in found:
            found[hex_] = Reach(at.spent - move.spent, who.left(at), who.unit.facing, steps)
    here = who.unit.hex
    if here in found:
        found[here] = Reach(0, who.left(move), who.unit.facing, ())
    return found


def foot_path(who: Mover, move: ActiveMove, hex_: Hex, facing: int | None) -> tuple[str, ...]:
    """The steps of the cheapest way to a hex, if wanted with a last one that faces a hexside; IllegalOrder says why
    there is none."""
    if hex_ == who.unit.hex:
        steps: tuple[str, ...] = ()
    else:
        found = foot_ends(who, move).get(hex_)
        if found is None:
            raise _out_of_reach(who, move, hex_)
        steps = found.steps
    last = MoveStep.read(steps[-1]) if steps else None
    came = last.facing if last is not None and last.kind is StepKind.ENTER_MAP else who.unit.facing
    return steps if facing is None or facing == came else (*steps, TURN_TO[facing])


def _search(who: Mover, move: ActiveMove) -> dict[Place, tuple[ActiveMove, tuple[str, ...]]]:
    """The cheapest way to every place, of the shortest: the move then, and the steps there."""
    best: dict[Place, tuple[ActiveMove, tuple[str, ...]]] = {}
    queue: list[tuple[int, int, tuple[str, ...], Hex | None, ActiveMove]] = []
    heappush(queue, (move.spent, 0, (), who.unit.hex, move))
    while queue:
        _, length, steps, hex_, at = heappop(queue)
        if hex_ is not None:
            place = hex_, position(who, at)[1]
            if place in best:
                continue
            best[place] = at, steps
            if at.spent and not who.left(at):
                continue  # nothing costs nothing
        for token in _onward(who, hex_):
            try:
                result = one_step(who, at, hex_, who.unit.facing, token)
            except IllegalOrder:
                continue
            if result.hex is not None:
                heappush(queue, (result.move.spent, length + 1, (*steps, token), result.hex, result.move))
    return best


def _onward(who: Mover, hex_: Hex | None) -> Iterator[str]:
    if hex_ is not None:
        yield from GO_ACROSS
        if who.costs.board.cells[hex_].terrain in BUILDINGS:
            yield from _STOREYS
        return
    entry = who.state.entry(who.unit.id)
    hexes = entry.hexes if entry else ()
    yield from (MoveStep(StepKind.ENTER_MAP, facing=who.unit.facing, hex=str(h)).text for h in hexes)


def _out_of_reach(who: Mover, move: ActiveMove, hex_: Hex) -> IllegalOrder:
    """Why no move ends in a hex: what keeps the unit out of it or where it is, else the cost."""
    here = who.unit.hex
    if here is not None:
        for direction, beyond in enumerate(here.neighbours()):
            if beyond == hex_:
                try:
                    one_step(who, move, here, who.unit.facing, GO_ACROSS[direction])
                except IllegalOrder as refused:
                    return refused
    board = who.costs.board
    ways = [who.costs.crossing(n, (d + 3) % 6) for d, n in enumerate(hex_.neighbours()) if n in board]
    closed = [way.refusal for way in ways if way.refusal is not None]
    if closed and len(closed) == len(ways):
        return IllegalOrder(closed[0].reason, closed[0].rule)
    how = "at a quickmarch " if move.rate is Rate.QUICKMARCH else ""
    return IllegalOrder(f"{hex_} is out of reach {how}with {who.left(move)} left", "na:6.6.4.1")
