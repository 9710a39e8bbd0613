"""Why a computer player of Panzer commands, fires, moves and closes in as it does: points won and lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from core.choice import NOTHING
from core.event import SideId, UnitId
from core.hexes import Hex, distance, in_hexes
from core.order import Order
from core.panzer.adjustment.orders import FullCover
from core.panzer.assault.orders import AnnounceAssault, Overrun
from core.panzer.command.orders import ChooseFirstPlayer, PlaceCommand, PlaceCommands, ShareCommand
from core.panzer.direct_fire.choices import possible_shots
from core.panzer.direct_fire.orders import Fire, OverwatchFire, Pass
from core.panzer.hidden_units.under import uncovered
from core.panzer.indirect.orders import CallFire
from core.panzer.movement.orders import Move
from core.panzer.opponent import assault, fire, indirect, moves, on_foot
from core.panzer.opponent.air import awaits_aircraft
from core.panzer.opponent.commands import AMBUSH, Plan, plan_of, watches
from core.panzer.opponent.foes import worth_of
from core.panzer.opponent.goals import Goal, away
from core.panzer.opponent.picture import Picture, picture, uncommanded
from core.panzer.opponent.prospects import Chance, fate_of
from core.panzer.opponent.turns import NEVER, turns_to
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.movement import StepKind
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import FIRING, MOVING, Command, Unit
from core.panzer.state import PanzerState
from core.presentation import Argument

#: Points below which a part of a reason is not told.
TOLD: Final = 0.5
#: So many units of a command given to many are told of.
UNITS: Final = 6
#: Turns to its goal at which a unit is there.
THERE: Final = 0.3

#: What tells the reasons of each kind of order.
Said = Mapping[type[Order], Callable[[PanzerState, SideId, Any], Iterator[Argument]]]
#: The best shot of each shooter at each target.
Best = Mapping[UnitId, Mapping[UnitId, tuple[Chance, Shot]]]


def percent(chance: float) -> str:
    return "under 1 %" if NOTHING < chance < 0.005 else f"{100 * chance:.0f} %"


# -- commands --------------------------------------------------------------------------------------


def _command(state: PanzerState, side: SideId, order: PlaceCommand) -> Iterator[Argument]:
    return _commands(state, side, (order.unit,), order.command)


def _several(state: PanzerState, side: SideId, order: PlaceCommands | ShareCommand) -> Iterator[Argument]:
    return _commands(state, side, order.units, order.command)


def _commands(state: PanzerState, side: SideId, units: tuple[UnitId, ...], command: Command) -> Iterator[Argument]:
    """What a command promises each unit beside the best that it has instead."""
    plan = plan_of(state, side)
    seen = picture(uncommanded(state, side), side)
    with_others = {u: share.units for share in plan.shares for u in share.units if len(share.units) > 1}
    found = []
    for unit in units:
        promises = plan.promises.get(unit, {})
        others = [(points, c) for c, points in promises.items() if c is not command]
        instead = max(others, default=None, key=lambda one: (one[0], one[1].value))
        text = f"{state.name(unit)}: {command.value}{_purpose(seen, plan, unit, command)}"
        if unit in with_others and plan.commands.get(unit) is command:
            text += f", together with {', '.join(state.name(u) for u in with_others[unit] if u != unit)},"
        if instead is None:
            found.append(Argument(f"{text}; nothing else is open to it"))
            continue
        ahead = promises[command] - instead[0] if command in promises else None
        short = ahead is None or ahead < 0
        lacks = "; its formation cannot give all of its units the best command" if short else ""
        found.append(Argument(f"{text} rather than {instead[1].value}{lacks}", ahead, "na:4.2.1a"))
    found.sort(key=lambda one: -abs(one.points or 0.0))
    yield from found[:UNITS]
    if len(found) > UNITS:
        yield Argument(rest_of(len(found) - UNITS))


def rest_of(number: int) -> str:
    """What is said of so many units of which no more is told."""
    return f"Less depends on it for the other {'unit' if number == 1 else f'{number} units'}."


def _purpose(seen: Picture, plan: Plan, unit: UnitId, command: Command) -> str:
    """What a unit is to do with its command."""
    if command in FIRING and unit in plan.targets:
        foe, chance = plan.targets[unit]
        text = f"{percent(chance.kill)} to eliminate it, {percent(chance.harm)} to do it any harm"
        return f" at {seen.state.name(foe)} ({text})"
    if command is Command.FIRE and unit in plan.instead:
        called = indirect.wanted(seen.state, seen.side).get(unit)
        return " for indirect fire" if called is not None and called[0] is Command.FIRE else " to lay smoke"
    if command is Command.OVERWATCH:
        return _watch(seen, seen.state.units[unit])
    return _going(seen, unit) if command in MOVING else ""


def _watch(seen: Picture, unit: Unit) -> str:
    """What a unit is on Overwatch for."""
    if unit.hex is None:
        return ""
    called = indirect.wanted(seen.state, seen.side).get(unit.id)
    if called is not None and called[0] is Command.OVERWATCH:
        return " to observe for indirect fire"
    if seen.state.has(Switch.AIR) and awaits_aircraft(seen.state, unit.id):
        return " for aircraft"
    target, comes = watches(seen, unit, unit.hex)
    if target is not None:
        return f" for a shot at {seen.state.name(target)}{' or at what may come into view' if comes else ''}"
    near = min((distance(unit.hex, foe.hex) for foe in seen.foes), default=None)
    if near is None:
        return ""
    wait = " for what may come into view" if near <= AMBUSH else ""
    return f"{wait} (the nearest enemy is {in_hexes(near)} away)"


def _going(seen: Picture, unit: UnitId) -> str:
    """Where a unit goes, and how far that is."""
    state, goal = seen.state, seen.goals.get(unit)
    if goal is None:
        return ""
    turns = away(state, state.units[unit], goal)
    far = f" ({turns:.1f} turns away)" if THERE < turns < NEVER else ""
    if goal.leave:
        return f" off the map{far}"
    return f" {'towards' if turns > THERE else 'close to'} {_named(state, goal)}{far}"


def _named(state: PanzerState, goal: Goal) -> str:
    return next((one.name for one in state.scenario.objectives if one.id == goal.objective), "the enemy")


def _first(state: PanzerState, side: SideId, order: ChooseFirstPlayer) -> Iterator[Argument]:
    if order.first == side:
        yield Argument("The First Player fires first and moves last, so he answers the enemy's moves.", rule="na:4.3.1")


# -- fire ------------------------------------------------------------------------------------------


def _fire(state: PanzerState, side: SideId, order: Fire) -> Iterator[Argument]:
    """What the fire promises of its target, and what the next best target would have."""
    options = possible_shots(state, side, overwatch_fire=False)
    best = fire.best_shots(state, options, overwatch=False)
    given = fire.share_out(state, best)
    if order.target in given:
        points, _ = given[order.target]
        yield Argument(_fate(state, best, order.target, order.shots), points, "na:4.4.1e")
    others = {target: points for target, (points, _) in given.items() if target != order.target}
    if others:
        target = max(others, key=lambda t: (others[t], t))
        yield Argument(f"The others have the most to win, {others[target]:.0f} points, at {state.name(target)}.")


def _overwatch(state: PanzerState, side: SideId, order: OverwatchFire) -> Iterator[Argument]:
    options = possible_shots(state, side, overwatch_fire=True)
    best = fire.best_shots(state, options, overwatch=True)
    fate, points = fate_of(state.units[order.target]), 0.0
    for shot in order.shots:
        known = best.get(order.target, {}).get(shot.shooter)
        if known is not None:
            after = fate.after(known[0])
            points += (fate.worth - after.worth) * worth_of(state, order.target)
            fate = after
    yield Argument(_fate(state, best, order.target, order.shots), points, "na:4.4.2a")


def _pass(state: PanzerState, side: SideId, order: Pass) -> Iterator[Argument]:
    """Why Overwatch waits: the best shot, and what it would have to promise."""
    options = possible_shots(state, side, overwatch_fire=True)
    best = fire.best_shots(state, options, overwatch=True)
    shares = {
        (target, shooter): fate_of(state.units[target]).worth - fate_of(state.units[target]).after(chance).worth
        for target, by_shooter in best.items()
        for shooter, (chance, _) in by_shooter.items()
    }
    if not shares:
        yield Argument("Nobody on Overwatch has a shot.")
        return
    (target, shooter), share = max(shares.items(), key=lambda one: (one[1], one[0]))
    if share < NOTHING:
        yield Argument("No shot on Overwatch could do any harm now.", rule="na:4.4.2a")
        return
    least = fire.least_share(state, side)
    names = f"{state.name(shooter)} at {state.name(target)}"
    said = f"The best shot, of {names}, would cost it {percent(share)} of its worth on average"
    if share < least:
        yield Argument(f"{said}; Overwatch is kept for {percent(least)} or more.", rule="na:4.4.2a")
    else:
        yield Argument(f"{said}; it will be a better target where it is going.", rule="na:4.4.2a")


def _fate(state: PanzerState, best: Best, target: UnitId, shots: tuple[Shot, ...]) -> str:
    """What shots do to a target, in words."""
    before = fate = fate_of(state.units[target])
    shooters = tuple(dict.fromkeys(shot.shooter for shot in shots))
    for shooter in shooters:
        known = best.get(target, {}).get(shooter)
        if known is not None:
            fate = fate.after(known[0])
    lost, harmed = before.alive - fate.alive, before.fresh - fate.fresh if before.fresh else before.alive - fate.alive
    by = "" if len(shooters) == 1 else f", by {len(shooters)} units"
    return f"{state.name(target)}{by}: {percent(lost)} to eliminate it, {percent(harmed)} to do it any harm"


# -- movement --------------------------------------------------------------------------------------


def _move(state: PanzerState, side: SideId, order: Move) -> Iterator[Argument]:
    """What the end of the move is worth beside staying: the goal, the own fire, the enemy's."""
    seen = picture(state, side)
    unit = state.units[order.unit]
    end = moves.best_end(seen, unit)
    if end is None or end.steps != order.steps or end.rate is not order.rate or unit.hex is None:
        yield from _otherwise(seen, unit, order, end)
        return
    stays = moves.staying(seen, unit)
    if stays is None:
        yield Argument(
            "Its move may not end where it stands; of all other ends this one promises most.", rule="na:4.5a"
        )
        return
    there, here = moves.reasons(seen, unit, end), moves.reasons(seen, unit, stays)
    if end.hex == unit.hex:
        yield Argument("No hex within reach is worth more than this one.", rule="na:4.5a")
    else:
        yield Argument(f"To {state.board.label(end.hex)}, beside staying:", rule="na:4.5a")
    afoot = on_foot.on_foot(state, unit)
    parts = (
        (_way(seen, unit, end.hex), there.way - here.way),
        (_ground(seen, unit.hex, end.hex), there.objective - here.objective),
        ("An entrenchment or an Improved Position", there.position - here.position),
        (_less("Own units in the hex or beside it", -there.room, -here.room, "fewer"), there.room - here.room),
        ("Fire from there and at it, and Cover", there.hope - here.hope if afoot else 0.0),
        (_less("What it may hit from there in the next turn", there.hope, here.hope), there.hope - here.hope),
        (_less("The enemy's fire there", there.danger, here.danger), here.danger - there.danger),
        ("Fire on the way", -there.passing),
        ("Known mines", -there.mined),
        ("Passengers put down, and the way it faces", there.other - here.other),
    )
    shown = [part for n, part in enumerate(parts) if n != (5 if afoot else 4)]
    for text, points in sorted(shown, key=lambda part: -abs(part[1])):
        if abs(points) >= TOLD:
            yield Argument(text, points)


