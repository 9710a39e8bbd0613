"""Sections with attached weapons, which are slow (na:5.1.2)."""

from __future__ import annotations

from core.panzer.pieces.cards import LegCard, LegStep
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState


def burdened(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit is a section with attached weapons, which is slow; squads and half-squads never are (na:5.1.2)."""
    member = state.scenario.by_id[unit.id]
    card = member.card
    if not isinstance(card, LegCard) or (unit.size or card.largest) is not LegStep.SECTION:
        return False
    return bool(member.attached) or card.crew_served
