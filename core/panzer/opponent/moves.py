"""How a computer player moves: to the hex, with the facing, that is worth most of all it can reach."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from core.event import SideId
from core.hexes import Hex, distance
from core.order import IllegalOrder, Order
from core.panzer.ground import mines
from core.panzer.movement import move as movement_move
from core.panzer.movement import orders as movement_orders
from core.panzer.movement import pushing, reach, reach_by_route, shared
from core.panzer.movement import search as movement_search
from core.panzer.movement.orders import PushAside, SearchHullDown
from core.panzer.movement.step import check_steps, yet_to_move
from core.panzer.opponent.assault import overrun_order
from core.panzer.opponent.foes import worth_of
from core.panzer.opponent.goals import away
from core.panzer.opponent.indirect import moving_into, shelled
from core.panzer.opponent.on_foot import on_foot, stance
from core.panzer.opponent.picture import Picture, picture
from core.panzer.opponent.transport import delivery, get_aboard, put_down
from core.panzer.opponent.turns import NEVER
from core.panzer.pieces.movement import TURN_TO, ActiveMove, MoveStep, Rate, StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Spot, Unit
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: Hexes to the enemy from which a Hull Down position is worth looking for.
IN_SIGHT = 20
#: Hexsides turned in one hex after which no more turning opens a way.
ENOUGH_TURNS = 12
#: The least chance at which it is worth the whole move to push something onto the shoulder.
WORTH_PUSHING = 0.2
#: Part of what a unit is worth that is lost by mines which do anything.
MINED = 0.6
#: The ends of a move that are looked at closely.
SHORT_LIST = 5


@frozen
class End:
    """An end of a move: what it is worth, and the steps that lead there, a last turn included.

    delivers: whether its passengers get down there.
    """

    worth: float
    hex: Hex
    facing: int
    rate: Rate
    steps: tuple[str, ...]
    delivers: bool = False


def move(state: PanzerState, side: SideId) -> Order:
    """Move the vehicle that is nearest to its goal first, or go on with the one that is moving."""
    seen = picture(state, side)
    riding = put_down(seen, side) or get_aboard(seen, side)
    if riding is not None:
        return riding
    if state.moves.active is not None:
        units: tuple[Unit, ...] = (state.units[state.moves.active.unit],)
    else:
        waiting = yet_to_move(state, side)
        units = tuple(sorted(waiting, key=lambda u: (not _followed(state, u), not u.on_map, _time(seen, u), u.id)))
    for unit in units:
        off = leave(seen, unit)
        if off is not None:
            return off
        over = overrun_order(seen, unit)
        if over is not None and (not isinstance(over, movement_orders.Move) or _legal(state, over)):
            return over
        end = best_end(seen, unit)
        if end is not None and (instead := _push(seen, unit, end) or _search(seen, unit, end)) is not None:
            return instead
        if end is not None:
            halfway = movement_orders.Move(unit=unit.id, rate=end.rate, steps=end.steps, end=False)
            if end.steps and end.delivers and state.moves.active is None and _legal(state, halfway):
                return halfway
            return evolve(halfway, end=True)
    found = (_somehow(state, unit) for unit in units)
    return next((order for order in found if order is not None), FinishStep())


def _search(seen: Picture, unit: Unit, end: End) -> Order | None:
    """Look for a Hull Down position in place of a move that would lead nowhere (na:6.6.9)."""
    state = seen.state
    if end.hex != unit.hex or unit.hull_down is not None or not state.card(unit.id).combat_unit:
        return None
    if not any(distance(end.hex, foe.hex) <= IN_SIGHT for foe in seen.foes):
        return None
    if movement_search.refusal(state, unit) is not None:
        return None
    plain = state.edition.plain_search
    partial = not plain and any(mounted.limited for mounted in state.card(unit.id).weapons)
    order = SearchHullDown(unit=unit.id, partial=partial, facing=unit.facing if plain else end.facing)
    try:
        movement_search.check(state, unit.side, order)
    except IllegalOrder:
        return None
    return order


def _turns(step: str) -> bool:
    return MoveStep.read(step).kind is StepKind.TURN


def _push(seen: Picture, unit: Unit, end: End) -> Order | None:
    """Push aside what blocks a narrow road, where a move would lead nowhere and there is somewhere to go (or:7.30a)."""
    state = seen.state
    if not state.has(Switch.NARROW_ROADS) or end.hex != unit.hex or not seen.on_the_way(unit):
        return None
    options = [t for t in pushing.targets(state, unit) if pushing.refusal(state, unit, t) is None]
    best = max(options, key=lambda t: (pushing.chance(state, unit.id, t), t), default=None)
    if best is None or pushing.chance(state, unit.id, best) < WORTH_PUSHING:
        return None
    return PushAside(unit=unit.id, target=best)


def _somehow(state: PanzerState, unit: Unit) -> Order | None:
    """Any way to go on, where no end of the move can be seen from here: stop, or take one step and look again."""
    active = state.moves.active or movement_move.begin(state, unit.id, Rate.CROSS_COUNTRY)
    steps = [step for step, result in movement_move.legal_steps(state, active) if not isinstance(result, IllegalOrder)]
    if active.turned >= ENOUGH_TURNS:
        steps = [step for step in steps if not _turns(step)]
    goes_on = sorted(steps, key=_turns)
    for order in (
        movement_orders.Move(unit=unit.id, rate=active.rate, steps=(), end=True),
        *(movement_orders.Move(unit=unit.id, rate=active.rate, steps=(step,), end=True) for step in goes_on),
        *(movement_orders.Move(unit=unit.id, rate=active.rate, steps=(step,), end=False) for step in goes_on),
    ):
        if _legal(state, order):
            return order
    return None


def _legal(state: PanzerState, order: movement_orders.Move) -> bool:
    try:
        check_steps(state, order.unit, order.rate, order.steps, order.end)
    except IllegalOrder:
        return False
    return True


def _followed(state: PanzerState, unit: Unit) -> bool:
    """Whether others that share a unit's MOVE have moved: it goes next, before their way is taken by others."""
    return any(state.units[u].moved for u in shared.mates(state, unit.id))


