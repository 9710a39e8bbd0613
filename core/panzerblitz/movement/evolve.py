"""How movement and transport change the state (pb:PB-MOVE-C, pb:PB-TRANS-A, pb:PB-EXP-IMP-2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerblitz.course.events import PlayerTurnBegun, StepBegun
from core.panzerblitz.movement.events import ContactMade, FortificationTaken, Left, Loaded, Moved, Shifted, Unloaded
from core.panzerblitz.movement.road_and_ground import come_upon, companions
from core.panzerblitz.pieces.unit import Operation, Presence
from core.panzerblitz.sequence import Kind, kind_of
from core.panzerblitz.state import BlitzState


def _player_turn_begun(state: BlitzState, event: PlayerTurnBegun) -> None:
    state.arrivals = {}


def _step_begun(state: BlitzState, event: StepBegun) -> None:
    if kind_of(event.step) is Kind.IMPULSE_D:
        state.arrivals = {}  # the column has come up by what it moved before
        for unit in list(state.units.values()):
            if unit.on_map and unit.spent:
                state.change(unit.id, spent=0, trail=(), upon=())


def _loaded(state: BlitzState, event: Loaded) -> None:
    carrier = state.units[event.carrier]
    done = None if event.prepared else Operation.LOADED
    state.change(
        event.passenger,
        carrier=event.carrier,
        hex=carrier.hex,
        presence=carrier.presence,
        inside=carrier.inside,
        hidden=carrier.hidden,
        operation=done,
    )
    if not event.prepared:
        state.change(event.carrier, operation=done)


def _unloaded(state: BlitzState, event: Unloaded) -> None:
    done = None if event.prepared else Operation.UNLOADED
    state.change(event.passenger, carrier=None, inside=event.inside, operation=done, jumped=event.jumped)
    if not event.prepared:
        state.change(event.carrier, operation=done)


def _moved(state: BlitzState, event: Moved) -> None:
    unit = state.units[event.unit]
    trail = (unit.id,) if event.road or unit.hex is None else (*unit.trail, unit.hex.id)
    upon = come_upon(state, unit, trail, event.hex)
    led = companions(state, unit, trail, event.hex)
    changes = {
        "hex": event.hex,
        "trail": led[0].trail if led else trail,
        "upon": tuple(u.id for u in upon if not u.hidden),
        "presence": Presence.ON_MAP,
        "spent": unit.spent + event.cost,
        "entered": unit.entered + 1,
        "road": unit.road or event.road,
        "stopped": unit.stopped or event.stopped,
        "mined": False,
        "inside": False,
    }
    state.change(event.unit, **changes)
    state.passing -= {event.unit}
    passenger = state.passenger(event.unit)
    if passenger is not None:
        state.change(passenger, hex=event.hex, presence=Presence.ON_MAP, mined=False, inside=False)
    if event.group:
        state.gates = {**state.gates, event.group: state.gates.get(event.group, event.hex)}
        state.arrivals = {**state.arrivals, event.group: state.arrivals.get(event.group, 0) + 1}


def _shifted(state: BlitzState, event: Shifted) -> None:
    state.change(event.unit, inside=event.inside)
    passenger = state.passenger(event.unit)
    if passenger is not None:
        state.change(passenger, inside=event.inside)


def _fortification_taken(state: BlitzState, event: FortificationTaken) -> None:
    state.change(event.unit, side=event.side)


def _left(state: BlitzState, event: Left) -> None:
    for unit_id in (event.unit, state.passenger(event.unit)):
        if unit_id is not None:
            unit = state.units[unit_id]
            state.change(
                unit_id,
                hex=None,
                presence=Presence.EXITED,
                exits=(*unit.exits, event.area),
                left_from=event.hex,
                left_on=state.turn,
                spent=unit.spent + event.cost,
                stopped=True,
            )


def _contact_made(state: BlitzState, event: ContactMade) -> None:
    state.contact |= {event.side}


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[BlitzState, Any], None]]] = {
    PlayerTurnBegun: _player_turn_begun,
    StepBegun: _step_begun,
    Loaded: _loaded,
    Unloaded: _unloaded,
    Moved: _moved,
    Shifted: _shifted,
    FortificationTaken: _fortification_taken,
    Left: _left,
    ContactMade: _contact_made,
}
