"""Playing on in the mind: what may come of a plan by the rules as they are, with the same dice for all plans."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from attrs import define, field

from core.dice import Roll, faces
from core.event import SideId
from core.mind import Mind, Plan
from core.system import RuleSystem

#: No more orders than so many in one course of play.
_MOST: Final = 4000


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


def played_on(
    system: RuleSystem[Any],
    mind: Mind[Any],
    view: Any,
    side: SideId,
    plan: Plan,
    theirs: Plan,
    seed: str,
    horizon: int,
) -> float:
    """How well `side` stands after it has played by `plan`, and the others by `theirs`, for so many stages, or when the
    game is over before."""
    dice = CommonDice(seed)
    state = mind.world(view, side)
    last = mind.stage(state) + horizon
    for _ in range(_MOST):
        acting = system.active(state)
        if not acting or mind.stage(state) >= last:
            break
        who = acting[0]
        order = system.suggest(system.view(state, who), who, dice, (plan if who == side else theirs).level)
        for event in system.decide(state, who, order, dice):
            system.evolve(state, event)
        for event in system.advance(state, dice):
            system.evolve(state, event)
    return mind.worth(state, side)
