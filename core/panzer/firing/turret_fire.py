"""Fire of turrets: into their front Field-of-Fire, on Overwatch as far as they can turn (or:7.8, or:7.8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from core.hexes import Hex, in_front_arc
from core.panzer.firing.aim import gun_facing as turret_facing
from core.panzer.firing.aim import in_field_of_fire, stuck
from core.panzer.firing.events import TurretTurned
from core.panzer.ground.heights import facing_of, standing_in
from core.panzer.pieces.unit import Command, Unit
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon
from core.panzer.sight.turrets import has_turret, in_front, looks, turns
from core.panzer.state import PanzerState

#: Hexsides that a turret may turn by, the least first.
_WAYS = (0, 1, -1, 2, -2, 3)


def bears(
    state: PanzerState, shooter: Unit, field: FieldOfFire, hex_: Hex, mounted: MountedWeapon | None = None
) -> bool:
    """Whether a weapon with this Field-of-Fire bears on a hex from where its unit stands (na:4.4.3.1, or:7.8).

    A turret fires ahead of itself; on Overwatch at what it can turn to in time. mounted: the weapon, whose turret may
    stick and then fires where it looks (or:7.23.2).
    """
    if mounted is not None and stuck(shooter, mounted) and (stands := standing_in(state, shooter)) is not None:
        return in_field_of_fire(field, stands, turret_facing(state, shooter, mounted), hex_)
    if field is FieldOfFire.ALL_ROUND and has_turret(state, shooter):
        return _turned(state, shooter, hex_) is not None
    origin = standing_in(state, shooter)
    if origin is None:
        return False
    return in_field_of_fire(field, origin, facing_of(state, shooter), hex_)


def _turned(state: PanzerState, shooter: Unit, hex_: Hex) -> int | None:
    """By how many hexsides a turret has to turn to have a hex in front, the least; None if it cannot."""
    if shooter.hex is None or in_front(shooter, hex_):
        return 0
    most = turns(state, shooter) if shooter.command is Command.OVERWATCH else 0
    ways = (way for way in _WAYS if abs(way) <= most)
    return next((way for way in ways if in_front_arc(shooter.hex, (looks(shooter) + way) % 6, hex_)), None)


def gun_facing(state: PanzerState, shooter: Unit) -> int:
    """Which way a gun that turns points before it fires: as its turret does, else as its vehicle faces (or:7.8.4)."""
    return looks(shooter) if has_turret(state, shooter) else facing_of(state, shooter)


def followed(state: PanzerState, shooter: Unit, hex_: Hex | None) -> Iterator[TurretTurned]:
    """The turn of a turret that has fired on Overwatch at a hex outside its Field-of-Fire; it stays so (or:7.8.4)."""
    if hex_ is not None and shooter.on_map and has_turret(state, shooter) and (way := _turned(state, shooter, hex_)):
        yield TurretTurned(unit=shooter.id, turret=(shooter.turret + way) % 6)
