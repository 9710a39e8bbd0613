"""Fire from a vehicle (na:6.6.7.2): which passengers may fire or observe, by the command that their vehicle has.

A passenger has no command of its own, but the MOVE by which it has got aboard in this turn, and in the miniatures
edition one by which it dismounts. With FIRE, SHORT HALT or N/C of its vehicle it may fire in its side's Direct Fire,
with OVERWATCH on Overwatch, with MOVE never.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.choice import Refusal
from core.event import SideId, UnitId
from core.panzer import sequence
from core.panzer.formation_turns import in_turn
from core.panzer.pieces.cards import LegCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, CommandFace, Presence, Unit
from core.panzer.state import PanzerState

RULE = "na:6.6.7.2"
_DIRECT = frozenset({Command.FIRE, Command.SHORT_HALT, Command.NONE, None})
_BINDING = frozenset({Command.FIRE, Command.SHORT_HALT})


def vehicle_of(state: PanzerState, unit: Unit) -> Unit | None:
    """The vehicle that carries a unit, on the map; None if it is not mounted on one."""
    if unit.presence is not Presence.CARRIED or unit.carrier is None:
        return None
    vehicle = state.units[unit.carrier]
    return vehicle if vehicle.on_map else None


def _passenger_refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Who can fire and observe from a vehicle at all: squads, half-squads and sections (na:6.6.7.2), which have not got
    aboard in this turn by a MOVE, and so have done what that lets them do (na:4.2b)."""
    name = state.name(unit.id)
    if not state.has(Switch.TRANSPORT):
        return Refusal("transporting is of the Advanced Game", RULE)
    if vehicle_of(state, unit) is None:
        return Refusal(f"{name} is no passenger on the map", RULE)
    if not isinstance(state.card(unit.id), LegCard):
        return Refusal(f"{name} is towed; squads, half-squads and sections fire from a vehicle", RULE)
    return boarded_refusal(state, unit)


def boarded_refusal(state: PanzerState, unit: Unit) -> Refusal | None:
    """Why a passenger does nothing else in a turn in which it has used its MOVE to get aboard; None if it has not."""
    if unit.command is not Command.MOVE or state.edition.carriers_move_or_stand:
        return None
    words = f"{state.name(unit.id)} has used its MOVE to get aboard, and does nothing else in this turn"
    return Refusal(words, "na:4.2b")


def fire_refusal(state: PanzerState, unit: Unit, *, overwatch: bool) -> Refusal | None:
    """Why a passenger may not fire now, whatever at; None if its vehicle's command lets it (na:6.6.7.2, min:16.12,
    min:16.12.1), and it has no MOVE by which it is to dismount (min:17.2.8.2)."""
    if refused := _passenger_refusal(state, unit):
        return refused
    if unit.command is Command.MOVE and state.edition.carriers_move_or_stand:
        return Refusal(f"{state.name(unit.id)} has MOVE, by which it dismounts, and does not fire", "min:17.2.8.2")
    vehicle = vehicle_of(state, unit)
    if vehicle is None:
        return None
    name = state.name(vehicle.id)
    if vehicle.command is Command.MOVE:
        return Refusal(f"{name} has MOVE, with which its passengers do not fire", RULE)
    if overwatch:
        if vehicle.command is not Command.OVERWATCH or vehicle.command_face is CommandFace.REVEALED:
            return Refusal(f"{name} has no unrevealed OVERWATCH for its passengers", RULE)
    elif vehicle.command not in _DIRECT:
        return Refusal(f"{name} has OVERWATCH; its passengers fire on Overwatch only", RULE)
    return None


def observe_refusal(state: PanzerState, unit_id: UnitId) -> Refusal | None:
    """Why a passenger may not observe for indirect fire; None if it may: any command of its vehicle but MOVE.

    Who observes does not fire as well (na:6.6.7.2, na:6.5.1c). In the miniatures edition none does (min:16.3.1.2).
    """
    unit = state.units[unit_id]
    if not state.edition.indirect.passengers_observe:
        return Refusal(f"{state.name(unit_id)} has no OVERWATCH, which an observer needs", "min:16.3.1.2")
    if refused := _passenger_refusal(state, unit):
        return refused
    vehicle = vehicle_of(state, unit)
    if vehicle is not None and vehicle.command is Command.MOVE:
        return Refusal(f"{state.name(vehicle.id)} has MOVE, with which its passengers do not observe", RULE)
    if unit.fired:
        return Refusal(f"{state.name(unit_id)} has fired this turn", RULE)
    return None


def aboard(state: PanzerState, vehicle: UnitId) -> Iterator[Unit]:
    """The leg units that a vehicle carries, where units are transported at all."""
    if not state.has(Switch.TRANSPORT):
        return
    for unit in state.carried:
        if unit.carrier == vehicle and unit.presence is Presence.CARRIED and isinstance(state.card(unit.id), LegCard):
            yield unit


def shooters(state: PanzerState, side: SideId, *, overwatch: bool) -> tuple[Unit, ...]:
    """The passengers of a side that may still fire in its Direct Fire, or on Overwatch."""
    held = state.step in sequence.FIRE_STEPS and side in state.ended
    if not state.has(Switch.TRANSPORT) or (held and not overwatch):
        return ()
    return tuple(
        u
        for u in state.carried
        if u.presence is Presence.CARRIED
        and u.side == side
        and not u.fired
        and (overwatch or in_turn(state, u))
        and fire_refusal(state, u, overwatch=overwatch) is None
    )


def bearer(state: PanzerState, shooter: UnitId) -> Unit:
    """The unit whose command a shot carries out: of a passenger its vehicle."""
    unit = state.units[shooter]
    return vehicle_of(state, unit) or unit


def carries_out(state: PanzerState, shooter: UnitId) -> Unit | None:
    """The vehicle whose command is carried out by its passenger's fire; None if none is.

    OVERWATCH is, and FIRE or SHORT HALT of a vehicle that has nothing to fire with itself (na:4.2.1c).
    """
    vehicle = vehicle_of(state, state.units[shooter])
    if vehicle is None or vehicle.command_face is CommandFace.REVEALED:
        return None
    if vehicle.command is Command.OVERWATCH or (vehicle.command in _BINDING and not state.card(vehicle.id).armed):
        return vehicle
    return None
