"""What a computer player has in mind from one decision to the next: plain data, which goes with each decision."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from attrs import evolve, field, frozen

from core.alike import Alike

#: What earlier stages taught counts so much less at each later one.
FADING: Final = 0.5


@frozen(eq=False, repr=False)
class Tried(Alike):
    """What courses of play by a plan have shown: their number, which fades with time, and how much better than those by
    the plan that is held they ended, in all. Both have the same dice and the same enemy."""

    number: float = 0.0
    total: float = 0.0

    def and_(self, better: float) -> Tried:
        """With one course of play more."""
        return Tried(self.number + 1, self.total + better)

    def mean(self, doubt: float = 0.0) -> float:
        """How much better they ended; as if besides `doubt` courses of play had ended as well as by the plan held."""
        return self.total / (self.number + doubt) if self.number + doubt else 0.0


@frozen(eq=False, repr=False)
class Intent(Alike):
    """What a side means to do. stage: the part of play for which its plan was chosen; plan: its id, "" = the usual one;
    worth: how well it was found to end, from 0 to 1; tried: what the plans have shown against it, by id."""

    stage: int = 0
    plan: str = ""
    worth: float = 0.5
    tried: Mapping[str, Tried] = field(factory=dict)

    def tries(self, plan: str) -> Tried:
        """What a plan has shown so far."""
        return self.tried.get(plan, Tried())

    def later(self) -> Intent:
        """As it counts at a later stage."""
        faded = {plan: Tried(one.number * FADING, one.total * FADING) for plan, one in self.tried.items()}
        return evolve(self, tried=faded)

    def with_try(self, plan: str, better: float) -> Intent:
        """With one course of play more by a plan."""
        return evolve(self, tried={**self.tried, plan: self.tries(plan).and_(better)})

    def changed_to(self, plan: str) -> Intent:
        """With another plan, against which the others are held from now on."""
        lead = self.tries(plan).mean()
        tried = {one: Tried(shown.number, shown.total - shown.number * lead) for one, shown in self.tried.items()}
        return Intent(self.stage, plan, self.worth + lead, tried)

    def written(self) -> str:
        """As text, which `read` reads; "" for one that says nothing."""
        if not self.plan and not self.tried:
            return ""
        tried = {plan: [round(one.number, 3), round(one.total, 4)] for plan, one in self.tried.items()}
        return json.dumps([self.stage, self.plan, round(self.worth, 4), tried], separators=(",", ":"))


def read(text: str) -> Intent:
    """An intent out of its text; one that says nothing if it cannot be read."""
    try:
        stage, plan, worth, tried = json.loads(text) if text else (0, "", 0.5, {})
        shown = {str(one): Tried(float(number), float(total)) for one, (number, total) in tried.items()}
        return Intent(int(stage), str(plan), float(worth), shown)
    except (ValueError, TypeError, AttributeError):
        return Intent()
