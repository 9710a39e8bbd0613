"""What the questions of worked examples have in common: what a text stands for, and how answers are put."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from core.board import Board
from core.choice import Refusal
from core.event import UnitId
from core.hexes import Hex
from core.order import IllegalOrder
from core.tally import Tally

#: What a field of a question stands for, in its metadata; the content proves it. A system has further ones.
UNIT: Final = {"is": "unit"}
HEX: Final = {"is": "hex"}

#: What a question is answered with, of values that can be written down; each field named.
Answer = Mapping[str, Any]


class OnBoard(Protocol):
    """A state of a game on a board."""

    @property
    def board(self) -> Board: ...


def a_hex(state: OnBoard, text: str) -> Hex:
    """The hex of the board that a text names. ValueError if it names none."""
    return state.board.find(text)


def unit_ids(texts: tuple[str, ...]) -> tuple[UnitId, ...]:
    """The units that texts name."""
    return tuple(map(UnitId, texts))


def with_total(tally: Tally) -> dict[str, Any]:
    """A tally and its sum."""
    return {"total": tally.total, "tally": tally.reasons}


def why_not(refusal: Refusal | IllegalOrder | None) -> Answer | None:
    """A refusal as rule and reason; None without one."""
    return None if refusal is None else {"rule": refusal.rule, "reason": refusal.reason}


def permission(refusal: Refusal | IllegalOrder | None) -> dict[str, Any]:
    """allowed: whether nothing speaks against it; refused: else rule and reason."""
    return {"allowed": refusal is None, "refused": why_not(refusal)}
