"""What the questions of worked examples have in common: what a text stands for, and how answers are put."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.panzer.state import PanzerState
from core.tally import Tally

#: What a field of a question stands for, in its metadata; the content proves it.
UNIT: Final = {"is": "unit"}
HEX: Final = {"is": "hex"}
OBJECTIVE: Final = {"is": "objective"}
RATE: Final = {"is": "rate"}
TERRAIN: Final = {"is": "terrain"}
FACTOR: Final = {"is": "factor"}

#: What a question is answered with, of values that can be written down; each field named.
Answer = Mapping[str, Any]


def unit_id(text: str) -> UnitId:
    """The unit that a text names."""
    return UnitId(text)


def a_hex(state: PanzerState, text: str) -> Hex:
    """The hex of the board that a text names. ValueError if it names none."""
    return state.board.find(text)


def with_total(tally: Tally) -> dict[str, Any]:
    """A tally and its sum."""
    return {"total": tally.total, "tally": tally.reasons}


def why_not(refusal: Refusal | IllegalOrder | None) -> Answer | None:
    """A refusal as rule and reason; None without one."""
    return None if refusal is None else {"rule": refusal.rule, "reason": refusal.reason}
