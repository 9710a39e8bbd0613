"""What a unit fires with now: a card's weapons, those of a leg unit's size, and what is attached to it.

(na:5.1, min:12.2.1)
"""

from __future__ import annotations

from core.event import UnitId
from core.panzer.pieces.cards import AttachedWeapon, LegCard
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import MountedWeapon
from core.panzer.state import PanzerState


def armament(state: PanzerState, unit: UnitId) -> tuple[MountedWeapon, ...]:
    """The weapons of a unit; their index is what a shot names. Attached weapons come last (na:5.1.3)."""
    return armament_of(state, state.units[unit])


def armament_of(state: PanzerState, unit: Unit) -> tuple[MountedWeapon, ...]:
    """As `armament`, for a unit as it stands or might stand."""
    member = state.scenario.by_id[unit.id]
    card, size = member.card, unit.size
    own = card.sizes[size].weapons if isinstance(card, LegCard) and size is not None else card.weapons
    if not member.attached:
        return own
    lost = unit.lost_weapons
    return (*own, *(weapon.mounted() for at, weapon in enumerate(member.attached) if at not in lost))


def place(state: PanzerState, unit: UnitId, index: int) -> str:
    """What a weapon is known by that keeps its place when others of the unit are lost."""
    joined = attached(state, unit)
    own = len(armament(state, unit)) - len(joined)
    return f"own {index}" if index < own else f"attached {joined[index - own][0]}"


def attached(state: PanzerState, unit: UnitId) -> tuple[tuple[int, AttachedWeapon], ...]:
    """What is attached to a unit and not destroyed (or:7.17), each with its place among what it began with."""
    lost = state.units[unit].lost_weapons
    return tuple((at, weapon) for at, weapon in enumerate(state.scenario.by_id[unit].attached) if at not in lost)
