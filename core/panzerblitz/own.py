"""What orders ask of the units that they name: that they are one's own, and in play (pb:PB-MOVE-A, pb:PB-COMBAT-B)."""

from __future__ import annotations

from core import own
from core.choice import Refusal
from core.event import SideId, UnitId
from core.panzerblitz.pieces.unit import Presence, Unit
from core.panzerblitz.state import BlitzState


def own_in_play(state: BlitzState, side: SideId, unit: UnitId, rule: str) -> Unit:
    """The unit that a side names, if it is one of its own that is not lost. IllegalOrder if not, by the rule named."""
    found = own.own_unit(state, side, unit, rule)
    lost = found.presence is Presence.ELIMINATED
    own.refuse(Refusal(f"{state.name(unit)} is eliminated", rule) if lost else None)
    return found


def own_on_map(state: BlitzState, side: SideId, unit: UnitId, rule: str) -> Unit:
    """The unit that a side names, if it is one of its own on the map. IllegalOrder if not, by the rule named."""
    found = own.own_unit(state, side, unit, rule)
    own.refuse(None if found.on_map else Refusal(f"{state.name(unit)} is not on the map", rule))
    return found
