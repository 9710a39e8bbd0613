"""How the events of the Adjustment Phase change the state (na:4.6, na:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

from core.event import Event, UnitId
from core.panzer.adjustment import events
from core.panzer.course.events import StepBegun
from core.panzer.pieces.clouds import thinned
from core.panzer.pieces.unit import Command, CommandFace, Spot, Suppression
from core.panzer.state import PanzerState
from core.replaced import replaced

V = TypeVar("V")


def commands_removed(state: PanzerState, event: events.CommandsRemoved) -> None:
    marked = set(event.marked)
    shown = dict(event.revealed)
    if event.side is not None:
        state.commands = replaced(state.commands, done=state.commands.done - {event.side})
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


def _of_others(chosen: Mapping[UnitId, V], units: Collection[UnitId]) -> dict[UnitId, V]:
    """What has been chosen for other units."""
    return {unit: value for unit, value in chosen.items() if unit not in units}


def pivot_chosen(state: PanzerState, event: events.PivotChosen) -> None:
    pivots = dict(state.adjustment.pivots)
    if event.facing == state.units[event.unit].facing:
        pivots.pop(event.unit, None)
    else:
        pivots[event.unit] = event.facing
    state.adjustment = replaced(state.adjustment, pivots=pivots)


def bail_out_chosen(state: PanzerState, event: events.BailOutChosen) -> None:
    leaving = dict(state.adjustment.leaving)
    leaving.pop(event.unit, None)
    if event.facing is not None:
        leaving[event.unit] = event.facing
    state.adjustment = replaced(state.adjustment, leaving=leaving)


def passengers_bailed_out(state: PanzerState, event: events.PassengersBailedOut) -> None:
    """Where they are from now on is told by the chapter of transporting."""
    now = state.adjustment
    state.adjustment = replaced(now, leaving=_of_others(now.leaving, [unit for unit, _ in event.out]))


def full_cover_chosen(state: PanzerState, event: events.FullCoverChosen) -> None:
    covers = dict(state.adjustment.covers)
    if event.on == state.units[event.unit].full_cover:
        covers.pop(event.unit, None)
    else:
        covers[event.unit] = event.on
    state.adjustment = replaced(state.adjustment, covers=covers)


def turret_chosen(state: PanzerState, event: events.TurretChosen) -> None:
    turrets, unit = dict(state.adjustment.turrets), state.units[event.unit]
    if (event.turret, event.buttoned) == (unit.turret, unit.buttoned):
        turrets.pop(event.unit, None)
    else:
        turrets[event.unit] = event.turret, event.buttoned
    state.adjustment = replaced(state.adjustment, turrets=turrets)


def turrets_adjusted(state: PanzerState, event: events.TurretsAdjusted) -> None:
    for unit, turret, buttoned in event.turrets:
        state.change(unit, turret=turret, buttoned=buttoned)
    now = state.adjustment
    left = _of_others(now.turrets, [unit for unit, _, _ in event.turrets])
    state.adjustment = replaced(now, turrets=left, settled=now.settled | {event.side})


def units_pivoted(state: PanzerState, event: events.UnitsPivoted) -> None:
    for unit, facing in event.pivots:
        state.change(unit, facing=facing)
    for unit, turret in event.turrets:
        state.change(unit, turret=turret)
    now = state.adjustment
    pivots = _of_others(now.pivots, [unit for unit, _ in event.pivots])
    state.adjustment = replaced(now, pivots=pivots, settled=now.settled | {event.side})


def full_cover_adjusted(state: PanzerState, event: events.FullCoverAdjusted) -> None:
    units = (*event.into, *event.out_of)
    for unit in units:
        state.change(unit, full_cover=unit in event.into)
    before, now = state.counters.works, state.adjustment
    works = before if event.works is None else event.works
    state.counters = replaced(state.counters, works=works)
    state.adjustment = replaced(
        now,
        covers=_of_others(now.covers, units),
        dug=tuple(w for w in works if w not in before),
        settled=now.settled | {event.side},
    )


def suppression_checked(state: PanzerState, event: events.SuppressionChecked) -> None:
    if event.recovered:
        state.change(event.unit, suppression=None)


def counters_adjusted(state: PanzerState, event: events.CountersAdjusted) -> None:
    for unit in list(state.units.values()):
        if unit.under_fire or unit.suppression is Suppression.ON:
            turned = Suppression.OFF if unit.suppressed else None
            state.change(unit.id, under_fire=False, suppression=turned)
    state.counters = replaced(state.counters, clouds=thinned(state.counters.clouds))


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    state.adjustment = replaced(state.adjustment, settled=frozenset())


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.CommandsRemoved: commands_removed,
    events.PivotChosen: pivot_chosen,
    events.BailOutChosen: bail_out_chosen,
    events.PassengersBailedOut: passengers_bailed_out,
    events.FullCoverChosen: full_cover_chosen,
    events.TurretChosen: turret_chosen,
    events.TurretsAdjusted: turrets_adjusted,
    events.UnitsPivoted: units_pivoted,
    events.FullCoverAdjusted: full_cover_adjusted,
    events.SuppressionChecked: suppression_checked,
    events.CountersAdjusted: counters_adjusted,
    StepBegun: _step_begun,
}
