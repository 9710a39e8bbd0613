"""What a computer player thinks of a position of Panzer, from its own side's view alone.

Fire is judged by the exact odds of the real resolution; movement by the way to an objective, cover, and the
enemy guns that bear on a hex. Values are victory points.
"""

from __future__ import annotations

from collections.abc import Callable

from core.dice import Dice
from core.event import SideId, UnitId
from core.hexes import Hex, distance, turn_size
from core.order import IllegalOrder, Order
from core.panzer import orders as o
from core.panzer import reach, sequence, set_up
from core.panzer.ap_fire import ap_weapons, in_field_of_fire, range_factor, shot_terms, weapon_refusal
from core.panzer.choices_fire import possible_shots
from core.panzer.command import command_refusal, commandable, fire_targets
from core.panzer.direct_fire import must_join
from core.panzer.goals import Goal, goal_of, way_to
from core.panzer.line_of_sight import sees
from core.panzer.movement_phase import yet_to_move
from core.panzer.reference import FieldOfFire
from core.panzer.shot_odds import chance_to_hurt, shot_odds
from core.panzer.state import Command, PanzerState, QuestionKind, Rate, Shot, Unit
from core.panzer.terrain import vehicle_terrain

#: A shot worth less than this share of its target's value is not worth giving a position away for.
WORTH_FIRING = 0.12
#: Fire is added until the target is as likely gone as this.
ENOUGH = 0.8


def best_order(state: PanzerState, side: SideId, dice: Dice) -> Order:
    """The order that promises most now; `state` is the side's own view, `dice` break ties."""
    if state.question is not None:
        return _answer(state)
    if state.window is not None:
        return _overwatch(state, side)
    step = state.step
    if step == sequence.SET_UP:
        return _set_up(state, side, dice)
    if step == sequence.COMMANDS:
        return _command(state, side)
    if step == sequence.INITIATIVE:
        return o.ChooseFirstPlayer(first=_first_player(state, side))
    if step in sequence.FIRE_STEPS:
        return _direct_fire(state, side)
    return _move(state, side)


def _answer(state: PanzerState) -> Order:
    question = state.question
    if question is None or question.kind is QuestionKind.SHOW_COMMAND:
        return o.ShowCommand(show=True)
    terms = shot_terms(state, question.shot, overwatch=state.announced_overwatch)
    return o.ChooseAspect(aspect=terms.thicker)


def _set_up(state: PanzerState, side: SideId, dice: Dice) -> Order:
    if side not in state.zones:
        zones = set_up.free_zones(state, side)
        pick = dice.roll(f"d{len(zones)}", "area", set_up.RULE).result - 1 if len(zones) > 1 else 0
        return o.ChooseZone(zone=zones[pick])
    return o.PlaceRest() if set_up.unplaced(state, side) else o.FinishSetUp()


# -- fire ----------------------------------------------------------------------------------------


def expected_points(state: PanzerState, shot: Shot, *, overwatch: bool) -> float:
    """What a shot is expected to score: the target's value if eliminated, half of it if damaged."""
    terms = shot_terms(state, shot, overwatch=overwatch)
    odds = shot_odds(state, terms)
    value = state.scenario.by_id[shot.target].value or 1
    return value * (odds.get("KO", 0.0) + odds.get("BU", 0.0) + odds.get("DM", 0.0) / 2)


def _hopes(state: PanzerState, unit: UnitId) -> list[tuple[float, UnitId]]:
    """Expected points of direct fire at each target that a unit could be ordered to fire at, best first."""
    shooter = state.units[unit]
    found = []
    for target in fire_targets(state, unit):
        shots = [
            Shot(unit, target, index)
            for index, _, _ in ap_weapons(state, unit)
            if weapon_refusal(state, shooter, state.units[target], index) is None
        ]
        best = max(expected_points(state, shot, overwatch=False) for shot in shots)
        found.append((best / (state.scenario.by_id[target].value or 1), target))
    return sorted(found, reverse=True)


def _pick_batch(
    state: PanzerState, shots: dict[UnitId, tuple[Shot, ...]], *, overwatch: bool, all_in: bool
) -> tuple[UnitId, tuple[Shot, ...], float]:
    """The target and shots that promise most; shots beyond what is enough are kept back unless `all_in`."""
    best: tuple[float, UnitId, tuple[Shot, ...]] | None = None
    for target, options in shots.items():
        by_shooter: dict[UnitId, tuple[float, Shot]] = {}
        for shot in options:
            worth = expected_points(state, shot, overwatch=overwatch)
            if shot.shooter not in by_shooter or worth > by_shooter[shot.shooter][0]:
                by_shooter[shot.shooter] = (worth, shot)
        ranked = sorted(by_shooter.values(), key=lambda pair: (-pair[0], pair[1].shooter))
        safe = 1.0
        batch: list[Shot] = []
        points = 0.0
        for worth, shot in ranked:
            if batch and 1 - safe >= ENOUGH and not all_in:
                break
            points += worth * safe
            safe *= 1 - chance_to_hurt(state, shot_terms(state, shot, overwatch=overwatch))
            batch.append(shot)
        if best is None or points > best[0]:
            best = (points, target, tuple(batch))
    if best is None:
        raise IllegalOrder("there is nothing to fire at", "na:4.4.1i")
    return best[1], best[2], best[0]


