"""How the events of the Spotting Phase change the state (na:4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.losses import shown_by_small_arms
from core.panzer.pieces.unit import Spot
from core.panzer.sight import events
from core.panzer.state import PanzerState


def spotting_checked(state: PanzerState, event: events.SpottingChecked) -> None:
    state.sighted = {spotter: frozenset(targets) for spotter, targets in event.sighted}
    for unit in event.lapsed:
        state.change(unit, spot=None)


def spotting_rolled(state: PanzerState, event: events.SpottingRolled) -> None:
    if event.spotted:
        spotters = state.made_out.get(event.target, frozenset())
        state.made_out = {**state.made_out, event.target: spotters | {event.spotter}}


def spots_kept(state: PanzerState, event: events.SpotsKept) -> None:
    state.change(event.unit, watched=event.wanted)
    state.sighted = {**state.sighted, event.unit: frozenset(event.targets)}


def contact_lost(state: PanzerState, event: events.ContactLost) -> None:
    state.made_out = {unit: by for unit, by in state.made_out.items() if unit != event.unit}


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    state.sighted = {}


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    """Who has fired in the Direct Fire Steps is easier to spot from the Overwatch Step on (na:4.1.2)."""
    if event.step != "overwatch":
        return
    for unit in list(state.units.values()):
        if unit.new_spot_fire:
            spot = shown_by_small_arms(state) if unit.new_spot_small_arms else Spot.FIRE
            state.change(unit.id, spot=spot, new_spot_fire=False, new_spot_small_arms=False)


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.SpottingChecked: spotting_checked,
    events.SpottingRolled: spotting_rolled,
    events.ContactLost: contact_lost,
    events.SpotsKept: spots_kept,
    TurnBegun: _turn_begun,
    StepBegun: _step_begun,
}
