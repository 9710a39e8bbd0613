"""Rams and overruns that movement has brought about, until their fire segment (pw:14.1, pw:14.2)."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from core.event import UnitId


@frozen(kw_only=True)
class Collision:
    """An element has reached what it rams, or drives over (`overrun`); segment: 3 or 4, in which that takes effect
    (pw:14.1.1, pw:14.1.2)."""

    element: UnitId
    target: UnitId
    segment: int
    overrun: bool = False


def seen_collisions(state: Any, value: tuple[Collision, ...], side: str | None) -> tuple[Collision, ...]:
    """Those of which a side knows both: its own, and those that it has in sight."""

    def knows(id_: UnitId) -> bool:
        element = state.elements.get(id_)
        if element is None:
            return False
        return element.side == side or (side is not None and id_ in state.sighted.get(side, ()))

    return tuple(one for one in value if knows(one.element) and knows(one.target))
