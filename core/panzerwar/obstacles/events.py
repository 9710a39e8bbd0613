"""What happens with mines and bunkers (pw:15)."""

from __future__ import annotations

from attrs import frozen

from core.event import Event, SideId, UnitId, event
from core.hexes import Hex
from core.panzerwar.knowledge import seen, trips_mines
from core.panzerwar.pieces.mines import Laid
from core.panzerwar.pieces.strike import Trial
from core.plane import Point
from core.secrecy import NOTHING, OWNER


@event("pw-mines-laid", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class MinesLaid(Event):
    """A minefield was laid in the set-up (pw:15.1). laid: without hexes, it was taken up again."""

    side: SideId
    laid: Laid


@event("pw-mines-noticed", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class MinesNoticed(Event):
    """An element noticed hidden mines next to it: one hex of the field (pw:15.1.2, pw:15.4)."""

    side: SideId
    element: UnitId
    field: str
    hex: Hex


@event("pw-mines-tripped", known=trips_mines)
@frozen(kw_only=True, eq=False, repr=False)
class MinesTripped(Event):
    """An element has moved through a minefield (pw:15.1.4). number: of dice; tripped: mines that went off; length: GSU
    moved in the field; hexes: where it went in it."""

    side: SideId
    element: UnitId
    field: str
    kind: str
    length: float
    number: int
    tripped: int
    hexes: tuple[Hex, ...]


@event("pw-mines-stopped", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class MinesStopped(Event):
    """An element that a mine stopped stands where its way left the field, and no farther (pw:15.4)."""

    side: SideId
    element: UnitId
    at: Point


@event("pw-probe-begun", known=OWNER, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class ProbeBegun(Event):
    """An element digs around marked mines, or stops that: field "" (pw:15.5)."""

    side: SideId
    element: UnitId
    field: str


@event("pw-probed", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Probed(Event):
    """After three turns of digging a side knows whether a marked field is a dummy (pw:15.5)."""

    side: SideId
    element: UnitId
    field: str
    dummy: bool


@event("pw-bunker-manned", known=seen, tells=NOTHING)
@frozen(kw_only=True, eq=False, repr=False)
class BunkerManned(Event):
    """An element is inside of a bunker now, or outside again: bunker "" (pw:15.7)."""

    side: SideId
    element: UnitId
    bunker: UnitId
    at: Point
    heading: int


@event("pw-bunker-struck", known=seen)
@frozen(kw_only=True, eq=False, repr=False)
class BunkerStruck(Event):
    """One hit on a bunker (pw:15.7.2.1, pw:15.7.3).

    by: the shell; penetration: adjusted, armour: what it had to defeat, both in cm; pierced; slit: through its slit;
    worn: points of damage that it caused; collapsed: the bunker is rubble now. trials: what was rolled for.
    """

    side: SideId
    element: UnitId
    by: str
    penetration: float
    armour: float
    pierced: bool
    slit: bool = False
    worn: int = 0
    collapsed: bool = False
    trials: tuple[Trial, ...] = ()
