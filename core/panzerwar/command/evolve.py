"""How command changes the state (pw:4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event, UnitId
from core.panzerwar.combat.events import SoftStruck
from core.panzerwar.command.doctrine import before_orders, leader
from core.panzerwar.command.events import (
    Appointed,
    CommandDelayed,
    GeneralOrderChanged,
    InitiativeRolled,
    LeaderLost,
    Merged,
    NobodyNear,
    OrderChanged,
    OrderReceived,
    Regrouping,
)
from core.panzerwar.command.initiative import NEAR
from core.panzerwar.command.near import places
from core.panzerwar.course.events import TurnBegun
from core.panzerwar.damage.events import CrewTested, GunStruck, VehicleStruck
from core.panzerwar.infantry.events import MenAttacked
from core.panzerwar.pieces.element import THERE
from core.panzerwar.pieces.organisation import Organisation, Tactical
from core.panzerwar.sighting.events import CameInSight
from core.panzerwar.state import WarState
from core.plane import Point, within


def _order(state: WarState, event: OrderReceived) -> None:
    now = state.organisations.get(event.organisation)
    if now is None:
        return
    found = before_orders(state, now)
    anew = event.order is not found.order or not found.since
    changes: dict[str, Any] = {"order": event.order, "objective": event.objective, "moving": frozenset(event.moving)}
    changes |= {"given": state.turn, "former": evolve(found, former=None), "chit": event.chit}
    if anew:
        changes |= {"since": state.turn, "before": found.order, "settled": 0, "regroups": event.regroups}
        changes["unled"] = event.order is Tactical.REGROUP and leader(state, found) is None
    state.organisations = {**state.organisations, now.id: evolve(found, **changes)}


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
    state.reorganise(
        one.id,
        members=members,
        command=command,
        strength=one.strength + two.strength,
        leaderless=one.leaderless or two.leaderless,
        unled=one.unled or two.unled,
        shaken=one.shaken or two.shaken,
        tested=one.tested | two.tested,
        regroups=max(one.regroups, two.regroups),
        former=None,
    )
    state.organisations = {id_: o for id_, o in state.organisations.items() if id_ != two.id}
    for team in [o.id for o in state.organisations.values() if o.team_of == two.id]:
        state.reorganise(team, team_of=one.id)
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
            "shaken": False,
            "leaderless": found.leaderless or found.unled or leader(state, found) is None,
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


def _delayed(state: WarState, event: CommandDelayed) -> None:
    element = state.elements.get(event.element)
    if element is not None:
        state.put(element.with_travel(delayed=event.delayed))


def _initiative(state: WarState, event: InitiativeRolled) -> None:
    state.initiative, state.last_mover = dict(event.totals), event.last
    state.commands = {(side, nation): total for side, nation, total in event.commands}


def _nobody_near(state: WarState, event: NobodyNear) -> None:
    state.initiative, state.last_mover, state.commands = {}, None, {}


# -- what changes the situation of a unit (pw:4.3) --------------------------------------------------------


def _situation(state: WarState, organisation: str) -> None:
    found = state.organisations.get(organisation)
    if found is not None and found.changed != state.turn:
        state.reorganise(organisation, changed=state.turn)


def _lost(state: WarState, element: UnitId) -> None:
    """A unit that lost an element."""
    found = state.elements.get(element)
    if found is not None and found.presence not in THERE:
        _situation(state, found.organisation)


def _struck(state: WarState, event: VehicleStruck | GunStruck | CrewTested | MenAttacked | SoftStruck) -> None:
    _lost(state, event.element)


def _in_sight(state: WarState, event: CameInSight) -> None:
    """An enemy came in sight: of the units that sighted him, and of all that are near to him."""
    enemy = event.element
    for organisation in state.organisations.values():
        if organisation.side == event.side and enemy.at is not None and _near(state, organisation, enemy.at):
            _situation(state, organisation.id)
    for id_ in event.by:
        found = state.elements.get(id_)
        if found is not None:
            _situation(state, found.organisation)


def _near(state: WarState, organisation: Organisation, at: Point) -> bool:
    return any(within(e.where, at, NEAR) for e in places(state, organisation))


def _turn_begun(state: WarState, event: TurnBegun) -> None:
    """Chits are picked up at the end of each turn (pw:4.12.3)."""
    for organisation in list(state.organisations.values()):
        if organisation.chit is not None:
            state.reorganise(organisation.id, chit=None)


#: What the events of this chapter do to the state, and what those of others change in the situation of units.
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
    CommandDelayed: _delayed,
    CameInSight: _in_sight,
    VehicleStruck: _struck,
    GunStruck: _struck,
    CrewTested: _struck,
    MenAttacked: _struck,
    SoftStruck: _struck,
    TurnBegun: _turn_begun,
}