def _direct_fire(state: PanzerState, side: SideId) -> Order:
    shots = possible_shots(state, side, overwatch_fire=False)
    target, batch, _ = _pick_batch(state, shots, overwatch=False, all_in=False)
    taken = {s.shooter for s in batch}
    for unit in must_join(state, side, target):
        if unit not in taken:
            batch = (*batch, next(s for s in shots[target] if s.shooter == unit))
    return o.Fire(target=target, shots=batch)


def _overwatch(state: PanzerState, side: SideId) -> Order:
    shots = possible_shots(state, side, overwatch_fire=True)
    if not shots:
        return o.Pass()
    target, batch, points = _pick_batch(state, shots, overwatch=True, all_in=False)
    value = state.scenario.by_id[target].value or 1
    # A mover may come closer yet; what has already fired or stands near will not give a better shot.
    window = state.window
    closing = window is not None and window.mover == target
    near = min(_range(state, s) for s in batch) <= 5
    least = WORTH_FIRING * (2.0 if closing and not near else 1.0)
    if points / value < least:
        return o.Pass()
    return o.OverwatchFire(target=target, shots=batch)


def _range(state: PanzerState, shot: Shot) -> int:
    a, b = state.units[shot.shooter].hex, state.units[shot.target].hex
    return distance(a, b) if a is not None and b is not None else 99


# -- commands ------------------------------------------------------------------------------------


def _command(state: PanzerState, side: SideId) -> Order:
    for unit in commandable(state, side):
        if unit.command is None:
            return o.PlaceCommand(unit=unit.id, command=wanted_command(state, unit))
    return o.FinishCommands()


def wanted_command(state: PanzerState, unit: Unit) -> Command:
    """The command that suits a unit: fire if it hopes to hit, move if it has somewhere to go, else watch."""
    if unit.hex is None:
        return Command.MOVE
    armed = command_refusal(state, unit, Command.OVERWATCH) is None
    hopes = _hopes(state, unit.id) if armed else []
    goal = goal_of(state, unit)
    if hopes and hopes[0][0] >= WORTH_FIRING:
        return Command.FIRE
    if goal is not None and unit.hex not in goal.hexes and _should_advance(state, unit, goal):
        return Command.MOVE
    if armed:
        return Command.OVERWATCH
    return Command.MOVE if goal is not None and unit.hex not in goal.hexes else Command.NONE


def _should_advance(state: PanzerState, unit: Unit, goal: Goal) -> bool:
    """Half of a force watches while the other half closes up, unless time runs out or nobody is near."""
    if unit.hex is None:
        return True
    enemies = [e.hex for e in state.of(state.scenario.enemy(unit.side)) if e.hex is not None]
    nearest = min((distance(unit.hex, e) for e in enemies), default=99)
    late = state.turn * 3 >= state.scenario.turns * 2
    if nearest > 14 or late or goal.urgent:
        return True
    friends = sorted(u.id for u in state.of(unit.side))
    return (friends.index(unit.id) + state.turn) % 2 == 0


def _first_player(state: PanzerState, side: SideId) -> SideId:
    """Fire first if there is fire to give; otherwise let the enemy be First Player and move last oneself."""
    firing = any(u.command in (Command.FIRE, Command.SHORT_HALT) for u in state.of(side))
    watched = any(state.sighted.get(u.id) for u in state.of(state.scenario.enemy(side)))
    return side if firing or watched else state.scenario.enemy(side)


# -- movement ------------------------------------------------------------------------------------


def _move(state: PanzerState, side: SideId) -> Order:
    if state.move is not None:
        return o.Move(unit=state.move.unit, rate=state.move.rate, steps=_go_on(state), end=True)
    units = yet_to_move(state, side)
    if not units:
        return o.FinishMovement()
    return _plan(state, units[0])


def _go_on(state: PanzerState) -> tuple[str, ...]:
    """The rest of a move that was interrupted: on if it can, else as it stands."""
    move = state.move
    if move is None or move.rate is Rate.ROUTE:
        return ()
    order = _plan(state, state.units[move.unit])
    return order.steps if isinstance(order, o.Move) else ()


