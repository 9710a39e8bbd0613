"""How the events of transporting change the state. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from attrs import evolve as changed

from core.event import Event, UnitId
from core.hexes import Hex
from core.panzer.adjustment.events import PassengersBailedOut
from core.panzer.course.events import TurnBegun
from core.panzer.losses import off_the_map
from core.panzer.pieces.loads import Mounting
from core.panzer.pieces.unit import Collateral, Command, CommandFace, Presence, Shaken, Spot, Suppression, Unit
from core.panzer.state import PanzerState
from core.panzer.transport import events
from core.replaced import replaced

V = TypeVar("V")


def set_down(state: PanzerState, unit: UnitId, hex_: Hex | None, facing: int) -> None:
    """A passenger is dismounted in a hex: it has moved, shows it, and has nothing more to do (na:6.1.3c)."""
    state.change(
        unit,
        presence=Presence.ON_MAP,
        carrier=None,
        hex=hex_,
        facing=facing,
        dismounted_in=state.turn,
        moved=True,
        spot=Spot.MOVE,
        command=Command.NONE,
        command_face=CommandFace.REVEALED,
        group="",
    )


def _begun(state: PanzerState, event: events.MountingBegun) -> None:
    mounting = Mounting(event.unit, event.vehicle, event.facing)
    state.carrying = replaced(state.carrying, mounting=mounting)
    state.change(event.unit, moved=True, spot=Spot.MOVE)
    _handled(state, event.vehicle)


def _handled(state: PanzerState, vehicle: UnitId) -> None:
    where = state.units[vehicle].hex
    if where is not None:
        state.carrying = state.carrying.handling(vehicle, where)


def _mounted(state: PanzerState, event: events.UnitMounted) -> None:
    state.carrying = replaced(state.carrying, mounting=None)
    state.change(
        event.unit,
        presence=Presence.CARRIED,
        carrier=event.vehicle,
        hex=None,
        spot=None,
        new_spot_fire=False,
        new_spot_small_arms=False,
        inside=False,
        floor=0,
        outside=None,
    )


def _failed(state: PanzerState, event: events.MountingFailed) -> None:
    state.carrying = replaced(state.carrying, mounting=None)


def _dismounted(state: PanzerState, event: events.UnitDismounted) -> None:
    _handled(state, event.vehicle)
    group = state.units[event.unit].group
    set_down(state, event.unit, event.hex, event.facing)
    if state.edition.carriers_move_or_stand:  # by its own MOVE, whose mates have to keep near it (min:17.2.8.2)
        state.change(event.unit, moved=not event.moves_on, command=Command.MOVE, group=group)


def _bailed_out(state: PanzerState, event: events.PassengerBailedOut) -> None:
    set_down(state, event.unit, event.hex, event.facing)
    state.change(event.unit, suppression=Suppression.ON)


def _left_at_end(state: PanzerState, event: PassengersBailedOut) -> None:
    """Each into the hex of its vehicle, as any passenger that bails out (min:16.1.6.3)."""
    for unit, facing in event.out:
        vehicle = state.units[unit].carrier
        set_down(state, unit, state.units[vehicle].hex if vehicle is not None else None, facing)
        state.change(unit, suppression=Suppression.ON)


# -- Portées --------------------------------------------------------------------------------------


def _off(state: PanzerState, unit: UnitId) -> None:
    """A counter that others now stand for."""
    off_the_map(
        state,
        unit,
        Presence.REPLACED,
        hex=None,
        new_spot_small_arms=False,
        group="",
        suppression=None,
        morale=None,
        hull_down=None,
        full_cover=False,
        damaged=False,
        hull_damaged=False,
        turret_damaged=False,
        track_hit=False,
        under_fire=False,
        fired=False,
        moved=False,
        malfunctions=(),
        collateral=(),
        bogged_in=0,
    )


#: What a hit may break of the gun of a Portée; all else is its truck's (or:7.23).
_OF_GUN: Final = frozenset({Collateral.OPTICS, Collateral.COAX, Collateral.TURRET})


def _renamed(entries: Mapping[UnitId, V], before: UnitId, after: UnitId) -> Mapping[UnitId, V]:
    """What stands of units, with that of one under the name of another."""
    if before not in entries:
        return entries
    others = {unit: value for unit, value in entries.items() if unit != before}
    return {**others, after: entries[before]}


def _goes_on_as(state: PanzerState, before: UnitId, after: UnitId) -> None:
    """What was under way with one counter goes on with another: its move, where it handled its load, who struck it."""
    moves, active = state.moves, state.moves.of(before)
    if active is not None:
        moves = replaced(moves, active=replaced(active, unit=after))
    state.moves = replaced(moves, set_off=_renamed(moves.set_off, before, after))
    state.carrying = replaced(state.carrying, handled=_renamed(state.carrying.handled, before, after))
    struck = {(after, source) for unit, source in state.indirect.barraged if unit == before}
    if struck:  # once in a move (na:6.6.6)
        state.indirect = changed(state.indirect, barraged=state.indirect.barraged | struck)


def _of_vehicle(unit: Unit) -> dict[str, Any]:
    """The condition of a vehicle, which its truck keeps with the gun on it or off it."""
    return {
        "damaged": unit.damaged,
        "hull_damaged": unit.hull_damaged,
        "track_hit": unit.track_hit,
        "spot": unit.spot,
        "command": unit.command,
        "command_face": unit.command_face,
        "group": unit.group,
        "moved": unit.moved,
        "bogged_in": unit.bogged_in,
    }


def _portee_dismounted(state: PanzerState, event: events.PorteeDismounted) -> None:
    """The truck has what befell the chassis, the gun what befell the gun; Suppression stays with both."""
    portee = state.units[event.unit]
    both = {
        "suppression": portee.suppression,
        "morale": portee.morale,
        "under_fire": portee.under_fire,
        "fired": portee.fired,
    }
    _handled(state, event.unit)
    _goes_on_as(state, event.unit, event.truck)
    _off(state, event.unit)  # `portee` is still as it was
    of_gun = tuple(broken for broken in portee.collateral if broken in _OF_GUN)
    state.change(
        event.truck,
        presence=Presence.ON_MAP,
        hex=event.hex,
        facing=event.truck_facing,
        collateral=tuple(broken for broken in portee.collateral if broken not in _OF_GUN),
        **both,
        **_of_vehicle(portee),
    )
    set_down(state, event.gun, event.hex, event.gun_facing)
    damaged = {"turret_damaged": portee.turret_damaged, "malfunctions": portee.malfunctions, "collateral": of_gun}
    state.change(event.gun, **damaged, **both)


def _portee_mounted(state: PanzerState, event: events.PorteeMounted) -> None:
    """The Portée has what either had; its command and its SPOT counter are those of the truck.

    The gun has used its MOVE to get up there, and does not fire in this turn any more (na:4.2b).
    """
    state.carrying = replaced(state.carrying, mounting=None)
    gun, truck = state.units[event.gun], state.units[event.truck]
    worst = Suppression.ON if Suppression.ON in (gun.suppression, truck.suppression) else None
    _goes_on_as(state, event.truck, event.unit)
    _off(state, event.truck)
    _off(state, event.gun)
    state.change(
        event.unit,
        presence=Presence.ON_MAP,
        hex=event.hex,
        facing=event.facing,
        suppression=worst or gun.suppression or truck.suppression,
        morale=max((one.morale for one in (gun, truck) if one.morale), key=tuple(Shaken).index, default=None),
        under_fire=gun.under_fire or truck.under_fire,
        fired=True,
        turret_damaged=gun.turret_damaged,
        malfunctions=gun.malfunctions,
        collateral=(*gun.collateral, *truck.collateral),
        **_of_vehicle(truck),
    )


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    state.carrying = replaced(state.carrying, handled={})


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.MountingBegun: _begun,
    events.UnitMounted: _mounted,
    events.MountingFailed: _failed,
    events.UnitDismounted: _dismounted,
    events.PassengerBailedOut: _bailed_out,
    PassengersBailedOut: _left_at_end,
    events.PorteeDismounted: _portee_dismounted,
    events.PorteeMounted: _portee_mounted,
    TurnBegun: _turn_begun,
}
