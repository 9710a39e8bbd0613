"""Who is in a bunker: put there in the set-up, or come in on foot (pw:15.7, pw:15.7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.own import own_unit, refuse
from core.panzerwar.obstacles import bunkers
from core.panzerwar.obstacles.events import BunkerManned
from core.panzerwar.obstacles.laying import SETTING_UP
from core.panzerwar.obstacles.orders import ManBunker
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.state import SET_UP, WarState
from core.plane import within

RULE: Final = "pw:15.7.1"
#: Who ends his way this near to the middle of a bunker goes in, in GSU.
NEAR: Final = 12.5


def refusal(state: WarState, element: Element, bunker: Element) -> Refusal | None:
    """Why an element may not begin in a bunker; None if it may."""
    if bunker.kind is not Kind.BUNKER or not bunker.on_table:
        return Refusal(f"{bunker.name} is no bunker on the table", RULE)
    if not element.on_table:
        return Refusal("place it first", "pw:3.3")
    if not (element.foot or element.kind is Kind.GUN):
        return Refusal("infantry and guns are in bunkers", "pw:15.7")
    if element.posture.bunker == bunker.id:
        return Refusal("it is inside already", RULE)
    if not bunkers.has_room(state, bunker, element):
        return Refusal(f"it holds {bunkers.card_of(state, bunker).holds}", RULE)
    return None


def check_man(state: WarState, side: SideId, order: ManBunker) -> None:
    """IllegalOrder unless the element may begin there."""
    refuse(None if state.step == SET_UP else Refusal("bunkers are manned in the set-up", RULE))
    SETTING_UP.check(state, side)
    element = own_unit(state, side, order.element, RULE)
    if not order.bunker:
        refuse(None if element.posture.bunker else Refusal(f"{element.name} is in no bunker", RULE))
        return
    refuse(refusal(state, element, own_unit(state, side, order.bunker, RULE)))


def man(state: WarState, side: SideId, order: ManBunker, dice: Dice) -> Iterator[Event]:
    """It is inside, or outside again."""
    yield _manned(state, state.elements[order.element], order.bunker)


def _manned(state: WarState, element: Element, bunker: str) -> BunkerManned:
    """Who is inside stands where the bunker does and looks the way that it looks (pw:15.7.6)."""
    place = state.elements[UnitId(bunker)] if bunker else element
    return BunkerManned(
        side=element.side, element=element.id, bunker=UnitId(bunker), at=place.where, heading=place.heading
    )


def enters(state: WarState, id_: UnitId) -> Iterator[Event]:
    """Infantry that ends its way at a bunker of its side goes in, if there is room."""
    element = state.elements[id_]
    if not element.foot or not element.on_table or element.nerve.broken:
        return
    for bunker in state.on_table():
        near = bunker.kind is Kind.BUNKER and within(element.where, bunker.where, NEAR)
        if near and bunkers.has_room(state, bunker, element):
            yield _manned(state, element, bunker.id)
            return