def _plan(state: PanzerState, unit: Unit) -> Order:
    goal = goal_of(state, unit)
    best: tuple[float, Rate, tuple[str, ...]] | None = None
    judge = _judge(state, unit, goal)
    move = state.move if state.move is not None and state.move.unit == unit.id else None
    for rate in (Rate.CROSS_COUNTRY, Rate.ROUTE) if move is None else (move.rate,):
        try:
            found = reach.reachable(state, unit.id, move, rate)
        except IllegalOrder:
            continue
        for hex_, way in found.items():
            worth = judge(hex_, way.facing)
            if best is None or worth > best[0]:
                best = (worth, rate, way.steps)
    if best is None:
        return o.Move(unit=unit.id, rate=Rate.CROSS_COUNTRY, steps=(), end=True)
    steps = best[2]
    if unit.hex is not None and goal is not None and goal.leave and unit.hex in goal.hexes:
        off = _leave(state, unit)
        if off is not None:
            return off
    return o.Move(unit=unit.id, rate=best[1], steps=(*steps, *_face_enemy(state, unit, best[1], steps)), end=True)


def _leave(state: PanzerState, unit: Unit) -> Order | None:
    """The way off the map from where a unit stands, if it can take it."""
    from core.panzer import movement

    if unit.hex is None:
        return None
    for facing, neighbour in enumerate(unit.hex.neighbours()):
        if neighbour not in state.board:
            steps = ("X",) if facing == unit.facing else (f"T{facing}", "X")
            try:
                movement.check_move(state, unit.id, Rate.CROSS_COUNTRY, steps, True)
            except IllegalOrder:
                continue
            return o.Move(unit=unit.id, rate=Rate.CROSS_COUNTRY, steps=steps, end=True)
    return None


def _face_enemy(state: PanzerState, unit: Unit, rate: Rate, steps: tuple[str, ...]) -> tuple[str, ...]:
    """A free turn of one hexside towards the nearest enemy at the end of a move, if it is allowed."""
    from core.panzer import movement

    if rate is Rate.ROUTE:
        return ()
    try:
        results = movement.check_move(state, unit.id, rate, steps, True)
    except IllegalOrder:
        return ()
    where = results[-1].hex if results else unit.hex
    facing = results[-1].facing if results else unit.facing
    enemies = [e.hex for e in state.of(state.scenario.enemy(unit.side)) if e.hex is not None]
    if where is None or not enemies:
        return ()
    nearest = min(enemies, key=lambda h: (distance(where, h), h))
    wish = min(range(6), key=lambda d: (distance(where.neighbour(d), nearest), turn_size(d, facing)))
    if turn_size(wish, facing) == 0:
        return ()
    towards = min((d for d in range(6) if turn_size(d, facing) == 1), key=lambda d: turn_size(d, wish))
    turn = f"T{wish if turn_size(wish, facing) == 1 else towards}"
    try:
        movement.check_move(state, unit.id, rate, (*steps, turn), True)
    except IllegalOrder:
        return ()
    return (turn,)


def _judge(state: PanzerState, unit: Unit, goal: Goal | None) -> Callable[[Hex, int], float]:
    """How good a hex is to end a move in: nearer the goal, in cover, under few guns, with an enemy in view."""
    enemies = [(e, e.hex) for e in state.of(state.scenario.enemy(unit.side)) if e.hex is not None]
    way = way_to(state, unit, goal) if goal is not None else {}
    cover_worth = {"None": 0.0, "Light": 0.6, "Medium": 1.4, "Heavy": 2.0, "Other": 0.0}
    guns = [(e, h, row, m) for e, h in enemies for _, m, row in ap_weapons(state, e.id)[:1]]
    own = ap_weapons(state, unit.id)[:1]
    known: dict[Hex, float] = {}

    def worth(hex_: Hex) -> float:
        value = -1.0 * way.get(hex_, 60.0)
        value += cover_worth[vehicle_terrain(state.tables, state.cell(hex_)).cover_combat.value]
        if goal is not None and hex_ in goal.hexes:
            value += 2.0
        for enemy, where, row, mounted in guns:
            far = distance(where, hex_)
            factor = range_factor(row, far)
            if factor is None or not sees(state.board, state.tables, where, hex_):
                continue
            number = (state.tables.ap_hit[0][factor.value] or 0) / 100
            pierces = row.penetration[factor.value] >= state.card(unit.id).basic_front
            bears = in_field_of_fire(mounted.field_of_fire, where, enemy.facing, hex_)
            value -= number * (1.6 if pierces else 0.3) * (1.0 if bears else 0.4)
        for _, where in enemies:
            if own and sees(state.board, state.tables, hex_, where):
                factor = range_factor(own[0][2], distance(hex_, where))
                if factor is not None:
                    value += (state.tables.ap_hit[0][factor.value] or 0) / 100 * 0.9
        value -= 0.4 * max(0, sum(u.hex == hex_ for u in state.of(unit.side) if u.id != unit.id) - 1)
        return value

    def judged(hex_: Hex, facing: int) -> float:
        if hex_ not in known:
            known[hex_] = worth(hex_)
        value = known[hex_]
        if enemies and own and own[0][1].field_of_fire is FieldOfFire.FRONT:
            nearest = min((h for _, h in enemies), key=lambda h: (distance(hex_, h), h))
            value += 0.3 if in_field_of_fire(FieldOfFire.FRONT, hex_, facing, nearest) else 0.0
        return value

    return judged
