"""The course of a turn: what happens by itself at each point of the sequence of play (na:4.0).

Read `due` from top to bottom: the first thing that is due is done, until a player has to choose.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId
from core.panzer import sequence
from core.panzer.adjustment import counters, full_cover, suppression
from core.panzer.air import step as air_step
from core.panzer.assault import overrunning
from core.panzer.assault import step as assault_step
from core.panzer.command import initiative
from core.panzer.command.events import AvailableCommands
from core.panzer.course import halves, set_up, victory
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.direct_fire import overwatch
from core.panzer.direct_fire import step as direct_fire_step
from core.panzer.direct_fire.events import WindowClosed
from core.panzer.formations import control
from core.panzer.ground import fires, positions
from core.panzer.indirect import planned
from core.panzer.indirect import step as indirect_step
from core.panzer.movement import step as movement_step
from core.panzer.sight import spotting
from core.panzer.state import PanzerState
from core.panzer.transport import mounting, portee
from core.sequence import Acting


def advance(state: PanzerState, dice: Dice) -> Iterator[Event]:
    """Everything that follows by itself until a side must choose or the game is over."""
    while (events := due(state, dice)) is not None:
        yield from events


def acting(state: PanzerState) -> tuple[SideId, ...]:
    """Who may give orders now: the asked, the side with a chance for Overwatch, or the step's players (na:3.1)."""
    if state.outcome is not None:
        return ()
    if state.question is not None:
        return (state.question.side,)
    if state.window is not None:
        return (state.window.acting,)
    who = sequence.BY_ID[state.step].acting
    if who is Acting.SETTING_UP:
        side = set_up.setting_up(state)
        return (side,) if side else ()
    if state.step == sequence.PLOTTING:
        return planned.plotting(state)
    if state.step in full_cover.STEPS:
        return full_cover.adjusting(state)
    if state.step in sequence.AIR_STEPS:
        return air_step.acting(state)
    if who is Acting.BOTH:
        return tuple(s.id for s in state.scenario.sides if s.id not in state.commands_done)
    if who is Acting.WINNER:
        return (state.initiative_winner,) if state.initiative_winner else ()
    player = sequence.player_of(state)
    return (player,) if player else ()


