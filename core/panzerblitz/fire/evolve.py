"""How attacks change the state (pb:PB-SEQ-2, pb:PB-SEQ-3, pb:PB-CRT-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.panzerblitz.course.events import StepBegun
from core.panzerblitz.fire.events import AmmunitionSpent, AttackAnnounced, AttackLapsed, AttackResolved, AttackWithdrawn
from core.panzerblitz.losses import remove
from core.panzerblitz.pieces.attacks import NORMAL, Attack, Fate
from core.panzerblitz.pieces.unit import Operation
from core.panzerblitz.sequence import ANNOUNCING, Kind, kind_of
from core.panzerblitz.state import BlitzState


def _step_begun(state: BlitzState, event: StepBegun) -> None:
    if kind_of(event.step) in ANNOUNCING:
        state.announced = ()


def _announced(state: BlitzState, event: AttackAnnounced) -> None:
    state.announced = (*state.announced, event.attack)


def _withdrawn(state: BlitzState, event: AttackWithdrawn) -> None:
    state.announced = tuple(a for a in state.announced if a.hex != event.hex)


def _battle_done(state: BlitzState) -> None:
    if state.announced:
        first = state.announced[0]
        rest = first.battles[1:]
        state.announced = ((Attack(first.hex, first.method, rest),) if rest else ()) + state.announced[1:]


def _have_fired(state: BlitzState, attackers: tuple[UnitId, ...]) -> None:
    if kind_of(state.step) is Kind.RETURN_RESOLVE:
        return
    for unit in attackers:
        state.change(unit, fired=True)


def _attack_resolved(state: BlitzState, event: AttackResolved) -> None:
    _have_fired(state, event.attackers)
    if event.method in NORMAL and not event.again:
        _battle_done(state)
    for unit, fate in event.effects:
        _suffer(state, unit, fate)


def _suffer(state: BlitzState, unit_id: UnitId, fate: Fate) -> None:
    unit = state.units.get(unit_id)
    if unit is None:
        return
    if fate is Fate.DISPERSED:
        state.change(unit_id, dispersed=True, struck=True)
        return
    if fate is Fate.WRECKED and unit.hex is not None:
        state.wrecks = {**state.wrecks, unit.hex: (*state.wrecks.get(unit.hex, ()), unit.side)}
    if fate is Fate.BLOCKED and unit.hex is not None:
        state.rubble |= {unit.hex}
    remove(state, unit_id)


def _attack_lapsed(state: BlitzState, event: AttackLapsed) -> None:
    _have_fired(state, event.attackers)
    _battle_done(state)


def _ammunition_spent(state: BlitzState, event: AmmunitionSpent) -> None:
    for unit in event.units:
        passenger = state.passenger(unit)
        if passenger is not None:
            state.change(passenger, carrier=None, operation=Operation.UNLOADED)
        remove(state, unit)


#: What the events of this chapter do to the state.
APPLY: Final[Mapping[type[Event], Callable[[BlitzState, Any], None]]] = {
    StepBegun: _step_begun,
    AttackAnnounced: _announced,
    AttackWithdrawn: _withdrawn,
    AttackResolved: _attack_resolved,
    AttackLapsed: _attack_lapsed,
    AmmunitionSpent: _ammunition_spent,
}
