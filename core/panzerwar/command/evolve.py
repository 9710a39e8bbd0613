"""How command changes the state (pw:4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzerwar.command.events import (
    Appointed,
    GeneralOrderChanged,
    InitiativeRolled,
    LeaderLost,
    Merged,
    NobodyNear,
    OrderChanged,
    OrderReceived,
    Regrouping,
)
from core.panzerwar.pieces.organisation import Tactical
from core.panzerwar.state import WarState


def _order(state: WarState, event: OrderReceived) -> None:
    found = state.organisations.get(event.organisation)
    if found is None:
        return
    anew = event.order is not found.order or not found.since
    changes: dict[str, Any] = {"order": event.order, "objective": event.objective, "moving": frozenset(event.moving)}
    if anew:
        before = found.order if found.since != state.turn else found.before
        changes |= {"since": state.turn, "before": before, "settled": 0, "regroups": event.regroups}
    state.reorganise(event.organisation, **changes)


def _appointed(state: WarState, event: Appointed) -> None:
    state.reorganise(event.organisation, command=event.element)
    state.change(event.element, command=True)


def _general(state: WarState, event: GeneralOrderChanged) -> None:
    """It holds when it has been communicated (pw:5.2)."""


def _leader_lost(state: WarState, event: LeaderLost) -> None:
    state.reorganise(event.organisation, command=None)


def _merged(state: WarState, event: Merged) -> None:
    one, two = state.organisations.get(event.organisation), state.organisations.get(event.other)
    if one is None or two is None:
        return
    members = (*one.members, *two.members)
    command = one.command if one.command is not None else two.command
    state.reorganise(one.id, members=members, command=command, strength=one.strength + two.strength)
    state.organisations = {id_: o for id_, o in state.organisations.items() if id_ != two.id}
    for element in two.members:
        state.change(element, organisation=one.id)


def _regrouping(state: WarState, event: Regrouping) -> None:
    found = state.organisations.get(event.organisation)
    if found is None:
        return
    changes: dict[str, Any] = {"regroups": event.left}
    if event.left == 0:
        changes |= {
            "disordered": False,
            "strength": event.strength,
            "regrouped": found.regrouped + 1,
            "leaderless": found.command is None,
            "tested": frozenset(),
        }
        if found.forced is not None:
            changes |= {"forced": None, "until": 0}
    state.reorganise(event.organisation, **changes)


def _changed(state: WarState, event: OrderChanged) -> None:
    found = state.organisations.get(event.organisation)
    if found is None:
        return
    changes: dict[str, Any] = {"disordered": event.disordered, "apart": event.apart, "settled": event.settled}
    if event.order is not found.order:
        changes |= {"order": event.order, "since": state.turn, "before": found.order}
    if event.order is not Tactical.BOUND:
        changes["moving"] = frozenset()
    state.reorganise(event.organisation, **changes)


def _initiative(state: WarState, event: InitiativeRolled) -> None:
    state.initiative, state.last_mover = dict(event.totals), event.last


def _nobody_near(state: WarState, event: NobodyNear) -> None:
    state.initiative, state.last_mover = {}, None


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    OrderReceived: _order,
    Appointed: _appointed,
    GeneralOrderChanged: _general,
    LeaderLost: _leader_lost,
    Merged: _merged,
    Regrouping: _regrouping,
    OrderChanged: _changed,
    InitiativeRolled: _initiative,
    NobodyNear: _nobody_near,
}