def _time(seen: Picture, unit: Unit) -> float:
    goal = seen.goals.get(unit.id)
    return away(seen.state, unit, goal) if goal is not None else NEVER


# -- where to --------------------------------------------------------------------------------------


def best_end(seen: Picture, unit: Unit) -> End | None:
    """The best end of a unit's move, of those with the command that it has; None if it cannot move.

    On the last turn no fire follows, so that only where a vehicle stands at the end counts.
    """
    ends = sorted(_ends(seen, unit), key=lambda e: (-e.worth, e.hex, e.facing))
    near = shared.open_ends(seen.state, unit.id, {e.hex for e in ends})
    if near is not None:
        ends = [e for e in ends if e.hex in near]
    best: End | None = None
    legal = 0
    for end in ends:
        if legal == SHORT_LIST or (best is not None and end.worth <= best.worth):
            break
        checked = _walked(seen, unit, end)
        if checked is not None:
            legal += 1
            if best is None or checked.worth > best.worth:
                best = checked
    return best


def _ends(seen: Picture, unit: Unit) -> Iterator[End]:
    state = seen.state
    active = state.moves.of(unit.id)
    pull = seen.pull(unit)
    known: dict[Hex, float] = {}
    under_fire = shelled(state)
    for rate in _rates(state, unit) if active is None else (active.rate,):
        try:
            found = reach.reachable(state, unit.id, active, rate)
        except (IllegalOrder, ValueError):
            continue
        for hex_, way in found.items():
            worth = known.get(hex_)
            if worth is None:
                worth = known[hex_] = seen.progress(unit, hex_, pull)
            here = worth - _mined(seen, unit, hex_, rate) if way.steps else worth
            if hex_ in under_fire and hex_ != unit.hex:
                here -= moving_into(state, unit.id, hex_)
            yield from _faced(seen, unit, here, hex_, way, rate, active)


