"""How general morale changes the state (pw:13), and what of the turn it keeps: who was under attack, who has left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve

from core.event import Event, UnitId
from core.panzerwar.combat.events import Fired, KeptDown, SoftStruck
from core.panzerwar.command.doctrine import counts, leader
from core.panzerwar.course.events import Left
from core.panzerwar.damage.events import GunStruck, VehicleStruck
from core.panzerwar.infantry.events import Assaulted, MenAttacked
from core.panzerwar.losses import remove
from core.panzerwar.morale.counting import base
from core.panzerwar.morale.events import (
    GunDestroyed,
    LeftBehind,
    MoraleFailed,
    MoralePasses,
    MoraleTested,
    Panicked,
    RanOff,
    Retired,
    Stranded,
)
from core.panzerwar.pieces.element import Kind, Presence
from core.panzerwar.pieces.organisation import Echelon, Forced, Organisation, Tactical
from core.panzerwar.state import WarState

#: The tactical order that stands for what morale makes a unit do (pw:4.1.3).
_AS: Final[Mapping[Forced, Tactical]] = {
    Forced.ROUT: Tactical.WITHDRAW,
    Forced.RETREAT: Tactical.WITHDRAW,
    Forced.WITHDRAW: Tactical.WITHDRAW,
    Forced.REGROUP: Tactical.REGROUP,
    Forced.HALT: Tactical.COVER,
}
#: Units of these echelons have their orders affirmed after a failure (pw:5.2.2).
_AFFIRMED: Final = frozenset({Echelon.COMPANY, Echelon.BATTALION})


def _tested(state: WarState, event: MoraleTested) -> None:
    unit = state.organisations.get(event.organisation)
    if unit is None:
        return
    if event.units:
        state.reorganise(unit.id, tested_units=unit.tested_units | set(event.levels))
    else:
        state.reorganise(unit.id, tested=unit.tested | set(event.levels))


def _failed(state: WarState, event: MoraleFailed) -> None:
    unit = state.organisations.get(event.organisation)
    if unit is not None:
        state.reorganise(
            unit.id,
            until=event.until,
            unconfirmed=unit.unconfirmed or unit.echelon in _AFFIRMED,
            shaken=True,
            changed=state.turn,
            **_under(state, unit, event.forced, event.regroups),
        )


def _under(state: WarState, unit: Organisation, forced: Forced, regroups: int) -> dict[str, Any]:
    changes: dict[str, Any] = {"forced": forced, "regroups": regroups, "objective": None, "moving": frozenset()}
    changes["unled"] = forced is Forced.REGROUP and leader(state, unit) is None
    if _AS[forced] is not unit.order:
        changes |= {"order": _AS[forced], "since": state.turn, "before": unit.order, "settled": 0, "apart": False}
    return changes


def _passes(state: WarState, event: MoralePasses) -> None:
    unit = state.organisations.get(event.organisation)
    if unit is None:
        return
    if event.forced is not None:
        state.reorganise(unit.id, until=0, **_under(state, unit, event.forced, event.regroups))
        return
    free = {"order": Tactical.COVER, "since": state.turn, "before": unit.order, "settled": 0}
    state.reorganise(unit.id, forced=None, until=0, **({} if unit.order is Tactical.COVER else free))


def _panicked(state: WarState, event: Panicked) -> None:
    element = state.elements.get(event.element)
    if element is None:
        return
    if event.bails_out:
        remove(state, event.element, Presence.BAILED_OUT)
    else:
        state.put(element.with_nerve(broken=state.turn, suppressed=0, ignoring=False))


def _ran_off(state: WarState, event: RanOff) -> None:
    for one in (event.element, *(e.id for e in state.aboard(event.element))):
        state.change(one, presence=Presence.ROUTED_OFF, at=None)


def _left_behind(state: WarState, event: LeftBehind) -> None:
    unit = state.organisations.get(event.organisation)
    if unit is not None:
        state.reorganise(unit.id, behind=unit.behind | {event.element})


def _stranded(state: WarState, event: Stranded) -> None:
    """What becomes of them follows."""


def _retired(state: WarState, event: Retired) -> None:
    unit = state.organisations.get(event.organisation)
    if unit is not None:
        _without(state, unit, event.element)
        left = tuple(e for e in unit.members if e != event.element)
        command = None if unit.command == event.element else unit.command
        state.reorganise(unit.id, members=left, command=command)


def _without(state: WarState, unit: Organisation, element: UnitId) -> None:
    """Losses are counted from one element less (pw:13.1.2, pw:13.1.5)."""
    if element in counts(state, unit):
        state.reorganise(unit.id, strength=base(state, unit) - 1)


def _left(state: WarState, event: Left) -> None:
    """Who has left the table is no loss (pw:13.1.2)."""
    for id_ in (event.element, *(e.id for e in state.elements.values() if e.aboard == event.element)):
        element = state.elements.get(id_)
        unit = state.organisations.get(element.organisation) if element is not None else None
        if unit is not None and id_ in unit.members:
            _without(state, unit, id_)


def _gun_destroyed(state: WarState, event: GunDestroyed) -> None:
    element = state.elements.get(event.element)
    if element is not None:
        state.put(evolve(element, kind=Kind.CREW, card="crew", weapon="", ammunition={}, crews=1))


# -- who is under attack (pw:13.1.1, pw:13.3) -----------------------------------------------------------------


def _attacked(state: WarState, element: UnitId) -> None:
    found = state.elements.get(element)
    unit = state.organisations.get(found.organisation) if found is not None else None
    if unit is not None and unit.attacked != state.turn:
        state.reorganise(unit.id, attacked=state.turn, under_fire=unit.under_fire or state.turn)


def _of_target(state: WarState, event: Fired | Assaulted) -> None:
    _attacked(state, event.target)


def _of_element(state: WarState, event: VehicleStruck | GunStruck | MenAttacked | KeptDown | SoftStruck) -> None:
    _attacked(state, event.element)


#: What the events of this chapter do to the state, and what those of others do to the morale of units.
APPLY: Final[Mapping[type[Event], Callable[[WarState, Any], None]]] = {
    MoraleTested: _tested,
    MoraleFailed: _failed,
    MoralePasses: _passes,
    Panicked: _panicked,
    RanOff: _ran_off,
    LeftBehind: _left_behind,
    Stranded: _stranded,
    Retired: _retired,
    GunDestroyed: _gun_destroyed,
    Fired: _of_target,
    Assaulted: _of_target,
    VehicleStruck: _of_element,
    GunStruck: _of_element,
    MenAttacked: _of_element,
    KeptDown: _of_element,
    SoftStruck: _of_element,
    Left: _left,
}
