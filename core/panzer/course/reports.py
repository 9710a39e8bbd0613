"""Set-up, turns, objectives and the end in words (na:2.0, na:3.6, na:4.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, TakenBack
from core.game_end import GameEnded, tell_end
from core.hexes import DIRECTION_NAMES
from core.panzer import formation_turns, sequence
from core.panzer.course import events, sheltering
from core.panzer.pieces.course import Shelter
from core.panzer.state import PanzerState
from core.presentation import Report
from core.step_end import StepFinished


def _turn(state: PanzerState, event: events.TurnBegun) -> Report:
    return Report(f"Turn {event.turn} of {state.scenario.turns}", "na:4.0", "heading", level=0)


def _step(state: PanzerState, event: events.StepBegun) -> Report:
    step = sequence.BY_ID[event.step]
    player = sequence.player_of(state)
    who = f" - {state.scenario.side(player).name}" if player else ""
    formation = formation_turns.active(state)
    who += f": {formation_turns.name_of(state, formation)}" if formation is not None else ""
    return Report(f"{step.phase}: {step.title}{who}", step.rule, "heading", level=0)


def _relief_awaited(state: PanzerState, event: events.ReliefAwaited) -> Report:
    force = state.scenario.relief
    assert force is not None
    text = f"The relief force does not arrive: {event.rolls[0].result}, {force.arrives[event.turn]} or less was needed"
    return Report(text, "min:23.3.6.a", rolls=event.rolls)


def _relief_arrived(state: PanzerState, event: events.ReliefArrived) -> Report:
    force = state.scenario.relief
    assert force is not None
    way = force.way(event.way)
    who = state.scenario.side(force.side).name
    text = f"The relief force of {who} arrives at {way.name}; it counts as {force.grade.value} from now on"
    text += f" ({event.rolls[0].result}, {force.arrives[event.turn]} or less was needed)"
    return Report(text, "min:23.3.6.a", "good", rolls=event.rolls, hexes=way.hexes)


def _set_up_order(state: PanzerState, event: events.SetUpOrderFixed) -> Report:
    first = state.scenario.side(event.order[0]).name
    rolled = ", ".join(f"{roll.for_.removeprefix('set-up, ')} {roll.result}" for roll in event.rolls)
    return Report(f"{first} sets up first{f': {rolled}' if rolled else ''}", "na:2.0", rolls=event.rolls)


def _zone(state: PanzerState, event: events.ZoneChosen) -> Report:
    return Report(
        f"{state.scenario.side(event.side).name} sets up in {state.scenario.zones[event.zone].name}", "na:2.0"
    )


def _placed(state: PanzerState, event: events.UnitPlaced) -> Report:
    name = state.name(event.unit)
    return Report(
        f"{name} set up in {event.hex} facing {DIRECTION_NAMES[event.facing]}", "na:2.0", hexes=(event.hex,), level=2
    )


def _sheltered(state: PanzerState, event: events.UnitSheltered) -> Report:
    hex_ = state.units[event.unit].hex
    behind = event.rear or (event.open is not None and event.open == state.units[event.unit].facing)
    text = f"{state.name(event.unit)} begins {sheltering.in_words(Shelter(event.start, behind))}"
    return Report(text, "min:23.1.3", hexes=() if hex_ is None else (hex_,), level=2)


def set_up(state: PanzerState, event: StepFinished) -> Report:
    return Report(f"{state.scenario.side(event.side).name} has set up", "na:2.0")


def _occupied(state: PanzerState, event: events.ObjectiveOccupied) -> Report | None:
    objective = next(x for x in state.scenario.objectives if x.id == event.objective)
    if event.side is None:
        return Report(f"Nobody holds {objective.name} alone", "na:3.6c", hexes=objective.hexes, level=2)
    if state.objectives.control.get(objective.id) == event.side:
        return None  # once captured, further occupation changes nothing
    side = state.scenario.side(event.side).name
    text = f"{side} holds {objective.name}: {event.turns} of {objective.turns} complete turns"
    return Report(text, "na:3.6b", hexes=objective.hexes, level=2)


def _captured(state: PanzerState, event: events.ObjectiveCaptured) -> Report:
    objective = next(x for x in state.scenario.objectives if x.id == event.objective)
    return Report(
        f"{state.scenario.side(event.side).name} captures {objective.name} ({state.scenario.worth_of(objective)})",
        "na:3.6b",
        "good",
        hexes=objective.hexes,
    )


def _approached(state: PanzerState, event: events.ObjectiveApproached) -> None:
    """Who is there is seen on the map."""


def _contested(state: PanzerState, event: events.ObjectiveContested) -> Report:
    objective = next(x for x in state.scenario.objectives if x.id == event.objective)
    text = f"{state.scenario.side(event.side).name} contests {objective.name}: nobody controls it"
    return Report(text, "min:4.6", "good", hexes=objective.hexes)


def _taken_back(state: PanzerState, event: TakenBack) -> Report:
    return Report(f"{state.scenario.side(event.side).name} takes its last order back", "na:4.5.1.1a", "dim")


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {
    TakenBack: _taken_back,
    events.TurnBegun: _turn,
    events.StepBegun: _step,
    events.ReliefAwaited: _relief_awaited,
    events.ReliefArrived: _relief_arrived,
    events.SetUpOrderFixed: _set_up_order,
    events.ZoneChosen: _zone,
    events.UnitPlaced: _placed,
    events.UnitSheltered: _sheltered,
    events.ObjectiveOccupied: _occupied,
    events.ObjectiveCaptured: _captured,
    events.ObjectiveApproached: _approached,
    events.ObjectiveContested: _contested,
    GameEnded: tell_end,
}
