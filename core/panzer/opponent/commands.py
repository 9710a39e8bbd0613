"""Which commands a computer player gives: what each promises a unit, in points, the others' commands in mind."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from core.event import SideId, UnitId
from core.hexes import Hex, distance
from core.order import Order
from core.panzer.command import orders as command_orders
from core.panzer.command.orders import ShareCommand
from core.panzer.command.placing import command_refusal, commandable, fire_targets
from core.panzer.command.sharing import place_refusal, share_refusal
from core.panzer.direct_fire import shots
from core.panzer.formations.control import group_of
from core.panzer.opponent import assault, indirect
from core.panzer.opponent.air import awaits_aircraft
from core.panzer.opponent.goals import fights
from core.panzer.opponent.moves import best_end, leave, with_command
from core.panzer.opponent.on_foot import idle
from core.panzer.opponent.picture import Picture, picture, uncommanded
from core.panzer.opponent.prospects import (
    Chance,
    Fate,
    aim_at,
    chance_of_shot,
    fate_of,
    overwatch_gp,
    overwatch_modifier,
    share_lost,
)
from core.panzer.opponent.sharing import Share, shared_out
from core.panzer.opponent.smoke import screen, screens
from core.panzer.opponent.transport import DELIVERED, getting_down, loaded, rides
from core.panzer.pieces.cards import TowedCard
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Spot, Unit
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: What is left of the points for an ambush, for who sees little in Full Cover, is Suppressed, or sits in a truck.
BLIND, SHAKEN, ABOARD = 0.4, 0.3, 0.2
#: Points off for doing nothing, by whether a unit has anything to do at all.
IDLE = {True: 1.0, False: -0.5}
#: Points for a gun that waits for aircraft.
AWAITING = 8.0
#: Hexes to the nearest enemy up to which an ambush is likely, and up to which it is possible.
AMBUSH_NEAR, AMBUSH = 8, 16


@frozen
class Weighed:
    """What commands promise a unit apart from its own fire; fire, halted: chances at each target by command.

    instead: what smoke or indirect fire promises, which it fires instead.
    """

    unit: Unit
    worth: dict[Command, float]
    fire: dict[UnitId, Chance]
    halted: dict[UnitId, Chance]
    instead: float = 0.0


@frozen
class Plan:
    """The commands of a side: which each unit has, and who has one together.

    promises: points for each command that a unit may be given, the others' in mind; targets: at whom it had best fire;
    instead: who had better fire smoke or indirect fire.
    """

    commands: dict[UnitId, Command]
    shares: tuple[Share, ...]
    promises: Mapping[UnitId, Mapping[Command, float]]
    targets: Mapping[UnitId, tuple[UnitId, Chance]]
    instead: frozenset[UnitId] = frozenset()


_PLANS: WeakKeyDictionary[Scenario, tuple[tuple[object, ...], Plan]] = WeakKeyDictionary()


def command(state: PanzerState, side: SideId) -> Order:
    """Place the planned commands: N/C first, then all of a kind at once, then the shared ones; end the placing."""
    plan = plan_of(state, side)
    shared = {u: share for share in plan.shares for u in share.units if len(share.units) > 1}
    for kind in (Command.NONE, *Command):
        units = tuple(
            u
            for u, c in plan.commands.items()
            if c is kind and u not in shared and (state.units[u].command is not kind or state.units[u].group)
        )
        if units and place_refusal(state, units, kind) is not None:
            in_the_way = _in_the_way(state, plan)
            if in_the_way:
                return command_orders.PlaceCommands(units=in_the_way, command=Command.NONE)
            units = tuple(u for u in units if place_refusal(state, (u,), kind) is None)[:1]
        if units:
            return command_orders.PlaceCommands(units=units, command=kind)
    for share in plan.shares:
        order = _shared(state, share)
        if order is not None:
            return order
    return FinishStep()


def _shared(state: PanzerState, share: Share) -> Order | None:
    """The order that places a shared command; None if it is placed already, or nobody can have it any more.

    Unarmed units that are not active may find no combat unit left to activate them (na:6.2.1.1.3d): then the others
    share it.
    """
    armed = tuple(u for u in share.units if state.card(u).combat_unit)
    for units in dict.fromkeys((share.units, armed, armed[:1], share.units[:1])):
        if len(share.units) < 2 or not units:
            return None
        if _placed(state, Share(units, share.command)):
            return None
        if len(units) > 1 and share_refusal(state, units, share.command, fire_targets) is None:
            return ShareCommand(units=units, command=share.command)
        if len(units) == 1 and place_refusal(state, units, share.command) is None:
            return command_orders.PlaceCommand(unit=units[0], command=share.command)
    return None


def _in_the_way(state: PanzerState, plan: Plan) -> tuple[UnitId, ...]:
    """Units whose commands were placed otherwise than planned."""
    shared = {u for share in plan.shares if len(share.units) > 1 for u in share.units}
    found = (u for u, c in plan.commands.items() if state.units[u].command not in (c, None) or state.units[u].group)
    return tuple(u for u in found if u not in shared)


def _placed(state: PanzerState, share: Share) -> bool:
    there = group_of(state, share.units[0])
    return set(there) == set(share.units) and state.units[there[0]].command is share.command


def planned(state: PanzerState, side: SideId) -> dict[UnitId, Command]:
    """The command that suits each unit best; the same however many of them have been placed."""
    return plan_of(state, side).commands


def plan_of(state: PanzerState, side: SideId) -> Plan:
    """The commands that suit a side best, and why."""
    plain = uncommanded(state, side)
    key = (side, plain.temper, plain.turn, tuple(plain.units.values()), tuple(plain.objectives.control.items()))
    known = _PLANS.get(plain.scenario)
    if known is None or known[0] != key:
        known = _PLANS[plain.scenario] = (key, _plan(picture(plain, side)))
    return known[1]


def _plan(seen: Picture) -> Plan:
    state, temper = seen.state, seen.state.temper
    fates: dict[UnitId, Fate] = {foe.unit.id: fate_of(foe.unit) for foe in seen.foes}
    weights = {foe.unit.id: foe.importance for foe in seen.foes}
    screening = screens(seen) if state.has(Switch.SMOKE) else {}
    called, closing = indirect.wanted(state, seen.side), assault.wanted(state, seen.side)
    closing |= {u: closing.get(u, 0.0) + DELIVERED for u in rides(seen, seen.side)}
    weighed = []
    for unit in commandable(state, seen.side):
        found_ = _with_smoke(seen, weigh(seen, unit), screening)
        weighed.append(_with_chances(seen, found_, called.get(unit.id), closing.get(unit.id, 0.0)))

    def gain(chances: dict[UnitId, Chance]) -> tuple[float, UnitId | None]:
        gains = [
            (weights[t] * (fates[t].worth - fates[t].after(c).worth), t)
            for t, c in chances.items()
            if fates[t].worth - fates[t].after(c).worth >= temper.hopeless * max(0.3, fates[t].alive)
        ]
        return max(gains, default=(0.0, None))

    found: dict[UnitId, Command] = {}
    worths: dict[UnitId, dict[Command, float]] = {}
    aimed_at: dict[UnitId, tuple[UnitId, Chance]] = {}
    instead: set[UnitId] = set()
    for of_unit in sorted(weighed, key=lambda w: (-gain(w.fire)[0], w.unit.id)):
        worth = dict(of_unit.worth)
        targets = {Command.FIRE: gain(of_unit.fire), Command.SHORT_HALT: gain(of_unit.halted)}
        for kind, (points, target) in tuple(targets.items()):
            if kind is Command.FIRE and of_unit.instead > temper.surprise * points and kind in worth:
                worth[kind] += of_unit.instead
                instead.add(of_unit.unit.id)
                targets[kind] = (0.0, None)
            elif target is None:
                worth.pop(kind, None)
            elif kind in worth:
                worth[kind] += temper.surprise * points
        best = max(worth, key=lambda c: (worth[c], c.value)) if worth else Command.NONE
        found[of_unit.unit.id] = best
        worths[of_unit.unit.id] = worth
        if best in targets:
            target = targets[best][1]
            chances = of_unit.fire if best is Command.FIRE else of_unit.halted
            if target is not None:
                fates[target] = fates[target].after(chances[target])
                aimed_at[of_unit.unit.id] = target, chances[target]
    shares = shared_out(state, found, worths)
    given = {u: share.command for share in shares for u in share.units}
    commands = {u: given.get(u, Command.NONE) for u in found}
    return Plan(commands, shares, worths, aimed_at, frozenset(instead))


def weigh(seen: Picture, unit: Unit) -> Weighed:
    """What each command that a unit may be given promises it."""
    state = seen.state
    if unit.carrier is not None:
        points = getting_down(seen, unit)
        return Weighed(unit, {Command.NONE: 0.0} | ({Command.MOVE: points} if points else {}), {}, {})
    moving, mover = with_command(seen, unit, Command.MOVE)
    may_move = command_refusal(state, unit, Command.MOVE) is None
    end = best_end(moving, mover) if may_move else None
    if unit.hex is None:
        return Weighed(unit, {Command.MOVE: 0.0} if end is not None else {}, {}, {})
    worth: dict[Command, float] = {
        Command.NONE: stay(seen, unit, unit.spot) - IDLE[useful(seen, unit)] + idle(seen, unit)
    }
    now = seen.danger(unit, unit.hex, unit.facing, seen.lines(unit, unit.hex, unit.facing, unit.spot))
    if end is not None:
        worth[Command.MOVE] = end.worth + state.temper.hard_to_hit * now
    goal = seen.goals.get(unit.id)
    if goal is not None and may_move and leave(moving, mover) is not None:
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
        if short is not None and end is not None and command_refusal(state, unit, Command.SHORT_HALT) is None:
            halted = chances_at(halting.state, halter)
            worth[Command.SHORT_HALT] = short.worth + state.temper.hard_to_hit * now
    return Weighed(unit, worth, fire, halted)


def _with_smoke(seen: Picture, weighed: Weighed, screening: dict[Hex, float]) -> Weighed:
    """What smoke promises that a unit with FIRE may lay; each screen is counted for one unit alone."""
    if not screening or Command.FIRE not in weighed.worth:
        return weighed
    found = screen(seen.state, weighed.unit, screening)
    if found is None:
        return weighed
    del screening[found[1].hex]
    return evolve(weighed, instead=found[0])


def _with_chances(seen: Picture, weighed: Weighed, called: tuple[Command, float] | None, closing: float) -> Weighed:
    """What indirect fire, close combat, aircraft and positions promise a unit beside its own fire and march."""
    state, unit, worth = seen.state, weighed.unit, dict(weighed.worth)
    instead = weighed.instead
    if Command.MOVE in worth:
        worth[Command.MOVE] += max(closing, assault.run_over(seen, unit))
        if isinstance(state.card(unit.id), TowedCard):
            worth[Command.MOVE] -= state.temper.manhandled
    if unit.hex is not None and command_refusal(state, unit, Command.OVERWATCH) is None:
        still = stay(seen, unit, unit.spot)
        if called is not None and called[0] is Command.OVERWATCH:
            worth[Command.OVERWATCH] = max(worth.get(Command.OVERWATCH, still), still + called[1])
        if state.has(Switch.AIR) and awaits_aircraft(state, unit.id):
            worth[Command.OVERWATCH] = worth.get(Command.OVERWATCH, still) + AWAITING
    if called is not None and called[0] is Command.FIRE and called[1] > instead:
        instead = called[1]
        worth.setdefault(Command.FIRE, stay(seen, unit, Spot.FIRE))
    return evolve(weighed, worth=worth, instead=instead)


def useful(seen: Picture, unit: Unit) -> bool:
    """Whether a unit fights, or has somewhere to go: an empty truck has nothing to do but keep out of the way."""
    state = seen.state
    return not state.scenario.switches or fights(state, unit) or unit.id in seen.goals


def stay(seen: Picture, unit: Unit, spot: Spot | None) -> float:
    """What it is worth to stand where a unit stands until the next turn, with a SPOT counter."""
    if unit.hex is None:
        return 0.0
    points = seen.progress(unit, unit.hex, seen.pull(unit))
    if seen.state.turn >= seen.state.scenario.turns:
        return points
    lines = seen.lines(unit, unit.hex, unit.facing, spot)
    return (
        points
        + seen.state.temper.patience * seen.hope(unit.hex, lines)
        - seen.danger(unit, unit.hex, unit.facing, lines)
    )


def chances_at(state: PanzerState, unit: Unit) -> dict[UnitId, Chance]:
    """The best chance of direct fire at each target that a unit could be ordered to fire at, by the exact odds."""
    found: dict[UnitId, Chance] = {}
    for target in fire_targets(state, unit.id):
        for shot in shots.reaching(state, unit.id, target):
            chance = chance_of_shot(state, shot, overwatch=False)
            known = found.get(target)
            if known is None or chance.harm + chance.kill > known.harm + known.kill:
                found[target] = chance
    return found


def watching(seen: Picture, unit: Unit, hex_: Hex) -> float:
    """What Overwatch promises: shots at enemies in view that move or fire, and at those that may come into it."""
    _, shot = watched(seen, unit, hex_)
    return max(seen.state.temper.chance_to_watch * shot, _ambush(seen, unit, hex_))


def watched(seen: Picture, unit: Unit, hex_: Hex) -> tuple[UnitId | None, float]:
    """The enemy in view at whom Overwatch promises most, and what the shot would."""
    state, best, at = seen.state, 0.0, None
    for line in seen.lines(unit, hex_, unit.facing, unit.spot):
        if line.ours[1]:
            modifier = overwatch_modifier(state, unit, hex_, unit.facing, line.foe.hex)
            modifier += seen.cover(line.foe.hex) + state.tables.ap_hit_modifiers["target-moving"] // 2
            gp = overwatch_gp(state, unit, hex_, unit.facing, line.foe.hex)
            front, _ = share_lost(state, unit, line.foe.unit, aim_at(hex_, unit.facing, line.foe.hex, modifier, gp))
            if front * line.foe.importance > best:
                best, at = front * line.foe.importance, line.foe.unit.id
    return at, best


def watches(seen: Picture, unit: Unit, hex_: Hex) -> tuple[UnitId | None, bool]:
    """The enemy in view at whom a unit on Overwatch may fire, None = there is none; and whether it is rather there for
    those that may come into view."""
    target, shot = watched(seen, unit, hex_)
    return target, seen.state.temper.chance_to_watch * shot <= _ambush(seen, unit, hex_)


def _ambush(seen: Picture, unit: Unit, hex_: Hex) -> float:
    """What Overwatch promises against enemies that may come into view."""
    state, temper = seen.state, seen.state.temper
    near = min((distance(hex_, foe.hex) for foe in seen.foes), default=99)
    ambush = temper.ambush_near if near <= AMBUSH_NEAR else temper.ambush_far if near <= AMBUSH else 0.0
    blind = (BLIND if unit.full_cover else 1.0) * (SHAKEN if unit.suppressed else 1.0)
    if loaded(state, unit.id) and not state.card(unit.id).armed:
        blind *= ABOARD
    return blind * ambush
