"""How a game will stand, as far as one side can tell, after orders of its own that are not given yet.

`foreseen` is for orders that are planned one after the other and shown before any of them is given; `Ahead` for a side
in a step in which sides choose in secret: nothing that the others choose there is known to it, so its orders are the
same before and after theirs, and it can think of them meanwhile.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from core.event import SideId
from core.order import Order
from core.play.replica import NoDice
from core.system import RuleSystem

S = TypeVar("S")


class UnforeseenError(Exception):
    """An order is followed by a roll, or by what depends on the others: what comes after it is not known yet."""


def foreseen(system: RuleSystem[S], view: S, side: SideId, order: Order) -> S | None:
    """The view of `side` after an order of its own; None where dice, somebody else or what is hidden from it have their
    say in it."""
    step = system.face.status(view).step
    try:
        after = _decided(system, view, side, order)
        for event in system.advance(after, NoDice()):
            system.evolve(after, event)
            if system.face.status(after).step != step:
                return None
    except Exception:  # a view may lack what the rule would need: then nobody can tell
        return None
    return after if side in system.active(after) else None


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
        try:
            self.view = _decided(self._system, self.view, self._side, order)
        except Exception as error:  # a view may lack what the rule would need: then nobody can tell
            raise UnforeseenError("it depends on dice, or on what others do") from error
        return self._side in self._system.active(self.view)


def _decided(system: RuleSystem[S], view: S, side: SideId, order: Order) -> S:
    """A view after what is decided of an order at once. Whatever error a rule meets that needs to know more."""
    after = system.copy(view)
    for event in system.decide(after, side, order, NoDice()):
        system.evolve(after, event)
    return after
