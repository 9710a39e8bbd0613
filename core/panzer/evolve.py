"""How each event changes the state of a game of Panzer. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve as changed

from core.event import Event, OrderGiven, UnitId
from core.panzer import events as e
from core.panzer.state import (
    ActiveMove,
    Command,
    CommandFace,
    Instructions,
    Occupation,
    PanzerState,
    Presence,
    Spot,
    Wreck,
)
from core.presentation import Outcome


def evolve(state: PanzerState, event: Event) -> None:
    """Apply one event."""
    _APPLY[type(event)](state, event)


# -- set-up --------------------------------------------------------------------------------------


def _set_up_order(state: PanzerState, event: e.SetUpOrderFixed) -> None:
    state.set_up_order = event.order


def _zone_chosen(state: PanzerState, event: e.ZoneChosen) -> None:
    state.zones[event.side] = event.zone


def _unit_placed(state: PanzerState, event: e.UnitPlaced) -> None:
    state.change(event.unit, hex=event.hex, facing=event.facing, presence=Presence.ON_MAP)


def _set_up_finished(state: PanzerState, event: e.SetUpFinished) -> None:
    state.set_up_done |= {event.side}


# -- turn ----------------------------------------------------------------------------------------


def _turn_begun(state: PanzerState, event: e.TurnBegun) -> None:
    state.turn = event.turn
    state.sighted = {}
    state.commands_done = frozenset()
    state.initiative_winner = None
    state.first = None
    state.fired = ()
    state.resolved_targets = frozenset()


def _step_begun(state: PanzerState, event: e.StepBegun) -> None:
    state.step = event.step
    state.resolved_targets = frozenset()
    state.fresh_smoke = frozenset()
    state.finishing = False
    state.combat_overwatch_over = False
    if event.step == "overwatch":
        for unit in list(state.units.values()):
            if unit.new_spot_fire:
                state.change(unit.id, spot=Spot.FIRE, new_spot_fire=False)


def _spotting_checked(state: PanzerState, event: e.SpottingChecked) -> None:
    state.sighted = {spotter: frozenset(targets) for spotter, targets in event.sighted}
    for unit in event.lapsed:
        state.change(unit, spot=None)


def _command_placed(state: PanzerState, event: e.CommandPlaced) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.DOWN)


def _commands_finished(state: PanzerState, event: e.CommandsFinished) -> None:
    state.commands_done |= {event.side}
    for unit in list(state.units.values()):
        if unit.side == event.side and unit.command is None and unit.presence in (Presence.ON_MAP, Presence.WAITING):
            state.change(unit.id, command=Command.NONE)


def _initiative_rolled(state: PanzerState, event: e.InitiativeRolled) -> None:
    state.initiative_winner = event.winner


def _first_player_chosen(state: PanzerState, event: e.FirstPlayerChosen) -> None:
    state.first = event.first


def _commands_removed(state: PanzerState, event: e.CommandsRemoved) -> None:
    marked = set(event.marked)
    for unit in list(state.units.values()):
        if unit.command is None and not (unit.fired or unit.moved or unit.new_spot_fire):
            continue
        spot = unit.spot
        if unit.id in marked:
            spot = Spot.MOVE if unit.command is Command.MOVE else Spot.FIRE
        state.change(
            unit.id,
            command=None,
            command_face=CommandFace.DOWN,
            fired=False,
            moved=False,
            new_spot_fire=False,
            spot=spot,
        )


# -- fire ----------------------------------------------------------------------------------------


def _fire_announced(state: PanzerState, event: e.FireAnnounced) -> None:
    state.announced = event.shots
    state.announced_overwatch = event.overwatch
    if not event.overwatch:
        state.resolved_targets |= {event.target}


def _command_revealed(state: PanzerState, event: e.CommandRevealed) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)


def _question_asked(state: PanzerState, event: e.QuestionAsked) -> None:
    state.question = event.question


def _command_shown(state: PanzerState, event: e.CommandShown) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.SHOWN)
    state.question = None


def _showing_declined(state: PanzerState, event: e.ShowingDeclined) -> None:
    state.declined = True
    state.question = None


def _aspect_chosen(state: PanzerState, event: e.AspectChosen) -> None:
    state.aspect = event.aspect
    state.question = None


def _shot_done(state: PanzerState, shooter: UnitId) -> None:
    state.announced = state.announced[1:]
    state.aspect = None
    if not state.announced:
        state.declined = False
    if state.window is not None:
        state.change(shooter, fired=True, spot=Spot.FIRE, new_spot_fire=False)
        state.window = changed(state.window, fired=(*state.window.fired, shooter), passes=0)
        if not state.announced:
            state.window = changed(state.window, acting=state.scenario.enemy(state.units[shooter].side))
    elif state.units[shooter].spot is Spot.FIRE:
        state.change(shooter, fired=True)
    else:
        state.change(shooter, fired=True, new_spot_fire=True)
    state.fired = (*state.fired, shooter)


def _ap_fire_resolved(state: PanzerState, event: e.ApFireResolved) -> None:
    """A result applies before the next shot (na:4.4.1f); a second Damaged result eliminates (na:4.4.3.2.6a)."""
    if event.result == "DM" and not event.second_damage:
        state.change(event.target, damaged=True)
        if state.move is not None and state.move.unit == event.target:
            state.move = changed(state.move, damaged_after=state.move.spent)
    elif event.result in ("DM", "KO", "BU"):
        fate = Wreck.BU if event.result == "BU" else Wreck.KO
        _eliminate(state, event.target, fate)
    _shot_done(state, event.shooter)


def _eliminate(state: PanzerState, target: UnitId, fate: Wreck) -> None:
    """Remove a vehicle with its counters and leave its wreck, a BU in place of a KO (na:4.4.3.2.6b, na:4.4.3.2.6c)."""
    unit = state.units[target]
    where = unit.hex
    if where is not None:
        before = state.wrecks.get(where)
        if before is None or (before is Wreck.KO and fate is Wreck.BU):
            state.wrecks[where] = fate
            if fate is Wreck.BU:
                state.fresh_smoke |= {where}
    state.change(
        target,
        presence=Presence.ELIMINATED,
        fate=fate,
        command=None,
        command_face=CommandFace.DOWN,
        spot=None,
        new_spot_fire=False,
    )
    if state.move is not None and state.move.unit == target:
        state.move = None
        state.plan = ()


def _fire_wasted(state: PanzerState, event: e.FireWasted) -> None:
    _shot_done(state, event.shooter)


def _fire_forgone(state: PanzerState, event: e.FireForgone) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)


def _window_opened(state: PanzerState, event: e.WindowOpened) -> None:
    state.window = event.window


def _overwatch_passed(state: PanzerState, event: e.OverwatchPassed) -> None:
    if state.window is not None:
        state.window = changed(state.window, acting=state.scenario.enemy(event.side), passes=state.window.passes + 1)


def _window_closed(state: PanzerState, event: e.WindowClosed) -> None:
    if state.window is not None and state.window.mover is None:
        state.combat_overwatch_over = True
    state.window = None


# -- movement ------------------------------------------------------------------------------------


def _move_begun(state: PanzerState, event: e.MoveBegun) -> None:
    unit = state.units[event.unit]
    state.move = ActiveMove(unit=event.unit, rate=event.rate, start=unit.hex)
    state.change(event.unit, spot=Spot.MOVE if unit.on_map else None)


def _move_planned(state: PanzerState, event: e.MovePlanned) -> None:
    state.plan = event.steps
    state.plan_ends = event.ends


def _unit_moved(state: PanzerState, event: e.UnitMoved) -> None:
    unit = state.units[event.unit]
    left = unit.hex if event.hex != unit.hex else None
    alone = left is not None and all(other.side == unit.side for other in state.in_hex(left))
    if event.hex is None:
        state.change(event.unit, hex=None, presence=Presence.EXITED, spot=None, left_from=unit.hex)
    else:
        state.change(event.unit, hex=event.hex, facing=event.facing, presence=Presence.ON_MAP, spot=Spot.MOVE)
    state.plan = state.plan[1:]
    if state.move is not None:
        state.move = changed(
            state.move,
            spent=event.spent,
            hexes=event.hexes,
            path=event.path,
            road=event.road,
            turned=event.turned,
            turn_paid=event.turn_paid,
            turns_paid=event.turns_paid,
            denied=event.denied,
            came_from=unit.hex if event.hex != unit.hex else state.move.came_from,
            retreat=left if alone else state.move.retreat,
            steps=(*state.move.steps, event.step),
        )


def _plan_dropped(state: PanzerState, event: e.PlanDropped) -> None:
    state.plan = ()
    state.plan_ends = False


def _move_ended(state: PanzerState, event: e.MoveEnded) -> None:
    state.change(event.unit, moved=True)
    if event.back_to is not None:
        state.change(event.unit, hex=event.back_to)
    state.move = None
    state.plan = ()
    state.plan_ends = False


def _movement_finished(state: PanzerState, event: e.MovementFinished) -> None:
    state.finishing = True


# -- objectives and the end ----------------------------------------------------------------------


def _objective_occupied(state: PanzerState, event: e.ObjectiveOccupied) -> None:
    if event.side is None:
        state.occupation.pop(event.objective, None)
    else:
        state.occupation[event.objective] = Occupation(event.side, event.turns)


def _objective_captured(state: PanzerState, event: e.ObjectiveCaptured) -> None:
    state.control[event.objective] = event.side


def _instructions_set(state: PanzerState, event: e.InstructionsSet) -> None:
    state.instructions[event.side] = Instructions(event.show_moving, event.aspect, event.overwatch_from)


def _game_ended(state: PanzerState, event: e.GameEnded) -> None:
    state.outcome = Outcome(event.winner, event.level, event.text, event.rule)


def _nothing(state: PanzerState, event: OrderGiven) -> None:
    """An order changes nothing by itself; what comes of it follows."""


_APPLY: dict[type[Event], Callable[[PanzerState, Any], None]] = {
    OrderGiven: _nothing,
    e.SetUpOrderFixed: _set_up_order,
    e.ZoneChosen: _zone_chosen,
    e.UnitPlaced: _unit_placed,
    e.SetUpFinished: _set_up_finished,
    e.TurnBegun: _turn_begun,
    e.StepBegun: _step_begun,
    e.SpottingChecked: _spotting_checked,
    e.CommandPlaced: _command_placed,
    e.CommandsFinished: _commands_finished,
    e.InitiativeRolled: _initiative_rolled,
    e.FirstPlayerChosen: _first_player_chosen,
    e.CommandsRemoved: _commands_removed,
    e.FireAnnounced: _fire_announced,
    e.CommandRevealed: _command_revealed,
    e.QuestionAsked: _question_asked,
    e.CommandShown: _command_shown,
    e.ShowingDeclined: _showing_declined,
    e.AspectChosen: _aspect_chosen,
    e.ApFireResolved: _ap_fire_resolved,
    e.FireWasted: _fire_wasted,
    e.FireForgone: _fire_forgone,
    e.WindowOpened: _window_opened,
    e.OverwatchPassed: _overwatch_passed,
    e.WindowClosed: _window_closed,
    e.MoveBegun: _move_begun,
    e.MovePlanned: _move_planned,
    e.UnitMoved: _unit_moved,
    e.PlanDropped: _plan_dropped,
    e.MoveEnded: _move_ended,
    e.MovementFinished: _movement_finished,
    e.ObjectiveOccupied: _objective_occupied,
    e.ObjectiveCaptured: _objective_captured,
    e.InstructionsSet: _instructions_set,
    e.GameEnded: _game_ended,
}
