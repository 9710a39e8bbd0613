"""How counters leave play, whatever chapter it comes from. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from core.event import UnitId
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState


def remove(state: BlitzState, unit_id: UnitId) -> None:
    """Take a counter off the map for good."""
    state.change(
        unit_id, presence=Presence.ELIMINATED, carrier=None, inside=False, dispersed=False, struck=False, hidden=False
    )
