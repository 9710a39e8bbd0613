"""Stacking (na:3.8, na:5.13): what counts for it, and from when on a hex is over-stacked."""

from __future__ import annotations

from core.hexes import Hex
from core.panzer.cards import TowedCard, UnitCard, VehicleCard
from core.panzer.state import PanzerState


def stacks(card: UnitCard) -> bool:
    """Whether a unit counts: vehicles and dismounted towed units, not leg units and aircraft (na:5.13)."""
    return isinstance(card, VehicleCard | TowedCard)


def over_stacked(state: PanzerState, hex_: Hex, extra: int = 0) -> bool:
    """Whether a hex holds 6 or more vehicles and towed units of both sides, wrecks not counted (na:3.8, na:5.13).

    extra: units to count on top, such as one that is about to enter (na:4.5.1.1.5e).
    """
    return sum(stacks(state.card(u.id)) for u in state.in_hex(hex_)) + extra >= state.tables.over_stacked_from
