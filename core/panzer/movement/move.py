"""The moves of units: their allowance, their legality step by step and as a whole (na:3.7b, na:4.5, na:6.6.4).

The steps of a move are explained in `driving`, reachable hexes are found in `reach`.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from core.event import UnitId
from core.hexes import Hex, opposite
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.ground.narrow_roads import placed
from core.panzer.movement import foot, into_buildings, walking
from core.panzer.movement.driving import entry_of, last_way, one_step, ways_on
from core.panzer.movement.mover import Mover, carried_on, check_able, moved_to, mover, outside_after
from core.panzer.movement.paying import StepResult
from core.panzer.pieces.movement import TURN_TO, ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence
from core.panzer.state import PanzerState
from core.replaced import replaced


def begin(state: PanzerState, unit_id: UnitId, rate: Rate) -> ActiveMove:
    """The move of a unit before its first step. IllegalOrder if it may not move, or not at this rate."""
    unit = state.units[unit_id]
    name = state.name(unit_id)
    if unit.presence in (Presence.ELIMINATED, Presence.EXITED):
        raise IllegalOrder(f"{name} is out of play", "na:4.5.1.1.9")
    if unit.moved:
        raise IllegalOrder(f"{name} has completed its move of this turn", "na:4.5.1.1a")
    if unit.command not in (Command.MOVE, Command.SHORT_HALT, None):
        raise IllegalOrder(f"{name} has {unit.command.value}; vehicles with MOVE or SHORT HALT move", "na:4.5.1.1.1b")
    return start(mover(state, unit_id), rate)


def start(who: Mover, rate: Rate) -> ActiveMove:
    """As `begin`, whatever the command of the vehicle: for previews."""
    unit = who.unit
    check_able(who.state, unit)
    _check_rate(who, rate)
    if unit.presence is Presence.WAITING:
        entry_of(who)
        return ActiveMove(unit=unit.id, rate=rate, start=None)
    if unit.hex is None:
        raise IllegalOrder(f"{who.state.name(unit.id)} is not on the map", "na:4.5.1.1.9")
    if rate is Rate.ROUTE and unit.inside and not who.walks:
        name = who.state.name(unit.id)
        raise IllegalOrder(f"{name} is inside the building, not on the Path or Road", "na:4.5.1.1.5b")
    if rate is Rate.ROUTE and not who.costs.rated(unit.hex):
        raise IllegalOrder(
            f"{unit.hex} is no Path or Road hex; the move must start in one, or be Cross-Country", "na:4.5.1.1.5b"
        )
    return carried_on(who.state, ActiveMove(unit=unit.id, rate=rate, start=unit.hex))


def _check_rate(who: Mover, rate: Rate) -> None:
    """Units on foot have no Path or Road rate; only they quickmarch (na:6.6.4.1, na:6.6.4.2, na:6.6.5)."""
    if rate is Rate.QUICKMARCH:
        refuse(foot.quickmarch_refusal(who.state, who.unit))
    if rate is Rate.ROUTE and who.walks:
        name = who.state.name(who.unit.id)
        raise IllegalOrder(f"{name} has no Path or Road rate", who.costs.going.rule or "na:6.6.4.1")


# -- steps ---------------------------------------------------------------------------------------


def take_step(state: PanzerState, move: ActiveMove, step: str, *, overruns: bool = False) -> StepResult:
    """What a step from the present position comes to; the state is not changed. IllegalOrder if it is refused.

    At Path or Road rate a step may count on Road hexes still to come; `check_move` judges the whole. overruns: whether
    it would lead into an Overrun (na:6.6.10).
    """
    who = mover(state, move.unit)
    if overruns:
        who = evolve(who, overruns=True)
    return one_step(who, move, who.unit.hex, who.unit.facing, step)


def legal_steps(state: PanzerState, move: ActiveMove) -> list[tuple[str, StepResult | IllegalOrder]]:
    """Every step that a player might try next, each with what it comes to or why it is refused."""
    who = mover(state, move.unit)
    hex_, facing = who.unit.hex, who.unit.facing
    tried: list[tuple[str, StepResult | IllegalOrder]] = []
    for step in _tries(who, move, hex_, facing):
        try:
            tried.append((step, one_step(who, move, hex_, facing, step)))
        except IllegalOrder as refused:
            tried.append((step, refused))
    return tried


def _tries(who: Mover, move: ActiveMove, hex_: Hex | None, facing: int) -> list[str]:
    board = who.costs.board
    if hex_ is None:
        if who.unit.presence is not Presence.WAITING:
            return []
        hexes = [h for h in entry_of(who).hexes if h in board]
        open_ = ((h, d) for h in hexes for d in range(6) if who.costs.arriving(h, d).refusal is None)
        return [MoveStep(StepKind.ENTER_MAP, facing=d, hex=str(h)).text for h, d in open_]
    if who.walks:
        return list(walking.tries(who, move, hex_, facing))
    tokens = list(into_buildings.offered(who, move, hex_, facing))
    turns = [TURN_TO[d] for d in range(6) if d != facing]
    for go, off, straight in (
        (StepKind.FORWARD, StepKind.LEAVE_MAP, facing),
        (StepKind.REVERSE, StepKind.LEAVE_MAP_IN_REVERSE, opposite(facing)),
    ):
        if move.rate is Rate.CROSS_COUNTRY:
            tokens.append(go.value if hex_.neighbour(straight) in board else off.value)
            continue
        ways = ways_on(who, move, hex_, go is StepKind.REVERSE)
        inner = [d for d in ways if hex_.neighbour(d) in board]
        if move.hexes and len(ways) == 1:
            tokens += [go.value for _ in inner]
        elif move.hexes and ways:
            tokens += [MoveStep(go, way=d).text for d in inner]
        else:
            tokens.append(go.value)
        if len(inner) < len(ways):
            tokens.append(off.value)
    return tokens + turns


def follow(state: PanzerState, result: StepResult) -> PanzerState:
    """A state as it would stand after a step, to look further ahead; the given state is not changed."""
    ahead = state.copy()
    unit = ahead.units[result.move.unit]
    if ahead.has(Switch.NARROW_ROADS):
        ahead.narrow = placed(ahead, unit.id)
    presence = Presence.ON_MAP if result.hex is not None else Presence.EXITED
    inside, floor = moved_to(result.step, unit.inside, unit.floor)
    outside = outside_after(unit, result.step)
    place = replaced(unit, hex=result.hex, facing=result.facing, inside=inside, floor=floor, outside=outside)
    ahead.put(replaced(place, presence=presence))
    ahead.moves = replaced(ahead.moves, active=result.move)
    return ahead


# -- the whole move ------------------------------------------------------------------------------


def remaining(state: PanzerState, move: ActiveMove) -> int:
    """Allowance left of a move as things stand, by the route followed so far (na:4.5.1.1.5c)."""
    return mover(state, move.unit).left(move)


def may_end_here(state: PanzerState, move: ActiveMove) -> IllegalOrder | None:
    """Why the move may not be complete where the unit is now; None if it may (na:4.5.1.1.10, na:4.5.1.1.5c)."""
    who = mover(state, move.unit)
    return _end(who, move, who.unit.hex, who.unit.facing)


def check_move(
    state: PanzerState, unit_id: UnitId, rate: Rate, steps: Sequence[str], end: bool
) -> tuple[StepResult, ...]:
    """All steps of a plan from the present position; it continues the unit's move if it has begun one.

    Raises IllegalOrder if any step is refused, if the allowance that the whole route earns does not cover it
    (na:4.5.1.1.5c), or, where `end`, if the move may not be complete where it leads.
    """
    move = state.moves.active
    if move is None:
        move = begin(state, unit_id, rate)
    elif move.unit != unit_id:
        raise IllegalOrder(f"{state.name(move.unit)} is moving; it completes its whole move first", "na:4.5.1.1a")
    elif move.rate is not rate:
        raise IllegalOrder(f"the whole move is {move.rate.words}; its rate cannot change", "na:4.5.1.1.5b")
    who = mover(state, unit_id)
    hex_, facing = who.unit.hex, who.unit.facing
    results: list[StepResult] = []
    for step in steps:
        result = one_step(who, move, hex_, facing, step)
        results.append(result)
        move, hex_, facing = result.move, result.hex, result.facing
    if results and rate is Rate.ROUTE:
        uncovered = over_route(who, move)
        if uncovered is not None:
            raise uncovered
    if results and not end and (stuck := _stuck(who, move, hex_, facing)) is not None:
        raise stuck
    if end and not (not results and stranded(state, move)):
        refused = _end(who, move, hex_, facing)
        if refused is not None:
            raise refused
    return tuple(results)


def uncovered(state: PanzerState, move: ActiveMove) -> IllegalOrder | None:
    """Why the allowance that the route has earned so far does not cover the move; None if it does (na:4.5.1.1.5c)."""
    return over_route(mover(state, move.unit), move) if move.rate is Rate.ROUTE else None


def over_route(who: Mover, move: ActiveMove) -> IllegalOrder | None:
    """Why the allowance that the route has earned does not cover a move; None if it does (na:4.5.1.1.5c)."""
    covered = who.total(move)
    if move.spent <= covered or move.hexes <= 1:
        return None
    prevails = who.state.edition.path_prevails
    needs = "Road alone" if prevails else "more Road than Path"
    return IllegalOrder(
        f"{move.path} Path and {move.road} Road hexes give the Path allowance of {covered}, this move costs "
        f"{move.spent}; the Road allowance needs {needs}",
        "min:9.5.3" if prevails else "na:4.5.1.1.5c",
    )


def _end(who: Mover, move: ActiveMove, hex_: Hex | None, facing: int) -> IllegalOrder | None:
    if hex_ is None:
        return None
    if who.closed(hex_):
        return IllegalOrder(f"{hex_} holds {who.opponent(hex_)}; move on or stop before it", "na:4.5.1.1.10")
    if hex_ == move.through and _can_leave(who, move, hex_, facing):
        return IllegalOrder(f"a vehicle that Overruns drives through; it may not stay in {hex_}", "min:16.11.1")
    if move.rate is Rate.CROSS_COUNTRY:
        return None
    refusal = over_route(who, move)
    if refusal is None and not move.hexes and move.turned > 1:
        refusal = IllegalOrder("the starting facing is free only if the route is then followed", "na:4.5.1.1.5b")
    return refusal if refusal is not None and _can_go(who, move, hex_, facing) else None


def stranded(state: PanzerState, move: ActiveMove) -> bool:
    """Whether fire has left a vehicle where an opposing one stands, unable to go on: its move ends, a hex back."""
    who = mover(state, move.unit)
    hex_ = who.unit.hex
    return hex_ is not None and who.closed(hex_) and not _can_leave(who, move, hex_, who.unit.facing)


def no_way_on(state: PanzerState, result: StepResult) -> IllegalOrder | None:
    """Why a step leads nowhere: to an opposing unit, with no allowance left to move on (na:4.5.1.1.10)."""
    return _stuck(mover(state, result.move.unit), result.move, result.hex, result.facing)


def _stuck(who: Mover, move: ActiveMove, hex_: Hex | None, facing: int) -> IllegalOrder | None:
    if hex_ is None or not who.closed(hex_) or _can_leave(who, move, hex_, facing):
        return None
    return IllegalOrder(
        f"{hex_} holds {who.opponent(hex_)} and no allowance is left to move on; stop before it", "na:4.5.1.1.10"
    )


def beyond(state: PanzerState, before: ActiveMove, result: StepResult) -> int | None:
    """What was left for a step that costs more, which a move may have as its only hex (na:4.5.1.1.3); None if the
    allowance covers it."""
    covered = mover(state, result.move.unit).total(result.move, most=True)
    return None if result.move.spent <= covered else max(0, covered - before.spent)


def goes_on(state: PanzerState, result: StepResult) -> bool:
    """Whether a vehicle can drive on from where a step leads (min:16.11.1.1)."""
    return result.hex is not None and _can_leave(mover(state, result.move.unit), result.move, result.hex, result.facing)


def _can_leave(who: Mover, move: ActiveMove, hex_: Hex, facing: int) -> bool:
    """Whether a vehicle can go on from a hex to one without an opposing unit, after turns and through others if need
    be; Damage may have left it no allowance."""
    seen: set[tuple[object, ...]] = set()
    ahead = [(move, hex_, facing)]
    while ahead:
        at, here, looks = ahead.pop()
        for step in _tries(who, at, here, looks):
            try:
                result = one_step(who, at, here, looks, step)
            except IllegalOrder:
                continue
            if result.hex is None or not who.closed(result.hex):
                return True
            after = result.move
            turned = None if after.turn_paid else min(after.turned, 6)  # where turns are free there is no end to them
            position = result.hex, result.facing, after.spent, turned
            if position not in seen:
                seen.add(position)
                ahead.append((after, result.hex, result.facing))
    return False


def _can_go(who: Mover, move: ActiveMove, hex_: Hex, facing: int) -> bool:
    """Whether a vehicle can go on along its route the way it goes; fire may have left it where it cannot."""
    onward = (last_way(move),) if move.hexes else (StepKind.FORWARD, StepKind.REVERSE)
    for step in _tries(who, move, hex_, facing):
        if MoveStep.read(step).kind in onward:
            try:
                result = one_step(who, move, hex_, facing, step)
            except IllegalOrder:
                continue
            if not who.closed(result.hex):
                return True
    return False
