"""The Armor of a card as a worked example prints it, where that is not what the card has (na:6.5.2.3, min:8.4.6.1)."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from content.kit.load import Proof
from content.panzer.situations.situation_file import CardLine
from core.panzer.pieces.cards import Armor, Inclination


def stated_armor(line: CardLine, armor: Armor, key: str, proof: Proof) -> Armor:
    """The Armor with what the line states of level shots and of the deck; key: of the line, for mistakes in it."""
    changed: dict[str, Any] = {}
    for name in ("front", "front_side"):
        stated, known = getattr(line, name), getattr(armor, name)
        level = known.get(Inclination.LEVEL, {})
        for location in stated:
            if location not in level:
                proof.unknown(f"{key}.{name}", location, level, "location")
        if stated:
            changed[name] = {**known, Inclination.LEVEL: {**level, **stated}}
    return evolve(armor, deck=armor.deck if line.deck is None else line.deck, **changed)
