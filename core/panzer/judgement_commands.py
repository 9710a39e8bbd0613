"""Which commands a computer player gives: what each promises a unit, in points, the others' commands in mind."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from attrs import frozen

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import Order
from core.panzer import orders as o
from core.panzer.ap_fire import ap_weapons, shot_terms, weapon_refusal
from core.panzer.command import command_refusal, commandable, fire_targets
from core.panzer.judgement_moves import best_end, leave, with_command
from core.panzer.picture import PATIENCE, Picture, picture, uncommanded
from core.panzer.prospects import Chance, Fate, aim_at, chance_of, fate_of, overwatch_modifier, share_lost
from core.panzer.scenario import Scenario
from core.panzer.state import Command, PanzerState, Shot, Spot, Unit

#: A shot that takes less than this share of its target is hopeless: it only shows where the shooter stands.
HOPELESS = 0.08
#: Part of direct fire's promise left after the targets that move or fire first.
SURPRISE = 0.85
#: Part of an Overwatch shot's promise: its target must first move or fire.
CHANCE_TO_WATCH = 0.6
#: Points for watching ground over which an enemy may come, near and far.
AMBUSH_NEAR, AMBUSH_FAR = 7.0, 3.0
#: A vehicle that moves is harder to hit already this turn.
HARD_TO_HIT = 0.25


@frozen
class Weighed:
    """What commands promise a unit apart from its own fire; fire, halted: chances at each target by command."""

    unit: Unit
    worth: dict[Command, float]
    fire: dict[UnitId, Chance]
    halted: dict[UnitId, Chance]


_PLANS: WeakKeyDictionary[Scenario, tuple[tuple[object, ...], dict[UnitId, Command]]] = WeakKeyDictionary()


def command(state: PanzerState, side: SideId) -> Order:
    """Place the planned commands, all of a kind at once, then end the placing."""
    plan = planned(state, side)
    for kind in Command:
        units = tuple(u for u, c in plan.items() if c is kind and state.units[u].command is not kind)
        if units:
            return o.PlaceCommands(units=units, command=kind)
    return o.FinishCommands()


def planned(state: PanzerState, side: SideId) -> dict[UnitId, Command]:
    """The command that suits each unit best; the same however many of them have been placed."""
    plain = uncommanded(state, side)
    key = (side, plain.turn, tuple(plain.units.values()), tuple(plain.control.items()))
    known = _PLANS.get(plain.scenario)
    if known is None or known[0] != key:
        known = _PLANS[plain.scenario] = (key, _plan(picture(plain, side)))
    return known[1]


def _plan(seen: Picture) -> dict[UnitId, Command]:
    state = seen.state
    fates: dict[UnitId, Fate] = {foe.unit.id: fate_of(foe.unit) for foe in seen.foes}
    weights = {foe.unit.id: foe.importance for foe in seen.foes}
    weighed = [weigh(seen, unit) for unit in commandable(state, seen.side)]

    def gain(chances: dict[UnitId, Chance]) -> tuple[float, UnitId | None]:
        gains = [
            (weights[t] * (fates[t].worth - fates[t].after(c).worth), t)
            for t, c in chances.items()
            if fates[t].worth - fates[t].after(c).worth >= HOPELESS * max(0.3, fates[t].alive)
        ]
        return max(gains, default=(0.0, None))

    found: dict[UnitId, Command] = {}
    for of_unit in sorted(weighed, key=lambda w: (-gain(w.fire)[0], w.unit.id)):
        worth = dict(of_unit.worth)
        targets = {Command.FIRE: gain(of_unit.fire), Command.SHORT_HALT: gain(of_unit.halted)}
        for kind, (points, target) in targets.items():
            if target is None:
                worth.pop(kind, None)
            elif kind in worth:
                worth[kind] += SURPRISE * points
        best = max(worth, key=lambda c: (worth[c], c.value)) if worth else Command.NONE
        found[of_unit.unit.id] = best
        if best in targets:
            target = targets[best][1]
            chances = of_unit.fire if best is Command.FIRE else of_unit.halted
            if target is not None:
                fates[target] = fates[target].after(chances[target])
    return found


def weigh(seen: Picture, unit: Unit) -> Weighed:
    """What each command that a unit may be given promises it."""
    state = seen.state
    moving, mover = with_command(seen, unit, Command.MOVE)
    end = best_end(moving, mover)
    if unit.hex is None:
        return Weighed(unit, {Command.MOVE: 0.0} if end is not None else {}, {}, {})
    worth: dict[Command, float] = {Command.NONE: stay(seen, unit, unit.spot) - 1.0}
    now = seen.danger(unit, unit.hex, unit.facing, seen.lines(unit, unit.hex, unit.facing, unit.spot))
    if end is not None:
        worth[Command.MOVE] = end.worth + HARD_TO_HIT * now
    goal = seen.goals.get(unit.id)
    if goal is not None and leave(moving, mover) is not None:
        worth[Command.MOVE] = goal.worth
    if command_refusal(state, unit, Command.OVERWATCH) is not None:
        return Weighed(unit, worth, {}, {})
    worth[Command.OVERWATCH] = stay(seen, unit, unit.spot) + watching(seen, unit, unit.hex)
    fire: dict[UnitId, Chance] = {}
    halted: dict[UnitId, Chance] = {}
    if command_refusal(state, unit, Command.FIRE) is None:
        fire = chances_at(state, unit)
        worth[Command.FIRE] = stay(seen, unit, Spot.FIRE)
        halting, halter = with_command(seen, unit, Command.SHORT_HALT)
        short = best_end(halting, halter)
        if short is not None and end is not None:
            halted = chances_at(halting.state, halter)
            worth[Command.SHORT_HALT] = short.worth + HARD_TO_HIT * now
    return Weighed(unit, worth, fire, halted)


def stay(seen: Picture, unit: Unit, spot: Spot | None) -> float:
    """What it is worth to stand where a unit stands until the next turn, with a SPOT counter."""
    if unit.hex is None:
        return 0.0
    points = seen.progress(unit, unit.hex, seen.pull(unit))
    if seen.state.turn >= seen.state.scenario.turns:
        return points
    lines = seen.lines(unit, unit.hex, unit.facing, spot)
    return points + PATIENCE * seen.hope(unit.hex, lines) - seen.danger(unit, unit.hex, unit.facing, lines)


def chances_at(state: PanzerState, unit: Unit) -> dict[UnitId, Chance]:
    """The best chance of direct fire at each target that a unit could be ordered to fire at, by the exact odds."""
    found: dict[UnitId, Chance] = {}
    for target in fire_targets(state, unit.id):
        for index, _, _ in ap_weapons(state, unit.id):
            if weapon_refusal(state, unit, state.units[target], index) is None:
                chance = chance_of(state, shot_terms(state, Shot(unit.id, target, index), overwatch=False))
                known = found.get(target)
                if known is None or chance.harm + chance.kill > known.harm + known.kill:
                    found[target] = chance
    return found


def watching(seen: Picture, unit: Unit, hex_: Hex) -> float:
    """What Overwatch promises: shots at enemies in view that move or fire, and at those that may come into it."""
    state = seen.state
    best = 0.0
    for line in seen.lines(unit, hex_, unit.facing, unit.spot):
        if line.ours[1]:
            modifier = overwatch_modifier(state, hex_, unit.facing, line.foe.hex)
            modifier += seen.cover(line.foe.hex) + state.tables.ap_hit_modifiers["target-moving"] // 2
            front, _ = share_lost(state, unit, line.foe.unit, aim_at(hex_, unit.facing, line.foe.hex, modifier))
            best = max(best, front * line.foe.importance)
    near = min((distance(hex_, foe.hex) for foe in seen.foes), default=99)
    ambush = AMBUSH_NEAR if near <= 8 else AMBUSH_FAR if near <= 16 else 0.0
    return max(CHANCE_TO_WATCH * best, ambush)
