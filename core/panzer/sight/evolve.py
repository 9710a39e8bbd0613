"""How the events of the Spotting Phase change the state (na:4.1), and what becomes of camouflage (or:7.24)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.panzer.adjustment.events import CommandsRemoved, UnitsPivoted
from core.panzer.assault.events import HexTaken, UnitAdvanced
from core.panzer.course.events import StepBegun, TurnBegun
from core.panzer.firing.events import CommandRevealed, CommandShown
from core.panzer.hidden_units.events import UnitsHidden
from core.panzer.losses import shown_by_small_arms
from core.panzer.movement.events import UnitMoved
from core.panzer.pieces.concealment.camouflage import Find
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import MOVING, Command, Spot
from core.panzer.sight import events
from core.panzer.state import PanzerState
from core.panzer.transport.events import PorteeDismounted, PorteeMounted
from core.replaced import replaced


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


def _portee_parted(state: PanzerState, event: PorteeDismounted) -> None:
    """Who has spotted a Portée goes on spotting its truck; its gun shows itself anew (na:4.1.1b, na:5.2.1b)."""
    _spotted_as(state, event.truck, (event.unit,))


def _portee_whole(state: PanzerState, event: PorteeMounted) -> None:
    """Who has spotted the gun or the truck goes on spotting the Portée that they make (na:4.1.1b, na:5.2.1c)."""
    _spotted_as(state, event.unit, (event.truck, event.gun))


def _spotted_as(state: PanzerState, unit: UnitId, before: tuple[UnitId, ...]) -> None:
    spotters = frozenset[UnitId]().union(*(state.made_out.get(one, frozenset()) for one in before))
    if spotters:
        others = {one: by for one, by in state.made_out.items() if one not in before}
        state.made_out = {**others, unit: spotters}


def contact_lost(state: PanzerState, event: events.ContactLost) -> None:
    state.made_out = {unit: by for unit, by in state.made_out.items() if unit != event.unit}


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    state.sighted = {}
    if state.camouflage.tried:
        state.camouflage = replaced(state.camouflage, tried=frozenset(), found={})


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    """Who has fired in the Direct Fire Steps is easier to spot from the Overwatch Step on (na:4.1.2)."""
    if event.step != "overwatch":
        return
    for unit in list(state.units.values()):
        if unit.new_spot_fire:
            spot = shown_by_small_arms(state) if unit.new_spot_small_arms else Spot.FIRE
            state.change(unit.id, spot=spot, new_spot_fire=False, new_spot_small_arms=False)


# -- camouflage ------------------------------------------------------------------------------------


def _camouflaged(state: PanzerState, event: events.UnitCamouflaged) -> None:
    kept = state.camouflage.secret - {event.unit}
    state.camouflage = replaced(state.camouflage, secret=kept | {event.unit} if event.on else kept)


def _announced(state: PanzerState, event: events.CamouflageAnnounced) -> None:
    now = state.camouflage
    if not event.camouflaged:
        state.camouflage = replaced(now, bare=now.bare | {event.unit})
        return
    announced = now.announced | {event.unit}
    state.camouflage = replaced(now, secret=now.secret - {event.unit}, announced=announced)


def _tested(state: PanzerState, event: events.CamouflageTested) -> None:
    now = state.camouflage
    found = {**now.found, event.target: Find(event.spotter, event.range)} if event.spotted else now.found
    state.camouflage = replaced(now, tried=now.tried | {event.target}, found=found)


def _watched(state: PanzerState, event: events.FireWatched) -> None:
    left = tuple(unit for unit in state.camouflage.executed if unit != event.unit)
    state.camouflage = replaced(state.camouflage, executed=left)
    if event.seen:
        _lost(state, event.unit)


def _lost(state: PanzerState, unit: UnitId) -> None:
    """It is gone for good, and everybody knows; whether it was ever there, only its owner."""
    now = state.camouflage
    if not state.has(Switch.CAMOUFLAGE) or unit in now.bare:
        return
    state.camouflage = replaced(
        now,
        secret=now.secret - {unit},
        announced=now.announced - {unit},
        bare=now.bare | {unit},
        tried=now.tried - {unit},
        found={one: by for one, by in now.found.items() if one != unit},
        executed=tuple(one for one in now.executed if one != unit),
    )


def _revealed(state: PanzerState, event: CommandRevealed) -> None:
    """Who moves loses it, who fires if an enemy could have spotted him (or:7.24), or at once (min:20.8.2)."""
    if event.command in MOVING or (
        state.edition.optional.camouflage_ends_at_once and event.command is not Command.NONE
    ):
        _lost(state, event.unit)
    elif event.unit in state.camouflage.announced and event.command is not Command.NONE:
        executed = (*state.camouflage.executed, event.unit)
        state.camouflage = replaced(state.camouflage, executed=executed)


def _shown(state: PanzerState, event: CommandShown) -> None:
    """Who shows that it has marked MOVE or SHORT HALT is not camouflaged any more (min:20.8.2)."""
    if state.edition.optional.camouflage_ends_at_once:
        _lost(state, event.unit)


def _removed(state: PanzerState, event: CommandsRemoved) -> None:
    """Nor is who marked a command that it never carried out (min:20.8.2)."""
    for unit in event.marked if state.edition.optional.camouflage_ends_at_once else ():
        _lost(state, unit)


def _pivoted(state: PanzerState, event: UnitsPivoted) -> None:
    """Nor is who pivots (min:20.8.2)."""
    for unit, _ in event.pivots if state.edition.optional.camouflage_ends_at_once else ():
        _lost(state, unit)


def _moved(state: PanzerState, event: UnitMoved | UnitAdvanced) -> None:
    _lost(state, event.unit)


def _hidden(state: PanzerState, event: UnitsHidden) -> None:
    """Who goes under a HIDDEN UNIT counter is not camouflaged (or:7.24)."""
    for unit in event.units:
        _lost(state, unit)


def _taken(state: PanzerState, event: HexTaken) -> None:
    for unit in event.units:
        _lost(state, unit)


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.SpottingChecked: spotting_checked,
    events.SpottingRolled: spotting_rolled,
    events.ContactLost: contact_lost,
    events.SpotsKept: spots_kept,
    events.UnitCamouflaged: _camouflaged,
    events.CamouflageAnnounced: _announced,
    events.CamouflageTested: _tested,
    events.FireWatched: _watched,
    CommandRevealed: _revealed,
    CommandShown: _shown,
    CommandsRemoved: _removed,
    UnitsPivoted: _pivoted,
    UnitMoved: _moved,
    UnitAdvanced: _moved,
    HexTaken: _taken,
    UnitsHidden: _hidden,
    PorteeDismounted: _portee_parted,
    PorteeMounted: _portee_whole,
    TurnBegun: _turn_begun,
    StepBegun: _step_begun,
}
