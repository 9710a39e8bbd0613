"""How communication changes the state (pw:5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event
from core.panzerwar.command.events import GeneralOrderChanged
from core.panzerwar.communication.events import (
    AttemptNoted,
    Contacted,
    ContactEnded,
    ContactsRolled,
    OrdersAffirmed,
    PlanPassed,
)
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.pieces.nets import Link, Reached
from core.panzerwar.state import WarState


def _set(state: WarState, **changes: Any) -> None:
    state.nets = evolve(state.nets, **changes)


def _noted(state: WarState, event: AttemptNoted) -> None:
    left = tuple(one for one in state.nets.attempts if one.element != event.attempt.element)
    _set(state, attempts=left if event.off else (*left, event.attempt))


def _contacted(state: WarState, event: Contacted) -> None:
    tried = state.nets.tried.get(event.side, frozenset()) | {event.element}
    before = next((one for one in state.nets.links if (one.element, one.to) == (event.element, event.to)), None)
    links = tuple(one for one in state.nets.links if one is not before)
    kept = event.result is Reached.MADE or (event.maintain and event.result is not Reached.FAILED)
    if kept:
        since = before.since if before is not None and event.maintain else state.turn
        links = (
            *links,
            Link(side=event.side, element=event.element, to=event.to, since=since, last=state.turn),
        )
    _set(state, tried={**state.nets.tried, event.side: tried}, links=links)


def _ended(state: WarState, event: ContactEnded) -> None:
    _set(state, links=tuple(one for one in state.nets.links if (one.element, one.to) != (event.element, event.to)))


def _changed(state: WarState, event: GeneralOrderChanged) -> None:
    """Another general order waits until it is communicated (pw:5.2)."""
    _set(state, plans={**state.nets.plans, event.side: event.text})


def _passed(state: WarState, event: PlanPassed) -> None:
    plans = {side: text for side, text in state.nets.plans.items() if side != event.side}
    _set(state, plans=plans, due={**state.nets.due, event.side: (event.turn, event.text)})


def _affirmed(state: WarState, event: OrdersAffirmed) -> None:
    state.reorganise(event.organisation, unconfirmed=False)


def _rolled(state: WarState, event: ContactsRolled) -> None:
    _set(state, attempts=(), settled=state.turn)


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """Everybody may try again, and plans that have got there hold (pw:5.1.1, pw:5.3)."""
    for side, (turn, text) in state.nets.due.items():
        if turn <= event.turn:
            state.general = {**state.general, side: text}
    due = {side: one for side, one in state.nets.due.items() if one[0] > event.turn}
    _set(state, attempts=(), tried={}, due=due)


#: What the events of this chapter do to the state, and what the beginning of a turn does to its part of it.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    AttemptNoted: _noted,
    Contacted: _contacted,
    ContactEnded: _ended,
    GeneralOrderChanged: _changed,
    PlanPassed: _passed,
    OrdersAffirmed: _affirmed,
    ContactsRolled: _rolled,
    TurnBegun: _turn_begun,
}
