"""Worked examples of PanzerBlitz: games that begin in the middle."""

from __future__ import annotations

from attrs import field, frozen

from core.panzerblitz.state import BlitzState
from core.panzerblitz.system import PanzerBlitz


@frozen(eq=False, repr=False)
class Posed(PanzerBlitz):
    """The rules on a Situation whose games begin in the middle, from a given state."""

    start: BlitzState = field(kw_only=True)

    def initial(self) -> BlitzState:
        """A copy of the given state."""
        return self.start.copy()
