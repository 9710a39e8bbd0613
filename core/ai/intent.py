"""What a computer player has in mind from one decision to the next: plain data, which goes with each decision."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from attrs import evolve, field, frozen

from core.alike import Alike

#: What earlier stages taught counts so much less at each later one.
FADING: Final = 0.5
#: What is thought of a plan before it is played out: that it ends so much worse than the usual one, as sure as so many
#: courses of play would make it. From one position plans are worth some 0.2 more or less than that, and one course of
#: play tells it with an error of 0.6, three times as much: it takes nine of them to know as much as was known before.
THOUGHT: Final = -0.1
AS_SURE: Final = 8.0


@frozen(eq=False, repr=False)
class Tried(Alike):
    """What courses of play by a plan have shown: their number, which fades with time, and how much better than those by
    the usual plan they ended, in all. Both have the same dice and the same enemy."""

    number: float = 0.0
    total: float = 0.0

    def and_(self, better: float) -> Tried:
        """With one course of play more."""
        return Tried(self.number + 1, self.total + better)

    def mean(self) -> float:
        """How much better they ended."""
        return self.total / self.number if self.number else 0.0

    def expected(self) -> float:
        """How much better the plan is to be expected to end: what was thought of it before, and what was seen since."""
        return (AS_SURE * THOUGHT + self.total) / (AS_SURE + self.number)

    def faded(self, by: float) -> Tried:
        """As it counts when it is so much of what it was."""
        return Tried(self.number * by, self.total * by)


@frozen(eq=False, repr=False)
class Intent(Alike):
    """What a side means to do. stage: the part of play for which its plan was chosen; plan: its id, "" = the usual one;
    worth: how well the usual one was found to end, 0 to 1; tried: what the plans have shown against that, by id."""

    stage: int = 0
    plan: str = ""
    worth: float = 0.5
    tried: Mapping[str, Tried] = field(factory=dict)

    def tries(self, plan: str) -> Tried:
        """What a plan has shown so far."""
        return self.tried.get(plan, Tried())

    def later(self) -> Intent:
        """As it counts at a later stage."""
        return evolve(self, tried={plan: one.faded(FADING) for plan, one in self.tried.items()})

    def with_try(self, plan: str, better: float) -> Intent:
        """With one course of play more by a plan."""
        return evolve(self, tried={**self.tried, plan: self.tries(plan).and_(better)})

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
        shown = {str(plan): Tried(float(numbers[0]), float(numbers[1])) for plan, numbers in tried.items()}
        return Intent(int(stage), str(plan), float(worth), shown)
    except (ValueError, TypeError, AttributeError, IndexError):
        return Intent()
