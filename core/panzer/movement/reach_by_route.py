"""Reachable hexes and cheapest paths at Path or Road rate: the few ways along a route, step by step (na:4.5.1.1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.movement.driving import one_step, ways_on
from core.panzer.movement.move import over_route
from core.panzer.movement.mover import Mover
from core.panzer.movement.paying import StepResult
from core.panzer.pieces.movement import TURN_TO, ActiveMove, MoveStep, StepKind

#: More than any move can cost.
FAR: Final = 1 << 20


@frozen(eq=False, repr=False)
class Reach(Alike):
    """The cheapest legal way to end a move in a hex.

    cost: of the rest of the move; left: allowance left then; facing: at the end; steps: the way there.
    """

    cost: int
    left: int
    facing: int
    steps: tuple[str, ...]


def _follow_route(
    who: Mover, move: ActiveMove, *, shunting: bool, refusals: list[IllegalOrder] | None = None
) -> Iterator[tuple[StepResult, ...]]:
    """Ways along the route that its allowance covers, each as its steps; a cheaper way to a position comes again.

    shunting: also go to and fro, which reaches no hex more cheaply but may reach it facing another way; refusals:
    gathers why steps were refused.
    """
    best: dict[tuple[object, ...], int] = {}
    frontier: list[tuple[tuple[StepResult, ...], ActiveMove, Hex | None, int]] = [
        ((), move, who.unit.hex, who.unit.facing)
    ]
    while frontier:
        following: list[tuple[tuple[StepResult, ...], ActiveMove, Hex | None, int]] = []
        for results, at, hex_, facing in frontier:
            for step in _ways(who, at, hex_, None if shunting or not results else results[-1].step):
                try:
                    result = one_step(who, at, hex_, facing, step)
                except IllegalOrder as refused:
                    if refusals is not None:
                        refusals.append(refused)
                    continue
                after = result.move
                key = (result.hex, result.facing, after.came_from, after.path - after.road, bool(after.denied))
                if best.get(key, FAR) <= after.spent:
                    continue
                best[key] = after.spent
                following.append(((*results, result), after, result.hex, result.facing))
                if over_route(who, after) is None:
                    yield (*results, result)
        frontier = following


def _ways(who: Mover, move: ActiveMove, hex_: Hex | None, before: str | None) -> Iterator[str]:
    """The steps along the route as the one before went; ahead and astern where there was none, or one onto the map."""
    if hex_ is None:
        entry = who.state.entry(who.unit.id)
        ways_in = ((h, d) for h in (entry.hexes if entry else ()) for d in range(6))
        yield from (MoveStep(StepKind.ENTER_MAP, facing=d, hex=str(h)).text for h, d in ways_in)
        return
    kind = MoveStep.read(before).kind if before is not None else StepKind.ENTER_MAP
    for go in (StepKind.FORWARD, StepKind.REVERSE) if kind is StepKind.ENTER_MAP else (kind,):
        ways = ways_on(who, move, hex_, go is StepKind.REVERSE)
        for direction in ways:
            straight = move.hexes and len(ways) == 1
            yield go.value if straight else MoveStep(go, way=direction).text


def leads_on(who: Mover, move: ActiveMove) -> bool:
    """Whether some way along the route from here is covered by the allowance that it earns (na:4.5.1.1.5c)."""
    return next(_follow_route(who, move, shunting=True), None) is not None


def route_ends(who: Mover, move: ActiveMove) -> Iterator[tuple[Hex, Reach]]:
    """The cheapest way to each hex along the route, the present one included."""
    cheapest: dict[Hex, tuple[StepResult, ...]] = {}
    closed = who.enemies
    for results in _follow_route(who, move, shunting=False):
        hex_ = results[-1].hex
        if hex_ is None or hex_ in closed:
            continue
        known = cheapest.get(hex_)
        if known is None or results[-1].move.spent < known[-1].move.spent:
            cheapest[hex_] = results
    here = who.unit.hex
    if here is not None:
        cheapest.pop(here, None)
        if here not in closed:
            yield here, Reach(0, who.left(move), who.unit.facing, ())
    for hex_, results in cheapest.items():
        last = results[-1]
        cost = last.move.spent - move.spent
        yield hex_, Reach(cost, last.left, last.facing, tuple(r.step for r in results))


def route_to(who: Mover, move: ActiveMove, hex_: Hex, facing: int | None) -> tuple[str, ...]:
    """The steps of the cheapest way along the route to a hex."""
    if hex_ == who.unit.hex and facing in (None, who.unit.facing):
        return ()
    refusals: list[IllegalOrder] = []
    found = _follow_route(who, move, shunting=facing is not None, refusals=refusals)
    ways = [r for r in found if r[-1].hex == hex_]
    wanted = [r for r in (*ways, *_turned_at_fork(who, ways, facing)) if facing in (None, r[-1].facing)]
    if wanted:
        return tuple(r.step for r in min(wanted, key=lambda r: (r[-1].move.spent, len(r))))
    if ways:
        raise IllegalOrder(f"at Path or Road rate the facing in {hex_} follows the route", "na:4.5.1.1.5b")
    if not who.costs.rated(hex_):
        raise IllegalOrder(f"{hex_} is no Path or Road hex; move Cross-Country to end there", "na:4.5.1.1.5b")
    for refused in refusals:
        if refused.rule in ("na:4.5.1.1.5d", "na:4.5.1.1.11"):
            raise IllegalOrder(f"{hex_} is out of reach: {refused.reason}", refused.rule)
    raise IllegalOrder(f"{hex_} is out of reach along the route with {who.left(move)} left", "na:4.5.1.1.5c")


def _turned_at_fork(
    who: Mover, ways: Sequence[tuple[StepResult, ...]], facing: int | None
) -> Iterator[tuple[StepResult, ...]]:
    """Ways to a fork, each with a turn there to the facing that is wanted, where the route allows it."""
    for results in ways:
        last = results[-1]
        if facing is None or facing == last.facing:
            continue
        try:
            yield (*results, one_step(who, last.move, last.hex, last.facing, TURN_TO[facing]))
        except IllegalOrder:
            continue
