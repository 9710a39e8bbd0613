"""One step of a move: where it leads, what it costs, why it is refused (na:3.3, na:3.7b, na:4.5.1.1).

A move is a list of steps: "F" forward, "R" reverse, "T0" to "T5" turn to face a hexside, "X" off the map ahead,
"XR" off the map in reverse, "E:A5:2" enter the map in a hex, facing a hexside. A tracked vehicle also takes "B" ahead
straight into the building of the next hex, "I" into the one of its own and "O" out of it (na:6.6.3). How leg and towed
units step is told in `core.panzer.movement.walking`.

At Path or Road rate the vehicle follows the route and its facing with it. "F" and "R" take the only way on; where
the route forks, "F:2" (or "R:2") leaves across hexside 2. At the start the facing is free: "F" and "R" leave
straight ahead or astern, "F:2" any way, and turns cost nothing; later the only turns are those at a fork, from one
way on to another (na:4.5.1.1.5b).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from core.choice import Refusal
from core.hexes import DIRECTION_NAMES, Hex, opposite, turn_size
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.ground.costs import RATED, Crossing
from core.panzer.ground.narrow_roads import entry_refusal
from core.panzer.movement import into_buildings, walking
from core.panzer.movement.mover import Mover, check_able, keeps_lane, position, way_back
from core.panzer.movement.paying import StepResult, afford, afloat, entered, price
from core.panzer.pieces.movement import ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.unit import Presence
from core.panzer.sight import long_guns
from core.setting import Entry
from core.tally import Reason

#: Steps of units that go freely in any direction alone.
_FREE: Final = frozenset({StepKind.ACROSS, StepKind.UP, StepKind.DOWN})
_THROUGH_WALLS: Final = frozenset({StepKind.INTO_BUILDING_AHEAD, StepKind.INTO_BUILDING, StepKind.OUT_OF_BUILDING})


# -- one step ------------------------------------------------------------------------------------


def one_step(who: Mover, move: ActiveMove, hex_: Hex | None, facing: int, step: str) -> StepResult:
    """A step of a mover from any position in its move."""
    check_able(who.state, who.unit)
    try:
        asked = MoveStep.read(step)
    except ValueError:
        raise walking.no_step(step) if who.walks else _no_step(step) from None
    if asked.kind is StepKind.ENTER_MAP:
        return _come_on(who, move, hex_, asked)
    if who.walks:
        return walking.one_step(who, move, hex_, facing, asked)
    if asked.kind in _FREE or (asked.kind is StepKind.LEAVE_MAP and asked.way is not None):
        raise _no_step(step)
    if hex_ is None:
        raise walking.off_map(move)
    if asked.kind in _THROUGH_WALLS:
        return into_buildings.one_step(who, move, hex_, facing, asked)
    if asked.facing is not None:
        return _turn(who, move, hex_, facing, asked.facing, step)
    if asked.leaves_map:
        return _go_off(who, move, hex_, facing, asked)
    reverse = asked.kind is StepKind.REVERSE
    _may_reverse(who, reverse)
    direction = _heading(who, move, hex_, facing, reverse, asked.way)
    return _go(who, move, hex_, direction, reverse, step)


def _no_step(step: str) -> IllegalOrder:
    return IllegalOrder(
        f"{step!r} is no step; steps are F, R, T0 to T5, B, I, O, X, XR, E:hex:facing, F:0 to F:5 along a route",
        "na:4.5.1.1b",
    )


def _may_reverse(who: Mover, reverse: bool) -> None:
    """A vehicle that tows a gun does not go in reverse (na:6.6.7.1)."""
    if reverse and who.held_ahead:
        name = who.state.name(who.unit.id)
        raise IllegalOrder(f"{name} tows {who.held_ahead} and may not move in reverse", "na:6.6.7.1")


def _heading(who: Mover, move: ActiveMove, hex_: Hex, facing: int, reverse: bool, way: int | None) -> int:
    """The hexside across which "F" or "R" leaves the hex: straight ahead or astern (na:3.3, min:4.3)."""
    straight = opposite(facing) if reverse else facing
    if move.rate is Rate.CROSS_COUNTRY:
        if way is not None and way != straight:
            raise IllegalOrder(
                f"a vehicle moves only straight {'back' if reverse else 'ahead'}, across its "
                f"{DIRECTION_NAMES[straight]} hexside; turn first",
                "na:4.5.1.1b",
            )
        return straight
    ways = ways_on(who, move, hex_, reverse)
    if way is not None and not move.hexes and way != straight and who.state.edition.faces_route:
        raise IllegalOrder(_across(hex_, ways), "min:9.5.1")
    if way is not None:
        if way in ways:
            return way
        raise IllegalOrder(_no_way(hex_, DIRECTION_NAMES[way], ways), "na:4.5.1.1.5b")
    if not move.hexes:
        if straight in ways:
            return straight
        if who.state.edition.faces_route:
            raise IllegalOrder(_across(hex_, ways), "min:9.5.1")
        raise IllegalOrder(_no_way(hex_, DIRECTION_NAMES[straight], ways), "na:4.5.1.1.5b")
    if len(ways) == 1:
        return ways[0]
    if ways:
        go = StepKind.REVERSE if reverse else StepKind.FORWARD
        tokens = " or ".join(f"{MoveStep(go, way=d).text} ({DIRECTION_NAMES[d]})" for d in ways)
        raise IllegalOrder(f"the route forks in {hex_}; choose {tokens}", "na:4.5.1.1.5b")
    raise IllegalOrder(f"the route ends in {hex_}", "na:4.5.1.1.5b")


def _across(hex_: Hex, ways: Sequence[int]) -> str:
    leads = f"it leads {' and '.join(DIRECTION_NAMES[d] for d in ways)}" if ways else "none leads on"
    return f"it does not face along the Path or Road in {hex_} ({leads}); only so it has that allowance"


def _no_way(hex_: Hex, asked: str, ways: Sequence[int]) -> str:
    if not ways:
        return f"no Path or Road leads on from {hex_}"
    return f"no Path or Road leads {asked} from {hex_} here; it leads {' or '.join(DIRECTION_NAMES[d] for d in ways)}"


def ways_on(who: Mover, move: ActiveMove, hex_: Hex, reverse: bool) -> tuple[int, ...]:
    """The hexsides across which the route goes on, ahead or astern; at the start of a move, all of them."""
    exits = who.costs.exits(hex_)
    back = way_back(move, hex_)
    if back is None:
        return exits
    if (last_way(move) is StepKind.REVERSE) != reverse:
        return (back,) if back in exits else ()
    return tuple(d for d in exits if d != back)


def last_way(move: ActiveMove) -> StepKind | None:
    """How the unit came into its hex; None where its move starts."""
    steps = map(MoveStep.read, reversed(move.steps))
    return next((step.kind for step in steps if step.enters_hex), None)


def _go(who: Mover, move: ActiveMove, hex_: Hex, direction: int, reverse: bool, step: str) -> StepResult:
    target = hex_.neighbour(direction)
    way = who.costs.crossing(hex_, direction)
    if target not in who.costs.board:
        raise IllegalOrder(
            f"the map ends {'behind' if reverse else 'ahead of'} {hex_}; {'XR' if reverse else 'X'} leaves it for good",
            "na:4.5.1.1.9",
        )
    keeps_lane(who, move, hex_, direction, target)
    cost, reasons = _charge(who, move, way, target, reverse=reverse)
    after = entered(who, move, target, way.route, cost, step, hex_)
    on = _facing_on(who, target, direction) if move.rate is Rate.ROUTE else direction
    facing = opposite(on) if reverse else on
    afford(who, move, after, f"{'back ' if reverse else ''}into {target}")
    text = f"{'back into' if reverse else 'into'} {target}"
    return StepResult(step, target, facing, cost, reasons, after, who.left(after), way.route, text)


def _charge(who: Mover, move: ActiveMove, way: Crossing, hex_: Hex, *, reverse: bool) -> tuple[int, tuple[Reason, ...]]:
    """What a hex costs that is entered, or left over the edge of the map: afloat the whole move (or:7.34)."""
    return afloat(who, move, f"into {hex_}") if way.afloat else price(who, way, hex_, reverse)


def _facing_on(who: Mover, hex_: Hex, direction: int) -> int:
    """The way on along the route of a vehicle that came in this direction, the straightest where it forks.

    It faces the route as it would enter the next hex, also where its move ends (na:4.5.1.1.5b).
    """
    on = (d for d in who.costs.exits(hex_) if d != opposite(direction))
    return min(on, key=lambda d: turn_size(direction, d), default=direction)


def _bound(who: Mover, move: ActiveMove, hex_: Hex, facing: int, to: int) -> Refusal | None:
    """Why the long gun of a vehicle keeps it from turning among trees or houses (or:7.20), or indoors (min:20.12.2,
    min:20.12.3)."""
    inside, route = bool(position(who, move)[0]), who.on_route(move, hex_)
    if (held := who.held(hex_, route, inside=inside)) is not None:
        return held
    rule = long_guns.rule_where(who.state, who.unit, hex_, route, inside=inside)
    return long_guns.refusal(who.state, who.unit, facing, to, rule) if rule else None


def _turn(who: Mover, move: ActiveMove, hex_: Hex, facing: int, to: int, step: str) -> StepResult:
    size = turn_size(facing, to)
    if not size:
        raise IllegalOrder(f"it faces {DIRECTION_NAMES[to]} already", "na:3.3")
    text = f"turn to {DIRECTION_NAMES[to]}"
    turned = move.turned + size
    if move.rate is Rate.ROUTE:
        return _face_route(who, move, hex_, to, step, text)
    refuse(_bound(who, move, hex_, facing, to))
    if move.turn_paid or turned <= 1:
        after = evolve(move, turned=turned, steps=(*move.steps, step))
        return StepResult(step, hex_, to, 0, (), after, who.left(after), None, text)
    inside = position(who, move)[0]
    reasons = who.turn_cost(hex_, None if inside else who.on_route(move, hex_), inside=inside)
    if reasons is None:
        raise IllegalOrder(f"the terrain of {hex_} allows no turn of more than 1 hexside", "na:4.5.1.1.4")
    cost = sum(r.amount for r in reasons)
    if cost > who.left(move):
        raise IllegalOrder(
            f"turning {turned} hexsides in {hex_} costs {cost} and only {who.left(move)} is left; 1 hexside is free",
            "na:4.5.1.1.4",
        )
    after = evolve(
        move,
        spent=move.spent + cost,
        turned=turned,
        turn_paid=True,
        turns_paid=True,
        steps=(*move.steps, step),
    )
    return StepResult(step, hex_, to, cost, reasons, after, who.left(after), None, text)


def _face_route(who: Mover, move: ActiveMove, hex_: Hex, to: int, step: str, text: str) -> StepResult:
    """Choose the facing along a route, ahead or astern: at the start of the move and where it forks (na:4.5.1.1.5b)."""
    if move.hexes or hex_ != move.start:
        reverse = last_way(move) is StepKind.REVERSE
        ways = ways_on(who, move, hex_, reverse)
        if len(ways) < 2:
            reason = "at Path or Road rate the facing follows the route; turn only before the first hex or at a fork"
            raise IllegalOrder(f"{reason}, or move Cross-Country", "na:4.5.1.1.5b")
        way = opposite(to) if reverse else to
        if way not in ways:
            raise IllegalOrder(_no_way(hex_, DIRECTION_NAMES[way], ways), "na:4.5.1.1.5b")
        after = evolve(move, steps=(*move.steps, step))
        return StepResult(step, hex_, to, 0, (), after, who.left(after), None, text)
    exits = who.costs.exits(hex_)
    if who.state.edition.faces_route:
        raise IllegalOrder(_across(hex_, exits), "min:9.5.1")
    if to not in exits and opposite(to) not in exits:
        raise IllegalOrder(_no_way(hex_, DIRECTION_NAMES[to], exits), "na:4.5.1.1.5b")
    turned = turn_size(who.unit.facing, to) if not move.steps else move.turned + 1
    after = evolve(move, turned=turned, steps=(*move.steps, step))
    return StepResult(step, hex_, to, 0, (), after, who.left(after), None, text)


def _go_off(who: Mover, move: ActiveMove, hex_: Hex, facing: int, asked: MoveStep) -> StepResult:
    step, reverse = asked.text, asked.kind is StepKind.LEAVE_MAP_IN_REVERSE
    _may_reverse(who, reverse)
    direction = opposite(facing) if reverse else facing
    if move.rate is Rate.ROUTE:
        ways = [d for d in ways_on(who, move, hex_, reverse) if hex_.neighbour(d) not in who.costs.board]
        if not ways:
            raise IllegalOrder(f"no Path or Road leaves the map in {hex_}", "na:4.5.1.1.5b")
        if direction not in ways:
            direction = ways[0]
    way = who.costs.leaving(hex_, direction)
    keeps_lane(who, move, hex_, direction)
    cost, reasons = _charge(who, move, way, hex_, reverse=reverse)
    after = entered(who, move, hex_, way.route, cost, step, hex_)
    afford(who, move, after, "off the map")
    facing = opposite(direction) if reverse else direction
    return StepResult(step, None, facing, cost, reasons, after, who.left(after), way.route, "off the map")


def _come_on(who: Mover, move: ActiveMove, hex_: Hex | None, asked: MoveStep) -> StepResult:
    step, facing = asked.text, asked.facing or 0
    if hex_ is not None or who.unit.presence is not Presence.WAITING or move.hexes:
        raise IllegalOrder(f"{who.state.name(who.unit.id)} does not wait off the map", "na:4.5.1.1.9")
    entry = entry_of(who)
    try:
        target = who.costs.board.hex(asked.hex)
    except ValueError as error:
        raise IllegalOrder(str(error), "na:4.5.1.1.9") from None
    if target not in entry.hexes:
        hexes = ", ".join(map(str, entry.hexes))
        raise IllegalOrder(f"it may not enter in {target}; its entry hexes are {hexes}", "na:4.5.1.1.9")
    way = walking.arriving(who, move, target) if who.walks else who.costs.arriving(target, facing)
    if move.rate is Rate.ROUTE and way.refusal is None and way.route not in RATED:
        raise IllegalOrder(f"no Path or Road enters the map there in {target}", "na:4.5.1.1.5b")
    refuse(entry_refusal(who.state, who.lanes, who.unit, target, overruns=False))
    cost, reasons = _charge(who, move, way, target, reverse=False)
    after = entered(who, move, target, way.route, cost, step, None)
    afford(who, move, after, f"into {target}")
    if move.rate is Rate.ROUTE:
        facing = _facing_on(who, target, facing)
    return StepResult(step, target, facing, cost, reasons, after, who.left(after), way.route, f"into {target}")


def entry_of(who: Mover) -> Entry:
    """Where and when the unit may come onto the map; IllegalOrder if it may not now."""
    name = who.state.name(who.unit.id)
    entry = who.state.entry(who.unit.id)
    if entry is None:
        raise IllegalOrder(f"{name} is not on the map and the scenario brings it on nowhere", "na:4.5.1.1.9")
    if who.state.turn < entry.turn:
        relief = who.state.scenario.relief
        if relief is not None and who.unit.id in relief.units:
            raise IllegalOrder(f"{name} waits for the arrival of the relief force", "min:23.3.6.a")
        raise IllegalOrder(f"{name} enters from turn {entry.turn} on", "na:4.5.1.1.9")
    return entry
