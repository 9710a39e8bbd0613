"""Vehicles that burn more easily than others, by the BU notation of their data card (or:7.11)."""

from __future__ import annotations

from typing import Final

from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

#: What the d10 is less by that tells a Brew Up from a Knock-Out.
_LESS: Final = 2


def more(state: PanzerState, card: VehicleCard) -> int:
    """By how much more a d10 may show for a Brew Up; 0 for other vehicles, and without the option.

    The rule takes it off the die, which comes to the same. Close Assaults roll the same die, and burn as well.
    """
    return _LESS if state.has(Switch.BU_MODIFIER) and card.burns_easily else 0
