"""What a side will order in a secret step, tried out on its own view while others still choose.

Nothing that the others choose there is known to it, so its orders are the same before and after theirs; they are given
when the others have ended the step.
"""

from __future__ import annotations

from typing import Any, Generic, NoReturn, TypeVar

from core.event import SideId
from core.order import IllegalOrder, Order
from core.system import RuleSystem

S = TypeVar("S")


class UnforeseenError(Exception):
    """An order is followed by a roll, or by what depends on the others: what comes after it is not known yet."""


class _Undecided:
    """Dice that are not rolled yet."""

    def roll(self, die: str, for_: str, rule: str) -> NoReturn:
        """UnforeseenError."""
        raise UnforeseenError(f"{for_} is not rolled yet")


class Ahead(Generic[S]):
    """A side's view of the present step as it will be after the orders that the side means to give.

    view: as it is after those that were taken so far.
    """

    def __init__(self, system: RuleSystem[Any], view: S, side: SideId) -> None:
        self._system = system
        self._side = side
        self.view: S = system.copy(view)

    def take(self, order: Order) -> bool:
        """Take an order as given; whether the side may choose on. UnforeseenError if what comes of it is not known,
        IllegalOrder if it may not be given."""
        self._system.check(self.view, self._side, order)
        after = self._system.copy(self.view)
        try:
            for event in self._system.decide(after, self._side, order, _Undecided()):
                self._system.evolve(after, event)
        except IllegalOrder:
            raise
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise UnforeseenError("it depends on what others do") from error
        self.view = after
        return self._side in self._system.active(after)
