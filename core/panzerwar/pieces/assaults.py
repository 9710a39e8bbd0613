"""Close assaults that are declared (pw:12.11.4.2)."""

from __future__ import annotations

from attrs import frozen

from core.event import SideId, UnitId


@frozen
class Declared:
    """A squad that assaults a target, with a special weapon or "" without; its side."""

    side: SideId
    element: UnitId
    target: UnitId
    weapon: str = ""
