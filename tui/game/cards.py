"""The cards of what is pointed at, as one eye may know them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from core.hexes import Hex
from core.presentation import Card
from core.system import RuleSystem


def cards_of(system: RuleSystem[Any], view: Any, unit: str | None, hex_: Hex) -> tuple[Card | None, Card | None]:
    """The card of a unit, None if nothing is known of it, and that of a hex, None if it is not on the board."""
    card: Card | None = None
    if unit is not None:
        with suppress(KeyError):
            card = system.face.unit_card(view, unit)
    return card, system.face.hex_card(view, hex_) if hex_ in system.board else None
