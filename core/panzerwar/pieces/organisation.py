"""Units of the book: platoons, companies, batteries, and the tactical orders that they have (pw:4.0a, pw:4.2)."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.plane import Point


class Doctrine(Enum):
    """How a side is commanded: ART issues tactical orders to platoons, SCIENCE to companies (pw:4.0.5, pw:4.0.6)."""

    ART = "Art of War"
    SCIENCE = "Science of War"


class Echelon(Enum):
    """The size of a unit, smallest first."""

    PLATOON = "platoon"
    COMPANY = "company"
    BATTALION = "battalion"
    BATTERY = "battery"


class Radio(Enum):
    """The combat radio of a force: its range (pw:5.0.1)."""

    FM = "FM"
    AM = "AM"
    NONE = "none"


class Tactical(Enum):
    """The eight tactical orders (pw:4.2)."""

    ADVANCE = "Advance"
    RUSH = "Rush"
    BOUND = "Bound"
    CHARGE = "Charge"
    ENGAGE = "Engage"
    COVER = "Cover"
    REGROUP = "Regroup"
    WITHDRAW = "Withdraw"


class Chit(Enum):
    """What an orders chit shows (pw:4.12)."""

    FULL = "Full"
    HALF = "Half"
    SHIFT = "Shift"
    WITHDRAW = "Withdraw"


class Forced(Enum):
    """What a failure of general morale makes a unit do (pw:4.1.3, pw:13.1.7)."""

    ROUT = "Rout"
    RETREAT = "Retreat"
    WITHDRAW = "Withdraw"
    REGROUP = "Regroup"
    HALT = "Halt"


@frozen(kw_only=True, eq=False, repr=False)
class Organisation(Alike):
    """A unit that orders are given to. Its owner alone knows its orders.

    members: its elements; command: its command element, None = lost and not replaced (pw:4.0.4); parent: the unit above
    it; team_of: the platoon or company that it is an independent team of (pw:12.0.3);
    mechanised: its elements are vehicles; off_board: how far off the table its battery stands, in GSU, None = on it,
    stands: the point beyond its edge where that is (pw:10.0.4); dedicated: a battery in direct support of those who
    call it (pw:5.3.5); observers: the forward observers of a battery that are of other units (pw:5.3.2); nation: of it
    and all units under it, "" = as of the unit above it, or of its side (pw:4.11.2).

    order: its tactical order; since: the turn since which it has it; before: the order before it; objective: what it is
    to reach; moving: the half of a Bound that moves, apart: whether the halves are separated (pw:4.5.1).
    forced: what morale makes it do, until: the last turn of that, 0 = until it is done (pw:4.1.3); disordered: it may
    only regroup or withdraw (pw:4.7.2); regroups: turns of regrouping that are left, regrouped: how often it has.
    strength: the number of elements that losses are counted from (pw:13.1.2); tested: the levels of loss that it has
    tested (pw:13.1); leaderless: it regrouped without its leader (pw:4.9.2), unled: it began to regroup without one;
    settled: turns of movement of a Cover order (pw:4.8.2); under_fire: the first turn in which it was (pw:13.3);
    fought: the last turn in which it fired directly or was fired at so (pw:4.9); changed: the last turn in which its
    situation changed: an enemy came in sight, it lost an element (pw:4.3).

    given: the last turn in which it was given an order, former: itself before that order, which another of the same
    phase replaces; chit: its orders chit (pw:4.12);
    attacked: the last turn in which it was under attack (pw:13.1.1); behind: disabled vehicles that it left and that
    were attacked (pw:13.1.5); tested_units: the levels that it tested for units lost under it (pw:13.2); unconfirmed:
    its morale failed, and its orders are to be affirmed by the command above it (pw:5.2.2); shaken: its morale failed,
    and it has not regrouped since (pw:4.11.5).
    """

    id: str
    name: str
    side: SideId
    echelon: Echelon
    members: tuple[UnitId, ...]
    command: UnitId | None = None
    parent: str | None = None
    team_of: str | None = None
    mechanised: bool = True
    off_board: float | None = None
    stands: Point | None = None
    dedicated: bool = True
    observers: tuple[UnitId, ...] = ()
    nation: str = ""
    order: Tactical = Tactical.COVER
    since: int = 0
    before: Tactical = Tactical.COVER
    objective: Point | None = None
    moving: frozenset[UnitId] = frozenset()
    apart: bool = False
    forced: Forced | None = None
    until: int = 0
    disordered: bool = False
    regroups: int = 0
    regrouped: int = 0
    strength: int = 0
    tested: frozenset[int] = frozenset()
    leaderless: bool = False
    settled: int = 0
    under_fire: int = 0
    fought: int = 0
    changed: int = 0
    given: int = 0
    former: Organisation | None = None
    chit: Chit | None = None
    attacked: int = 0
    behind: frozenset[UnitId] = frozenset()
    tested_units: frozenset[int] = frozenset()
    unconfirmed: bool = False
    shaken: bool = False
    unled: bool = False
