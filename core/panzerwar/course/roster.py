"""All elements with what they are worth and what became of them, for who looks back on a game (pw:3.3)."""

from __future__ import annotations

from core.attempt import Member
from core.panzerwar.course.victory import LOST, lost, worth
from core.panzerwar.state import WarState


def roster(state: WarState) -> tuple[Member, ...]:
    """The elements of a view with the points of their cards."""
    gone = {e.id for side in state.engagement.sides for e in lost(state, side.id)}
    return tuple(
        Member(
            id=e.id,
            name=e.name,
            side=e.side,
            value=worth(state, e),
            scored=worth(state, e) if e.id in gone else 0,
            fate=(e.presence.value if e.presence in LOST else "gun destroyed") if e.id in gone else "",
        )
        for e in state.elements.values()
    )
