"""What is shown of hexes that may begin to burn in this turn (or:7.35)."""

from __future__ import annotations

from collections.abc import Iterator

from core.hexes import Hex
from core.panzer.fires.starting import RULE, chance, tinder
from core.panzer.state import PanzerState
from core.presentation import Row


def hex_rows(state: PanzerState, hex_: Hex) -> Iterator[Row]:
    """What was directed at a hex that can burn, and the chance that it does."""
    burns = tinder(state, hex_)
    if burns is None or (hex_ not in state.kindling.struck and hex_ not in state.kindling.flames):
        return
    cause = f"GP Factor {state.kindling.struck.get(hex_, 0)}"
    if hex_ in state.kindling.flames:
        cause = "a flamethrower"
    yield Row("Fire", f"{cause}: burns in {round(100 * chance(state, hex_))} of 100", RULE, tone="warn")
