"""Worked examples of Panzer: games that begin in the middle, and the questions that its rules answer.

Each question is a class whose fields are what must be named to ask it; `answer` names what it tells. Fields are
proved by the content before they get here: what a text stands for is in its metadata.
"""

from __future__ import annotations

from attrs import field, frozen

from core.panzer.state import PanzerState
from core.panzer.system import Panzer


@frozen(eq=False, repr=False)
class Situation(Panzer):
    """The rules on a scenario whose games begin in the middle, from a given state."""

    start: PanzerState = field(kw_only=True)

    def initial(self) -> PanzerState:
        """A copy of the given state."""
        return self.start.copy()
