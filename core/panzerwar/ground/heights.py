"""How high the eyes and the tops of elements stand above the ground, in GSU on the table (pw:1.1, pw:7.11.2)."""

from __future__ import annotations

from typing import Final

from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.state import WarState

#: GSU on the table for each metre of a model at 1:285 (pw:1.0).
MODEL: Final = 1000 / 285
#: GSU of men, and of what has no height on its card.
MEN: Final = 6.0


def height(state: WarState, element: Element) -> float:
    """How high it stands: the model of a vehicle or gun by its card, men as their figures."""
    if element.kind not in (Kind.VEHICLE, Kind.GUN):
        return MEN
    metres: float | None = getattr(state.cards.find(element.card), "height", None)
    return round(metres * MODEL, 1) if metres else MEN
