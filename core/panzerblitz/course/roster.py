"""All units with what they are worth and what became of them, for who looks back on a game (pb:PB-WIN-1)."""

from __future__ import annotations

from core.attempt import Member
from core.panzerblitz.pieces.unit import Presence
from core.panzerblitz.state import BlitzState


def roster(state: BlitzState) -> tuple[Member, ...]:
    """The units of a view; each with men counts one, since victory counts units (pb:PB-WIN-1)."""
    found = []
    for unit in state.units.values():
        gone = unit.presence is Presence.ELIMINATED
        value = 1 if state.type(unit.id).manned else 0
        found.append(
            Member(
                id=unit.id,
                name=state.name(unit.id),
                side=unit.side,
                value=value,
                scored=value if gone else 0,
                fate="eliminated" if gone else "",
            )
        )
    return tuple(found)
