"""What happens in minefields (pb:PB-MINE-G)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.hexes import Hex


@event("pb-mines-probed")
@frozen(kw_only=True)
class MinesProbed(Event):
    """Engineers tried to remove a minefield (pb:PB-MINE-G)."""

    unit: UnitId
    hex: Hex
    mine: UnitId
    removed: bool
