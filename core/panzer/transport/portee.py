"""Portées (na:5.2.1): guns on truck beds, which fire from there, and which come off and go back on.

A scenario lists the Portée; its gun and its truck are units of their own, replaced by it until it is dismounted. The
Portée is replaced by them as long as they are apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.ground.terrain import may_stand
from core.panzer.movement.step import offer_overwatch
from core.panzer.pieces.cards import TowedCard, VehicleCard
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Presence
from core.panzer.sight import limited_spotting
from core.panzer.state import PanzerState
from core.panzer.transport import mounting
from core.panzer.transport.events import MountingFailed, PorteeDismounted, PorteeMounted
from core.panzer.transport.orders import DismountPortee, MountPortee
from core.panzer.transport.room import on_the_move


def parts(state: PanzerState, portee: UnitId) -> tuple[UnitId, UnitId] | None:
    """The gun and the truck of a Portée; None if the unit is none."""
    card = state.card(portee)
    if not isinstance(card, VehicleCard) or not card.dismounts_as:
        return None
    mine = [u for u in state.scenario.units if u.part_of == portee]
    gun = next((u.id for u in mine if isinstance(u.card, TowedCard)), None)
    truck = next((u.id for u in mine if isinstance(u.card, VehicleCard)), None)
    return (gun, truck) if gun is not None and truck is not None else None


def portee_of(state: PanzerState, part: UnitId) -> UnitId | None:
    """The Portée that a gun or a truck belongs to; None if to none."""
    return state.scenario.by_id[part].part_of


# -- dismounting ----------------------------------------------------------------------------------


def dismount_refusal(state: PanzerState, portee: UnitId, rate: Rate) -> Refusal | None:
    """Why the gun of a Portée may not come off now; None if it may, as a towed unit dismounts (na:5.2.1b)."""
    unit, pair = state.units[portee], parts(state, portee)
    if pair is None:
        return Refusal(f"{state.name(portee)} is no Portée", "na:5.2.1b")
    if not unit.on_map or unit.hex is None:
        return Refusal(f"{state.name(portee)} is not on the map", "na:5.2.1b")
    if refused := mounting.out_of_turn(state, unit):
        return refused
    if not may_stand(state, pair[0], unit.hex):
        return Refusal(f"the terrain of {unit.hex} is prohibited to {state.name(pair[0])}", "na:6.6.5")
    if any(u.side != unit.side and not u.bailed_out for u in state.in_hex(unit.hex)):
        return Refusal(f"an opposing unit is in {unit.hex}", "na:4.5.1.1.10")
    return mounting.handling_refusal(state, portee, rate)


def check_dismount(state: PanzerState, side: SideId, order: DismountPortee) -> None:
    """A Portée of one's own, where its gun may stand."""
    mounting.check_turn(state, side, order.unit)
    mounting.check_facing(order.gun_facing)
    mounting.check_facing(order.truck_facing)
    refuse(dismount_refusal(state, order.unit, order.rate))


def dismount(state: PanzerState, side: SideId, order: DismountPortee, dice: Dice) -> Iterator[Event]:
    """Half of the allowance, if it moves; then truck and gun stand in its hex, and the truck goes on (na:5.2.1b). The
    gun may be spotted as it comes off (or:7.7.1)."""
    pair, where = parts(state, order.unit), state.units[order.unit].hex
    if pair is None or where is None:
        return
    yield from mounting.prepare(state, order.unit, order.rate)
    gun, truck = pair
    yield PorteeDismounted(
        unit=order.unit,
        gun=gun,
        truck=truck,
        hex=where,
        gun_facing=order.gun_facing,
        truck_facing=order.truck_facing,
    )
    yield from limited_spotting.occasion(state, (gun,), dice)
    yield from offer_overwatch(state, gun)


# -- remounting -----------------------------------------------------------------------------------


