"""What the questions of several chapters share: what their fields stand for besides units and hexes, and whom a shot
is asked about."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from core.book.asks import UNIT
from core.event import UnitId
from core.panzer.pieces.firing import Shot

OBJECTIVE: Final = {"is": "objective"}
RATE: Final = {"is": "rate"}
TERRAIN: Final = {"is": "terrain"}
FACTOR: Final = {"is": "factor"}


@frozen(kw_only=True)
class OfShot:
    """A question about a shot: who fires at whom, with which of its weapons, and whether in Overwatch."""

    shooter: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    weapon: int = 0
    overwatch: bool = False

    def shot(self, ammo: str = "AP") -> Shot:
        """The shot that is asked about, with a row of its weapon (na:6.5.2, na:6.5.4)."""
        return Shot(UnitId(self.shooter), UnitId(self.target), self.weapon, ammo)