def _rates(state: PanzerState, unit: Unit) -> tuple[Rate, ...]:
    """The rates at which a unit may move: on foot there is no Path or Road rate, but Quickmarch (na:6.6.4.1)."""
    return (Rate.CROSS_COUNTRY, Rate.QUICKMARCH if on_foot(state, unit) else Rate.ROUTE)


def _faced(
    seen: Picture, unit: Unit, worth: float, hex_: Hex, way: reach_by_route.Reach, rate: Rate, active: ActiveMove | None
) -> Iterator[End]:
    """An end with the facing it is reached in, and with those that one more turn there gives."""
    stays = not way.steps
    spot = unit.spot if stays and active is None else unit.spot or Spot.MOVE
    fear, hopes = risk(seen.state)
    card = seen.state.card(unit.id)
    if on_foot(seen.state, unit):
        points = worth + fear * stance(seen, unit, hex_, way.facing, spot, hopes / fear)
        yield End(points, hex_, way.facing, rate, way.steps)
        return
    turreted = getattr(card, "turreted", True)
    brings = delivery(seen, unit, hex_, way, rate)
    lines = seen.lines(unit, hex_, way.facing, spot)
    facings: tuple[int, ...] = (way.facing,)
    if rate is Rate.CROSS_COUNTRY and not (stays and active is not None and active.turned):
        sizes = (0, 1, 5, 2, 4, 3) if lines and (stays or way.left) else (0, 1, 5)
        facings = tuple((way.facing + size) % 6 for size in sizes)
    hope = seen.hope(hex_, lines)
    for facing, danger in zip(facings, seen.dangers(unit, hex_, facings, lines), strict=True):
        if not turreted and facing != way.facing:
            hope = seen.hope(hex_, seen.lines(unit, hex_, facing, spot))
        points = worth + hopes * hope - fear * danger
        points += seen.outlook(hex_, facing) if not lines else 0.0
        turn = () if facing == way.facing else (TURN_TO[facing],)
        yield End(points + brings - 0.05 * len(turn), hex_, facing, rate, (*way.steps, *turn), brings > 0)


def risk(state: PanzerState) -> tuple[float, float]:
    """How much danger and hope at the end of a move count: on the last turn only Overwatch is still to come."""
    return (0.4, 0.0) if state.turn >= state.scenario.turns else (state.temper.coming, state.temper.patience)


@frozen
class Reasons:
    """What an end of a move is worth, taken apart, in points: for the way to its goal, for standing on an objective, in
    a position, among own units, for fire from there, for putting passengers down, and what it costs by the enemy's fire
    there and on the way, and by mines. Of a unit on foot hope has danger in it, and Cover."""

    way: float
    objective: float
    position: float
    room: float
    hope: float
    danger: float
    passing: float
    mined: float
    other: float

    @property
    def progress(self) -> float:
        return self.way + self.objective + self.position + self.room


def staying(seen: Picture, unit: Unit) -> End | None:
    """The best end of a unit that stays in its hex; None if it cannot end its move there."""
    ends = (end for end in _ends(seen, unit) if end.hex == unit.hex and len(end.steps) <= 1)
    return max(ends, default=None, key=lambda end: (end.worth, -end.facing))


def reasons(seen: Picture, unit: Unit, end: End) -> Reasons:
    """Why an end of a move is worth what `best_end` says of it."""
    state = seen.state
    fear, hopes = risk(state)
    active = state.moves.of(unit.id)
    spot = unit.spot if not end.steps and active is None else unit.spot or Spot.MOVE
    way, objective, position, beside, inside = seen.merits(unit, end.hex, seen.pull(unit))
    progress = way + objective + position - beside - inside
    walked = _walked(seen, unit, evolve(end, worth=0.0))
    on_the_way = -walked.worth if walked is not None else 0.0
    if end.steps and end.hex != unit.hex and end.hex in shelled(state):
        on_the_way += moving_into(state, unit.id, end.hex)
    mined = _mined(seen, unit, end.hex, end.rate) if end.steps else 0.0
    if on_foot(state, unit):
        hope, danger = fear * stance(seen, unit, end.hex, end.facing, spot, hopes / fear), 0.0
    else:
        lines = seen.lines(unit, end.hex, end.facing, spot)
        hope, danger = hopes * seen.hope(end.hex, lines), fear * seen.danger(unit, end.hex, end.facing, lines)
    other = end.worth - (progress + hope - danger - on_the_way - mined)
    return Reasons(way, objective, position, -beside - inside, hope, danger, on_the_way, mined, other)