def together_refusal(state: PanzerState, gun_id: UnitId) -> Refusal | None:
    """Why a gun cannot go back onto its truck from where both stand; None if it can (na:5.2.1c)."""
    portee = portee_of(state, gun_id)
    pair = parts(state, portee) if portee is not None else None
    if portee is None or pair is None or pair[0] != gun_id:
        return Refusal(f"{state.name(gun_id)} is no gun of a Portée", "na:5.2.1c")
    gun, truck = (state.units[u] for u in pair)
    if not truck.on_map or truck.bailed_out or truck.hex is None:
        return Refusal(f"{state.name(truck.id)} is out of action or off the map", "na:5.2.1c")
    if not gun.on_map or gun.hex != truck.hex:
        return Refusal(f"{state.name(gun_id)} mounts in the hex of its truck", "na:6.6.7.1.1a")
    if any(u.carrier == truck.id and u.presence is Presence.CARRIED for u in state.units.values()):
        return Refusal(f"{state.name(truck.id)} carries others", "na:6.6.7.1")
    if gun.full_cover:
        return Refusal(f"{state.name(gun_id)} is in Full Cover, which holds for the whole turn", "na:6.1.4.2b")
    return None


def mount_refusal(state: PanzerState, gun: UnitId, rate: Rate) -> Refusal | None:
    """Why a gun may not go back onto its truck now; None if it may (na:5.2.1c).

    It needs MOVE, its truck all of its allowance if it has MOVE or SHORT HALT.
    """
    apart = together_refusal(state, gun) or mounting.mounter_refusal(state, state.units[gun])
    if apart is not None:
        return apart
    portee = portee_of(state, gun)
    pair = parts(state, portee) if portee is not None else None
    if pair is None:
        return None
    turn = mounting.mounting_turn(state, gun, pair[1])
    return turn or mounting.handling_refusal(state, pair[1], rate, whole=mounting.PORTEE)


def check_mount(state: PanzerState, side: SideId, order: MountPortee) -> None:
    """The gun of a Portée, with MOVE, in the hex of its truck, which has all of its allowance left."""
    mounting.check_turn(state, side, order.unit)
    mounting.check_facing(order.facing)
    refuse(mount_refusal(state, order.unit, order.rate))


def mount(state: PanzerState, side: SideId, order: MountPortee, dice: Dice) -> Iterator[Event]:
    """All of the truck's allowance; the enemy may fire at the gun before it is up (na:5.2.1c, na:4.5b)."""
    portee = portee_of(state, order.unit)
    pair = parts(state, portee) if portee is not None else None
    if pair is None:
        raise IllegalOrder(f"{order.unit} is no gun of a Portée", "na:5.2.1c")
    yield from mounting.prepare(state, pair[1], order.rate, whole=mounting.PORTEE)
    yield from mounting.go_aboard(state, order.unit, pair[1], order.facing)


def procedure(state: PanzerState) -> Iterator[Event] | None:
    """After the enemy's chance for fire: gun and truck become the Portée, if they still can; None if none mounts."""
    pending = state.carrying.mounting
    if pending is None or pending.facing is None:
        return None
    portee, where = portee_of(state, pending.unit), state.units[pending.vehicle].hex
    refusal = together_refusal(state, pending.unit)
    if refusal is not None or portee is None or where is None:
        reason = refusal.reason if refusal is not None else "the truck is gone"
        return iter((MountingFailed(unit=pending.unit, vehicle=pending.vehicle, reason=reason),))
    return iter(
        (PorteeMounted(unit=portee, gun=pending.unit, truck=pending.vehicle, hex=where, facing=pending.facing),)
    )


def standing(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """Portées that do not move and whose gun might still come off: the step stays open for them."""
    return tuple(
        u.id
        for u in state.of(side)
        if parts(state, u.id) is not None
        and not on_the_move(state, u)
        and dismount_refusal(state, u.id, Rate.CROSS_COUNTRY) is None
    )
