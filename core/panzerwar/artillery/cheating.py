"""No Cheaters Rule 1: fire at nothing much that scatters onto what was not seen (pw:10.7.5).

Fire is resolved in one go: the defender says with his orders when he cancels such a scatter, as soon as he is fired at.
Picks: ``scatter`` and when.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve

from core.choice import Choice, Choices, Partial
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder, Order
from core.panzerwar import sequence
from core.panzerwar.artillery.areas import Beaten, inside
from core.panzerwar.artillery.events import CancelsScatter
from core.panzerwar.artillery.orders import CancelScatter
from core.panzerwar.pieces.artillery import Cancels
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.plane import Point

RULE: Final = "pw:10.7.5"


def worth(state: WarState, element: Element) -> int:
    """The points of an element, as its card has them."""
    return state.cards[element.card].points


def cancelled(state: WarState, side: SideId, intended: Beaten, fell: Point) -> bool:
    """Whether the defender cancels a scatter: he may where unseen elements of his would be struck that are worth more
    than all that the firer has in sight of him where he aims, and says when he does; unsaid, where he loses less by it
    (pw:10.7.5).

    Of fire that harms nobody there is nothing to cancel. intended: the area about the point of aim; fell: where its
    centre was scattered to.
    """
    there = inside(state, evolve(intended, coa=fell))
    unseen = sum(worth(state, e) for e in there if e.side != side and not state.sees(side, e.id))
    here = [e for e in inside(state, intended) if e.side != side]
    seen = sum(worth(state, e) for e in here if state.sees(side, e.id))
    if unseen <= seen:
        return False
    said = {when(state, one.id) for one in state.engagement.sides if one.id != side}
    if said != {Cancels.CHEAPER}:
        return Cancels.ALWAYS in said
    whole = sum(worth(state, e) for e in there if e.side != side)
    return whole > sum(worth(state, e) for e in here)


# -- what the defender says ------------------------------------------------------------------------


def when(state: WarState, side: SideId) -> Cancels:
    """When a side cancels a scatter, as it has said last."""
    return state.artillery.cancels.get(side, Cancels.CHEAPER)


def check(state: WarState, side: SideId, order: CancelScatter) -> None:
    """IllegalOrder unless orders are given."""
    if side in state.ended or state.step != sequence.ORDERS:
        raise IllegalOrder("it is said with the orders", RULE)


def say(state: WarState, side: SideId, order: CancelScatter, dice: Dice) -> Iterator[Event]:
    """It is noted, and holds from now on."""
    yield CancelsScatter(side=side, when=order.when)


def offer(state: WarState, side: SideId) -> Iterable[Choice]:
    """One line of the orders, when fire of the enemy has fallen on areas in this turn or the last."""
    if side not in state.ended and any(area.side != side for area in state.artillery.fallen):
        yield Choice("scatter", "When scatter is cancelled", "option", cost=when(state, side).value, group="Artillery")


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """When it is, of the three."""
    if len(partial) > 1:
        return Choices("Scatter onto what was not seen", RULE, complete=True)
    now = when(state, side)
    options = tuple(
        Choice(one.name.lower(), one.value, "option", cost="as it stands" if one is now else "") for one in Cancels
    )
    return Choices("When is scatter onto what was not seen cancelled?", RULE, options)


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial."""
    return CancelScatter(when=Cancels[partial[1].upper()]) if len(partial) > 1 else None
