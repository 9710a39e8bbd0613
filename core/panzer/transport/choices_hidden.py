"""Mounting and dismounting under HIDDEN UNIT counters, pick by pick (or:7.2.2.2).

Picks: ``mount-hidden:NUMBER``, ``UNIT/VEHICLE``; ``dismount-hidden:NUMBER``, the unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.hidden_units.orders import DismountHidden, MountHidden
from core.panzer.hidden_units.revealing import GROUP, title
from core.panzer.movement.under_counters.moving import to_move
from core.panzer.state import PanzerState
from core.panzer.transport.hidden_mounting import RULE, aboard, mounting

MOUNT: Final = "mount-hidden"
DISMOUNT: Final = "dismount-hidden"


def offer(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The counters under which somebody may mount or dismount."""
    for counter in to_move(state, side) if state.moves.active is None else ():
        if mounting(state, counter):
            yield Choice(
                f"{MOUNT}:{counter.number}", f"Mount under {title(counter)} ...", "hex", counter.hex, group=GROUP
            )
        if aboard(state, counter):
            text = f"Dismount under {title(counter)} ..."
            yield Choice(f"{DISMOUNT}:{counter.number}", text, "hex", counter.hex, group=GROUP)


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Who mounts what, or who gets down."""
    counter = state.hidden.named(f"{side}-{value_of(partial[0])}")
    if len(partial) > 1 or counter is None:
        return Choices("Under the counter", RULE, complete=len(partial) > 1)
    if head_of(partial[0]) == MOUNT:
        pairs = mounting(state, counter)
        options = tuple(
            Choice(f"{unit}/{vehicle}", f"{state.name(unit)} mounts {state.name(vehicle)}", "option", None, unit)
            for unit, vehicle in pairs
        )
    else:
        options = tuple(Choice(unit, state.name(unit), "unit", None, unit) for unit in aboard(state, counter))
    return Choices(f"{title(counter)}: who?", RULE, options)


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks."""
    if len(partial) < 2:
        return None
    number = int(value_of(partial[0]))
    if head_of(partial[0]) == DISMOUNT:
        return DismountHidden(number=number, unit=UnitId(partial[1]))
    unit, _, vehicle = partial[1].partition("/")
    return MountHidden(number=number, unit=UnitId(unit), vehicle=UnitId(vehicle))
