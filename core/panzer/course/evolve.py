"""How set-up, turns, objectives and the end change the state (na:2.0, na:3.6, na:4.0, na:4.6.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, OrderGiven
from core.game_end import GameEnded, end_game
from core.panzer.course import events
from core.panzer.pieces.course import Occupation, Relief, Start
from core.panzer.pieces.unit import HullDown, Presence
from core.panzer.pieces.works import Work, WorkKind
from core.panzer.state import PanzerState
from core.replaced import replaced
from core.step_end import StepFinished

# -- set-up --------------------------------------------------------------------------------------


def _set_up_order(state: PanzerState, event: events.SetUpOrderFixed) -> None:
    state.setting_up = replaced(state.setting_up, order=event.order)


def _zone_chosen(state: PanzerState, event: events.ZoneChosen) -> None:
    state.setting_up = replaced(state.setting_up, zones={**state.setting_up.zones, event.side: event.zone})


def _unit_placed(state: PanzerState, event: events.UnitPlaced) -> None:
    state.change(event.unit, hex=event.hex, facing=event.facing, presence=Presence.ON_MAP)
    shelters = {unit: shelter for unit, shelter in state.setting_up.shelters.items() if unit != event.unit}
    if event.shelter is not None:
        shelters[event.unit] = event.shelter
    if shelters != state.setting_up.shelters:
        state.setting_up = replaced(state.setting_up, shelters=shelters)


def _unit_sheltered(state: PanzerState, event: events.UnitSheltered) -> None:
    hex_ = state.units[event.unit].hex
    if event.start is Start.INSIDE:
        state.change(event.unit, inside=True)
    elif event.start is Start.HULL_DOWN or event.partial:
        state.change(event.unit, hull_down=HullDown.PARTIAL if event.partial else HullDown.FULL, backed_in=event.rear)
    if event.start in (Start.IMPROVED, Start.ENTRENCHED) and hex_ is not None:
        dug = Work(WorkKind(event.start.value), hex_, holders=(event.unit,), open=event.open)
        state.counters = replaced(state.counters, works=(*state.counters.works, dug))


# -- turn ----------------------------------------------------------------------------------------


def _turn_begun(state: PanzerState, event: events.TurnBegun) -> None:
    state.turn = event.turn


def _step_begun(state: PanzerState, event: events.StepBegun) -> None:
    state.step, state.ended = event.step, frozenset()


def _step_finished(state: PanzerState, event: StepFinished) -> None:
    state.ended |= {event.side}


def _relief_awaited(state: PanzerState, event: events.ReliefAwaited) -> None:
    state.relief = replaced(state.relief, rolled=event.turn)


def _relief_arrived(state: PanzerState, event: events.ReliefArrived) -> None:
    state.relief = Relief(rolled=event.turn, arrived=event.turn, way=event.way)


# -- objectives and the end ----------------------------------------------------------------------


def _objective_occupied(state: PanzerState, event: events.ObjectiveOccupied) -> None:
    occupation = dict(state.objectives.occupation)
    if event.side is None:
        occupation.pop(event.objective, None)
    else:
        occupation[event.objective] = Occupation(event.side, event.turns)
    state.objectives = replaced(state.objectives, occupation=occupation)


def _objective_captured(state: PanzerState, event: events.ObjectiveCaptured) -> None:
    control = {**state.objectives.control, event.objective: event.side}
    state.objectives = replaced(state.objectives, control=control)


def _objective_approached(state: PanzerState, event: events.ObjectiveApproached) -> None:
    contact = {**state.objectives.contact, event.objective: frozenset(event.sides)}
    state.objectives = replaced(state.objectives, contact=contact)


def _objective_contested(state: PanzerState, event: events.ObjectiveContested) -> None:
    control = {**state.objectives.control, event.objective: None}
    state.objectives = replaced(state.objectives, control=control)


def _nothing(state: PanzerState, event: OrderGiven) -> None:
    """An order changes nothing by itself; what comes of it follows."""


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    OrderGiven: _nothing,
    events.SetUpOrderFixed: _set_up_order,
    events.ZoneChosen: _zone_chosen,
    events.UnitPlaced: _unit_placed,
    events.UnitSheltered: _unit_sheltered,
    events.TurnBegun: _turn_begun,
    events.StepBegun: _step_begun,
    events.ReliefAwaited: _relief_awaited,
    events.ReliefArrived: _relief_arrived,
    StepFinished: _step_finished,
    events.ObjectiveOccupied: _objective_occupied,
    events.ObjectiveCaptured: _objective_captured,
    events.ObjectiveApproached: _objective_approached,
    events.ObjectiveContested: _objective_contested,
    GameEnded: end_game,
}
