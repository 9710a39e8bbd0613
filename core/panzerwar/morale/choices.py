"""Building the order to destroy a gun (pw:13.5.2). Picks: ``destroy-gun:ELEMENT``."""

from __future__ import annotations

from collections.abc import Iterable

from core.book.chapter import value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzerwar.morale import guns
from core.panzerwar.morale.orders import DestroyGun
from core.panzerwar.state import WarState
from core.plane import hex_at


def offer(state: WarState, side: SideId) -> Iterable[Choice]:
    """The guns that may be destroyed, while orders are given."""
    for element in state.of(side):
        if guns.destroy_refusal(state, element) is None:
            yield Choice(
                f"destroy-gun:{element.id}",
                f"{element.name}: destroy the gun",
                "option",
                hex_at(element.where),
                element.id,
            )


def go_on(state: WarState, side: SideId, partial: Partial) -> Choices:
    """Nothing more is to be picked."""
    return Choices("Its crew destroys the gun", guns.RULE, complete=True)


def order(state: WarState, side: SideId, partial: Partial) -> Order | None:
    """The order of the pick."""
    return DestroyGun(element=UnitId(value_of(partial[0])))