def _less(text: str, there: float, here: float, less: str = "less") -> str:
    return f"{text}: {less if there < here else 'more'} than here"


def _way(seen: Picture, unit: Unit, end: Hex) -> str:
    """The way to its goal before and after a move."""
    state, goal = seen.state, seen.goals.get(unit.id)
    if goal is None or unit.hex is None:
        return "The way to its goal"
    times = turns_to(state, state.card(unit.id), goal.hexes)
    here, there = times.get(unit.hex), times.get(end)
    digits = 1 if f"{here:.1f}" != f"{there:.1f}" else 2
    before, after = (f"{turns:.{digits}f}" if turns < NEVER else "no" for turns in (here, there))
    where = "off the map" if goal.leave else f"to {_named(state, goal)}"
    return f"The way {where}: {after} turns from there, {before} from here"


def _ground(seen: Picture, here: Hex, there: Hex) -> str:
    """Which objectives a unit comes to stand on and leaves."""
    to, off = seen.objectives.get(there), seen.objectives.get(here)
    if to is None:
        return f"{off.name} is left" if off is not None else "Objectives"
    return f"It stands on {to.name}" + (f" instead of {off.name}" if off is not None and off is not to else "")


def _otherwise(seen: Picture, unit: Unit, order: Move, end: moves.End | None) -> Iterator[Argument]:
    """Why a unit moves other than to the best end that it sees: off the map, up to an enemy, or as it only can."""
    if StepKind.LEAVE_MAP.value in order.steps:
        yield Argument("Off the map, where that is worth points.", rule="na:4.5a")
    elif assault.overrun_order(seen, unit) == order:
        yield Argument("Up to an enemy whom it Overruns in the same move.", rule="na:6.6.10")
    elif unit.hex is None:
        yield Argument("It comes onto the map; of its ways on, this one promises most.", rule="na:4.5a")
    elif end is None:
        yield Argument("It is the only way on that is open to it.", rule="na:4.5a")


