"""What a computer player thinks of one decision: its order, and why.

It is handed a view and nothing else, so it can be asked in another process: all that goes there and comes back is plain
data that can be pickled, and the codec can write a thought's arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import evolve, frozen

from core.ai.levels import LEVELS, SUBSTITUTE, level
from core.ai.players import Budget
from core.alike import Alike
from core.dice import Dice
from core.event import SideId
from core.order import IllegalOrder, Order
from core.presentation import Argument
from core.system import RuleSystem

#: Who plays for a level that fails; nobody for the last of them.
_STANDS_IN: Final = {name: SUBSTITUTE for name in LEVELS if name != "random"} | {SUBSTITUTE: "random"}
#: As long as the level thinks.
UNHURRIED: Final = Budget()


@frozen(eq=False, repr=False)
class Thought(Alike):
    """What a level would order for a side, and why; the arguments are known to that side alone until the game is over.

    why: what speaks for the order and against it, by the numbers that were used, what counts most first. amiss: why
    it is not what the level itself wanted, "" = it is. intent: what the level has in mind beyond this order, for the
    next decision of the side; nobody else may know it.
    """

    side: SideId
    level: str
    order: Order
    why: tuple[Argument, ...] = ()
    amiss: str = ""
    intent: str = ""


def thoughts(
    system: RuleSystem[Any],
    view: Any,
    side: SideId,
    name: str,
    dice: Dice,
    budget: Budget = UNHURRIED,
    intent: str = "",
) -> Iterator[Thought]:
    """What a level thinks of the next order of `side`, each better than the one before; whoever cannot wait takes the
    last. There is always one: for a level that fails `SUBSTITUTE` plays. ValueError if there is no such level.

    intent: that of its last thought.
    """
    given = False
    try:
        for idea in level(name).plays(dice).ideas(system, view, side, budget, intent):
            yield Thought(side, name, idea.order, idea.why, idea.amiss, idea.intent)
            given = True
    except Exception as error:  # whatever goes wrong in thinking must not stop the game
        if given:
            return
        if name not in _STANDS_IN:
            raise
        amiss = f"the level failed: {error.reason if isinstance(error, IllegalOrder) else repr(error)}"
        for instead in thoughts(system, view, side, _STANDS_IN[name], dice, budget):
            yield evolve(instead, level=name, amiss=amiss)


def think(
    system: RuleSystem[Any],
    view: Any,
    side: SideId,
    name: str,
    dice: Dice,
    budget: Budget = UNHURRIED,
    intent: str = "",
) -> Thought:
    """The next order of `side` as a level would give it, from the side's own view, and why."""
    *_, last = thoughts(system, view, side, name, dice, budget, intent)
    return last
