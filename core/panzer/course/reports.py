"""Events in words, for the log and for exported games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.event import Event, TakenBack
from core.hexes import DIRECTION_NAMES
from core.panzer import sequence
from core.panzer.adjustment import events as adjustment_events
from core.panzer.adjustment.reports import removed
from core.panzer.air import reports as air_reports
from core.panzer.ap import events as ap_events
from core.panzer.ap import reports as ap_reports
from core.panzer.ap.reports import aspect, fire
from core.panzer.assault import reports as assault_reports
from core.panzer.command import events as command_events
from core.panzer.command import reports as command_reports
from core.panzer.command.reports import command, commands_finished, first, initiative
from core.panzer.course import events
from core.panzer.direct_fire import events as direct_fire_events
from core.panzer.direct_fire.reports import announced, passed, wasted
from core.panzer.firing import events as firing_events
from core.panzer.firing.reports import asked, declined, forgone, revealed, shown
from core.panzer.gp import reports as gp_reports
from core.panzer.ground import reports as ground_reports
from core.panzer.indirect import reports as indirect_reports
from core.panzer.movement import events as movement_events
from core.panzer.movement import reports as movement_reports
from core.panzer.movement.reports import begun, ended, moved, movement_finished, spent
from core.panzer.sight import events as sight_events
from core.panzer.sight.reports import spotting
from core.panzer.state import PanzerState
from core.panzer.transport import reports as transport_reports
from core.panzer.words import side
from core.presentation import Report


def report(state: PanzerState, event: Event) -> Report | None:
    """An event in words, given the state after it; None for events that only move the game along."""
    write = _WRITE.get(type(event))
    return write(state, event) if write else None


def _turn(state: PanzerState, event: events.TurnBegun) -> Report:
    return Report(f"Turn {event.turn} of {state.scenario.turns}", "na:4.0", "heading", level=0)


def _step(state: PanzerState, event: events.StepBegun) -> Report:
    step = sequence.BY_ID[event.step]
    player = sequence.player_of(state)
    who = f" - {side(state, player)}" if player else ""
    return Report(f"{step.phase}: {step.title}{who}", step.rule, "heading", level=0)


def _set_up_order(state: PanzerState, event: events.SetUpOrderFixed) -> Report:
    first = side(state, event.order[0])
    return Report(f"{first} sets up first", "na:2.0", rolls=event.rolls)


def _zone(state: PanzerState, event: events.ZoneChosen) -> Report:
    return Report(f"{side(state, event.side)} sets up in {state.scenario.zones[event.zone].name}", "na:2.0")


def _placed(state: PanzerState, event: events.UnitPlaced) -> Report:
    name = state.name(event.unit)
    return Report(
        f"{name} set up in {event.hex} facing {DIRECTION_NAMES[event.facing]}", "na:2.0", hexes=(event.hex,), level=2
    )


def _set_up_finished(state: PanzerState, event: events.SetUpFinished) -> Report:
    return Report(f"{side(state, event.side)} has set up", "na:2.0")


def _occupied(state: PanzerState, event: events.ObjectiveOccupied) -> Report | None:
    objective = next(x for x in state.scenario.objectives if x.id == event.objective)
    if event.side is None:
        return Report(f"Nobody holds {objective.name} alone", "na:3.6c", hexes=objective.hexes, level=2)
    if state.control.get(objective.id) == event.side:
        return None  # once captured, further occupation changes nothing
    text = f"{side(state, event.side)} holds {objective.name}: {event.turns} of {objective.turns} complete turns"
    return Report(text, "na:3.6b", hexes=objective.hexes, level=2)


def _captured(state: PanzerState, event: events.ObjectiveCaptured) -> Report:
    objective = next(x for x in state.scenario.objectives if x.id == event.objective)
    return Report(
        f"{side(state, event.side)} captures {objective.name} ({objective.vp} VP)",
        "na:3.6b",
        "good",
        hexes=objective.hexes,
    )


def _ended_game(state: PanzerState, event: events.GameEnded) -> Report:
    return Report(f"The game is over: {event.text}", event.rule, "heading", level=0)


def _taken_back(state: PanzerState, event: TakenBack) -> Report:
    return Report(f"{side(state, event.side)} takes its last order back", "na:4.5.1.1a", "dim")


_WRITE: dict[type[Event], Callable[[PanzerState, Any], Report | None]] = {
    TakenBack: _taken_back,
    events.TurnBegun: _turn,
    events.StepBegun: _step,
    events.SetUpOrderFixed: _set_up_order,
    events.ZoneChosen: _zone,
    events.UnitPlaced: _placed,
    events.SetUpFinished: _set_up_finished,
    sight_events.SpottingChecked: spotting,
    command_events.CommandPlaced: command,
    command_events.CommandsFinished: commands_finished,
    command_events.InitiativeRolled: initiative,
    command_events.FirstPlayerChosen: first,
    direct_fire_events.FireAnnounced: announced,
    firing_events.CommandRevealed: revealed,
    firing_events.QuestionAsked: asked,
    firing_events.CommandShown: shown,
    firing_events.ShowingDeclined: declined,
    ap_events.AspectChosen: aspect,
    ap_events.ApFireResolved: fire,
    direct_fire_events.FireWasted: wasted,
    firing_events.FireForgone: forgone,
    direct_fire_events.OverwatchPassed: passed,
    movement_events.MoveBegun: begun,
    movement_events.UnitMoved: moved,
    movement_events.AllowanceSpent: spent,
    movement_events.MoveEnded: ended,
    movement_events.MovementFinished: movement_finished,
    adjustment_events.CommandsRemoved: removed,
    events.ObjectiveOccupied: _occupied,
    events.ObjectiveCaptured: _captured,
    events.GameEnded: _ended_game,
    **air_reports.WRITE,
    **ap_reports.WRITE,
    **assault_reports.WRITE,
    **command_reports.WRITE,
    **gp_reports.WRITE,
    **indirect_reports.WRITE,
    **ground_reports.WRITE,
    **movement_reports.WRITE,
    **transport_reports.WRITE,
}
