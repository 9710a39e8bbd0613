"""Columns that are bound to the road until they meet the enemy (pb:PB-SETUP-1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.event import Event, SideId
from core.hexes import distance
from core.panzerblitz.movement.events import ContactMade
from core.panzerblitz.pieces.situation import Special
from core.panzerblitz.state import BlitzState


def contact(state: BlitzState) -> SideId | None:
    """A side whose column has come within sight of the enemy, so that it may leave the road."""
    if Special.CONVOY not in state.situation.specials:
        return None
    near = state.situation.figure("contact-range")
    for side in state.situation.sides:
        if side.id in state.contact:
            continue
        enemies = [e.hex for e in state.of(state.situation.enemy(side.id)) if e.hex is not None]
        for unit in state.of(side.id):
            if unit.hex is not None and any(distance(unit.hex, e) <= near for e in enemies):
                return side.id
    return None


def meet(state: BlitzState) -> Iterator[Event] | None:
    """A column meets the enemy; None if none does."""
    met = contact(state)
    return iter((ContactMade(side=met),)) if met is not None else None
