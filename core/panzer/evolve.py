"""How each event changes the state of a game of Panzer. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve as changed

from core.event import Event, OrderGiven, UnitId
from core.panzer import events as e
from core.panzer import (
    evolve_air,
    evolve_ap,
    evolve_assault,
    evolve_command,
    evolve_gp,
    evolve_indirect,
    evolve_move,
    evolve_terrain,
    evolve_transport,
)
from core.panzer.advancing import carried_on
from core.panzer.close_combat import NO_COMBATS
from core.panzer.clouds import settled
from core.panzer.evolve_losses import eliminate, seen_as_small_arms, shot_done, slowed
from core.panzer.modules import Module
from core.panzer.state import ActiveMove, Instructions, Occupation, PanzerState, SetOff
from core.panzer.unit import Command, CommandFace, Presence, Spot, Wreck
from core.presentation import Outcome
from core.replaced import replaced


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
    if event.turn == 1 and state.has(Module.AMMO_LIMITS):
        for unit in list(state.units.values()):
            if unit.on_map:
                state.change(unit.id, started=unit.hex)
    state.sighted = {}
    state.commands_done = frozenset()
    state.available = {}
    state.fired_at = {}
    state.set_off = {}
    state.air_observers = {}
    state.handled = {}
    evolve_indirect.turn_begun(state)
    state.combats = NO_COMBATS
    state.initiative_winner = None
    state.first = None
    state.fired = ()
    state.resolved_targets = frozenset()


def _step_begun(state: PanzerState, event: e.StepBegun) -> None:
    state.step = event.step
    state.resolved_targets = frozenset()
    state.fresh_smoke = frozenset()
    state.clouds = settled(state.clouds)
    state.finishing = False
    state.air_done = False
    state.combats = evolve_assault.step_begun(state.combats)
    evolve_indirect.step_begun(state)
    state.adjusted = state.settled = frozenset()
    state.combat_overwatch_over = False
    state.fire_finished = False
    state.waived = frozenset()
    if event.step == "overwatch":
        for unit in list(state.units.values()):
            if unit.new_spot_fire:
                spot = Spot.SMALL_ARMS if unit.new_spot_small_arms else Spot.FIRE
                state.change(unit.id, spot=spot, new_spot_fire=False, new_spot_small_arms=False)


def _spotting_checked(state: PanzerState, event: e.SpottingChecked) -> None:
    state.sighted = {spotter: frozenset(targets) for spotter, targets in event.sighted}
    for unit in event.lapsed:
        state.change(unit, spot=None)


def _command_placed(state: PanzerState, event: e.CommandPlaced) -> None:
    evolve_command.leave_groups(state, event.side, (event.unit,))
    state.change(event.unit, command=event.command, command_face=CommandFace.DOWN)


def _commands_finished(state: PanzerState, event: e.CommandsFinished) -> None:
    state.commands_done |= {event.side}
    for unit in list(state.units.values()):
        if unit.side != event.side or (event.units is not None and unit.id not in event.units):
            continue
        if unit.command is None and unit.presence in (Presence.ON_MAP, Presence.WAITING):
            state.change(unit.id, command=Command.NONE)


def _initiative_rolled(state: PanzerState, event: e.InitiativeRolled) -> None:
    state.initiative_winner = event.winner


def _first_player_chosen(state: PanzerState, event: e.FirstPlayerChosen) -> None:
    state.first = event.first


def _commands_removed(state: PanzerState, event: e.CommandsRemoved) -> None:
    marked = set(event.marked)
    shown = dict(event.revealed)
    if event.side is not None:
        state.commands_done -= {event.side}
    for unit in list(state.units.values()):
        if event.side not in (None, unit.side):
            continue
        if unit.command is None and unit.id not in shown and not (unit.fired or unit.moved or unit.new_spot_fire):
            continue
        spot = unit.spot
        if unit.id in marked:
            spot = Spot.MOVE if shown.get(unit.id, unit.command) is Command.MOVE else Spot.FIRE
        state.change(
            unit.id,
            command=None,
            command_face=CommandFace.DOWN,
            fired=False,
            moved=False,
            new_spot_fire=False,
            new_spot_small_arms=False,
            spot=spot,
            group="",
        )


# -- fire ----------------------------------------------------------------------------------------


def _fire_announced(state: PanzerState, event: e.FireAnnounced) -> None:
    state.announced = event.shots
    state.announced_overwatch = event.overwatch
    targets = {event.target, *(shot.target for shot in event.shots)}
    if not event.overwatch:
        state.resolved_targets |= targets
        for shot in event.shots:
            where = state.units[shot.target].hex
            if where is not None:
                state.fired_at[shot.shooter] = (*state.fired_at.get(shot.shooter, ()), where)
    if state.has(Module.GP_FIRE):
        for target in targets:  # na:6.8.3.1.2
            state.change(target, under_fire=True)


def _command_revealed(state: PanzerState, event: e.CommandRevealed) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)
    evolve_move.abandon_position(state, event.unit, event.command)


def _question_asked(state: PanzerState, event: e.QuestionAsked) -> None:
    state.question = event.question


def _command_shown(state: PanzerState, event: e.CommandShown) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.SHOWN)
    state.question = None


def _showing_declined(state: PanzerState, event: e.ShowingDeclined) -> None:
    if evolve_indirect.showing_settled(state, event.unit) or evolve_air.showing_settled(state, event.unit):
        pass  # each moving vehicle in a SHEAF, or in the pattern of an aircraft, is settled by itself
    elif state.scored is None:
        state.declined = True
    else:
        state.scored = changed(state.scored, asked=(*state.scored.asked, event.unit))
    state.question = None


def _aspect_chosen(state: PanzerState, event: e.AspectChosen) -> None:
    state.aspect = event.aspect
    state.question = None


def _ap_fire_resolved(state: PanzerState, event: e.ApFireResolved) -> None:
    """A result applies before the next shot (na:4.4.1f); a second Damaged result eliminates (na:4.4.3.2.6a)."""
    if event.result == "DM" and not event.second_damage:
        state.change(event.target, damaged=True)
        slowed(state, event.target)
    elif event.result in ("DM", "KO", "BU"):
        fate = Wreck.BU if event.result == "BU" else Wreck.KO
        eliminate(state, event.target, fate)
    shot_done(state, event.shooter, small_arms=_small_arms(state, event.shooter, event.weapon))


def _small_arms(state: PanzerState, shooter: UnitId, weapon: int) -> bool:
    """Whether a shot shows as Small Arms fire, which it does where the rules on GP fire are on (na:6.1.3b)."""
    return state.has(Module.GP_FIRE) and seen_as_small_arms(state, shooter, weapon)


def _fire_wasted(state: PanzerState, event: e.FireWasted) -> None:
    small = bool(state.announced) and _small_arms(state, event.shooter, state.announced[0].weapon)
    shot_done(state, event.shooter, small_arms=small)


def _fire_forgone(state: PanzerState, event: e.FireForgone) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)
    evolve_move.abandon_position(state, event.unit, event.command)


def _window_opened(state: PanzerState, event: e.WindowOpened) -> None:
    state.window = event.window


def _overwatch_passed(state: PanzerState, event: e.OverwatchPassed) -> None:
    if state.window is not None:
        state.window = changed(state.window, acting=state.scenario.enemy(event.side), passes=state.window.passes + 1)


def _overwatch_waived(state: PanzerState, event: e.OverwatchWaived) -> None:
    state.waived |= {event.side}


def _window_closed(state: PanzerState, event: e.WindowClosed) -> None:
    if state.window is not None and state.window.mover is None:
        state.combat_overwatch_over = True
    if state.window is not None and state.window.fired and state.plan:
        state.plan, state.plan_ends = (), False
    state.window = None


# -- movement ------------------------------------------------------------------------------------


def _move_begun(state: PanzerState, event: e.MoveBegun) -> None:
    unit = state.units[event.unit]
    state.move = carried_on(state, ActiveMove(unit=event.unit, rate=event.rate, start=unit.hex))
    state.set_off[event.unit] = SetOff(unit.hex, event.rate)
    state.change(event.unit, spot=evolve_move.moving_spot(state, unit) if unit.on_map else None)
    evolve_move.abandon_position(state, event.unit, unit.command)


def _move_planned(state: PanzerState, event: e.MovePlanned) -> None:
    state.plan = event.steps
    state.plan_ends = event.ends


def _unit_moved(state: PanzerState, event: e.UnitMoved) -> None:
    unit = state.units[event.unit]
    left = unit.hex if event.hex != unit.hex else None
    alone = left is not None and all(other.side == unit.side or other.bailed_out for other in state.in_hex(left))
    if left is not None and state.move is not None and state.move.retreat is None and left == state.move.start:
        alone = True  # where it began, among whomever, it may always go back to
    if event.hex is None:
        state.change(event.unit, hex=None, presence=Presence.EXITED, spot=None, left_from=unit.hex)
        evolve_transport.leave_with(state, event.unit, unit.hex)
    else:
        spot = evolve_move.moving_spot(state, unit)
        state.change(event.unit, hex=event.hex, facing=event.facing, presence=Presence.ON_MAP, spot=spot)
        if event.hex != unit.hex:
            state.change(event.unit, hull_down=None, backed_in=False)  # the position stays behind
        evolve_move.relocate(state, event.unit, event.step)
    state.plan = state.plan[1:]
    if state.move is not None:
        state.move = replaced(
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
            trail=state.move.trail if event.hex in (None, unit.hex) else (*state.move.trail, event.hex),
        )


def _allowance_spent(state: PanzerState, event: e.AllowanceSpent) -> None:
    if state.move is not None:
        state.move = changed(state.move, spent=event.spent)


def _plan_dropped(state: PanzerState, event: e.PlanDropped) -> None:
    state.plan = ()
    state.plan_ends = False


def _move_ended(state: PanzerState, event: e.MoveEnded) -> None:
    state.change(event.unit, moved=True)
    if event.back_to is not None:
        state.change(event.unit, hex=event.back_to, inside=False, floor=0)
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
    state.instructions[event.side] = Instructions(event.show_moving, event.aspect, event.overwatch_from, event.silent)


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
    e.OverwatchWaived: _overwatch_waived,
    e.WindowClosed: _window_closed,
    e.MoveBegun: _move_begun,
    e.MovePlanned: _move_planned,
    e.UnitMoved: _unit_moved,
    e.AllowanceSpent: _allowance_spent,
    e.PlanDropped: _plan_dropped,
    e.MoveEnded: _move_ended,
    e.MovementFinished: _movement_finished,
    e.ObjectiveOccupied: _objective_occupied,
    e.ObjectiveCaptured: _objective_captured,
    e.InstructionsSet: _instructions_set,
    e.GameEnded: _game_ended,
    **evolve_air.APPLY,
    **evolve_ap.APPLY,
    **evolve_assault.APPLY,
    **evolve_gp.APPLY,
    **evolve_indirect.APPLY,
    **evolve_terrain.APPLY,
    **evolve_move.APPLY,
    **evolve_command.APPLY,
    **evolve_transport.APPLY,
}
