"""The Command Phase (na:4.2): which commands a unit may be given, and placing them in secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.secret_step import SecretStep
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer.command import sharing
from core.panzer.command.events import CommandPlaced, CommandShared
from core.panzer.command.orders import PlaceCommand, PlaceCommands, ShareCommand
from core.panzer.direct_fire import shots, smoke
from core.panzer.firing import transported_fire
from core.panzer.formations.barred import barred
from core.panzer.indirect import sources
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Presence, Unit
from core.panzer.state import PanzerState
from core.remembered import remembered
from core.step_end import StepFinished


@remembered
def commandable(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """Units that may be given a command: those on the map, those that may enter this turn, and passengers where they
    need one to dismount."""
    return tuple(
        u
        for u in state.units.values()
        if u.side == side and not u.bailed_out  # na:5.15c
        if u.on_map or state.may_enter(u) or may_get_down(state, u)
    )


def may_get_down(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit is aboard a vehicle on the map, which it leaves by a MOVE of its own alone (min:17.2.8.2)."""
    if unit.carrier is None or not state.edition.carriers_move_or_stand or not state.has(Switch.TRANSPORT):
        return False
    return unit.presence is Presence.CARRIED and state.units[unit.carrier].on_map


@remembered
def fire_targets(state: PanzerState, unit: UnitId) -> tuple[UnitId, ...]:
    """Targets that a unit spotted in the Spotting Phase and can reach with a weapon (na:4.2.1e).

    Those of its passengers, of a vehicle that has nothing to fire with itself (na:6.6.7.2).
    """
    firing = (unit,) if state.card(unit).armed else (unit, *(u.id for u in transported_fire.aboard(state, unit)))
    found = {
        target
        for one in firing
        for target in state.sighted.get(one, frozenset())
        if state.units[target].on_map and shots.reaching(state, one, target)
    }
    return tuple(sorted(found))


def command_refusal(state: PanzerState, unit: Unit, command: Command) -> Refusal | None:
    """Why a command cannot be given, since it could not be carried out; None if it can (na:4.2.1e, min:6.1.3).

    N/C, by which a unit does nothing, always can (na:4.2e, min:6.6).
    """
    name = state.name(unit.id)
    if command is Command.NONE:
        return None
    if unit.carrier is not None and command is not Command.MOVE:
        return Refusal(f"{name} is aboard {state.name(unit.carrier)} and can only MOVE, to dismount", "min:17.2.8.2")
    if not unit.on_map and command is not Command.MOVE:
        return Refusal(f"{name} is off the map and can only MOVE onto it", "na:4.5.1.1.9")
    if unit.track_hit and command in (Command.MOVE, Command.SHORT_HALT):
        return Refusal(f"{name} has a Track hit and may not move nor pivot", "na:6.5.2.2.1")
    if no := barred(state, unit, command):
        return no
    if command is Command.MOVE:
        return None
    if command is Command.OVERWATCH and sources.may_observe(state, unit.id):  # na:6.5.1c
        return None
    if command is Command.FIRE and sources.may_be_called(state, unit):  # na:6.5.1c
        return None
    passengers = tuple(u.id for u in transported_fire.aboard(state, unit.id))
    if not passengers and (not state.card(unit.id).armed or not shots.has_weapon(state, unit.id)):
        return Refusal(f"{name} has no AP weapon", "na:4.2.1e")
    if command is Command.OVERWATCH:
        return None
    if smoke.can_smoke(state, unit):  # na:6.1.4.3.10b
        return None
    if not any(state.sighted.get(u) for u in (unit.id, *passengers)):
        return Refusal(f"{name} spots no target", "na:4.2.1e")
    if not fire_targets(state, unit.id):
        return Refusal(f"{name} has no spotted target within range and Field-of-Fire", "na:4.2.1e")
    return None


def _all_sides(state: PanzerState) -> tuple[SideId, ...]:
    return tuple(side.id for side in state.scenario.sides)


#: Both sides place their commands face down, where they stay until they are carried out (na:4.2.1a).
PLACING: Final = SecretStep[PanzerState](
    part=_all_sides, refusal=Refusal("this side has ended its placing of commands", "na:4.2.1a")
)


def _check_one(state: PanzerState, side: SideId, unit_id: UnitId, command: Command) -> None:
    unit = own_unit(state, side, unit_id, "na:4.2")
    if unit not in commandable(state, side):
        raise IllegalOrder(f"{state.name(unit_id)} is not on the map and cannot enter this turn", "na:4.2")
    refuse(command_refusal(state, unit, command))


def check_place(state: PanzerState, side: SideId, order: PlaceCommand) -> None:
    """One's own unit, and a command that it can carry out (na:4.2.1e); what is refused leaves N/C (na:4.2.1f)."""
    PLACING.check(state, side)
    _check_one(state, side, order.unit, order.command)
    refuse(sharing.place_refusal(state, (order.unit,), order.command))


def place(state: PanzerState, side: SideId, order: PlaceCommand, dice: Dice) -> Iterator[Event]:
    """Place one command face down, or exchange it (na:4.2.1a)."""
    yield CommandPlaced(side=side, unit=order.unit, command=order.command)


def check_place_several(state: PanzerState, side: SideId, order: PlaceCommands) -> None:
    """Each unit must be one's own and able to carry the command out."""
    PLACING.check(state, side)
    if not order.units:
        raise IllegalOrder("no unit is named", "na:4.2")
    for unit in order.units:
        _check_one(state, side, unit, order.command)
    refuse(sharing.place_refusal(state, order.units, order.command))


def place_several(state: PanzerState, side: SideId, order: PlaceCommands, dice: Dice) -> Iterator[Event]:
    """Place the same command on several units."""
    for unit in order.units:
        yield CommandPlaced(side=side, unit=unit, command=order.command)


def check_share(state: PanzerState, side: SideId, order: ShareCommand) -> None:
    """Each unit must be one's own, able to carry the command out, and near enough to the others (na:6.2.1.1.3b)."""
    PLACING.check(state, side)
    if not state.has(Switch.COMMAND_CONTROL):
        raise IllegalOrder("without command control each unit has a command of its own", "na:6.2")
    for unit in order.units:
        _check_one(state, side, unit, order.command)
    refuse(sharing.share_refusal(state, order.units, order.command, fire_targets))


def share(state: PanzerState, side: SideId, order: ShareCommand, dice: Dice) -> Iterator[Event]:
    """Place one command for several units, or exchange theirs for it."""
    yield CommandShared(side=side, units=order.units, command=order.command)


def finish(state: PanzerState, side: SideId) -> Iterator[Event]:
    """End one's placing, once a turn and at any time: units without a counter have N/C (na:4.2e)."""
    yield StepFinished(side=side, rest=True)
