"""Mounting, dismounting and Emergency Bail Out in the Movement Step (na:6.6.7.1.1, na:6.6.7.1.2).

What the passengers of a vehicle with MOVE or SHORT HALT do is part of its move, and costs it half of its allowance,
once, in one hex; those of any other vehicle come and go at no cost, while nobody is moving (na:6.6.7.1.1c).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer import formation_turns
from core.panzer.firing.showing import revealed
from core.panzer.gp.bail_out import passengers
from core.panzer.ground import stands
from core.panzer.indirect.barrage import attacked_in_barrage
from core.panzer.movement import move as movement_move
from core.panzer.movement import shared
from core.panzer.movement import step as movement_step
from core.panzer.movement.events import AllowanceSpent, MovePlanned
from core.panzer.movement.mover import mover
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import MOVING, Command, CommandFace, Unit
from core.panzer.sequence import MOVE_STEPS, player_of
from core.panzer.sight import limited_spotting
from core.panzer.state import PanzerState
from core.panzer.transport.events import MountingBegun, MountingFailed, PassengerBailedOut, UnitDismounted, UnitMounted
from core.panzer.transport.orders import BailOut, Dismount, Mount
from core.panzer.transport.room import aboard_refusal, carried, is_transport, landing_refusal, landings, on_the_move
from core.remembered import remembered
from core.replaced import replaced

RULE = "na:6.6.7.1.1c"
#: Remounting a Portée takes all of the allowance.
PORTEE = "na:5.2.1c"
# -- what it costs the vehicle --------------------------------------------------------------------


def move_of(state: PanzerState, vehicle: UnitId, rate: Rate) -> ActiveMove:
    """The move of a vehicle as it is, or as it would begin at a rate. IllegalOrder if it cannot."""
    return state.moves.of(vehicle) or movement_move.begin(state, vehicle, rate)


def cost(state: PanzerState, move: ActiveMove, *, whole: str = "") -> int:
    """What passengers cost a moving vehicle: half of its allowance as its way so far gives it, rounded down.

    whole: the rule that asks for all of it: to remount a Portée (na:5.2.1c), in the miniatures edition for passengers
    who are Suppressed (min:17.2.8.2.4). Nothing more in the hex where it has been paid (na:6.6.7.1.1c, min:17.2.8.2.3).
    """
    if state.carrying.handled.get(move.unit) is not None:
        return 0
    total = mover(state, move.unit).total(move)
    return total if whole else total // 2


@remembered
def handling_refusal(state: PanzerState, vehicle_id: UnitId, rate: Rate, *, whole: str = "") -> Refusal | None:
    """Why a vehicle can neither take passengers up nor put them down now; None if it can (na:6.6.7.1.1c).

    whole: by which rule it takes all of its allowance, as for a Portée (na:5.2.1c).
    """
    vehicle, name = state.units[vehicle_id], state.name(vehicle_id)
    able = (None, Command.MOVE, Command.NONE)
    if state.edition.carriers_move_or_stand and vehicle.command not in able:
        reason = f"{name} has {vehicle.command.value}; vehicles with MOVE or N/C take units up and put them down"
        return Refusal(reason, "min:17.2.8.2")
    if vehicle.bailed_out or not vehicle.on_map:
        return Refusal(f"{name} is out of action or off the map", "na:6.6.7")
    if state.moves.active is not None and state.moves.active.unit != vehicle_id:
        return Refusal(f"{state.name(state.moves.active.unit)} must complete its move first", "na:4.5.1.1a")
    if not on_the_move(state, vehicle):
        return None
    if refused := out_of_turn(state, vehicle):
        return refused
    if vehicle.moved:
        return Refusal(f"{name} has completed its move, of which this would be part", RULE)
    done = state.carrying.handled.get(vehicle_id)
    if done is not None and done != vehicle.hex:
        return Refusal(f"{name} has mounted or dismounted passengers in {done}, and does so in one hex only", RULE)
    try:
        move = move_of(state, vehicle_id, rate)
    except IllegalOrder as error:
        return Refusal(error.reason, error.rule)
    needed, left = cost(state, move, whole=whole), mover(state, vehicle_id).left(move)
    if whole and (move.steps or move.spent or done is not None):
        return Refusal(f"{name} needs all of its allowance for it, and has begun its move", whole)
    if needed > left:
        reason = f"it costs {name} half of its allowance, {needed}, and only {left} is left"
        return Refusal(reason, RULE)
    return _strays(state, vehicle, move, needed)


def _strays(state: PanzerState, vehicle: Unit, move: ActiveMove, needed: int) -> Refusal | None:
    """Why a vehicle that shares its command cannot spend this much: it would lose the others (na:6.2.1.1.4b)."""
    if not needed or not shared.mates(state, vehicle.id):
        return None
    after = state.copy()
    after.moves = replaced(after.moves, active=replaced(move, spent=move.spent + needed))
    rates = (move.rate,)
    if shared.keeps(after, vehicle.id, rates) or not shared.keeps(state, vehicle.id, rates):
        return None
    name = state.name(vehicle.id)
    return Refusal(f"{name} could then no longer end within Command Range of those who share its command", shared.RULE)


def prepare(state: PanzerState, vehicle_id: UnitId, rate: Rate, *, whole: str = "") -> Iterator[Event]:
    """A vehicle with MOVE or SHORT HALT begins its move, if it has not, and pays; others do nothing."""
    vehicle = state.units[vehicle_id]
    if not on_the_move(state, vehicle):
        return
    if state.moves.active is None:
        yield from movement_step.begin(state, vehicle_id, rate)
    move = state.moves.active
    if move is not None and (needed := cost(state, move, whole=whole)):
        what = "mounting a Portée's gun" if whole == PORTEE else "mounting and dismounting passengers"
        yield AllowanceSpent(unit=vehicle_id, spent=move.spent + needed, reason=what, rule=whole or RULE)


def all_for(kind: str) -> str:
    """The rule by which an act of transport takes all of a vehicle's allowance; "" if it takes half."""
    return PORTEE if kind == "mount-portee" else ""


