"""Worked examples of Panzer War: games that begin in the middle."""

from __future__ import annotations

from attrs import field, frozen

from core.panzerwar.state import WarState
from core.panzerwar.system import PanzerWar


@frozen(eq=False, repr=False)
class Posed(PanzerWar):
    """The rules on an engagement whose games begin in the middle, from a given state."""

    start: WarState = field(kw_only=True)

    def initial(self) -> WarState:
        """A copy of the given state."""
        return self.start.copy()
