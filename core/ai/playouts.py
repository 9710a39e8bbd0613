"""Playing on in the mind: what may come of a plan by the rules as they are, with the same dice for all plans."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final

from attrs import define, field

from core.ai.mind import Mind, Plan
from core.dice import Roll, faces
from core.event import SideId
from core.system import RuleSystem

#: No more orders than so many in one course of play.
MOST: Final = 4000


@define
class CommonDice:
    """Dice whose n-th result for a purpose follows from the seed, the purpose and n.

    In two courses of play with one seed the same is rolled for what happens in both, whatever else is rolled between:
    they differ by what was decided, not by luck.
    """

    seed: str
    _rolled: dict[tuple[str, str], int] = field(factory=dict)

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Roll for a purpose."""
        number = self._rolled.get((for_, die), 0)
        self._rolled[for_, die] = number + 1
        digest = hashlib.blake2b(f"{self.seed}/{for_}/{number}".encode(), digest_size=8).digest()
        return Roll(die, int.from_bytes(digest, "big") % faces(die) + 1, for_, rule)


@define
class Course:
    """A course of play that may come, from the view of a side on: it goes by its plan, the others by `theirs`.

    state: as far as it has been played.
    """

    system: RuleSystem[Any]
    mind: Mind[Any]
    side: SideId
    plan: Plan
    theirs: Plan
    state: Any
    dice: CommonDice
    orders: int = 0

    def until(self, stage: int, spent: Callable[[], bool] = lambda: False) -> bool:
        """Play on until a stage begins or the game is over; False if the time for it is spent before."""
        system, state = self.system, self.state
        while self.mind.stage(state) < stage and self.orders < MOST:
            acting = system.active(state)
            if not acting:
                break
            if spent():
                return False
            who = acting[0]
            plan = self.plan if who == self.side else self.theirs
            order = system.suggest(system.view(state, who), who, self.dice, plan.level)
            for event in system.decide(state, who, order, self.dice):
                system.evolve(state, event)
            for event in system.advance(state, self.dice):
                system.evolve(state, event)
            self.orders += 1
        return True

    @property
    def over(self) -> bool:
        """Whether it has come to the end of the game."""
        return not self.system.active(self.state)

    @property
    def worth(self) -> float:
        """How well the side stands."""
        return self.mind.worth(self.state, self.side)


def course(
    system: RuleSystem[Any], mind: Mind[Any], view: Any, side: SideId, plan: Plan, theirs: Plan, seed: str
) -> Course:
    """A course of play that begins with what `side` knows; courses with one seed have the same dice."""
    return Course(system, mind, side, plan, theirs, mind.world(view, side), CommonDice(seed))
