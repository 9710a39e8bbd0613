"""What a computer player has in mind from one decision to the next: plain data, which goes with each decision."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from attrs import evolve, field, frozen

#: What earlier stages taught counts so much less at each later one.
FADING: Final = 0.5


@frozen
class Tried:
    """What courses of play by a plan have shown: their number, which fades with time, and how well they ended."""

    number: float = 0.0
    total: float = 0.0

    def and_(self, worth: float) -> Tried:
        """With one course of play more."""
        return Tried(self.number + 1, self.total + worth)

    def mean(self, doubt: float = 0.0, otherwise: float = 0.0) -> float:
        """How well they ended; as if besides `doubt` courses of play had ended as well as `otherwise`."""
        return (self.total + doubt * otherwise) / (self.number + doubt) if self.number + doubt else otherwise


@frozen
class Intent:
    """What a side means to do. stage: the part of play for which its plan was chosen; plan: its id, "" = the usual one;
    tried: what each plan has shown so far, by id."""

    stage: int = 0
    plan: str = ""
    tried: Mapping[str, Tried] = field(factory=dict)

    def tries(self, plan: str) -> Tried:
        """What a plan has shown so far."""
        return self.tried.get(plan, Tried())

    def later(self) -> Intent:
        """As it counts at a later stage."""
        faded = {plan: Tried(one.number * FADING, one.total * FADING) for plan, one in self.tried.items()}
        return evolve(self, tried=faded)

    def with_try(self, plan: str, worth: float) -> Intent:
        """With one course of play more by a plan."""
        return evolve(self, tried={**self.tried, plan: self.tries(plan).and_(worth)})

    def written(self) -> str:
        """As text, which `read` reads; "" for one that says nothing."""
        if not self.plan and not self.tried:
            return ""
        tried = {plan: [round(one.number, 3), round(one.total, 4)] for plan, one in self.tried.items()}
        return json.dumps([self.stage, self.plan, tried], separators=(",", ":"))


def read(text: str) -> Intent:
    """An intent out of its text; one that says nothing if it cannot be read."""
    try:
        stage, plan, tried = json.loads(text) if text else (0, "", {})
        return Intent(int(stage), str(plan), {str(p): Tried(float(n), float(t)) for p, (n, t) in tried.items()})
    except (ValueError, TypeError, AttributeError):
        return Intent()
