"""How each event changes the state of a game of Panzer. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.event import Event, OrderGiven
from core.panzer.adjustment import events as adjustment_events
from core.panzer.adjustment.evolve import commands_removed
from core.panzer.air import evolve as air_evolve
from core.panzer.ap import events as ap_events
from core.panzer.ap import evolve as ap_evolve
from core.panzer.ap.evolve import ap_fire_resolved, aspect_chosen
from core.panzer.assault import evolve as assault_evolve
from core.panzer.command import events as command_events
from core.panzer.command import evolve as command_evolve
from core.panzer.command.evolve import (
    command_placed,
    commands_finished,
    first_player_chosen,
    initiative_rolled,
    instructions_set,
)
from core.panzer.course import events
from core.panzer.direct_fire import events as direct_fire_events
from core.panzer.direct_fire.evolve import (
    fire_announced,
    fire_wasted,
    overwatch_passed,
    overwatch_waived,
    window_closed,
    window_opened,
)
from core.panzer.firing import events as firing_events
from core.panzer.firing.evolve import command_revealed, command_shown, fire_forgone, question_asked, showing_declined
from core.panzer.gp import evolve as gp_evolve
from core.panzer.ground import evolve as ground_evolve
from core.panzer.indirect import evolve as indirect_evolve
from core.panzer.movement import events as movement_events
from core.panzer.movement import evolve as movement_evolve
from core.panzer.movement.evolve import (
    allowance_spent,
    move_begun,
    move_ended,
    move_planned,
    movement_finished,
    plan_dropped,
    unit_moved,
)
from core.panzer.pieces.close_combat import NO_COMBATS
from core.panzer.pieces.clouds import settled
from core.panzer.pieces.course import Occupation
from core.panzer.pieces.modules import Module
from core.panzer.pieces.unit import Presence, Spot
from core.panzer.sight import events as sight_events
from core.panzer.sight.evolve import spotting_checked
from core.panzer.state import PanzerState
from core.panzer.transport import evolve as transport_evolve
from core.presentation import Outcome


def evolve(state: PanzerState, event: Event) -> None:
    """Apply one event."""
    _APPLY[type(event)](state, event)


# -- set-up --------------------------------------------------------------------------------------


def _set_up_order(state: PanzerState, event: events.SetUpOrderFixed) -> None:
    state.set_up_order = event.order


def _zone_chosen(state: PanzerState, event: events.ZoneChosen) -> None:
    state.zones[event.side] = event.zone


def _unit_placed(state: PanzerState, event: events.UnitPlaced) -> None:
    state.change(event.unit, hex=event.hex, facing=event.facing, presence=Presence.ON_MAP)


def _set_up_finished(state: PanzerState, event: events.SetUpFinished) -> None:
    state.set_up_done |= {event.side}


# -- turn ----------------------------------------------------------------------------------------


def _turn_begun(state: PanzerState, event: events.TurnBegun) -> None:
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
    indirect_evolve.turn_begun(state)
    state.combats = NO_COMBATS
    state.initiative_winner = None
    state.first = None
    state.fired = ()
    state.resolved_targets = frozenset()


def _step_begun(state: PanzerState, event: events.StepBegun) -> None:
    state.step = event.step
    state.resolved_targets = frozenset()
    state.fresh_smoke = frozenset()
    state.clouds = settled(state.clouds)
    state.finishing = False
    state.air_done = False
    state.combats = assault_evolve.step_begun(state.combats)
    indirect_evolve.step_begun(state)
    state.adjusted = state.settled = frozenset()
    state.combat_overwatch_over = False
    state.fire_finished = False
    state.waived = frozenset()
    if event.step == "overwatch":
        for unit in list(state.units.values()):
            if unit.new_spot_fire:
                spot = Spot.SMALL_ARMS if unit.new_spot_small_arms else Spot.FIRE
                state.change(unit.id, spot=spot, new_spot_fire=False, new_spot_small_arms=False)


# -- objectives and the end ----------------------------------------------------------------------


def _objective_occupied(state: PanzerState, event: events.ObjectiveOccupied) -> None:
    if event.side is None:
        state.occupation.pop(event.objective, None)
    else:
        state.occupation[event.objective] = Occupation(event.side, event.turns)


def _objective_captured(state: PanzerState, event: events.ObjectiveCaptured) -> None:
    state.control[event.objective] = event.side


def _game_ended(state: PanzerState, event: events.GameEnded) -> None:
    state.outcome = Outcome(event.winner, event.level, event.text, event.rule)


def _nothing(state: PanzerState, event: OrderGiven) -> None:
    """An order changes nothing by itself; what comes of it follows."""


_APPLY: dict[type[Event], Callable[[PanzerState, Any], None]] = {
    OrderGiven: _nothing,
    events.SetUpOrderFixed: _set_up_order,
    events.ZoneChosen: _zone_chosen,
    events.UnitPlaced: _unit_placed,
    events.SetUpFinished: _set_up_finished,
    events.TurnBegun: _turn_begun,
    events.StepBegun: _step_begun,
    sight_events.SpottingChecked: spotting_checked,
    command_events.CommandPlaced: command_placed,
    command_events.CommandsFinished: commands_finished,
    command_events.InitiativeRolled: initiative_rolled,
    command_events.FirstPlayerChosen: first_player_chosen,
    adjustment_events.CommandsRemoved: commands_removed,
    direct_fire_events.FireAnnounced: fire_announced,
    firing_events.CommandRevealed: command_revealed,
    firing_events.QuestionAsked: question_asked,
    firing_events.CommandShown: command_shown,
    firing_events.ShowingDeclined: showing_declined,
    ap_events.AspectChosen: aspect_chosen,
    ap_events.ApFireResolved: ap_fire_resolved,
    direct_fire_events.FireWasted: fire_wasted,
    firing_events.FireForgone: fire_forgone,
    direct_fire_events.WindowOpened: window_opened,
    direct_fire_events.OverwatchPassed: overwatch_passed,
    direct_fire_events.OverwatchWaived: overwatch_waived,
    direct_fire_events.WindowClosed: window_closed,
    movement_events.MoveBegun: move_begun,
    movement_events.MovePlanned: move_planned,
    movement_events.UnitMoved: unit_moved,
    movement_events.AllowanceSpent: allowance_spent,
    movement_events.PlanDropped: plan_dropped,
    movement_events.MoveEnded: move_ended,
    movement_events.MovementFinished: movement_finished,
    events.ObjectiveOccupied: _objective_occupied,
    events.ObjectiveCaptured: _objective_captured,
    command_events.InstructionsSet: instructions_set,
    events.GameEnded: _game_ended,
    **air_evolve.APPLY,
    **ap_evolve.APPLY,
    **assault_evolve.APPLY,
    **gp_evolve.APPLY,
    **indirect_evolve.APPLY,
    **ground_evolve.APPLY,
    **movement_evolve.APPLY,
    **command_evolve.APPLY,
    **transport_evolve.APPLY,
}
