"""How artillery changes the state (pw:10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event, UnitId
from core.panzerwar import sequence
from core.panzerwar.artillery.events import (
    AreaAttacked,
    AreaDeclared,
    AreaFired,
    AreaNotFired,
    CancelsScatter,
    Communicated,
    ContactLost,
    Denied,
    DirectHit,
    FirePlanned,
    MissionBegun,
    MissionEnded,
    MissionTold,
    Registered,
    StructureStruck,
    Wished,
)
from core.panzerwar.communication.contact import link
from core.panzerwar.communication.events import Contacted
from core.panzerwar.course.events import SegmentResolved, StepBegun, TurnBegun
from core.panzerwar.pieces.artillery import Area, Mission, Service, Spotting, by_arm
from core.panzerwar.pieces.nets import Link
from core.panzerwar.pieces.travel import Motion
from core.panzerwar.state import WarState


def _set(state: WarState, **changes: Any) -> None:
    state.artillery = evolve(state.artillery, **changes)


def _mission(state: WarState, id_: str, **changes: Any) -> None:
    found = tuple(evolve(m, **changes) if m.id == id_ else m for m in state.artillery.missions)
    _set(state, missions=found)


def _find(state: WarState, id_: str) -> Mission | None:
    return next((m for m in state.artillery.missions if m.id == id_), None)


# -- before the game, and what is wished -----------------------------------------------------------


def _registered(state: WarState, event: Registered) -> None:
    new = event.reference
    left = tuple(r for r in state.artillery.references if (r.side, r.number) != (new.side, new.number))
    _set(state, references=(*left, new))


def _planned(state: WarState, event: FirePlanned) -> None:
    left = tuple(m for m in state.artillery.missions if m.battery != event.battery)
    _set(state, missions=left if event.mission is None else (*left, event.mission))


def _wished(state: WarState, event: Wished) -> None:
    wish = event.wish
    same = (wish.battery, wish.element, wish.ask)
    left = tuple(w for w in state.artillery.wishes if (w.battery, w.element, w.ask) != same)
    _set(state, wishes=left if event.off else (*left, wish))


def _cancels(state: WarState, event: CancelsScatter) -> None:
    _set(state, cancels={**state.artillery.cancels, event.side: event.when})


# -- communication ---------------------------------------------------------------------------------


def _contacted(state: WarState, event: Contacted) -> None:
    _set(state, reached={**state.artillery.reached, event.element: event.result})


def _denied(state: WarState, event: Denied) -> None:
    """Nothing comes of it."""


def _begun(state: WarState, event: MissionBegun) -> None:
    """A fire is due. Whose request was heard before that of another is in contact (pw:10.9.2)."""
    mission = event.mission
    _set(state, missions=(*state.artillery.missions, mission))
    observer = state.elements.get(mission.observer) if mission.observer is not None else None
    rolled = observer is not None and observer.id in state.artillery.reached
    if observer is not None and rolled and link(state, observer, mission.battery) is None:
        made = Link(side=mission.side, element=observer.id, to=mission.battery, since=state.turn, last=state.turn)
        state.nets = evolve(state.nets, links=(*state.nets.links, made))


def _told(state: WarState, event: MissionTold) -> None:
    changes: dict[str, Any] = {"direction": event.direction, "from_": event.from_, "lost": False}
    if event.effect:
        changes["spotting"] = Spotting.NONE
    _mission(state, event.mission, **changes)


def _lost(state: WarState, event: ContactLost) -> None:
    _mission(state, event.mission, lost=True)


def _ended(state: WarState, event: MissionEnded) -> None:
    left = tuple(m for m in state.artillery.missions if m.id != event.mission)
    before = state.artillery.services.get(event.battery, Service(side=event.side))
    services = {**state.artillery.services, event.battery: evolve(before, resting=event.resting)}
    _set(state, missions=left, services=services)


def _communicated(state: WarState, event: Communicated) -> None:
    _set(state, communicated=state.turn, wishes=())


# -- fire ------------------------------------------------------------------------------------------


def _declared(state: WarState, event: AreaDeclared) -> None:
    shot = event.shot
    left = tuple(s for s in state.artillery.shots if (s.body, s.arm) != (shot.body, shot.arm))
    _set(state, shots=left if event.off else (*left, shot))


def _not_fired(state: WarState, event: AreaNotFired) -> None:
    """Nothing comes of it."""


def _fired(state: WarState, event: AreaFired) -> None:
    for id_ in event.elements:
        element = state.elements.get(id_)
        if element is not None:
            gunnery = element.gunnery
            fired = element.with_gunnery(
                fired=(*gunnery.fired, event.segment),
                rounds=(*gunnery.rounds, (event.arm, event.segment)),
                with_=gunnery.with_ | {event.kind},
            )
            state.put(fired.with_posture(hidden=False))
    area = Area(
        side=event.side,
        centre=event.coa,
        along=event.along,
        length=event.length,
        width=event.width,
        turn=state.turn,
        segment=event.segment,
        what=event.what,
        round=event.round,
        spotting=bool(event.rounds),
    )
    rounds = [evolve(area, centre=at) for at in event.rounds]
    _set(state, fallen=(*state.artillery.fallen, *(rounds or [area])))
    if event.told:
        _served(state, event)


def _served(state: WarState, event: AreaFired) -> None:
    """What its own side writes down of a fire."""
    body = by_arm(event.battery, event.elements[0] if event.elements else UnitId(""), event.arm)
    before = state.artillery.services.get(body, Service(side=event.side))
    after = evolve(
        before,
        coa=event.coa,
        fired=state.turn,
        direct=not event.mission,
        still=event.still,
        concentrated=before.concentrated + event.concentrated,
    )
    _set(state, services={**state.artillery.services, body: after})
    mission = _find(state, event.mission) if event.mission else None
    if mission is not None:
        _mission(
            state,
            mission.id,
            fired=state.turn,
            coa=event.coa,
            aim=event.aim,
            rounds=event.rounds,
            seen=event.seen,
            effect=mission.effect + (not event.rounds),
            direction=0,
            from_=0,
        )


def _attacked(state: WarState, event: AreaAttacked) -> None:
    element = state.elements.get(event.element)
    if element is None or not event.he:
        return
    state.put(evolve(element.with_harm(shelled=state.turn), buttoned=element.buttoned or event.buttons))


def _direct_hit(state: WarState, event: DirectHit) -> None:
    """What it does is told by what follows."""


def _structure(state: WarState, event: StructureStruck) -> None:
    if not event.hits:
        return
    structures = {**state.artillery.structures, event.hex: event.left}
    collapsed = state.artillery.collapsed | ({event.hex} if not event.left else frozenset())
    _set(state, structures=structures, collapsed=collapsed)


# -- the course of turns ---------------------------------------------------------------------------


def _resolved(state: WarState, event: SegmentResolved) -> None:
    _set(state, shots=())


def _step_begun(state: WarState, event: StepBegun) -> None:
    """After movement it is known who has moved (pw:10.5.1, pw:10.6.2)."""
    _set(state, shots=())
    if event.step != sequence.SIGHTING:
        return
    for element in list(state.elements.values()):
        if element.travel.motion is not Motion.STATIONARY:
            state.put(element.with_travel(moved=state.turn))


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """A new turn: what was wished and said is over, and areas of the turn before the last are taken off the table."""
    missions = tuple(evolve(m, direction=0, from_=0) if m.direction else m for m in state.artillery.missions)
    fallen = tuple(area for area in state.artillery.fallen if area.turn >= event.turn - 1)
    _set(state, missions=missions, fallen=fallen, wishes=(), shots=(), reached={})


#: What the events of this chapter do to the state, and what those of others do to its part of it.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    Registered: _registered,
    FirePlanned: _planned,
    CancelsScatter: _cancels,
    Wished: _wished,
    Contacted: _contacted,
    Denied: _denied,
    MissionBegun: _begun,
    MissionTold: _told,
    ContactLost: _lost,
    MissionEnded: _ended,
    Communicated: _communicated,
    AreaDeclared: _declared,
    AreaNotFired: _not_fired,
    AreaFired: _fired,
    AreaAttacked: _attacked,
    DirectHit: _direct_hit,
    StructureStruck: _structure,
    SegmentResolved: _resolved,
    StepBegun: _step_begun,
    TurnBegun: _turn_begun,
}
