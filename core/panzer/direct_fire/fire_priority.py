"""Fire priority (or:7.14): a vehicle fires at the closest armed vehicle of the enemy before it fires at others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.event import UnitId
from core.hexes import distance
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

RULE: Final = "or:7.14"


def first_targets(state: PanzerState, shooter: UnitId, legal: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of its targets of Direct Fire, among which a unit has to choose.

    legal: all that it could fire at, those too at which no more fire may be announced in this step (na:4.4.1e).

    A vehicle is bound to the closest armed vehicle, to any of several that are as close, unless others of its formation
    have engaged it; then, or where there is none, it chooses freely. Leg and towed units are not bound, nor are those
    who share a command: where they may fire is said by na:6.2.1.1.4a.
    """
    open_ = tuple(target for target in legal if target not in state.fire.resolved_targets)
    if not state.has(Switch.FIRE_PRIORITY) or not is_vehicle(state, shooter) or state.units[shooter].group:
        return open_
    origin = state.units[shooter].hex
    taken = {target for target in legal if engaged(state, shooter, target, state.fire.engaged)}
    ranges = {
        target: distance(origin, where)
        for target in legal
        if origin is not None and is_vehicle(state, target) and (where := state.units[target].hex) is not None
        if target in open_ or target in taken
    }
    closest = [target for target in ranges if ranges[target] == min(ranges.values())]
    return tuple(target for target in closest if target not in taken) or open_


def freed(state: PanzerState, shooter: UnitId, target: UnitId, batch: Iterable[Shot], open_: Iterable[UnitId]) -> bool:
    """Whether a unit is no longer bound to a target once a batch is announced, and has others left to fire at."""
    if not state.has(Switch.FIRE_PRIORITY):
        return False
    shots = tuple(batch)
    closed = {target, *(shot.target for shot in shots)}
    firing = {(shot.shooter, shot.target) for shot in shots}
    return engaged(state, shooter, target, firing) and not closed.issuperset(open_)


def engaged(state: PanzerState, shooter: UnitId, target: UnitId, fire: Iterable[tuple[UnitId, UnitId]]) -> bool:
    """Whether another vehicle of a shooter's formation is among those who fire at a target.

    fire: pairs of who fires and at whom; fire of leg and towed units does not engage.
    """
    members = state.scenario.by_id
    mine = members[shooter].side, members[shooter].formation
    return any(
        aim == target
        and other != shooter
        and (members[other].side, members[other].formation) == mine
        and is_vehicle(state, other)
        for other, aim in fire
    )


def is_vehicle(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit is a vehicle combat unit: an armed vehicle (na:4.1.1)."""
    card = state.card(unit)
    return isinstance(card, VehicleCard) and card.armed