def takes_all(state: PanzerState, unit: UnitId) -> str:
    """The rule by which a passenger costs a vehicle that moves all of its allowance; "" if it costs half.

    Suppressed ones do in the miniatures edition (min:17.2.8.2.4), but not in a vehicle with N/C (min:17.2.8.2.5).
    """
    return "min:17.2.8.2.4" if state.edition.suppressed_cost_all and state.units[unit].suppressed else ""


def out_of_turn(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit does not act now: it is not the turn of its formation; None if it may (or:7.42.2)."""
    if formation_turns.in_turn(state, unit):
        return None
    return Refusal(f"it is not the turn of the formation of {state.name(unit.id)}", "or:7.42.2")


def mounting_turn(state: PanzerState, unit: UnitId, vehicle: UnitId) -> Refusal | None:
    """As `out_of_turn`, of a unit that is to mount: as the vehicle moves, in its own turn onto one that stands."""
    there = state.units[vehicle]
    return out_of_turn(state, there if on_the_move(state, there) else state.units[unit])


def check_turn(state: PanzerState, side: SideId, unit_id: UnitId) -> Unit:
    """The unit of an order, one's own, in one's own part of the Movement Step; IllegalOrder otherwise."""
    if not state.has(Switch.TRANSPORT):
        raise IllegalOrder("transporting is of the Advanced Game", "na:6.6.7")
    if state.step not in MOVE_STEPS or player_of(state) != side:
        raise IllegalOrder("it is not this side's Movement Step", "na:4.5a")
    return own_unit(state, side, unit_id, "na:3.1")


def check_facing(facing: int) -> None:
    """A hexside from 0 to 5; IllegalOrder otherwise."""
    if not 0 <= facing < len(DIRECTION_NAMES):
        raise IllegalOrder(f"{facing} is no facing from 0 to 5", "na:3.3")


# -- mounting -------------------------------------------------------------------------------------


def mounter_refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a unit may mount nothing in this turn; None if it may: mounting is its whole move (na:6.6.7.1.1,
    min:17.2.8.2.1)."""
    name = state.name(unit.id)
    if unit.command is not Command.MOVE:
        return Refusal(f"{name} has no MOVE command; mounting is movement", "na:6.6.7.1.1")
    if unit.dismounted_in == state.turn:
        return Refusal(f"{name} has dismounted in this turn", "na:6.6.7.1.1a")
    if unit.moved or state.combats.advance_of(unit.id) is not None:
        return Refusal(f"{name} has moved; mounting takes all of its allowance", "na:6.6.7.1.1a")
    return None


def mount_refusal(state: PanzerState, unit: UnitId, vehicle: UnitId, rate: Rate) -> Refusal | None:
    """Why a unit may not mount a vehicle now; None if it may (na:6.6.7.1.1a, na:6.6.7.1.1c)."""
    return (
        mounter_refusal(state, state.units[unit])
        or mounting_turn(state, unit, vehicle)
        or aboard_refusal(state, unit, vehicle)
        or handling_refusal(state, vehicle, rate, whole=takes_all(state, unit))
    )


def check_mount(state: PanzerState, side: SideId, order: Mount) -> None:
    """A unit of one's own with MOVE that has not moved, near enough to a vehicle with room for it."""
    check_turn(state, side, order.unit)
    check_turn(state, side, order.vehicle)
    refuse(mount_refusal(state, order.unit, order.vehicle, order.rate))


def mount(state: PanzerState, side: SideId, order: Mount, dice: Dice) -> Iterator[Event]:
    """Both spend what it costs them; the enemy may fire at the unit before it is aboard (na:4.5b)."""
    yield from prepare(state, order.vehicle, order.rate, whole=takes_all(state, order.unit))
    yield from go_aboard(state, order.unit, order.vehicle, None)


def go_aboard(state: PanzerState, unit_id: UnitId, vehicle: UnitId, facing: int | None) -> Iterator[Event]:
    """A unit shows its MOVE and begins to mount; the enemy's chance for Overwatch Fire comes first."""
    yield from revealed(state, (unit_id,))
    yield MountingBegun(unit=unit_id, vehicle=vehicle, facing=facing)
    yield from movement_step.offer_overwatch(state, unit_id)


def procedure(state: PanzerState) -> Iterator[Event] | None:
    """After the enemy's chance for fire: the unit is aboard, if it still can be; None if none is mounting."""
    pending = state.carrying.mounting
    if pending is None or pending.facing is not None:
        return None
    refusal = aboard_refusal(state, pending.unit, pending.vehicle)
    where = state.units[pending.vehicle].hex
    if refusal is not None or where is None:
        reason = refusal.reason if refusal is not None else "the vehicle is gone"
        return iter((MountingFailed(unit=pending.unit, vehicle=pending.vehicle, reason=reason),))
    return iter((UnitMounted(unit=pending.unit, vehicle=pending.vehicle, hex=where),))


# -- dismounting ----------------------------------------------------------------------------------


@remembered
def dismount_refusal(state: PanzerState, unit_id: UnitId, rate: Rate) -> Refusal | None:
    """Why a passenger may not dismount now, wherever it may land; None if it may (na:6.6.7.1.1b, na:6.6.7.1.1c)."""
    vehicle = carried(state, unit_id)
    if vehicle is None:
        return Refusal(f"{state.name(unit_id)} is no passenger", "na:6.6.7")
    if refused := out_of_turn(state, state.units[unit_id]):
        return refused
    if state.units[unit_id].moved:
        return Refusal(
            f"{state.name(unit_id)} has mounted in this turn, which took all of its allowance", "na:6.6.7.1.1a"
        )
    if state.edition.carriers_move_or_stand and state.units[unit_id].command is not Command.MOVE:
        return Refusal(f"{state.name(unit_id)} has no MOVE command; dismounting is movement", "min:17.2.8.2")
    return handling_refusal(state, vehicle, rate, whole=takes_all(state, unit_id))


def check_dismount(state: PanzerState, side: SideId, order: Dismount) -> None:
    """A passenger of one's own that has not mounted in this turn, into a hex where it may be put down."""
    check_turn(state, side, order.unit)
    check_facing(order.facing)
    refuse(dismount_refusal(state, order.unit, order.rate))
    vehicle = carried(state, order.unit)
    if vehicle is not None:
        refuse(landing_refusal(state, order.unit, vehicle, order.hex))


def dismount(state: PanzerState, side: SideId, order: Dismount, dice: Dice) -> Iterator[Event]:
    """The vehicle pays, if it moves; the unit gets down and may be fired at (na:4.5b). That is all of its move, but in
    the miniatures edition, where it goes on when the vehicle has completed its own (min:17.2.8.2.1)."""
    vehicle = carried(state, order.unit)
    if vehicle is None:
        return
    yield from prepare(state, vehicle, order.rate, whole=takes_all(state, order.unit))
    moves_on = state.edition.dismounted_move_on
    yield UnitDismounted(unit=order.unit, vehicle=vehicle, hex=order.hex, facing=order.facing, moves_on=moves_on)
    yield from landed(state, order.unit, vehicle, dice)
    yield from limited_spotting.occasion(state, (order.unit,), dice)
    yield from movement_step.offer_overwatch(state, order.unit)


def landed(state: PanzerState, unit: UnitId, vehicle: UnitId, dice: Dice) -> Iterator[Event]:
    """The Barrages that answer a passenger put down in a hex beside its vehicle's, a new position (na:6.6.6)."""
    if state.units[unit].hex != state.units[vehicle].hex:
        yield from attacked_in_barrage(state, unit, dice)


# -- Emergency Bail Out ---------------------------------------------------------------------------


def bail_out_refusal(state: PanzerState, unit_id: UnitId, rate: Rate) -> Refusal | None:
    """Why a passenger may not bail out of its own will now; None if it may (na:6.6.7.1.2, min:16.1.6.3, min:17.2.8.3).

    Not Suppressed, at any point of the move of a vehicle with MOVE or SHORT HALT. In the miniatures edition Suppressed
    or not, at any moment of its side's part of the step: of such a vehicle that has completed its move, or can make
    none for a Track hit, too. Announced Overwatch Fire is resolved first. Not where an enemy stands, whose hex a
    vehicle only passes through (na:4.5.1.1.10).
    """
    unit, name = state.units[unit_id], state.name(unit_id)
    vehicle_id = carried(state, unit_id)
    if vehicle_id is None:
        return Refusal(f"{name} is no passenger", "na:6.6.7")
    if unit.suppressed and not state.edition.suppressed_bail_out:
        return Refusal(f"{name} is Suppressed and stays aboard", "na:6.6.7.1.2")
    vehicle, transport = state.units[vehicle_id], state.name(vehicle_id)
    if refused := out_of_turn(state, unit):
        return refused
    if not vehicle.on_map:
        return Refusal(f"it is done during the move of {transport}", "na:6.6.7.1.2")
    if state.moves.active is not None and state.moves.active.unit != vehicle_id:
        return Refusal(f"{state.name(state.moves.active.unit)} must complete its move first", "na:4.5.1.1a")
    if vehicle.hex is not None and stands.opposed(state, unit_id, vehicle.hex):
        return Refusal(f"an opposing unit is in {vehicle.hex}, where nobody stays", "na:4.5.1.1.10")
    if leaves_beside_move(state, vehicle):
        return None
    if not on_the_move(state, vehicle):
        return Refusal(f"{transport} does not move; its passengers dismount", "na:6.6.7.1.2")
    if vehicle.moved:
        return Refusal(f"it is done during the move of {transport}", "na:6.6.7.1.2")
    try:
        move_of(state, vehicle_id, rate)
    except IllegalOrder as error:
        return Refusal(error.reason, error.rule)
    return None


def leaves_beside_move(state: PanzerState, vehicle: Unit) -> bool:
    """Whether passengers bail out of a vehicle that makes no move of its own: it has completed it, or lost its tracks,
    and has its MOVE or SHORT HALT all the same (min:16.1.6.3)."""
    if not state.edition.bails_out_beside_move or vehicle.command not in MOVING or vehicle.bailed_out:
        return False
    return vehicle.moved or vehicle.track_hit


def check_bail_out(state: PanzerState, side: SideId, order: BailOut) -> None:
    """A passenger of one's own moving vehicle that may bail out (na:6.6.7.1.2)."""
    check_turn(state, side, order.unit)
    check_facing(order.facing)
    refuse(bail_out_refusal(state, order.unit, order.rate))


def bail_out(state: PanzerState, side: SideId, order: BailOut, dice: Dice) -> Iterator[Event]:
    """The passenger is in the vehicle's hex, SUPPRESSION/ON, at no cost to the vehicle.

    A vehicle that lost its tracks with its command face down shows it, as at the end of the step, and may be fired at.
    """
    vehicle = carried(state, order.unit)
    if vehicle is None:
        return
    there = state.units[vehicle]
    beside = leaves_beside_move(state, there)
    shows = beside and not there.moved and there.command_face is not CommandFace.REVEALED
    if state.moves.active is None and (shows or not beside):
        yield from movement_step.begin(state, vehicle, order.rate)
    if shows:
        yield MovePlanned(unit=vehicle, steps=(), ends=True)
    where = state.units[vehicle].hex
    if where is not None:
        yield PassengerBailedOut(unit=order.unit, vehicle=vehicle, hex=where, facing=order.facing)
    if shows:
        yield from movement_step.offer_overwatch(state, vehicle)


# -- what is left to do ---------------------------------------------------------------------------


def standing_loads(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """Vehicles that do not move and whose passengers might still dismount: the step stays open for them."""
    if not state.has(Switch.TRANSPORT):
        return ()
    return tuple(
        u.id
        for u in state.of(side)
        if not on_the_move(state, u)
        and formation_turns.in_turn(state, u)
        and is_transport(state, u.id)
        and any(_may_leave(state, state.units[p]) and landings(state, p, u.id) for p in passengers(state, u.id))
    )


def stranded_loads(state: PanzerState, side: SideId) -> tuple[UnitId, ...]:
    """Vehicles whose passengers might still bail out, and had no move of theirs to do it in, for a Track hit: the step
    stays open for them (min:16.1.6.3)."""
    if not state.has(Switch.TRANSPORT):
        return ()
    return tuple(
        u.id
        for u in state.of(side)
        if u.track_hit
        and leaves_beside_move(state, u)
        and formation_turns.in_turn(state, u)
        and passengers(state, u.id)
    )


def _may_leave(state: PanzerState, passenger: Unit) -> bool:
    """Whether a passenger has its move still, and in the miniatures edition a MOVE for it (min:17.2.8.2)."""
    return not passenger.moved and (not state.edition.carriers_move_or_stand or passenger.command is Command.MOVE)
