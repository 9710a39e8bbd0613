"""What a unit fires with now: a card's weapons, those of a leg unit's size, and what is attached to it (na:5.1)."""

from __future__ import annotations

from core.event import UnitId
from core.panzer.pieces.cards import LegCard
from core.panzer.pieces.weapons import MountedWeapon
from core.panzer.state import PanzerState


def armament(state: PanzerState, unit: UnitId) -> tuple[MountedWeapon, ...]:
    """The weapons of a unit; their index is what a shot names. Attached weapons come last (na:5.1.3)."""
    member = state.scenario.by_id[unit]
    card = member.card
    size = state.units[unit].size
    own = card.sizes[size].weapons if isinstance(card, LegCard) and size is not None else card.weapons
    return (*own, *(weapon.mounted() for weapon in member.attached))
