"""No Cheaters Rule 1: fire at nothing much that scatters onto what was not seen (pw:10.7.5)."""

from __future__ import annotations

from attrs import evolve

from core.event import SideId
from core.panzerwar.artillery.areas import Beaten, inside
from core.panzerwar.pieces.element import Element
from core.panzerwar.state import WarState
from core.plane import Point


def worth(state: WarState, element: Element) -> int:
    """The points of an element, as its card has them."""
    return state.cards[element.card].points


def cancelled(state: WarState, side: SideId, intended: Beaten, fell: Point) -> bool:
    """Whether the defender cancels a scatter: unseen elements of his would be struck that are worth more than all that
    the firer has in sight of him where he aims, and he loses less by it (pw:10.7.5).

    Of fire that harms nobody there is nothing to cancel. intended: the area about the point of aim; fell: where its
    centre was scattered to.
    """
    there = inside(state, evolve(intended, coa=fell))
    unseen = sum(worth(state, e) for e in there if e.side != side and not state.sees(side, e.id))
    here = [e for e in inside(state, intended) if e.side != side]
    seen = sum(worth(state, e) for e in here if state.sees(side, e.id))
    whole = sum(worth(state, e) for e in there if e.side != side)
    return unseen > seen and whole > sum(worth(state, e) for e in here)
