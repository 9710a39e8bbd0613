"""Dismount Attacks: passengers that get out and attack at once, in the Movement Step (na:6.6.1.1d, na:6.6.1.2d)."""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance
from core.order import IllegalOrder
from core.own import refuse
from core.panzer.assault import step, who
from core.panzer.assault.close_assault import beside
from core.panzer.assault.orders import DismountAttack
from core.panzer.gp.bail_out import passengers
from core.panzer.ground import stands
from core.panzer.pieces.cards import LegCard, LegStep, VehicleCard
from core.panzer.pieces.close_combat import Attack
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.sight import spotting
from core.panzer.state import PanzerState
from core.panzer.transport import mounting
from core.panzer.transport.events import UnitDismounted
from core.panzer.transport.room import carried, landing_refusal, landings


def attacker_refusal(state: PanzerState, unit: Unit, rate: Rate) -> Refusal | None:
    """Why a passenger makes no Dismount Attack now, whatever the target; None if it may.

    A leg unit that is not Suppressed and may dismount; it is one attack by itself, with no other unit of the hex. To
    attack is to fire, which nobody does twice in a turn, nor who has observed (na:4.4.1c, na:6.5.1c, na:6.6.1.1.1). In
    the miniatures edition no section, and two may fight hand to hand together (min:16.9.1.10, min:16.10.1a).
    """
    name = state.name(unit.id)
    if not state.has(Switch.CLOSE_COMBAT) or not state.has(Switch.TRANSPORT):
        return Refusal("Dismount Attacks are of the Advanced Game", "na:6.6.1.1d")
    if not isinstance(state.card(unit.id), LegCard):
        return Refusal(f"{name} is no leg unit", "na:6.6.1.1d")
    if unit.size is LegStep.SECTION and not state.edition.sections_assault:
        return Refusal(f"{name} is a section, which does not attack", "min:16.9.1.10")
    if carried(state, unit.id) is None:
        return Refusal(f"{name} is no passenger; on foot it attacks before the Movement Step", "na:6.6.1.1d")
    if unit.suppressed:
        return Refusal(f"{name} is Suppressed and may not start an attack", "na:6.6.1.1")
    if unit.morale is not None:
        return Refusal(f"{name} has {unit.morale.value} and may not start an attack", "or:7.1.5")
    if unit.fired:
        return Refusal(f"{name} has fired or observed in this turn, and to attack is to fire", "na:4.4.1c")
    return mounting.dismount_refusal(state, unit.id, rate)


def target_refusal(state: PanzerState, unit: Unit, target_id: UnitId, hex_: Hex) -> Refusal | None:
    """Why a passenger may not attack a target from a hex in which it would get out; None if it may.

    The target is spotted before it gets out, and was before its vehicle moved (na:6.6.1.1d), which the miniatures
    edition does not ask for (min:16.9.1.10, min:16.10.1a). There those who share its MOVE attack nobody else
    (min:17.2.1.2).
    """
    struck = state.units.get(target_id)
    if struck is None or struck.side == unit.side or not struck.on_map or struck.hex is None:
        return Refusal(f"{target_id} is no enemy on the map", "na:6.6.1.1d")
    by, name = who.rule(state, target_id, "d"), state.name(target_id)
    vehicle = carried(state, unit.id)
    moving = vehicle is not None and state.moves.of(vehicle) is not None
    if not spotting.spotted(state, unit.side, target_id):
        return Refusal(f"{name} is not spotted", by)
    noted = state.edition.dismounts_at_noted
    if noted and moving and vehicle is not None and target_id not in state.combats.noted_by(vehicle):
        return Refusal(f"{name} was not spotted before {state.name(vehicle)} started its move", by)
    if not beside(state, hex_, struck.hex):
        return Refusal(f"{hex_} is not adjacent to {name}", by)
    refused = _crowd_refusal(state, target_id) or who.height_refusal(state, unit, struck, hex_)
    return refused or who.shared_refusal(state, unit.id, target_id)


def _crowd_refusal(state: PanzerState, target: UnitId, more: int = 1) -> Refusal | None:
    """Why so many more units find no room to fight another hand to hand in this turn: two do at most (min:16.10)."""
    most = state.edition.hand_to_hand_most
    fought = sum(other == target for _, other in state.combats.hand_to_hand)
    if most is None or isinstance(state.card(target), VehicleCard) or fought + more <= most:
        return None
    if fought >= most:
        return Refusal(f"{most} units have fought {state.name(target)} in this turn", "min:16.10")
    return Refusal(f"{most} units at most fight {state.name(target)} in a turn", "min:16.10")


