"""One decision of a computer player: all that it is to know, in one value that can be handed to whoever thinks."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from core.ai.players import Budget
from core.ai.thought import UNHURRIED, Thought, think
from core.dice import SeededDice
from core.event import SideId
from core.system import RuleSystem


@frozen(eq=False)
class Decision:
    """What a computer player is to decide: the next order of a side.

    view: what `side` may know now, and nothing else; level: who thinks; seed: of the dice that he draws with; intent:
    what he had in mind beyond his last order (`Thought.intent`), "" = nothing that is known.
    """

    system: RuleSystem[Any]
    view: Any
    side: SideId
    level: str
    seed: str
    intent: str = ""

    def __call__(self, budget: Budget = UNHURRIED) -> Thought:
        """Think, here and now."""
        return think(self.system, self.view, self.side, self.level, SeededDice(self.seed), budget, self.intent)
