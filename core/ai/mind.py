"""What a rule system offers to computer players that look ahead: plans, and courses of play that may come of them.

A player who looks ahead plays on from his own view alone: what is hidden from him he fills in as it may be, and both
sides go on by the system's own judgement, each from its own view, by the rules as they are.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from attrs import frozen

from core.alike import Alike
from core.event import SideId

S = TypeVar("S")


@frozen(eq=False, repr=False)
class Plan(Alike):
    """A way to play for a while: how a side weighs what it sees.

    level: by which `RuleSystem.suggest` and `why` judge as the plan does, such as "veteran/hold"; about: what it means,
    in words that go on from "to", such as "hold the ground and wait".
    """

    level: str
    about: str


class Mind(Protocol[S]):
    """What a rule system offers to a computer player that looks ahead. Nothing here knows more than a side's view.

    plans: what a side may mean to do, the usual plan first.
    """

    @property
    def plans(self) -> tuple[Plan, ...]: ...

    def stage(self, view: S) -> int:
        """The part of play for which a plan is made, such as a turn; a greater number is a later one, 0 = nothing is
        planned yet."""
        ...

    def world(self, view: S, side: SideId) -> S:
        """A state from which play can go on, and that `side` cannot tell from the real one."""
        ...

    def worth(self, state: S, side: SideId) -> float:
        """How well a side stands: from 0, lost, to 1, won, and a little beyond by how clearly."""
        ...
