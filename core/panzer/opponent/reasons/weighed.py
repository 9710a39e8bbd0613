"""Why a computer player of Panzer commands, fires, moves and closes in as it does: points won and lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from core.event import SideId, UnitId
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
from core.panzer.opponent.commands import plan_of
from core.panzer.opponent.foes import worth_of
from core.panzer.opponent.goals import away
from core.panzer.opponent.picture import Picture, picture
from core.panzer.opponent.prospects import Chance, fate_of
from core.panzer.opponent.turns import NEVER
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.movement import StepKind
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
    return f"{100 * chance:.0f} %"


# -- commands --------------------------------------------------------------------------------------


def _command(state: PanzerState, side: SideId, order: PlaceCommand) -> Iterator[Argument]:
    return _commands(state, side, (order.unit,), order.command)


def _several(state: PanzerState, side: SideId, order: PlaceCommands | ShareCommand) -> Iterator[Argument]:
    return _commands(state, side, order.units, order.command)


def _commands(state: PanzerState, side: SideId, units: tuple[UnitId, ...], command: Command) -> Iterator[Argument]:
    """What a command promises each unit beside the best that it has instead."""
    plan = plan_of(state, side)
    seen = picture(state, side)
    found = []
    for unit in units:
        promises = plan.promises.get(unit, {})
        others = [(points, c) for c, points in promises.items() if c is not command]
        instead = max(others, default=None, key=lambda one: (one[0], one[1].value))
        text = f"{state.name(unit)}: {command.value}{_purpose(seen, unit, command, plan.targets.get(unit))}"
        if command not in promises:
            found.append(Argument(f"{text}; nothing else is open to it" if instead is None else text))
        elif instead is None:
            found.append(Argument(f"{text}, all that it can do", promises[command]))
        else:
            ahead = promises[command] - instead[0]
            found.append(Argument(f"{text} rather than {instead[1].value}", ahead, "na:4.2.1a"))
    yield from sorted(found, key=lambda one: -abs(one.points or 0.0))[:UNITS]


def _purpose(seen: Picture, unit: UnitId, command: Command, target: tuple[UnitId, Chance] | None) -> str:
    """What a unit is to do with its command."""
    state = seen.state
    if command in FIRING and target is not None:
        foe, chance = target
        return f" at {state.name(foe)} ({percent(chance.kill)} to eliminate, {percent(chance.harm)} to harm it)"
    goal = seen.goals.get(unit)
    if command in MOVING and goal is not None:
        turns = away(state, state.units[unit], goal)
        far = f", {turns:.1f} turns away" if THERE < turns < NEVER else ""
        if goal.leave:
            return f" off the map{far}"
        name = next((one.name for one in state.scenario.objectives if one.id == goal.objective), "the enemy")
        return f" {'towards' if turns > THERE else 'at'} {name}{far}"
    return ""


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
        yield Argument(f"{others[target]:.0f} points wait at {state.name(target)}, who is fired at afterwards")


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
    least = fire.least_share(state, side)
    said = f"The best shot, of {state.name(shooter)} at {state.name(target)}, promises {percent(share)} of it"
    if share < least:
        yield Argument(f"{said}; {percent(least)} is wanted before the Overwatch is given away.", rule="na:4.4.2a")
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
    goal = seen.goals.get(unit.id)
    name = _purpose(seen, unit.id, Command.MOVE, None).strip() if goal is not None else "the ground"
    if end.hex == unit.hex:
        yield Argument("No hex within reach is worth more than this one.", rule="na:4.5a")
    else:
        yield Argument(f"To {state.board.labels.get(end.hex, end.hex.id)}, beside staying:", rule="na:4.5a")
    parts = {
        f"progress {name}": there.progress - here.progress,
        "what it may hit from there in the next turn": there.hope - here.hope,
        "the enemy's fire there": here.danger - there.danger,
        "fire on the way": -there.passing,
        "known mines": -there.mined,
        "passengers put down, and the like": there.other - here.other,
    }
    for text, points in sorted(parts.items(), key=lambda part: -abs(part[1])):
        if abs(points) >= TOLD:
            yield Argument(text[0].upper() + text[1:], points)


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
