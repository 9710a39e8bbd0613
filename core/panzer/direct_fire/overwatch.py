"""Overwatch Fire (na:4.4.2, na:4.5b): its chances in the Combat and Movement Phase, and its chains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import distance
from core.order import IllegalOrder
from core.panzer.direct_fire import shots as direct_fire_shots
from core.panzer.direct_fire.events import OverwatchLost, OverwatchPassed, OverwatchWaived, WindowClosed, WindowOpened
from core.panzer.direct_fire.orders import OverwatchFire, Pass
from core.panzer.direct_fire.step import announce, check_shots
from core.panzer.firing import shared_fire, transported_fire
from core.panzer.movement.events import PlanDropped
from core.panzer.pieces.concealment.hidden_units import HiddenCounter
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, CommandFace, Unit
from core.panzer.sight import limited_spotting
from core.panzer.sight.relief import sees
from core.panzer.sight.spotting import in_sight, seen_as
from core.panzer.state import PanzerState
from core.remembered import remembered

#: From how many hexes at most a HIDDEN UNIT counter is asked whether it is revealed to fire on Overwatch.
HIDDEN_FROM: Final = 20


@remembered
def watchers(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """Vehicles of a side with an unrevealed OVERWATCH that have not fired, and their passengers.

    (na:4.5b, na:6.6.7.2)
    """
    watching = [
        u
        for u in state.there
        if u.command is Command.OVERWATCH and u.side == side and u.command_face is not CommandFace.REVEALED
    ]
    if not watching:
        return ()
    return (*(u for u in watching if not u.fired), *transported_fire.shooters(state, side, overwatch=True))


def window_targets(state: PanzerState, window: Window, side: SideId) -> tuple[UnitId, ...]:
    """Enemy vehicles that a side may answer: the mover, and those whose fire opened or prolonged the chance."""
    candidates = (*((window.mover,) if window.mover else ()), *window.fired)
    found: list[UnitId] = []
    for candidate in candidates:
        unit_id = seen_as(state, candidate)  # fire by a passenger is answered at its vehicle (na:6.1.3c)
        unit = state.units[unit_id]
        if unit.side != side and unit.on_map and not unit.bailed_out and unit_id not in found:
            found.append(unit_id)
    return tuple(found)


def overwatch_shots(state: PanzerState, window: Window, side: SideId) -> dict[UnitId, tuple[Shot, ...]]:
    """All shots that a side could announce now, by target; empty if there are none (na:4.4.2b)."""
    shooters = watchers(state, side)
    found: dict[UnitId, tuple[Shot, ...]] = {}
    for target in window_targets(state, window, side) if shooters else ():
        shots = tuple(
            shot
            for shooter in shooters
            for shot in direct_fire_shots.possible(state, shooter.id, target, overwatch=True)
        )
        if shots:
            found[target] = shots
    return found


def wants_to_know(state: PanzerState, window: Window, side: SideId) -> bool:
    """Whether a side can fire and, by its standing instructions, wants to be asked."""
    wishes = state.commands.standing(side)
    least = wishes.overwatch_from
    if least > 100:
        return False
    able = [u for u in watchers(state, side) if u.id not in wishes.silent]
    if not able:
        return False
    targets = [t for t in window_targets(state, window, side) if state.card(t).type not in wishes.spared]
    pairs = ((u.id, t) for t in targets for u in in_sight(state, t, able))
    shots = (s for u, target in pairs for s in direct_fire_shots.possible(state, u, target, overwatch=True))
    return any(least <= 0 or 100 * direct_fire_shots.chance(state, s, overwatch=True) >= least for s in shots)


def open_combat_window(state: PanzerState) -> Window | None:
    """The chance after all Direct Fire: the First Player may answer first; None if nobody fired.

    (na:4.4.2a, min:3.4.2, min:8.1.2, min:8.1.2.1)
    """
    if state.commands.first_player is None or not state.fire.fired:
        return None
    return _useful(state, Window(acting=state.commands.first_player, fired=state.fire.fired))


def open_movement_window(state: PanzerState, mover: UnitId) -> Window | None:
    """The chance after a step of a moving vehicle, for the other side; None if it has no use for it.

    Each hex is a chance, in the miniatures edition each inch (na:4.5b, min:3.5, min:8.3.2).
    """
    enemy = state.scenario.enemy(state.units[mover].side)
    window = Window(acting=enemy, mover=mover)
    return window if may_want(state, window, enemy) else None


def _useful(state: PanzerState, window: Window) -> Window | None:
    sides = (window.acting, state.scenario.enemy(window.acting))
    return window if any(may_want(state, window, s) for s in sides) else None


def may_want(state: PanzerState, window: Window, side: SideId) -> bool:
    """Whether a side has a use for a chance; between halves, whether it could have one for all that everybody knows.

    Whoever plays from half the knowledge must not let the other see by what opens which commands lie face down:
    there every vehicle counts whose command nobody has seen, one's own too.
    """
    if state.half_of is None:
        return wants_to_know(state, window, side) or may_reveal(state, window, side)
    if side not in state.commands.done or side in state.fire.waived:
        return False
    if may_reveal(state, window, side):
        return True
    targets = window_targets(state, window, side)
    return any(
        direct_fire_shots.possible(state, unit.id, target, overwatch=True)
        for unit in state.of(side)
        if unit.command_face is CommandFace.DOWN and not unit.fired
        for target in targets
    )


def may_reveal(state: PanzerState, window: Window, side: SideId) -> bool:
    """Whether a side has HIDDEN UNIT counters that may be revealed to fire, fakes too (or:7.2.2.3).

    Between halves every one counts that might have OVERWATCH for all that everybody knows.
    """
    if state.half_of is None:
        return reveals(state, window, side)
    return _see_targets(state, window, side, (c for c in state.hidden.of(side) if not c.way))


def reveals(state: PanzerState, window: Window, side: SideId) -> bool:
    """Whether a side is asked to reveal counters with OVERWATCH, from whose hex a target is seen (or:7.2.2.3)."""
    if state.commands.standing(side).overwatch_from > 100:
        return False
    return _see_targets(state, window, side, (c for c in state.hidden.of(side) if c.command is Command.OVERWATCH))


def _see_targets(state: PanzerState, window: Window, side: SideId, counters: Iterable[HiddenCounter]) -> bool:
    there = [counter.hex for counter in counters]
    targets = [state.units[target].hex for target in window_targets(state, window, side)] if there else []
    return any(
        target is not None and distance(hex_, target) <= HIDDEN_FROM and sees(state.board, state.tables, hex_, target)
        for hex_ in there
        for target in targets
    )


def _procedure_of_half(state: PanzerState, window: Window, half: SideId) -> Iterator[Event] | None:
    """As `procedure`, from half the knowledge: a side that might fire passes, even if it is not asked.

    A side whose instructions are never to be asked waives all its chances in the step, to whatever it could use them.
    """
    if window.passes >= 2:
        return iter((WindowClosed(),))
    if not may_want(state, window, window.acting):
        other = state.scenario.enemy(window.acting)
        if window.passes or not may_want(state, window, other):
            return iter((WindowClosed(),))
    elif window.acting != half or wants_to_know(state, window, half) or reveals(state, window, half):
        return None
    elif state.commands.standing(half).overwatch_from > 100:
        return iter((OverwatchWaived(side=half),))
    return iter((OverwatchPassed(side=window.acting),))


def procedure(state: PanzerState, window: Window) -> Iterator[Event] | None:
    """Pass for a side that cannot fire, close when both have passed in a row; None if a side must choose."""
    if state.half_of is not None:
        return _procedure_of_half(state, window, state.half_of)
    if may_want(state, window, window.acting) and window.passes < 2:
        return None
    other = state.scenario.enemy(window.acting)
    if window.passes >= 1 or not may_want(state, window, other):
        return iter((WindowClosed(),))
    return iter((OverwatchPassed(side=window.acting),))


def opened(window: Window) -> Event:
    """The event of a chance that arose."""
    return WindowOpened(window=window)


# -- orders --------------------------------------------------------------------------------------


def _check_window(state: PanzerState, side: SideId) -> Window:
    window = state.fire.window
    if window is None or window.acting != side:
        raise IllegalOrder("there is no chance for Overwatch Fire now", "na:4.4.2a")
    return window


def check_fire(state: PanzerState, side: SideId, order: OverwatchFire) -> None:
    """Overwatch Fire at a target that may be answered, by vehicles with unrevealed OVERWATCH (na:4.4.2b)."""
    window = _check_window(state, side)
    targets = window_targets(state, window, side)
    if order.target not in targets:
        names = ", ".join(state.name(t) for t in targets) or "none"
        raise IllegalOrder(f"{order.target} neither moved nor fired just now; targets are: {names}", "na:4.4.2a")
    for beside in sorted({s.target for s in order.shots} - set(targets)):
        raise IllegalOrder(f"{beside} neither moved nor fired just now", "na:4.4.2a")
    check_shots(state, side, order, overwatch=True)
    able = {u.id for u in watchers(state, side)}
    for shot in order.shots:
        if shot.shooter not in able:
            raise IllegalOrder(f"{state.name(shot.shooter)} has no unrevealed OVERWATCH", "na:4.5b")
    if missing := must_fire(state, order.target, order.shots):
        names = ", ".join(state.name(u) for u in missing)
        raise IllegalOrder(
            f"{names} must fire at {state.name(order.target)} too: they share the OVERWATCH", shared_fire.OVERWATCH_RULE
        )
    if any(s.target != order.target and state.units[s.shooter].group for s in order.shots):
        raise IllegalOrder("units that share an OVERWATCH fire at one target", shared_fire.OVERWATCH_RULE)


def fire(state: PanzerState, side: SideId, order: OverwatchFire, dice: Dice) -> Iterator[Event]:
    """Reveal the shooters' commands and announce their fire; who shares theirs and cannot fire loses it
    (min:16.1.4.2)."""
    for unit in _cannot_fire(state, order.target, order.shots):
        yield OverwatchLost(unit=unit, target=order.target)
    yield from announce(state, side, order.target, order.shots, overwatch=True)


def must_fire(state: PanzerState, target: UnitId, shots: Iterable[Shot]) -> tuple[UnitId, ...]:
    """Who else fires: units that share an OVERWATCH announce their fire at the same time at one target
    (na:6.2.1.1.4c)."""
    sharing = shared_fire.sharing_overwatch(state, _using(state, shots))
    return tuple(u for u in sharing if direct_fire_shots.possible(state, u, target, overwatch=True))


def _using(state: PanzerState, shots: Iterable[Shot]) -> tuple[UnitId, ...]:
    """The units whose OVERWATCH shots carry out: the shooters, and the vehicles of passengers (na:6.6.7.2)."""
    using = (unit for s in shots for unit in (s.shooter, transported_fire.bearer(state, s.shooter).id))
    return tuple(dict.fromkeys(using))


def _cannot_fire(state: PanzerState, target: UnitId, shots: Iterable[Shot]) -> tuple[UnitId, ...]:
    """Units that share an OVERWATCH with the shooters and cannot fire at the target: it is lost to them."""
    sharing = shared_fire.sharing_overwatch(state, _using(state, shots))
    return tuple(u for u in sharing if not direct_fire_shots.possible(state, u, target, overwatch=True))


def check_pass(state: PanzerState, side: SideId, order: Pass) -> None:
    """Overwatch is always voluntary (na:4.2d)."""
    _check_window(state, side)


def let_pass(state: PanzerState, side: SideId, order: Pass, dice: Dice) -> Iterator[Event]:
    """Do not fire."""
    yield OverwatchPassed(side=side)


def in_window(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """What happens in a chance for Overwatch Fire; None while a side must fire or pass (na:4.4.2, na:4.5b)."""
    window = state.fire.window
    if window is None:
        return None
    if window.mover is not None and not state.units[window.mover].on_map and not window.fired:
        return iter((WindowClosed(),))
    events = procedure(state, window)
    if events is not None and state.moves.active is not None and state.moves.plan and window.fired:
        return _close_and_drop(state, events)
    return events


def _close_and_drop(state: PanzerState, events: Iterator[Event]) -> Iterator[Event]:
    """Fire at the mover drops the rest of its plan: its player decides anew (na:4.5.1.1a)."""
    if state.moves.active is not None:
        yield PlanDropped(unit=state.moves.active.unit)
    yield from events


def combat_step(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """The Overwatch Fire Step: a chance for both sides, until nobody has one (na:4.4.2a)."""
    if state.fire.combat_overwatch_over:
        return None
    first = state.commands.first_player
    if state.has(Switch.LIMITED_SPOTTING) and state.fire.fired and first is not None:
        return _after_looking(state, Window(acting=first, fired=state.fire.fired), dice)
    window = open_combat_window(state)
    if window is None:
        return None
    return iter((opened(window),))


def _after_looking(state: PanzerState, window: Window, dice: Dice) -> Iterator[Event]:
    """Who has fired is looked for before it is answered (or:7.7.1); a chance that is of no use closes at once."""
    yield from limited_spotting.occasion(state, window.fired, dice)
    yield opened(window)


def needed(state: PanzerState) -> SideId | None:
    """Whose commands and instructions decide about the chance for Overwatch Fire, where half of them are known."""
    window = state.fire.window
    if window is None or window.passes >= 2 or not may_want(state, window, window.acting):
        return None
    return window.acting
