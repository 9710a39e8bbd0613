"""Steps of moves; a move in progress: its unit, its rate, what it has spent; who has set off in this turn (na:4.5); and
in which order units came into the hexes of narrow roads (or:7.30)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any, Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import Hex
from core.replaced import replaced
from core.secrecy import ALL, keeps_secrets, known

_ALL: Final = known(ALL)


class Rate(Enum):
    """How a whole move is paid for: by terrain, along Paths and Roads (na:4.5.1.1.5b), or on foot at the double
    (na:6.6.4.2)."""

    # by identity: as that of the kinds of steps
    __hash__ = object.__hash__

    CROSS_COUNTRY = "cross-country"
    ROUTE = "route"
    QUICKMARCH = "quickmarch"

    @property
    def words(self) -> str:
        """As players read it."""
        return "Path/Road" if self is Rate.ROUTE else self.value.title()


class StepKind(Enum):
    """What a step of a move does. The value is how its text begins in orders and journals."""

    # by identity: every step of a search is asked for its kind, and the hash of Enum is worked out anew
    __hash__ = object.__hash__

    FORWARD = "F"
    REVERSE = "R"
    TURN = "T"
    ENTER_MAP = "E"
    LEAVE_MAP = "X"
    LEAVE_MAP_IN_REVERSE = "XR"
    #: Ahead into the building of the next hex; into that of its own hex, out of it (na:6.6.3).
    INTO_BUILDING_AHEAD = "B"
    INTO_BUILDING = "I"
    OUT_OF_BUILDING = "O"
    #: Across any hexside, up and down a storey: units that go freely in any direction (na:6.6.4.1).
    ACROSS = "G"
    UP = "U"
    DOWN = "D"


_STEP: Final = re.compile(
    r"(?P<bare>XR|[IOUD])|(?P<along>[FRXB])(?::(?P<way>[0-5]))?|(?P<across>G):(?P<side>[0-5])|T(?P<to>[0-5])"
    r"|E:(?P<hex>\w+):(?P<facing>[0-5])"
)


@frozen(slots=False, eq=False, repr=False)
class MoveStep(Alike):
    """A step of a move, of units on the ground (na:4.5.1.1, na:6.6.4.1) and of aircraft (na:6.7.2.3).

    way: the hexside across which it leads, where it names one, as at a fork; facing: to which it turns, or with which
    it comes onto the map; hex: where it does, as its player writes it. Orders and journals have it as text: "F", "R:2",
    "T0", "X", "E:A5:2".
    """

    kind: StepKind
    way: int | None = None
    facing: int | None = None
    hex: str = ""

    @staticmethod
    @lru_cache(maxsize=4096)
    def read(text: str) -> MoveStep:
        """The step that a text stands for. ValueError if it is none."""
        found = _STEP.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no step")
        if found["to"]:
            return MoveStep(StepKind.TURN, facing=int(found["to"]))
        if found["hex"]:
            return MoveStep(StepKind.ENTER_MAP, facing=int(found["facing"]), hex=found["hex"])
        way = found["way"] or found["side"]
        return MoveStep(StepKind(found["bare"] or found["along"] or found["across"]), int(way) if way else None)

    @cached_property
    def text(self) -> str:
        """The step as orders and journals have it."""
        if self.kind is StepKind.TURN:
            return f"{self.kind.value}{self.facing}"
        named = (self.kind.value, self.hex, self.way, self.facing)
        return ":".join(str(part) for part in named if part not in (None, ""))

    @property
    def enters_hex(self) -> bool:
        """Whether it leads into another hex of the map."""
        return self.kind in _INTO_HEX

    @property
    def leaves_map(self) -> bool:
        """Whether it leads off the map, ahead or in reverse (na:4.5.1.1.9)."""
        return self.kind in _OFF


_INTO_HEX: Final = frozenset(
    {StepKind.FORWARD, StepKind.REVERSE, StepKind.ENTER_MAP, StepKind.INTO_BUILDING_AHEAD, StepKind.ACROSS}
)
_OFF: Final = frozenset({StepKind.LEAVE_MAP, StepKind.LEAVE_MAP_IN_REVERSE})
#: The texts of the steps that turn to each hexside, and of those that go across each.
TURN_TO: Final = tuple(MoveStep(StepKind.TURN, facing=facing).text for facing in range(6))
GO_ACROSS: Final = tuple(MoveStep(StepKind.ACROSS, way=way).text for way in range(6))


@frozen(slots=False, eq=False, repr=False)
class ActiveMove(Alike):
    """The move in progress (na:4.5.1.1a).

    spent: movement allowance used so far; hexes: hexes entered, the start not counted; path, road: how many
    of them were entered along a Path or Road; turned: hexsides turned in the present hex; turn_paid: whether
    the Turn cost of the present hex has been paid; turns_paid: whether any turn of this move was paid for;
    came_from: the hex it entered the present one from; retreat: the last hex that it left in which no opposing
    vehicle stood (na:4.5.1.1.10); steps: all steps so far; trail: the hexes entered, in order; denied: what denies
    the Path or Road allowance to the whole move, "" = nothing does (na:4.5.1.1.5d, na:4.5.1.1.5e); damaged_after: what
    had been spent when the unit was Damaged during this move (na:4.4.3.2.6a); suppressed_after: when it was Suppressed
    during it (na:6.6.2); broken_after: when it Broke during it (or:7.1.5.2); turret: hexsides by which it has turned
    its turret (or:7.8.1); through: the hex of whom it has Overrun, in which it may not stay (min:16.11.1).
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
    broken_after: int | None = None
    turret: int = 0
    through: Hex | None = None