def _walked(seen: Picture, unit: Unit, end: End) -> End | None:
    """An end with what the way there costs in danger; None if the steps are not legal after all."""
    state = seen.state
    try:
        results = check_steps(state, unit.id, end.rate, end.steps, True)
    except IllegalOrder:
        return None
    worst = mined = 0.0
    under_fire = shelled(state)
    last = moving_into(state, unit.id, end.hex) if end.hex in under_fire - {unit.hex} else 0.0
    struck = last
    for result in results:
        if result.hex in under_fire and result.hex is not None and MoveStep.read(result.step).enters_hex:
            struck = max(struck, moving_into(state, unit.id, result.hex))
        if result.hex is None or not MoveStep.read(result.step).enters_hex:
            continue
        if result.hex != end.hex or (state.temper.entry and result.facing != end.facing):
            lines = seen.lines(unit, result.hex, result.facing, unit.spot or Spot.MOVE)
            worst = max(worst, seen.danger(unit, result.hex, result.facing, lines))
        if result.hex != end.hex:
            mined += _mined(seen, unit, result.hex, end.rate)
    # A SHEAF attacks once in a move (na:6.6.6), and what it does at the end is in the worth of that already.
    return evolve(end, worth=end.worth - state.temper.passing * worst - mined - (struck - last))


def _mined(seen: Picture, unit: Unit, hex_: Hex, rate: Rate) -> float:
    """What the known mines of a hex cost a unit that comes into it (or:7.31.2)."""
    if not seen.state.minefields.found:
        return 0.0
    chance = mines.danger(seen.state, unit.id, hex_, quick=rate is Rate.QUICKMARCH)
    return MINED * chance * worth_of(seen.state, unit.id)


def with_command(seen: Picture, unit: Unit, command: Command) -> tuple[Picture, Unit]:
    """The picture as if a unit had a command, to see how far it could go."""
    state = seen.state.copy()
    state.change(unit.id, command=command)
    return evolve(seen, state=state), state.units[unit.id]


# -- off the map -----------------------------------------------------------------------------------


def leave(seen: Picture, unit: Unit) -> Order | None:
    """The way off the map for points, if it can be taken in this move."""
    goal = seen.goals.get(unit.id)
    if goal is None or not goal.leave:
        return None
    state = seen.state
    active = state.moves.of(unit.id)
    for rate in (Rate.CROSS_COUNTRY, Rate.ROUTE) if active is None else (active.rate,):
        try:
            found = reach.reachable(state, unit.id, active, rate)
        except IllegalOrder:
            continue
        for hex_ in sorted(goal.hexes & found.keys(), key=lambda h: (found[h].cost, h)):
            for facing, neighbour in enumerate(hex_.neighbours()):
                if neighbour in state.board:
                    continue
                steps = _off(state, unit, active, rate, hex_, facing)
                if steps is not None:
                    return movement_orders.Move(unit=unit.id, rate=rate, steps=steps, end=True)
    return None


def _off(
    state: PanzerState, unit: Unit, active: ActiveMove | None, rate: Rate, hex_: Hex, facing: int
) -> tuple[str, ...] | None:
    try:
        way = reach.path_to(state, unit.id, active, rate, hex_, facing)
        steps = (*way, StepKind.LEAVE_MAP.value)
        movement_move.check_move(state, unit.id, rate, steps, True)
    except IllegalOrder:
        return None
    return steps
