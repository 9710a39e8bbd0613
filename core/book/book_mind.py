"""How computer players of a system of one book look ahead: a plan for each turn."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from attrs import frozen

from core.ai.mind import Plan
from core.book.book_system import RulebookSystem
from core.event import SideId

S = TypeVar("S", bound=Any)


@frozen(eq=False, repr=False)
class BookMind(Generic[S]):
    """See `core.ai.mind.Mind`."""

    system: RulebookSystem[Any, Any]
    plans: tuple[Plan, ...]

    def stage(self, view: S) -> int:
        """The turn; 0 while sides set up."""
        turn: int = view.turn
        return turn

    def world(self, view: S, side: SideId) -> S:
        """What the side imagines, as if the others had chosen nothing yet in a step in which all choose in secret: they
        will. Who has commands that are not known does nothing by them.
        """
        state = self.system.imagined(view, side)
        if self.system.book.step_rules(state).secret:
            state.ended = frozenset(one for one in state.ended if one == side)
        made: S = state
        return made

    def worth(self, state: S, side: SideId) -> float:
        return self.system.prospect(state, side)
