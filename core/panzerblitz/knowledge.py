"""What a side may know of an event where counters lie hidden (pb:PB-EXP-HID-1); the events name these functions.

Without hidden deployment both sides know everything.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve as changed

from core.event import SideId
from core.panzerblitz.state import BlitzState


def carried_in_view(state: BlitzState, event: Any, side: SideId | None) -> Any:
    """What a carrier takes up or sets down, unless it is hidden or does so while its side sets up in secret."""
    carrier = state.units[event.carrier]
    in_view = not carrier.hidden and not state.in_secret(carrier.side)
    return event if in_view or carrier.side == side else None


def of_targets_in_view(state: BlitzState, event: Any, side: SideId | None) -> Any:
    """An attack; fire at a stack may also hit what lies hidden in it, of which the attacker is not told."""
    if state.hider in (None, side):
        return event
    return changed(
        event,
        targets=tuple(u for u in event.targets if not state.units[u].hidden),
        effects=tuple((u, fate) for u, fate in event.effects if not state.units[u].hidden),
    )


def recovered_in_view(state: BlitzState, event: Any, side: SideId | None) -> Any:
    """The units of a side that are turned face up, as far as they lie in view."""
    if event.side == side or event.side != state.hider:
        return event
    return changed(event, units=tuple(u for u in event.units if not state.units[u].hidden))