# -- close combat, artillery, cover ------------------------------------------------------------------


def _assault(state: PanzerState, side: SideId, order: AnnounceAssault) -> Iterator[Argument]:
    for points, offered in assault.offers(state, side):
        if offered == order:
            yield Argument(f"What the assault promises of {state.name(order.target)}, less its own losses", points)


def _overrun(state: PanzerState, side: SideId, order: Overrun) -> Iterator[Argument]:
    seen = picture(state, side)
    promised, risked = assault.overrun_balance(seen, state.units[order.unit], order.target)
    yield Argument(f"What the Overrun promises of {state.name(order.target)}", promised, "na:6.6.10")
    yield Argument("The fire of the others, where the vehicle stops", -risked)


def _call(state: PanzerState, side: SideId, order: CallFire) -> Iterator[Argument]:
    known = uncovered(state, side)
    for plot in indirect.plots(known, side):
        if plot.order == order:
            yield Argument("What the mission promises, by its response and its effect on all in the SHEAF", plot.points)


def _full_cover(state: PanzerState, side: SideId, order: FullCover) -> Iterator[Argument]:
    unit = state.units[order.unit]
    open_, hidden = on_foot.cover_balance(picture(state, side), unit)
    ahead = hidden - open_ if order.on else open_ - hidden
    text = "Full Cover, beside standing in the open" if order.on else "To see and fire, beside Full Cover"
    yield Argument(f"{state.name(unit.id)}: {text}", ahead, "na:6.8.2")


WEIGHED: Final[Said] = {
    PlaceCommand: _command,
    PlaceCommands: _several,
    ShareCommand: _several,
    ChooseFirstPlayer: _first,
    Fire: _fire,
    OverwatchFire: _overwatch,
    Pass: _pass,
    Move: _move,
    AnnounceAssault: _assault,
    Overrun: _overrun,
    CallFire: _call,
    FullCover: _full_cover,
}
