"""What becomes of those aboard when an element is lost (pw:6.9.3, pw:6.9.4)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from core.event import UnitId
from core.panzerwar.movement.loading import UNLOADING, set_up_turns
from core.panzerwar.pieces.element import Kind, Presence
from core.panzerwar.state import WarState


def companions(state: WarState, carrier: UnitId) -> tuple[UnitId, ...]:
    """All that an element carries and tows."""
    return tuple(e.id for e in state.aboard(carrier))


def lost_with(state: WarState, carrier: UnitId, killed: Iterable[UnitId] = ()) -> tuple[UnitId, ...]:
    """Who is lost with a carrier that is destroyed: what it tows (pw:6.9.3), and those `killed` inside of it."""
    inside = frozenset(killed)
    return tuple(e.id for e in state.aboard(carrier) if e.kind is Kind.GUN or e.id in inside)


def lose(state: WarState, element: UnitId) -> None:
    """An element that was carried or towed is lost: infantry killed, anything else destroyed."""
    found = state.elements.get(element)
    if found is not None:
        presence = Presence.KILLED if found.foot else Presence.DESTROYED
        state.change(element, presence=presence, aboard=None, outside=False)


def remove(state: WarState, element: UnitId, presence: Presence, lost: Iterable[UnitId] = ()) -> None:
    """An element is out of the game, with those `lost`; everybody else whom it carried or towed stands where it was,
    and guns and heavy weapons have yet to be set up, guns unloaded too (pw:6.11.1, pw:6.11.4)."""
    for one in lost:
        lose(state, one)
    found = state.elements.get(element)
    if found is None:
        return
    for other in state.aboard(element):
        turns = set_up_turns(state, other) + (UNLOADING if other.kind is Kind.GUN else 0.0)
        if turns:
            other = other.with_travel(loading=turns, doubled=False).with_posture(ready=False)
        other = other.with_travel(moved=state.turn)
        state.put(evolve(other, presence=Presence.ON_TABLE, at=found.at, aboard=None, outside=False))
    state.change(element, presence=presence)
