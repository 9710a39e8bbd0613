"""Buttoning up under fire: at the price of firing no more in the turn (pw:7.1.1, pw:7.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzerwar import sequence
from core.panzerwar.pieces.element import Element
from core.panzerwar.sighting.events import ButtonedUp
from core.panzerwar.sighting.observers import can_button
from core.panzerwar.sighting.orders import ButtonUp
from core.panzerwar.state import WarState

RULE: Final = "pw:7.1.4"
#: The fire segments after which it is asked, at the beginning of the next.
STEPS: Final = (sequence.E2, sequence.E3, sequence.E4, sequence.E5)


def refusal(state: WarState, element: Element) -> Refusal | None:
    """Why a vehicle may not button up now: it must be an unbuttoned AFV with hatches that was hit in the fire segment
    that is just over (pw:7.1.4, pw:7.1.2)."""
    if state.step not in STEPS:
        return Refusal("who is hit buttons up at the end of the fire segment", RULE)
    if not element.on_table or not can_button(state, element):
        return Refusal("it has no hatches to close", "pw:7.1.2")
    if element.buttoned:
        return Refusal("it is buttoned up", "pw:7.1.1")
    if not element.harm.hit_in or element.harm.hit_in != sequence.segment(state) - 1:
        return Refusal("it was not hit in the fire segment that is just over", RULE)
    return None


def busy_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why a vehicle that may button up does not now: it is to fire in this segment, at whom or what it may be."""
    aimed, areas = (shot.element for shot in state.shots), (shot.element for shot in state.artillery.shots)
    return Refusal("it is to fire in this segment", RULE) if element.id in {*aimed, *areas} else None


def able(state: WarState, side: SideId) -> tuple[Element, ...]:
    """The vehicles of a side that may button up now."""
    return tuple(e for e in state.of(side) if refusal(state, e) is None)


def check(state: WarState, side: SideId, order: ButtonUp) -> None:
    """IllegalOrder unless it may, and has not declared fire in this segment."""
    element = own_unit(state, side, order.element, RULE)
    if side in state.ended or state.resolved:
        raise IllegalOrder("the fire of this segment is declared", RULE)
    refuse(refusal(state, element) or busy_refusal(state, element))


def decide(state: WarState, side: SideId, order: ButtonUp, dice: Dice) -> Iterator[Event]:
    """It closes its hatches, and fires no more in this turn."""
    yield ButtonedUp(side=side, element=order.element)
