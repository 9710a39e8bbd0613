"""How what is seen and lost from sight changes the state (pw:7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event, SideId, UnitId
from core.panzerwar import sequence
from core.panzerwar.course.events import StepBegun, TurnBegun
from core.panzerwar.damage.events import VehicleStruck
from core.panzerwar.knowledge import as_last_seen, as_seen, disappeared
from core.panzerwar.movement.events import Boarded, MoveEnded
from core.panzerwar.pieces.sky import Flare
from core.panzerwar.pieces.travel import MOVING
from core.panzerwar.pieces.watch import Sighting
from core.panzerwar.sighting.events import (
    ButtonedUp,
    CameInSight,
    FlashSeen,
    Grouped,
    Looked,
    LookedAround,
    Marked,
    OutOfSight,
    SightingDone,
    StarShellBurst,
    WeatherChanged,
)
from core.panzerwar.state import WarState


def _set(state: WarState, **changes: Any) -> None:
    state.watch = evolve(state.watch, **changes)


def _grouped(state: WarState, event: Grouped) -> None:
    others = tuple(
        left
        for group in state.watch.groups.get(event.side, ())
        if len(left := tuple(e for e in group if e not in event.members)) > 1
    )
    mine = (*others, event.members) if len(event.members) > 1 else others
    _set(state, groups={**state.watch.groups, event.side: mine})


def _looked(state: WarState, event: Looked) -> None:
    """What comes of it follows."""


def _came_in_sight(state: WarState, event: CameInSight) -> None:
    side, id_ = event.side, event.element.id
    found = state.elements.get(id_)
    if found is None or found.apparent:  # who knows one side alone
        state.put(event.element)
    state.sighted = {**state.sighted, side: state.sighted.get(side, frozenset()) | {id_}}
    if event.first:
        state.sighted_now = {**state.sighted_now, side: state.sighted_now.get(side, frozenset()) | {id_}}
    mine = state.watch.sightings.get(side, {})
    before = mine.get(id_)
    new = event.first or before is None
    sighting = Sighting(turn=state.turn, step=state.step) if new or before is None else evolve(before, lost=0)
    _set(
        state,
        sightings={**state.watch.sightings, side: {**mine, id_: sighting}},
        flashes=_without(state.watch.flashes, side, id_),
        vanished=_without(state.watch.vanished, side, id_),
    )
    state.glimpsed = _without(state.glimpsed, side, id_)
    for one in event.by:
        _situation_changed(state, one)


def keep_in_sight(state: WarState, side: SideId, id_: UnitId) -> None:
    """A side has an element in sight again that it had lost from sight, as if it had not been out of it (pw:8.7.6)."""
    state.sighted = {**state.sighted, side: state.sighted.get(side, frozenset()) | {id_}}
    state.glimpsed = _without(state.glimpsed, side, id_)
    mine = state.watch.sightings.get(side, {})
    if id_ in mine:
        _set(state, sightings={**state.watch.sightings, side: {**mine, id_: evolve(mine[id_], lost=0)}})
    _set(state, vanished=_without(state.watch.vanished, side, id_))


def _situation_changed(state: WarState, element: UnitId) -> None:
    """An enemy has come in sight of the unit of an element, and of the units above it (pw:4.3)."""
    found = state.elements.get(element)
    organisation = state.organisations.get(found.organisation) if found is not None else None
    while organisation is not None and organisation.changed != state.turn:
        state.reorganise(organisation.id, changed=state.turn)
        organisation = state.organisations.get(organisation.parent) if organisation.parent is not None else None


def _without(by_side: Mapping[SideId, Mapping[UnitId, Any]], side: SideId, id_: UnitId) -> dict[SideId, Any]:
    mine = by_side.get(side, {})
    if id_ not in mine:
        return dict(by_side)
    return {**by_side, side: {e: one for e, one in mine.items() if e != id_}}


def _out_of_sight(state: WarState, event: OutOfSight) -> None:
    side, id_ = event.side, event.element
    state.sighted = {**state.sighted, side: state.sighted.get(side, frozenset()) - {id_}}
    state.glimpsed = {**state.glimpsed, side: {**state.glimpsed.get(side, {}), id_: event.at}}
    mine = state.watch.sightings.get(side, {})
    before = mine.get(id_, Sighting(turn=state.turn, step=state.step))
    gone = {**mine, id_: evolve(before, lost=state.turn)}
    _set(state, sightings={**state.watch.sightings, side: gone})
    found = state.elements.get(id_)
    if found is not None:
        last = {**state.watch.vanished.get(side, {}), id_: as_seen(found)}
        _set(state, vanished={**state.watch.vanished, side: last})
        _disappears(state, side, id_)


def disappear(state: WarState) -> None:
    """In a new step what has disappeared in this turn may still be known, or no longer (pw:8.7.3)."""
    for side, vanished in state.watch.vanished.items():
        for id_ in vanished:
            _disappears(state, side, id_)


def _disappears(state: WarState, side: SideId, id_: UnitId) -> None:
    """For who knows one side alone what has disappeared stands where it was seen last, or nowhere."""
    found = state.elements.get(id_)
    if found is not None and not found.apparent:
        return
    state.elements = {e: one for e, one in state.elements.items() if e != id_}
    if disappeared(state, side, id_):
        state.put(as_last_seen(state, side, id_))


def _flash(state: WarState, event: FlashSeen) -> None:
    mine = {**state.watch.flashes.get(event.side, {}), event.element: event.at}
    _set(state, flashes={**state.watch.flashes, event.side: mine})


def _done(state: WarState, event: SightingDone) -> None:
    _set(state, settled=state.watch.settled | {event.side})


def _looked_around(state: WarState, event: LookedAround) -> None:
    _set(state, looked=(state.turn, state.step))


def _marked(state: WarState, event: Marked) -> None:
    found = state.elements.get(event.element)
    if found is not None:
        text = "" if event.at is None else f"{event.at.x},{event.at.y}"
        state.put(found.with_gunnery(mark=text))


def _buttoned_up(state: WarState, event: ButtonedUp) -> None:
    found = state.elements.get(event.element)
    if found is not None:
        state.put(evolve(found.with_gunnery(shut=True), buttoned=True))


def _struck(state: WarState, event: VehicleStruck) -> None:
    """It was hit in this fire segment (pw:7.1.4)."""
    found = state.elements.get(event.element)
    if found is not None and found.on_table and sequence.segment(state):
        state.put(found.with_harm(hit_in=sequence.segment(state)))


def _move_ended(state: WarState, event: MoveEnded) -> None:
    """Who moves more than a shift overwatches nothing any more (pw:7.9)."""
    found = state.elements.get(event.element)
    if found is not None and found.gunnery.mark and event.motion in MOVING:
        state.put(found.with_gunnery(mark=""))


def _boarded(state: WarState, event: Boarded) -> None:
    """A gun that is towed away overwatches nothing any more (pw:7.9)."""
    found = state.elements.get(event.element)
    if found is not None and found.gunnery.mark:
        state.put(found.with_gunnery(mark=""))


def _weather(state: WarState, event: WeatherChanged) -> None:
    decided = state.sky.decided if event.decided is None else state.sky.decided | {event.decided}
    state.sky = evolve(
        state.sky, weather=event.weather, most=event.most, row=event.row, spell=event.spell, decided=decided
    )


def _star_shell(state: WarState, event: StarShellBurst) -> None:
    state.sky = evolve(state.sky, flares=(*state.sky.flares, Flare(event.at, event.until)))


def _step_begun(state: WarState, event: StepBegun) -> None:
    """Groups are formed anew in each sighting phase (pw:7.4.3). Flashes are past when movement begins: until then a
    battery is called to where they were (pw:7.8, pw:10.6.3)."""
    if state.watch.groups or state.watch.settled:
        _set(state, groups={}, settled=frozenset())
    if event.step == sequence.INITIATIVE and state.watch.flashes:
        _set(state, flashes={})


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """Nothing is at first sight yet; flares burn down; what was hit before counts no more (pw:7.7, pw:7.8.3,
    pw:7.1.4)."""
    state.sighted_now = {}
    for element in list(state.elements.values()):
        if element.harm.hit_in or element.gunnery.shut:
            state.put(element.with_harm(hit_in=0).with_gunnery(shut=False))
    if state.watch.vanished:
        _set(state, vanished={})
    if state.sky.flares:
        state.sky = evolve(state.sky, flares=tuple(one for one in state.sky.flares if one.until >= event.turn))


#: What the events of this chapter do to the state, and what the beginning of steps and turns does to its part of it.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    Grouped: _grouped,
    Looked: _looked,
    CameInSight: _came_in_sight,
    OutOfSight: _out_of_sight,
    FlashSeen: _flash,
    SightingDone: _done,
    LookedAround: _looked_around,
    Marked: _marked,
    ButtonedUp: _buttoned_up,
    VehicleStruck: _struck,
    MoveEnded: _move_ended,
    Boarded: _boarded,
    WeatherChanged: _weather,
    StarShellBurst: _star_shell,
    StepBegun: _step_begun,
    TurnBegun: _turn_begun,
}
