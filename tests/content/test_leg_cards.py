"""Leg units and the weapons that are attached to them (na:5.1)."""

from __future__ import annotations

import pytest

from content.panzer.cards.cards import attached_weapons, units
from core.panzer.pieces.cards import LegCard, LegStep


def test_italian_squads_are_of_three_types() -> None:
    """NA-5.1.1-a: LMG, Infantry or Bersaglieri, squad and half-squad of one type (na:5.1.1)."""
    squads = [c for c in units().values() if isinstance(c, LegCard) and c.nation == "Italian" and not c.crew_served]
    found = {c.name.split()[0] for c in squads if c.largest is LegStep.SQUAD}
    assert found == {"LMG", "Infantry", "Bersaglieri"}
    for squad in squads:
        if squad.largest is LegStep.SQUAD:
            whole, half = squad.sizes[LegStep.SQUAD], squad.sizes[LegStep.HALF_SQUAD]
            assert whole.weapons[0].weapon.name.removesuffix(" Squad") in half.weapons[0].weapon.name


@pytest.mark.parametrize("number", ["G-8B", "I-8B", "B-8B"])
def test_crew_served_weapons_are_fielded_with_a_leg_unit_only(number: str) -> None:
    """NA-5.1.3-a: each weapon of these cards is attached: to the section that it comes with, or to any (na:5.1.3)."""
    cards = [c for c in units().values() if c.card == number]
    assert len(cards) == 3
    for card in cards:
        assert isinstance(card, LegCard)
        assert card.crew_served
        assert set(card.sizes) == {LegStep.SECTION}
        assert card.weapons[0].weapon.small_arms, "the section's own arms"
    assert [w.card for w in attached_weapons().values()].count(number) == 1
