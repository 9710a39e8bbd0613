"""Questions about elements and units, the turn, and the score (pw:3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen
from attrs import fields as attrs_fields

from core.book.asks import UNIT, Answer
from core.event import SideId
from core.panzerwar import sequence
from core.panzerwar.course import victory
from core.panzerwar.pieces.element import Element
from core.panzerwar.pieces.organisation import Organisation
from core.panzerwar.state import WarState
from core.plane import hex_at


@frozen(kw_only=True)
class ElementOf:
    """All that is known of an element (pw:4.0a)."""

    element: str = field(metadata=UNIT)

    def answer(self, system: Any, state: WarState) -> Answer:
        """Its fields; hex: where it stands; points: what it is worth."""
        element = state.element(self.element)
        named = {one.name: getattr(element, one.name) for one in attrs_fields(Element)}
        hex_ = None if element.at is None else hex_at(element.at).id
        return {**named, "hex": hex_, "points": victory.worth(state, element)}


@frozen(kw_only=True)
class UnitOf:
    """All that is known of a unit of the book (pw:4.0a)."""

    unit: str

    def answer(self, system: Any, state: WarState) -> Answer:
        """Its fields, but for what it was before its order of this turn."""
        unit = state.organisations[self.unit]
        return {one.name: getattr(unit, one.name) for one in attrs_fields(Organisation) if one.name != "former"}


@frozen(kw_only=True)
class Score:
    """What a side has reached (pw:3.3)."""

    side: str

    def answer(self, system: Any, state: WarState) -> Answer:
        """points; lost: its elements that score for the other; held: places that it holds now."""
        side = SideId(self.side)
        goals = state.engagement.goals
        return {
            "points": victory.score(state, side),
            "lost": [e.id for e in victory.lost(state, side)],
            "held": [goal.id for goal in goals if victory.holder(state, goal) == side],
        }


@frozen(kw_only=True)
class Turn:
    """Where in the sequence of play the game is (pw:3.2)."""

    def answer(self, system: Any, state: WarState) -> Answer:
        """turn, step, phase; segment: of fire, 0 outside of combat; last: the side that moves last in each segment."""
        step = sequence.step_of(state)
        return {
            "turn": state.turn,
            "step": step.id,
            "phase": step.phase,
            "segment": sequence.segment(state),
            "last": state.last_mover,
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "element": ElementOf,
    "unit": UnitOf,
    "score": Score,
    "turn": Turn,
}
