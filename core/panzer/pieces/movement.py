"""A move in progress: its unit, its rate, what it has spent (na:4.5)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex


class Rate(Enum):
    """How a whole move is paid for: by terrain, along Paths and Roads (na:4.5.1.1.5b), or on foot at the double
    (na:6.6.4.2)."""

    CROSS_COUNTRY = "cross-country"
    ROUTE = "route"
    QUICKMARCH = "quickmarch"


@frozen(slots=False)
class ActiveMove:
    """The move in progress (na:4.5.1.1a).

    spent: movement allowance used so far; hexes: hexes entered, the start not counted; path, road: how many
    of them were entered along a Path or Road; turned: hexsides turned in the present hex; turn_paid: whether
    the Turn cost of the present hex has been paid; turns_paid: whether any turn of this move was paid for;
    came_from: the hex it entered the present one from; retreat: the last hex that it left in which no opposing
    vehicle stood (na:4.5.1.1.10); steps: all steps so far; trail: the hexes entered, in order; denied: what denies
    the Path or Road allowance to the whole move, "" = nothing does (na:4.5.1.1.5d, na:4.5.1.1.5e); damaged_after: what
    had been spent when the unit was Damaged during this move (na:4.4.3.2.6a); suppressed_after: when it was Suppressed
    during it (na:6.6.2).
    """

    unit: UnitId
    rate: Rate
    start: Hex | None
    spent: int = 0
    hexes: int = 0
    path: int = 0
    road: int = 0
    turned: int = 0
    turn_paid: bool = False
    turns_paid: bool = False
    came_from: Hex | None = None
    retreat: Hex | None = None
    steps: tuple[str, ...] = ()
    trail: tuple[Hex, ...] = ()
    denied: str = ""
    damaged_after: int | None = None
    suppressed_after: int | None = None


@frozen
class SetOff:
    """Where a unit stood when it began its move of this turn, and at which rate it moves (na:6.2.1.1.3c)."""

    hex: Hex | None
    rate: Rate
