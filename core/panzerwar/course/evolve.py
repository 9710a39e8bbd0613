"""How set-up and the course of turns change the state (pw:3.0, pw:3.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, OrderGiven
from core.game_end import GameEnded, end_game
from core.panzerwar.course.events import (
    Dug,
    Held,
    Left,
    Placed,
    ReserveRolled,
    SegmentResolved,
    StepBegun,
    TurnBegun,
)
from core.panzerwar.course.set_up import put
from core.panzerwar.pieces.element import Presence
from core.panzerwar.sighting.evolve import disappear
from core.panzerwar.state import WarState
from core.step_end import StepFinished


def _order_given(state: WarState, event: OrderGiven) -> None:
    """An order changes nothing by itself; what comes of it follows."""


def _dug(state: WarState, event: Dug) -> None:
    found = state.elements.get(event.element)
    if found is not None:
        state.put(found.with_posture(dug=event.digging))


def _reserve_rolled(state: WarState, event: ReserveRolled) -> None:
    state.arrivals = {**state.arrivals, event.organisation: event.turn}


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    state.turn = event.turn


def _step_begun(state: WarState, event: StepBegun) -> None:
    state.step, state.ended, state.resolved = event.step, frozenset(), False
    disappear(state)


def _step_finished(state: WarState, event: StepFinished) -> None:
    state.ended |= {event.side}


def _resolved(state: WarState, event: SegmentResolved) -> None:
    state.resolved = True


def _left(state: WarState, event: Left) -> None:
    for element in (event.element, *(e.id for e in state.aboard(event.element))):
        state.change(element, presence=Presence.EXITED, at=None)
        if event.goal:
            state.left = {**state.left, element: event.goal}


def _held(state: WarState, event: Held) -> None:
    state.held = {**state.held, event.goal: event.side}


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    OrderGiven: _order_given,
    Placed: put,
    Dug: _dug,
    ReserveRolled: _reserve_rolled,
    TurnBegun: _turn_begun,
    StepBegun: _step_begun,
    StepFinished: _step_finished,
    SegmentResolved: _resolved,
    Left: _left,
    Held: _held,
    GameEnded: end_game,
}