@frozen(eq=False, repr=False)
class SetOff(Alike):
    """Where a unit stood when it began its move of this turn, and at which rate it moves (na:6.2.1.1.3c)."""

    hex: Hex | None
    rate: Rate


def _of_mover(state: Any, moves: Moves, side: SideId | None) -> bool:
    """Whether the unit that moves is of a side."""
    return moves.active is None or state.units[moves.active.unit].side == side


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Moves(Alike):
    """All that movement adds to the state of a game.

    active: the move in progress; plan: the steps that it has yet to take, plan_ends: whether it ends with them;
    set_off: whence and at which rate units have moved in this turn (na:6.2.1.1.3c); unused: units whose move of this
    turn was none (min:10.1); cut: the last move that ended with the loss of its unit (na:6.1.4.3.12a).
    """

    active: ActiveMove | None = field(default=None, metadata=_ALL)
    plan: tuple[str, ...] = field(default=(), metadata=known(_of_mover, ()))
    plan_ends: bool = field(default=False, metadata=known(_of_mover, False))
    set_off: Mapping[UnitId, SetOff] = field(factory=dict, metadata=_ALL)
    unused: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    cut: ActiveMove | None = field(default=None, metadata=_ALL)

    def of(self, unit: UnitId) -> ActiveMove | None:
        """The move in progress if it is that of a unit."""
        return self.active if self.active is not None and self.active.unit == unit else None

    def unplanned(self) -> Moves:
        """The same without a plan."""
        return replaced(self, plan=(), plan_ends=False)

    def over(self) -> Moves:
        """The same with no move in progress."""
        return replaced(self, active=None, plan=(), plan_ends=False)

    def cut_short(self) -> Moves:
        """The same once the unit that moved is lost, or its crew."""
        return replaced(self, active=None, plan=(), plan_ends=False, cut=self.active)


#: At the beginning of a game.
NO_MOVES: Final = Moves()


# -- narrow roads (or:7.30) -----------------------------------------------------------------------------

#: Stands for a wreck that lies in a hex from the start of a scenario, which is that of no unit.
WRECK: Final = UnitId("wreck")


@frozen(eq=False, repr=False)
class Entered(Alike):
    """How a unit came into the narrow hex in which it is, or lies as a wreck.

    side: the hexside across which it came; order: its place in the order of entry, before those with a higher one.
    """

    hex: Hex
    side: int
    order: int


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Narrow(Alike):
    """All that narrow roads add to the state of a game.

    entered: the units that have come into narrow hexes; shoulder: units and wrecks that have been pushed onto the
    shoulder of a hex, with that hex (or:7.30a).
    """

    entered: Mapping[UnitId, Entered] = field(factory=dict, metadata=_ALL)
    shoulder: frozenset[tuple[UnitId, Hex]] = field(default=frozenset(), metadata=_ALL)

    def with_entry(self, unit: UnitId, hex_: Hex, side: int) -> Narrow:
        """The same after a unit has come into a narrow hex, behind all that are there."""
        last = max((entry.order for entry in self.entered.values()), default=0)
        return replaced(self, entered={**self.entered, unit: Entered(hex_, side, last + 1)})

    def without(self, unit: UnitId) -> Narrow:
        """The same after a unit has left its hex."""
        rest = {other: entry for other, entry in self.entered.items() if other != unit}
        aside = frozenset((other, hex_) for other, hex_ in self.shoulder if other != unit)
        gone = rest == self.entered and aside == self.shoulder
        return self if gone else replaced(self, entered=rest, shoulder=aside)

    def pushed(self, unit: UnitId, hex_: Hex) -> Narrow:
        """The same with a unit or a wreck on the shoulder of a hex."""
        return replaced(self, shoulder=self.shoulder | {(unit, hex_)})


#: At the beginning of a game.
NOBODY_ENTERED: Final = Narrow()
