"""Guns that must be left: a crew that has to retreat may destroy its gun (pw:13.5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.own import own_unit, refuse
from core.panzerwar.command.demands import retreats
from core.panzerwar.command.near import known_enemies
from core.panzerwar.command.tactical import GIVING
from core.panzerwar.morale.events import GunDestroyed
from core.panzerwar.morale.orders import DestroyGun
from core.panzerwar.pieces.element import Element, Kind
from core.panzerwar.state import WarState
from core.plane import within

RULE: Final = "pw:13.5.2"
#: With an enemy this near a gun is not destroyed, in GSU.
TOO_NEAR: Final = 100


def destroy_refusal(state: WarState, element: Element) -> Refusal | None:
    """Why a crew may not destroy its gun; None if it may: its unit is made to retreat, and no enemy that it knows of is
    within 100 (pw:13.5.2)."""
    unit = state.organisations.get(element.organisation)
    if element.kind is not Kind.GUN or not element.on_table:
        return Refusal(f"{element.name} is no gun on the table", RULE)
    if unit is None or not retreats(unit):
        return Refusal("its crew need not retreat", RULE)
    if any(within(element.where, e.where, TOO_NEAR) for e in known_enemies(state, element.side)):
        return Refusal(f"an enemy is within {TOO_NEAR}", RULE)
    return None


def check(state: WarState, side: SideId, order: DestroyGun) -> None:
    """IllegalOrder unless it may."""
    GIVING.check(state, side)
    refuse(destroy_refusal(state, own_unit(state, side, order.element, RULE)))


def destroy(state: WarState, side: SideId, order: DestroyGun, dice: Dice) -> Iterator[Event]:
    """The gun is destroyed; its crew goes on foot."""
    yield GunDestroyed(side=side, element=order.element)
