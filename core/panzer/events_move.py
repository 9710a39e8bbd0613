"""What moving brings about besides the way itself: walls, quickmarches, searches.

(na:6.6.3, na:6.6.4.2, na:6.6.9)
"""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.hexes import Hex


@event("building-entry-checked", reveals=True)
@frozen(kw_only=True)
class BuildingEntryChecked(Event):
    """A vehicle went into a building or out of it, which may have harmed it (na:6.6.3).

    terrain: what the building is of; entering: in, not out; hit: up to which total something happens; total: the
    first roll with 5 times the GP Defense; result: "unharmed", "track", "turret damaged", "hull damaged" or "KO".
    """

    unit: UnitId
    hex: Hex
    terrain: str
    entering: bool
    hit: int
    total: int
    result: str
    second_damage: bool = False


@event("quickmarch-checked", reveals=True)
@frozen(kw_only=True)
class QuickmarchChecked(Event):
    """A unit was Suppressed by its quickmarch, or not: up to the value of its Unit Grade (na:6.6.4.2)."""

    unit: UnitId
    value: int
    total: int
    suppressed: bool


@event("hull-down-searched", reveals=True)
@frozen(kw_only=True)
class HullDownSearched(Event):
    """A vehicle searched its hex for a position, and found it up to the value of its terrain (na:6.6.9).

    partial: for Partial Hull Down; facing: how it stands then; reverse: backed in.
    """

    unit: UnitId
    hex: Hex
    facing: int
    partial: bool
    reverse: bool
    value: int
    total: int
    found: bool