def joining_refusal(
    state: PanzerState, unit: UnitId, other: Unit, target: UnitId, hex_: Hex, rate: Rate
) -> Refusal | None:
    """Why another passenger does not get out with one that attacks and fight beside it; None if it does.

    Hand to hand alone, in the miniatures edition: two who attack one unit combine (min:16.10.1, min:16.10.1a).
    """
    if state.edition.hand_to_hand_most is None or isinstance(state.card(target), VehicleCard):
        return Refusal("a Dismount Attack is that of one unit", who.rule(state, target, "d"))
    vehicle = carried(state, unit)
    if vehicle is None or other.id == unit or carried(state, other.id) != vehicle:
        return Refusal(f"{state.name(other.id)} is not aboard the same vehicle", "min:16.10.1a")
    refused = attacker_refusal(state, other, rate) or landing_refusal(state, other.id, vehicle, hex_)
    refused = refused or target_refusal(state, other, target, hex_) or _crowd_refusal(state, target, more=2)
    if refused is not None or stands.fits(state, other.id, hex_, (unit,)):
        return refused
    return Refusal(f"there is no room for both in {hex_}", "min:9.9")


def partners(state: PanzerState, unit: UnitId, target: UnitId, hex_: Hex, rate: Rate) -> tuple[UnitId, ...]:
    """The passengers that could fight beside one that gets out in a hex to attack."""
    vehicle = carried(state, unit)
    aboard = passengers(state, vehicle) if vehicle is not None else ()
    return tuple(u for u in aboard if joining_refusal(state, unit, state.units[u], target, hex_, rate) is None)


def possible(state: PanzerState, unit: Unit) -> dict[UnitId, tuple[Hex, ...]]:
    """The targets of a Dismount Attack that a passenger could make now, each with the hexes to get out in."""
    vehicle = carried(state, unit.id)
    here = state.units[vehicle].hex if vehicle is not None else None
    enemies = (u for u in state.of(state.scenario.enemy(unit.side)) if u.hex is not None)
    near = [u for u in enemies if here is not None and u.hex is not None and distance(here, u.hex) <= 2]
    if not near or vehicle is None:
        return {}
    if all(attacker_refusal(state, unit, rate) for rate in (Rate.CROSS_COUNTRY, Rate.ROUTE)):
        return {}
    out = landings(state, unit.id, vehicle)
    found: dict[UnitId, tuple[Hex, ...]] = {}
    for target in near:
        hexes = tuple(h for h in out if target_refusal(state, unit, target.id, h) is None)
        if hexes:
            found[target.id] = hexes
    return found


def riders(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The passengers of a side that could make a Dismount Attack now: of the moving vehicle, or of any."""
    if not state.has(Switch.CLOSE_COMBAT):
        return ()
    moving = (state.units[state.moves.active.unit],) if state.moves.active is not None else tuple(state.of(side))
    aboard = (state.units[u] for vehicle in moving for u in passengers(state, vehicle.id))
    return tuple(u for u in aboard if possible(state, u))


# -- the order -----------------------------------------------------------------------------------------


def check(state: PanzerState, side: SideId, order: DismountAttack) -> None:
    """A passenger of one's own, a hex where it may get out, a target next to that (na:6.6.1.1d, na:6.6.1.2d)."""
    unit = mounting.check_turn(state, side, order.unit)
    mounting.check_facing(order.facing)
    if state.moves.plan:
        raise IllegalOrder("the vehicle is taking its steps", "na:4.5.1.1a")
    refuse(attacker_refusal(state, unit, order.rate))
    vehicle = carried(state, order.unit)
    if vehicle is not None:
        refuse(landing_refusal(state, order.unit, vehicle, order.hex))
    refuse(target_refusal(state, unit, order.target, order.hex))
    if len(order.others) > 1:
        raise IllegalOrder("two units fight together at most", "min:16.10")
    for other_id in order.others:
        other = mounting.check_turn(state, side, other_id)
        refuse(joining_refusal(state, order.unit, other, order.target, order.hex, order.rate))


def attack(state: PanzerState, side: SideId, order: DismountAttack, dice: Dice) -> Iterator[Event]:
    """It gets out and attacks; no Overwatch Fire comes between (na:6.6.1.1d)."""
    vehicle = carried(state, order.unit)
    if vehicle is None:
        return
    yield from mounting.prepare(state, vehicle, order.rate)
    out = (order.unit, *order.others)
    for unit in out:
        yield UnitDismounted(unit=unit, vehicle=vehicle, hex=order.hex, facing=order.facing)
        yield from mounting.landed(state, unit, vehicle, dice)
    able = [unit for unit in out if state.units[unit].on_map and not state.units[unit].suppressed]
    if not able:
        return  # the Barrage has kept all from attacking
    mine = Attack(able[0], tuple(able[1:]), order.hex)
    yield from step.announced(state, side, order.target, (mine,), dismount=True)
