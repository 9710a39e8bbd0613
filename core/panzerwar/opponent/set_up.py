"""Setting up, and bringing on what comes later."""

from __future__ import annotations

from core.dice import Dice
from core.event import SideId
from core.order import Order
from core.panzerwar.course import set_up
from core.panzerwar.course.orders import Place, PlaceRest
from core.panzerwar.state import WarState
from core.step_end import FinishStep


def place(state: WarState, side: SideId, dice: Dice) -> Order:
    """All in the order of their areas; nothing is left to do then."""
    return PlaceRest() if set_up.must_place(state, side) else FinishStep()


def enter(state: WarState, side: SideId) -> Order | None:
    """The next element that may come on in this turn; None if there is none, or no place for any."""
    for id_ in set_up.entering(state, side):
        element = state.elements[id_]
        post = set_up.posting(state, element)
        for hex_ in sorted(set_up.area(state, post)[0]) if post is not None else ():
            spot = set_up.free_spot(state, id_, hex_)
            if spot is not None and set_up.place_refusal(state, element, spot) is None:
                return Place(element=id_, at=spot)
    return None
