"""Transporting (na:6.6.7): what a vehicle can carry, who may get aboard, where passengers get down.

The orders are in `mounting`, Portées in `portee`, fire from a vehicle in `transported_fire`; capacities by data cards
alone in `loads`.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex, direction_between, distance
from core.panzer.gp.bail_out import passengers
from core.panzer.ground import stands
from core.panzer.ground.burdens import burdened
from core.panzer.ground.costs import terrain_costs
from core.panzer.ground.terrain import may_stand
from core.panzer.movement import foot, shared
from core.panzer.pieces import loads
from core.panzer.pieces.cards import Kind, Room, TowedCard, VehicleCard
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import MOVING, Presence, Unit
from core.panzer.state import PanzerState

# -- capacity ------------------------------------------------------------------------------------


def capacity(state: PanzerState, vehicle: UnitId) -> Room:
    """Towed and leg capacity of a vehicle or limber; 0-0 of all that carry nobody (na:6.6.7.1)."""
    return loads.capacity_of(state.card(vehicle))


def needs(state: PanzerState, unit: UnitId) -> Room | None:
    """The Passenger Capacity of a unit as it is now; None if it is never a passenger.

    Motorcycle units never part from their motorcycles (na:6.6.4.4), for which nobody has room.
    """
    if state.scenario.by_id[unit].motorcycle:
        return None
    return loads.needs_of(state.card(unit), state.units[unit].size)


def _loads(state: PanzerState, vehicle: UnitId) -> Iterator[Room]:
    for unit in passengers(state, vehicle):
        room = needs(state, unit)
        if room is not None:
            yield room


def room_left(state: PanzerState, vehicle: UnitId) -> Room:
    """What a vehicle has left of its capacity (na:6.6.7.1)."""
    several = state.edition.tows_by_capacity
    return loads.remaining(capacity(state, vehicle), _loads(state, vehicle), several=several)


def load_refusal(state: PanzerState, vehicle: UnitId, unit: UnitId) -> Refusal | None:
    """Why a vehicle has no room for a unit, beside those that it carries; None if it has (na:6.6.7.1)."""
    wanted = needs(state, unit)
    if wanted is None:
        what = "never leaves its motorcycles" if state.scenario.by_id[unit].motorcycle else "is no leg or towed unit"
        return Refusal(f"{state.name(unit)} {what} and is not carried", "na:6.6.7")
    several = state.edition.tows_by_capacity
    return loads.overload(state.card(vehicle), _loads(state, vehicle), wanted, several=several)


def tows(state: PanzerState, vehicle: UnitId) -> UnitId | None:
    """The towed unit that a vehicle carries, if any: with it the vehicle may not move in reverse (na:6.6.7.1)."""
    return next((u for u in passengers(state, vehicle) if isinstance(state.card(u), TowedCard)), None)


# -- who may get aboard, and where from -----------------------------------------------------------


def same_hex_only(state: PanzerState, unit: UnitId) -> str:
    """What keeps a unit from mounting from, or dismounting into, an adjacent hex; "" if nothing does.

    Suppressed units, sections with attached weapons and towed units use the vehicle's hex; a Suppressed section
    without attached weapons, which no list names, does as well (na:6.6.7.1.1a, na:6.6.7.1.1b). In the miniatures
    edition an inch away is near enough for all (min:17.2.8.2).
    """
    if state.edition.mounts_within_an_inch:
        return ""
    if isinstance(state.card(unit), TowedCard):
        return "is a towed unit"
    if burdened(state, state.units[unit]):
        return "is a section with attached weapons"
    return "is Suppressed" if state.units[unit].suppressed else ""


def step_refusal(state: PanzerState, unit: UnitId, start: Hex, to: Hex) -> Refusal | None:
    """Why a leg unit could not go on foot from a hex into the one beside it; None if it could (na:6.6.4.1)."""
    direction = direction_between(start, to)
    if direction is None or to not in state.board:
        return Refusal(f"{to} is not adjacent to {start}", "na:6.6.7.1.1b")
    going = foot.going(state, state.units[unit])
    return terrain_costs(state.board, state.tables, going).crossing(start, direction).refusal


def aboard_refusal(state: PanzerState, unit_id: UnitId, vehicle_id: UnitId) -> Refusal | None:
    """Why a dismounted unit cannot get aboard a vehicle from where both stand; None if it can.

    Both on the map and of one side, near enough, with room (na:6.6.7, na:6.6.7.1, na:6.6.7.1.1a); no gun out of the
    building in which it was set up (na:6.1.4.3.1c); nobody gets aboard in a building (na:6.6.3), but in the miniatures
    edition (min:9.7.1).
    """
    unit, vehicle = state.units[unit_id], state.units[vehicle_id]
    name, transport = state.name(unit_id), state.name(vehicle_id)
    if not vehicle.on_map or vehicle.hex is None or not isinstance(state.card(vehicle_id), VehicleCard):
        return Refusal(f"{transport} is no vehicle on the map", "na:6.6.7")
    if vehicle.bailed_out:
        return Refusal(f"the crew of {transport} has bailed out", "na:5.15c")
    if vehicle.inside and not state.edition.loaded_into_buildings:
        return Refusal(f"{transport} is in the building, where only vehicles that carry nothing go", "na:6.6.3")
    if not unit.on_map or unit.hex is None:
        return Refusal(f"{name} is not dismounted on the map", "na:6.6.7")
    if unit.side != vehicle.side:
        return Refusal(f"{transport} is of the other side", "na:6.6.7")
    if no_room := load_refusal(state, vehicle_id, unit_id):
        return no_room
    if unit.full_cover:
        return Refusal(f"{name} is in Full Cover, which holds for the whole turn", "na:6.1.4.2b")
    if unit.floor:
        return Refusal(f"{name} is on an upper floor", "na:6.1.4.3.1e")
    if unit.inside and isinstance(state.card(unit_id), TowedCard) and not state.edition.beside_buildings:
        return Refusal(f"{name} is inside the building and never moves from there", "na:6.1.4.3.1c")
    if unit.hex == vehicle.hex:
        return None
    away = distance(unit.hex, vehicle.hex)
    why = same_hex_only(state, unit_id)
    if why:
        reason = f"{name} {why} and mounts in the hex of the vehicle; {transport} is {away} hexes away"
        return Refusal(reason, "na:6.6.7.1.1a")
    if away > 1:
        reason = f"{name} is {away} hexes from {transport}; it must be adjacent or in the same hex"
        return Refusal(reason, "na:6.6.7.1.1a")
    return step_refusal(state, unit_id, unit.hex, vehicle.hex)


# -- where passengers get down --------------------------------------------------------------------


def landing_refusal(state: PanzerState, unit: UnitId, vehicle_id: UnitId, hex_: Hex) -> Refusal | None:
    """Why a passenger may not be put down in a hex; None if it may (na:6.6.7.1.1b).

    The vehicle's own hex, or one beside it that the unit could enter on foot: on the map, no prohibited terrain, no
    opposing unit, within its limit of Heights.
    """
    vehicle, name = state.units[vehicle_id], state.name(unit)
    if vehicle.hex is None or hex_ not in state.board:
        return Refusal("nobody dismounts off the map", "na:6.6.7.1.1b")
    if hex_ != vehicle.hex:
        why = same_hex_only(state, unit)
        if why:
            return Refusal(f"{name} {why} and dismounts into {vehicle.hex}", "na:6.6.7.1.1b")
        if refused := step_refusal(state, unit, vehicle.hex, hex_):
            return refused
    elif not may_stand(state, unit, hex_):
        return Refusal(f"the terrain of {hex_} is prohibited to {name}", "na:6.6.4.1")
    enemies = [u for u in state.in_hex(hex_) if u.side != vehicle.side and not u.bailed_out]
    if enemies:
        return Refusal(f"{state.name(enemies[0].id)} is in {hex_}", "na:4.5.1.1.10")
    if not stands.has_room(state, unit, hex_):
        return Refusal(f"there is no room left for {name} in {hex_}", "min:9.9")
    return _strays(state, unit, hex_)


def _strays(state: PanzerState, unit: UnitId, hex_: Hex) -> Refusal | None:
    """Why a passenger that shares its MOVE, as those of the miniatures edition may, does not get down in a hex: none of
    those who share it could end within Command Range of it any more, and all of them can without it (min:17.2.1.1)."""
    if not state.units[unit].group:
        return None
    after = state.copy()
    after.change(unit, presence=Presence.ON_MAP, carrier=None, hex=hex_)
    after.moves = after.moves.over()
    mates, rates = shared.mates(after, unit), tuple(Rate)
    if not mates or shared.keeps(after, unit, rates) or not shared.keeps(state, mates[0], rates):
        return None
    name = state.name(unit)
    return Refusal(f"{name} could not end within Command Range of those who share its command", shared.RULE)


def landings(state: PanzerState, unit: UnitId, vehicle_id: UnitId) -> tuple[Hex, ...]:
    """The hexes in which a passenger may be put down, its vehicle's own first."""
    here = state.units[vehicle_id].hex
    around = (here, *here.neighbours()) if here is not None else ()
    return tuple(h for h in around if landing_refusal(state, unit, vehicle_id, h) is None)


# -- vehicles -------------------------------------------------------------------------------------


def is_transport(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit can carry others at all: a vehicle or limber with any Transport Capacity (na:6.6.7.1)."""
    card = state.card(unit)
    room = loads.capacity_of(card)
    return card.kind in (Kind.VEHICLE, Kind.LIMBER) and bool(room.towed or room.leg)


def on_the_move(state: PanzerState, unit: Unit) -> bool:
    """Whether what a vehicle's passengers do is part of its move: it has MOVE or SHORT HALT and can still move, or has
    moved until a Track hit stopped it (na:6.6.7.1.1c)."""
    stands = unit.track_hit and not unit.moved and state.moves.of(unit.id) is None
    return unit.command in MOVING and not stands and not unit.bailed_out


def carried(state: PanzerState, unit: UnitId) -> UnitId | None:
    """The vehicle that carries a unit; None if it is not mounted."""
    there = state.units[unit]
    return there.carrier if there.presence is Presence.CARRIED else None
