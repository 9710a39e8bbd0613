"""What happens in minefields (pb:PB-MINE-G)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.hexes import Hex
from core.secrecy import ALL


@event("pb-mines-probed", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class MinesProbed(Event):
    """Engineers tried to remove a minefield (pb:PB-MINE-G)."""

    unit: UnitId
    hex: Hex
    mine: UnitId
    removed: bool
