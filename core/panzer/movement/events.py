"""What moving brings about besides the way itself: walls, quickmarches, searches.

(na:6.6.3, na:6.6.4.2, na:6.6.9)
"""

from __future__ import annotations

from attrs import frozen

from core.event import Event, UnitId, event
from core.hexes import Hex
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.results import Result
from core.secrecy import ALL, BY_RULE, OWNER, TO_OTHERS


@event("building-entry-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class BuildingEntryChecked(Event):
    """A vehicle went into a building or out of it, which may have harmed it (na:6.6.3).

    terrain: what the building is of; entering: in, not out; hit: up to which total something happens; total: the
    first roll with 5 times the GP Defense; result: UNHARMED, TRACK, TURRET, HULL or KNOCKED_OUT.
    """

    unit: UnitId
    hex: Hex
    terrain: str
    entering: bool
    hit: int
    total: int
    result: Result
    second_damage: bool = False


@event("bogging-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class BoggingChecked(Event):
    """A vehicle was about to leave difficult ground or to move within it: up to the value it bogs down (or:7.29)."""

    unit: UnitId
    value: int
    total: int
    bogged: bool


@event("quickmarch-checked", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class QuickmarchChecked(Event):
    """A unit was Suppressed by its quickmarch, or not: up to the value of its Unit Grade (na:6.6.4.2)."""

    unit: UnitId
    value: int
    total: int
    suppressed: bool


@event("hull-down-searched", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
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


@event("shoulder-pushed", known=ALL, reveals=True)
@frozen(kw_only=True, eq=False, repr=False)
class ShoulderPushed(Event):
    """A tracked vehicle pushed at what blocks a narrow road, from the value on onto its shoulder (or:7.30a).

    target: a vehicle, wrecked or not, or a towed unit; "wreck" for one from the start of the scenario.
    """

    unit: UnitId
    target: UnitId
    hex: Hex
    value: int
    total: int
    done: bool


@event("move-begun", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class MoveBegun(Event):
    """A unit began its move (na:4.5.1.1a)."""

    unit: UnitId
    rate: Rate


@event("move-planned", known=OWNER, tells=BY_RULE)
@frozen(kw_only=True, eq=False, repr=False)
class MovePlanned(Event):
    """The steps that the moving unit is about to take; ends: whether its move is complete after them."""

    unit: UnitId
    steps: tuple[str, ...]
    ends: bool


@event("unit-moved", known=ALL, tells=BY_RULE)
@frozen(kw_only=True, eq=False, repr=False)
class UnitMoved(Event):
    """The moving unit took one step: into a hex, a turn in place, onto the map or off it.

    hex: where it is now, None = it left the map; cost: allowance spent on the step; spent: so far; denied: what
    denies the Path or Road allowance to the whole move, "" = nothing (na:4.5.1.1.5d, na:4.5.1.1.5e).
    """

    unit: UnitId
    step: str
    hex: Hex | None
    facing: int
    cost: int
    spent: int
    hexes: int
    path: int
    road: int
    turned: int
    turn_paid: bool
    turns_paid: bool
    denied: str = ""


@event("allowance-spent", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class AllowanceSpent(Event):
    """The moving unit spent allowance on something other than a step: a search, passengers, an attack.

    spent: of the whole move so far; reason: on what, in words; rule: which rule charges it.
    """

    unit: UnitId
    spent: int
    reason: str
    rule: str


@event("plan-dropped", known=OWNER, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class PlanDropped(Event):
    """The rest of a plan was dropped: the unit was fired at, or can no longer take it."""

    unit: UnitId


@event("move-ended", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class MoveEnded(Event):
    """A unit's move is complete. back_to: the hex it fell back to, if it could not stay (na:4.5.1.1.10)."""

    unit: UnitId
    back_to: Hex | None = None


@event("targets-noted", known=ALL, tells=TO_OTHERS)
@frozen(kw_only=True, eq=False, repr=False)
class TargetsNoted(Event):
    """The enemies near a unit that are spotted as it begins its move (na:6.6.1.1d, na:6.6.10)."""

    unit: UnitId
    targets: tuple[UnitId, ...]
