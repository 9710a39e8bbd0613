"""Overwatch Fire (na:4.4.2, na:4.5b): its chances in the Combat and Movement Phase, and its chains."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.ap_fire import shot_terms, usable_weapons
from core.panzer.direct_fire import announce, check_shots
from core.panzer.events import OverwatchPassed, WindowClosed, WindowOpened
from core.panzer.orders import OverwatchFire, Pass
from core.panzer.shot_odds import chance_to_hurt
from core.panzer.state import Command, CommandFace, PanzerState, Shot, Unit, Window


def watchers(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """Vehicles of a side with an unrevealed OVERWATCH that have not fired (na:4.5b)."""
    return tuple(
        u
        for u in state.of(side)
        if u.command is Command.OVERWATCH and u.command_face is not CommandFace.REVEALED and not u.fired
    )


def window_targets(state: PanzerState, window: Window, side: SideId) -> tuple[UnitId, ...]:
    """Enemy vehicles that a side may answer: the mover, and those whose fire opened or prolonged the chance."""
    candidates = (*((window.mover,) if window.mover else ()), *window.fired)
    found: list[UnitId] = []
    for unit_id in candidates:
        unit = state.units[unit_id]
        if unit.side != side and unit.on_map and unit_id not in found:
            found.append(unit_id)
    return tuple(found)


def overwatch_shots(state: PanzerState, window: Window, side: SideId) -> dict[UnitId, tuple[Shot, ...]]:
    """All shots that a side could announce now, by target; empty if there are none (na:4.4.2b)."""
    shooters = watchers(state, side)
    found: dict[UnitId, tuple[Shot, ...]] = {}
    for target in window_targets(state, window, side) if shooters else ():
        shots = tuple(
            Shot(shooter.id, target, weapon)
            for shooter in shooters
            for weapon in usable_weapons(state, shooter.id, target, overwatch=True)
        )
        if shots:
            found[target] = shots
    return found


def wants_to_know(state: PanzerState, window: Window, side: SideId) -> bool:
    """Whether a side can fire and, by its standing instructions, wants to be asked."""
    least = state.standing(side).overwatch_from
    if least > 100:
        return False
    shots = overwatch_shots(state, window, side)
    if not shots:
        return False
    if least <= 0:
        return True
    return any(
        100 * chance_to_hurt(state, shot_terms(state, shot, overwatch=True)) >= least
        for batch in shots.values()
        for shot in batch
    )


def open_combat_window(state: PanzerState) -> Window | None:
    """The chance after all Direct Fire: the First Player may answer first (na:4.4.2a); None if nobody fired."""
    if state.first is None or not state.fired:
        return None
    return _useful(state, Window(acting=state.first, fired=state.fired))


def open_movement_window(state: PanzerState, mover: UnitId) -> Window | None:
    """The chance after a step of a moving vehicle, for the other side (na:4.5b); None if it has no use for it."""
    enemy = state.scenario.enemy(state.units[mover].side)
    window = Window(acting=enemy, mover=mover)
    return window if wants_to_know(state, window, enemy) else None


def _useful(state: PanzerState, window: Window) -> Window | None:
    sides = (window.acting, state.scenario.enemy(window.acting))
    return window if any(wants_to_know(state, window, s) for s in sides) else None


def procedure(state: PanzerState, window: Window) -> Iterator[Event] | None:
    """Pass for a side that cannot fire, close when both have passed in a row; None if a side must choose."""
    if wants_to_know(state, window, window.acting) and window.passes < 2:
        return None
    other = state.scenario.enemy(window.acting)
    if window.passes >= 1 or not wants_to_know(state, window, other):
        return iter((WindowClosed(),))
    return iter((OverwatchPassed(side=window.acting),))


def opened(window: Window) -> Event:
    """The event of a chance that arose."""
    return WindowOpened(window=window)


# -- orders --------------------------------------------------------------------------------------


def _check_window(state: PanzerState, side: SideId) -> Window:
    window = state.window
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
    check_shots(state, side, order, overwatch=True)
    able = {u.id for u in watchers(state, side)}
    for shot in order.shots:
        if shot.shooter not in able:
            raise IllegalOrder(f"{state.name(shot.shooter)} has no unrevealed OVERWATCH", "na:4.5b")


def fire(state: PanzerState, side: SideId, order: OverwatchFire, dice: Dice) -> Iterator[Event]:
    """Reveal the shooters' commands and announce their fire."""
    yield from announce(state, side, order.target, order.shots, overwatch=True)


def check_pass(state: PanzerState, side: SideId, order: Pass) -> None:
    """Overwatch is always voluntary (na:4.2d)."""
    _check_window(state, side)


def let_pass(state: PanzerState, side: SideId, order: Pass, dice: Dice) -> Iterator[Event]:
    """Do not fire."""
    yield OverwatchPassed(side=side)
