"""How a game would stand, as far as one side can tell, if it gave an order: for orders that are planned one after the
other and shown before any of them is given."""

from __future__ import annotations

from typing import TypeVar

from core.event import SideId
from core.order import Order
from core.play.replica import NoDice
from core.system import RuleSystem

S = TypeVar("S")


def foreseen(system: RuleSystem[S], view: S, side: SideId, order: Order) -> S | None:
    """The view of `side` after an order of its own; None where dice, somebody else or what is hidden from it have their
    say in it."""
    after, step = system.copy(view), system.face.status(view).step
    try:
        for event in system.decide(after, side, order, NoDice()):
            system.evolve(after, event)
        for event in system.advance(after, NoDice()):
            system.evolve(after, event)
            if system.face.status(after).step != step:
                return None
    except Exception:  # a view may lack what the rule would need: then nobody can tell
        return None
    return after if side in system.active(after) else None
