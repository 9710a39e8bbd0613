"""How the events of Direct Fire and of Overwatch change the state (na:4.4.1, na:4.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.direct_fire import events
from core.panzer.losses import shot_done, small_arms
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, CommandFace, Spot
from core.panzer.state import PanzerState
from core.replaced import replaced


def fire_announced(state: PanzerState, event: events.FireAnnounced) -> None:
    fire = replaced(state.fire, announced=event.shots, announced_overwatch=event.overwatch)
    targets = {event.target, *(shot.target for shot in event.shots)}
    if not event.overwatch:
        fire = replaced(fire, resolved_targets=fire.resolved_targets | targets)
        for shot in event.shots:
            where = state.units[shot.target].hex
            if where is not None:
                fire = fire.aimed(shot.shooter, where)
    if state.has(Switch.FIRE_PRIORITY):
        fire = replaced(fire, engaged=fire.engaged | {(shot.shooter, shot.target) for shot in event.shots})
    state.fire = fire
    if state.has(Switch.GP_FIRE):
        for target in targets:  # na:6.8.3.1.2
            state.change(target, under_fire=True)


def fire_wasted(state: PanzerState, event: events.FireWasted) -> None:
    small = bool(state.fire.announced) and small_arms(state, event.shooter, state.fire.announced[0].weapon)
    shot_done(state, event.shooter, small_arms=small)


def window_opened(state: PanzerState, event: events.WindowOpened) -> None:
    state.fire = replaced(state.fire, window=event.window)


def overwatch_passed(state: PanzerState, event: events.OverwatchPassed) -> None:
    window = state.fire.window
    if window is not None:
        passed = changed(window, acting=state.scenario.enemy(event.side), passes=window.passes + 1)
        state.fire = replaced(state.fire, window=passed)


def overwatch_waived(state: PanzerState, event: events.OverwatchWaived) -> None:
    state.fire = replaced(state.fire, waived=state.fire.waived | {event.side})


def window_closed(state: PanzerState, event: events.WindowClosed) -> None:
    fire, window = state.fire, state.fire.window
    if window is not None and window.fired and state.moves.plan:
        state.moves = state.moves.unplanned()
    over = fire.combat_overwatch_over or (window is not None and window.mover is None)
    state.fire = replaced(fire, window=None, combat_overwatch_over=over)


def overwatch_lost(state: PanzerState, event: events.OverwatchLost) -> None:
    """Its command is spent; in the miniatures edition it shows the fire of the others (min:16.1.4.2)."""
    state.change(event.unit, command=Command.OVERWATCH, command_face=CommandFace.REVEALED)
    if state.edition.shared_overwatch_shows:
        state.change(event.unit, spot=Spot.FIRE)


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    state.fire = replaced(state.fire, fired_at={}, engaged=frozenset(), fired=(), resolved_targets=frozenset())


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    state.fire = replaced(
        state.fire,
        resolved_targets=frozenset(),
        combat_overwatch_over=False,
        waived=frozenset(),
        tracked=frozenset(),
    )


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.FireAnnounced: fire_announced,
    events.FireWasted: fire_wasted,
    events.WindowOpened: window_opened,
    events.OverwatchPassed: overwatch_passed,
    events.OverwatchWaived: overwatch_waived,
    events.WindowClosed: window_closed,
    events.OverwatchLost: overwatch_lost,
    TurnBegun: _turn_begun,
    StepBegun: _step_begun,
}
