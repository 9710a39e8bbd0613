"""What may call for Morale Checks, noted as it happens and checked when it is complete (or:7.1.2, or:7.1.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from core.event import Event, UnitId
from core.hexes import Hex, distance
from core.panzer.air.events import AircraftCrashed
from core.panzer.ap.events import ApFireResolved, ApShotFired, ApShotResolved, FuelChecked, HitsSpread
from core.panzer.armament import armament
from core.panzer.assault.close_assault import has_flamethrower
from core.panzer.assault.events import (
    AssaultAnnounced,
    CloseAssaultResolved,
    HandToHandFought,
    HexTaken,
    OverrunResolved,
    UnitAdvanced,
)
from core.panzer.formations.control import exercises_command, formation_key, stands
from core.panzer.gp.events import BailOutChecked, GpFireResolved, UnitEliminated, VehicleSunk
from core.panzer.ground.buildings import indoors
from core.panzer.ground.events import UnitBurned
from core.panzer.ground.positions import improved
from core.panzer.ground.terrain import BUILDINGS
from core.panzer.minefields.events import MinefieldAttacked
from core.panzer.morale import one_check, tank_fright
from core.panzer.morale.chain import subordinates
from core.panzer.morale.cohesion import counts, is_lost
from core.panzer.movement.events import BuildingEntryChecked, UnitMoved
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.morale import OF_CLOSE_COMBAT, Cause, Trigger
from core.panzer.pieces.results import Result
from core.panzer.pieces.unit import Unit, Wreck
from core.panzer.state import PanzerState
from core.panzer.transport.events import MountingBegun, PassengerBailedOut, UnitDismounted, UnitMounted

# -- what an event does to units -------------------------------------------------------------------


def _shot_at(state: PanzerState, event: ApFireResolved | ApShotFired) -> Iterator[Trigger]:
    yield Trigger(event.target, Cause.FIRED_AT)


def _spread(state: PanzerState, event: HitsSpread) -> Iterator[Trigger]:
    return (Trigger(unit, Cause.FIRED_AT) for unit in dict.fromkeys(event.targets))


def _gp_fire(state: PanzerState, event: GpFireResolved) -> Iterator[Trigger]:
    yield Trigger(event.target, Cause.FIRED_AT)
    if event.shooter is not None and not event.indirect and _throws_flames(state, event.shooter, event.weapon):
        yield Trigger(event.target, Cause.FLAMES)


def _throws_flames(state: PanzerState, shooter: UnitId, weapon: int) -> bool:
    """Whether a weapon is a flamethrower (na:5.1.3.5)."""
    mounted = armament(state, shooter)
    return weapon < len(mounted) and mounted[weapon].weapon.kind.endswith("flamethrower")


def _assaulted(state: PanzerState, event: CloseAssaultResolved) -> Iterator[Trigger]:
    yield Trigger(event.target, Cause.ASSAULTED)
    if event.flamethrower:
        yield Trigger(event.target, Cause.FLAMES)


def _fought(state: PanzerState, event: HandToHandFought) -> Iterator[Trigger]:
    """Flames of either side count in every roll-off, and so are received by the other (or:7.1.3, na:6.6.1.2.2j)."""
    attackers = (event.primary, *event.others)
    yield Trigger(event.target, Cause.ASSAULTED)
    if any(has_flamethrower(state, unit) for unit in attackers):
        yield Trigger(event.target, Cause.FLAMES)
    if has_flamethrower(state, event.target):
        yield from (Trigger(unit, Cause.FLAMES) for unit in attackers)


def _overrun(state: PanzerState, event: OverrunResolved) -> Iterator[Trigger]:
    """In an Improved Position or a Building hex there is no Forced check (or:7.1.3); beside the buildings of its hex
    there is, in the miniatures edition (min:20.1.1.2.2)."""
    yield Trigger(event.target, Cause.ASSAULTED, overrun=True)
    target = state.units[event.target]
    walled = state.cell(event.hex).terrain in BUILDINGS
    if state.edition.beside_buildings:
        walled = indoors(state, target)
    if improved(state, target) is None and not walled:
        yield Trigger(event.target, Cause.OVERRUN, overrun=True)


def _moved(state: PanzerState, event: UnitMoved) -> Iterator[Trigger]:
    """It has left its hex, and is still on the map (or:7.1.2)."""
    if event.hexes and event.hex is not None:
        yield Trigger(event.unit, Cause.MOVED)


def _advanced(state: PanzerState, event: UnitAdvanced) -> Iterator[Trigger]:
    yield Trigger(event.unit, Cause.MOVED)


def _taken(state: PanzerState, event: HexTaken) -> Iterator[Trigger]:
    return (Trigger(unit, Cause.MOVED) for unit in event.units)


def _dismounted(state: PanzerState, event: UnitDismounted | PassengerBailedOut) -> Iterator[Trigger]:
    """Out of the hex of its vehicle, if it gets down into another (or:7.1.2, na:6.6.7.1.1b)."""
    if event.hex != state.units[event.vehicle].hex:
        yield Trigger(event.unit, Cause.MOVED)


def _mounting(state: PanzerState, event: MountingBegun) -> Iterator[Trigger]:
    """Out of its hex, if the vehicle stands in another, once it is aboard (or:7.1.2, na:6.6.7.1.1a)."""
    if state.units[event.unit].hex != state.units[event.vehicle].hex:
        yield Trigger(event.unit, Cause.MOVED)


def _nothing(state: PanzerState, event: Event) -> Iterable[Trigger]:
    """An event by which units may be lost, but which is no attack on them."""
    return ()


#: What each event may call for, besides the losses that it brings.
STRIKES: Final[Mapping[type[Event], Callable[[PanzerState, Any], Iterable[Trigger]]]] = {
    AircraftCrashed: _nothing,
    ApFireResolved: _shot_at,
    ApShotFired: _shot_at,
    ApShotResolved: _nothing,
    AssaultAnnounced: tank_fright.before,
    BailOutChecked: _nothing,
    BuildingEntryChecked: _nothing,
    FuelChecked: _nothing,
    CloseAssaultResolved: _assaulted,
    GpFireResolved: _gp_fire,
    HandToHandFought: _fought,
    HexTaken: _taken,
    HitsSpread: _spread,
    MinefieldAttacked: _nothing,
    MountingBegun: _mounting,
    OverrunResolved: _overrun,
    PassengerBailedOut: _dismounted,
    UnitAdvanced: _advanced,
    UnitBurned: _nothing,
    UnitDismounted: _dismounted,
    UnitEliminated: _nothing,
    UnitMounted: _nothing,
    UnitMoved: _moved,
    VehicleSunk: _nothing,
}


# -- losses ----------------------------------------------------------------------------------------


def fresh_losses(state: PanzerState) -> tuple[Unit, ...]:
    """The units that are lost and have not been noted so (or:7.1.1.2)."""
    known = state.cohesion.lost
    return tuple(u for u in state.units.values() if u.id not in known and is_lost(u) and counts(state, u.id))


def of_losses(state: PanzerState, event: Event, lost: Iterable[Unit]) -> Iterator[Trigger]:
    """What the losses of an event may call for of others (or:7.1.2, or:7.1.3)."""
    yield from _abandoned(state, event)
    fought = isinstance(event, HandToHandFought | OverrunResolved)
    for unit in lost:
        where = unit.hex if unit.hex is not None else getattr(event, "hex", None)
        if exercises_command(state, unit.id):
            yield from (Trigger(u.id, Cause.COMMAND, fought=fought) for u in subordinates(state, unit.id, where))
        if unit.fate is Wreck.BU:
            yield from (Trigger(u.id, Cause.BREW_UP) for u in _beside(state, unit, where))
        if fought and not _is_vehicle(state, unit):
            companions = (u for u in _beside(state, unit, where) if _has_companions(state, u))
            yield from (Trigger(u.id, Cause.COMPANIONS, fought=fought) for u in companions)


def _abandoned(state: PanzerState, event: Event) -> Iterator[Trigger]:
    """What it calls for of others that a vehicle Brews Up which its crew had left before (or:7.1.2)."""
    target = getattr(event, "target", None)
    if target in state.cohesion.lost and getattr(event, "result", None) is Result.BREW_UP:
        unit = state.units[target]
        yield from (Trigger(u.id, Cause.BREW_UP) for u in _beside(state, unit, unit.hex))


def _beside(state: PanzerState, unit: Unit, hex_: Hex | None) -> Iterator[Unit]:
    """The others of its formation in a hex (or:7.1.2), or within two (min:20.1.1.2.1), its own passengers too."""
    key, reach = formation_key(state, unit.id), state.edition.optional.companions_within
    for other in state.units.values() if hex_ is not None else ():
        there = hex_ if other.carrier == unit.id else stands(state, other.id)
        near = there is not None and hex_ is not None and distance(there, hex_) <= reach
        if near and other.id != unit.id and formation_key(state, other.id) == key:
            yield other


def _has_companions(state: PanzerState, unit: Unit) -> bool:
    """Whether losses of others in close combat call for its check: not of vehicles (or:7.1.2; min:20.1.1.2.1)."""
    return state.edition.optional.vehicles_have_companions or not _is_vehicle(state, unit)


def _is_vehicle(state: PanzerState, unit: Unit) -> bool:
    return isinstance(state.card(unit.id), VehicleCard)


# -- when it is complete ---------------------------------------------------------------------------


def complete(state: PanzerState) -> tuple[Trigger, ...]:
    """What waits and is complete: the move has ended, the fire is resolved, the close combat is over (or:7.1.2)."""
    if not state.cohesion.waiting or state.fire.announced or state.indirect.pending or state.question is not None:
        return ()
    flight = state.air.flight
    if flight is not None and flight.strike is not None:
        return ()
    return tuple(trigger for trigger in state.cohesion.waiting if _complete(state, trigger))


def _complete(state: PanzerState, trigger: Trigger) -> bool:
    if one_check.put_off(state, trigger):
        return False
    fighting = state.combats.active is not None or state.combats.overrunning is not None
    if trigger.cause is Cause.MOVED:
        mounting = state.carrying.mounting
        getting_on = mounting is not None and mounting.unit == trigger.unit
        return not fighting and not getting_on and state.moves.of(trigger.unit) is None
    return not fighting or not (trigger.fought or trigger.cause in OF_CLOSE_COMBAT | {Cause.FLAMES})
