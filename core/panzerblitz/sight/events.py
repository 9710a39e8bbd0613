"""What comes into view, and what one side comes to know of the other (pb:PB-EXP-HID-1)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzerblitz.pieces.unit import Unit
from core.secrecy import ALL


@event("pb-revealed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class Revealed(Event):
    """Hidden counters were placed in view (pb:PB-EXP-HID-1).

    placed: each of them as (unit, hex, in the fortification).
    """

    side: SideId
    placed: tuple[tuple[UnitId, Hex, bool], ...]


@event("pb-told", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Told(Event):
    """What a side that does not see everything has come to know of the other's counters (pb:PB-EXP-HID-1).

    units: counters as they are now; gone: those that it has lost sight of. Only machines that play from half the
    knowledge tell each other so.
    """

    units: tuple[Unit, ...]
    gone: tuple[UnitId, ...] = ()
