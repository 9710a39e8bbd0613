"""Platform gun mounts: towed guns that turn to any side as they fire (or:7.16, min:20.18).

Direct, Overwatch and Anti-Aircraft Fire goes all round, ahead at no cost; the counter pivots until its target is in
front. Indirect Fire keeps to the front.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from core.event import UnitId
from core.hexes import Hex, in_front_arc
from core.panzer.firing.events import GunTurned
from core.panzer.pieces.cards import TowedCard
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.weapons import FieldOfFire, MountedWeapon
from core.panzer.state import PanzerState

#: A weapon on a platform, by its mount.
PLATFORM: Final = "platform"
#: Hexsides that a counter may turn by, the least first.
_TURNS: Final = (0, 1, -1, 2, -2, 3)


def turns(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit is a towed gun on a platform, and that matters in this game."""
    card = state.card(unit)
    return state.has(Switch.PLATFORM_MOUNTS) and isinstance(card, TowedCard) and card.platform


def field_of_fire(state: PanzerState, unit: UnitId, mounted: MountedWeapon) -> FieldOfFire:
    """The Field-of-Fire of a weapon against a target in sight: of one on a platform all round."""
    if mounted.mount == PLATFORM and turns(state, unit):
        return FieldOfFire.ALL_ROUND
    return mounted.field_of_fire


def turned_to(state: PanzerState, unit: UnitId, hex_: Hex | None) -> Iterator[GunTurned]:
    """The pivot by which a gun has a hex in front, if it has not already."""
    there = state.units[unit]
    if hex_ is None or there.hex is None or hex_ == there.hex or not turns(state, unit):
        return
    ways = ((there.facing + turn) % 6 for turn in _TURNS)
    facing = next(way for way in ways if in_front_arc(there.hex, way, hex_))
    if facing != there.facing:
        yield GunTurned(unit=unit, facing=facing)


def turned(state: PanzerState, shots: Iterable[Shot]) -> Iterator[GunTurned]:
    """The pivots of those that fire at ground targets, once each."""
    for shooter, target in {shot.shooter: shot.target for shot in shots}.items():
        yield from turned_to(state, shooter, state.units[target].hex)