def due(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    """What happens by itself now; None if a player must choose, or the game is over."""
    if state.outcome is not None or state.question is not None:
        return None
    if state.half_of is not None and halves.needs(state) not in (None, state.half_of):
        return None
    if state.announced:
        return direct_fire_step.resolve_next(state, dice)
    if state.turn and (end := victory.end_at_once(state)) is not None:
        return end
    if state.window is not None:
        return _in_window(state)
    if state.combats.active is not None:
        return assault_step.procedure(state, state.combats.active, dice)
    if state.works and (taken := positions.due(state)) is not None:
        return taken
    return _in_step(state, dice)


def _in_window(state: PanzerState) -> Iterator[Event] | None:
    window = state.window
    if window is None:
        return None
    if window.mover is not None and not state.units[window.mover].on_map and not window.fired:
        return iter((WindowClosed(),))
    events = overwatch.procedure(state, window)
    if events is not None and state.move is not None and state.plan and window.fired:
        return _close_and_drop(state, events)
    return events


def _close_and_drop(state: PanzerState, events: Iterator[Event]) -> Iterator[Event]:
    """Fire at the mover drops the rest of its plan: its player decides anew (na:4.5.1.1a)."""
    if state.move is not None:
        yield from movement_step.interrupted(state, state.move)
    yield from events


def _in_step(state: PanzerState, dice: Dice) -> Iterator[Event] | None:
    step = state.step
    if step == sequence.PLOTTING:
        return None if planned.plotting(state) else _next(state)
    if step == sequence.SET_UP:
        events = set_up.procedure(state, dice)
        if events is not None:
            return events
        return _begin_turn(state, 1) if set_up.setting_up(state) is None else None
    if step == sequence.SPOTTING:
        return _spotting(state)
    if step == sequence.AVAILABLE:
        return _available(state)
    if step == sequence.COMMANDS:
        everybody = {s.id for s in state.scenario.sides}
        return _next(state) if state.commands_done >= everybody else None
    if step == sequence.INITIATIVE:
        if state.first is not None:
            return _next(state)
        return initiative.procedure(state, dice)
    if step in sequence.AIR_STEPS:
        return _next(state) if air_step.over(state) else air_step.procedure(state, dice)
    player = sequence.player_of(state)
    if step in sequence.INDIRECT_STEPS and player is not None:
        return _indirect_fire(state, player, dice)
    if step in sequence.FIRE_STEPS and player is not None:
        return _direct_fire(state, player)
    if step == sequence.OVERWATCH:
        return _combat_overwatch(state)
    if step in sequence.ASSAULT_STEPS and player is not None:
        return _next(state) if assault_step.is_over(state, player) else None
    if step in sequence.MOVE_STEPS and player is not None:
        return _movement(state, player, dice)
    if step in full_cover.STEPS:
        return _adjust_positions(state)
    if step == sequence.SUPPRESSIONS:
        return _suppressions(state, dice)
    if step == sequence.ADJUST:
        return _adjust(state)
    return _end_turn(state)


def _next(state: PanzerState) -> Iterator[Event]:
    yield StepBegun(step=sequence.following(state))


def _begin_turn(state: PanzerState, turn: int) -> Iterator[Event]:
    yield TurnBegun(turn=turn)
    if turn == 1:
        yield from victory.occupation_at_start(state)
    yield StepBegun(step=sequence.SPOTTING)


def _spotting(state: PanzerState) -> Iterator[Event]:
    yield spotting.spotting_phase(state)
    yield from _next(state)


def _available(state: PanzerState) -> Iterator[Event]:
    yield AvailableCommands(formations=control.determine(state))
    yield from _next(state)


def _adjust_positions(state: PanzerState) -> Iterator[Event] | None:
    if full_cover.unsettled(state):
        return full_cover.procedure(state)
    return _next(state)


def _indirect_fire(state: PanzerState, player: SideId, dice: Dice) -> Iterator[Event] | None:
    events = indirect_step.procedure(state, player, dice)
    if events is not None:
        return events
    return _next(state) if indirect_step.over(state, player) else None


def _direct_fire(state: PanzerState, player: SideId) -> Iterator[Event] | None:
    events = direct_fire_step.procedure(state, player)
    if events is not None:
        return events
    waits = direct_fire_step.yet_to_fire(state, player) or direct_fire_step.passengers_to_fire(state, player)
    return None if waits else _next(state)


def _combat_overwatch(state: PanzerState) -> Iterator[Event]:
    window = overwatch.open_combat_window(state)
    if window is None or state.combat_overwatch_over:
        yield from _next(state)
    else:
        yield overwatch.opened(window)


def _movement(state: PanzerState, player: SideId, dice: Dice) -> Iterator[Event] | None:
    if state.mounting is not None:
        return portee.procedure(state) or mounting.procedure(state)
    if (attack := overrunning.procedure(state, dice)) is not None:
        return attack
    if state.move is not None:
        return movement_step.procedure(state, state.move, dice)
    if not state.finishing and _may_still_move(state, player):
        return None
    return movement_step.stay_in_place(state, player) or _next(state)


def _may_still_move(state: PanzerState, player: SideId) -> bool:
    return bool(
        movement_step.yet_to_move(state, player)
        or mounting.standing_loads(state, player)
        or portee.standing(state, player)
    )


def _adjust(state: PanzerState) -> Iterator[Event]:
    if state.half_of is not None:
        if state.half_of in state.commands_done:
            yield counters.remove_commands(state, state.half_of)
        else:
            yield from suppression.adjusted(state)
            yield from _next(state)
        return
    yield counters.remove_commands(state)
    yield from suppression.adjusted(state)
    yield from _next(state)


def _suppressions(state: PanzerState, dice: Dice) -> Iterator[Event]:
    yield from suppression.recoveries(state, dice)
    yield from _next(state)


def _end_turn(state: PanzerState) -> Iterator[Event]:
    yield from fires.burned(state)
    yield from victory.occupation_at_end(state)
    if state.turn >= state.scenario.turns:
        yield victory.by_points(state)
    else:
        yield from _begin_turn(state, state.turn + 1)
