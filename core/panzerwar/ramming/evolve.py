"""How rams, overruns and pushing change the state (pw:14, pw:6.8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event, UnitId
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.pieces.moves import Collision
from core.panzerwar.ramming.events import Pushed, Rammed, RamMet, RamStopped
from core.panzerwar.state import WarState
from core.plane import Point


def _place(state: WarState, element: UnitId, at: Point) -> None:
    for carried in state.aboard(element):
        state.change(carried.id, at=at)
    state.change(element, at=at)


def _met(state: WarState, event: RamMet) -> None:
    _place(state, event.element, event.at)
    if event.takes:
        one = Collision(element=event.element, target=event.target, segment=event.segment, overrun=event.overrun)
        state.collisions = (*state.collisions, one)
    target = state.elements.get(event.target)
    if event.caught and target is not None and not target.apparent:
        state.plans = {e: plan for e, plan in state.plans.items() if e != event.target}
        state.moves = evolve(state.moves, done=state.moves.done | {event.target})


def _over(state: WarState, element: UnitId, target: UnitId, *, both: bool = False) -> None:
    def goes(one: Collision) -> bool:
        mine = one.element == element and one.target == target
        return mine or (both and one.element == target and one.target == element)

    state.collisions = tuple(one for one in state.collisions if not goes(one))


def _stopped(state: WarState, event: RamStopped) -> None:
    _over(state, event.element, event.target)
    if event.at is not None:
        _place(state, event.element, event.at)


def _rammed(state: WarState, event: Rammed) -> None:
    _over(state, event.element, event.target, both=event.mutual)


def _pushed(state: WarState, event: Pushed) -> None:
    state.change(event.target, at=event.to)


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    state.collisions = ()


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    RamMet: _met,
    RamStopped: _stopped,
    Rammed: _rammed,
    Pushed: _pushed,
    TurnBegun: _turn_begun,
}
