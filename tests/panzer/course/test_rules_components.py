"""Rules about the components: the Game Cards, the keys of the Data Cards, the dice."""

from __future__ import annotations

import re
from collections import Counter

from content import catalogue
from content.panzer.cards.cards import find_vehicle
from core.dice import SeededDice
from core.panzer.face.cards import card_sections


def test_both_sides_play_by_the_same_game_cards() -> None:
    """na:1.4: one set of tables for both sides, each saying where it comes from."""
    tables = catalogue.scenario("the-bridge").tables
    assert sorted(tables.ap_hit) == list(range(-10, 6))
    assert sorted(tables.spotting_ranges) == list(range(-5, 3))
    assert all(len(row) == 5 for row in tables.ap_hit.values())
    assert all(text for text in tables.provenance.values())


def test_a_card_is_read_by_its_key() -> None:
    """na:1.5, na:1.6: the entries of the Vehicle Data Card Key, the Panzerjaeger I, stand on the card as shown."""
    (card,) = find_vehicle("Panzerjaeger I")
    sections = card_sections(card)
    shown = " ".join(s.title for s in sections) + " ".join(
        f"{row.label} {row.text} {' '.join(row.cells)}" for section in sections for row in section.rows
    )
    for entry in (r"4T\D+6\D+9", r"-1", r"3\D+2", r"4\.7cm PaK\(t\)", r"2 5 9 12 14", r"13 11 10 9 9"):
        assert re.search(entry, shown), (entry, shown)


def test_a_roll_is_1_to_100_and_each_as_likely() -> None:
    """na:3.2, na:1.10: 01 to 00, where 00 is 100; a single die is 1 to 10."""
    dice = SeededDice("the rules")
    hundred = Counter(dice.roll("d100", "test", "na:3.2").result for _ in range(40_000))
    assert set(hundred) == set(range(1, 101))
    assert max(hundred.values()) < 1.3 * min(hundred.values()) + 60
    ten = Counter(dice.roll("d10", "test", "na:3.2").result for _ in range(2_000))
    assert set(ten) == set(range(1, 11))
