"""Morale, of the optional rules: levels of formations, counters of units, what waits to be checked, the tables.

(or:7.1, min:20.1.1.1)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import UnitId
from core.secrecy import ALL, keeps_secrets, known

_ALL: Final = known(ALL)


class Morale(Enum):
    """How steady a formation is, best first: its Cohesion Point level (or:7.1.1)."""

    SUPERB = "Superb"
    EXCEPTIONAL = "Exceptional"
    OUTSTANDING = "Outstanding"
    SUPERIOR = "Superior"
    EXCELLENT = "Excellent"
    GOOD = "Good"
    ADEQUATE = "Adequate"
    FAIR = "Fair"
    POOR = "Poor"


class MoraleResult(Enum):
    """What a Morale Check brings (or:7.1.4)."""

    BREAK = "Break"
    HESITATION = "Hesitation"
    UNAFFECTED = "unaffected"


class Cause(Enum):
    """What a unit is checked for, in words (or:7.1.2, or:7.1.3)."""

    MOVED = "it moved out of its hex"
    FIRED_AT = "it was fired at"
    ASSAULTED = "it was attacked in close combat"
    OVERRUN = "it was Overrun"
    FLAMES = "it was attacked with flames"
    BREW_UP = "a vehicle of its formation Brewed Up in its hex"
    COMMAND = "a command unit of its chain of command was lost near it"
    COMPANIONS = "others of its formation were lost in its hex in close combat"
    TANK_FRIGHT = "it is about to attack a vehicle"


#: What calls for a check of a formation at its Cohesion Point, and of one that is below it (or:7.1.2, or:7.1.3).
NORMAL: Final = {
    Cause.MOVED: "or:7.1.2",
    Cause.FIRED_AT: "or:7.1.2",
    Cause.ASSAULTED: "or:7.1.2",
    Cause.BREW_UP: "or:7.1.2",
    Cause.COMMAND: "or:7.1.2",
    Cause.COMPANIONS: "or:7.1.2",
}
FORCED: Final = {
    Cause.FLAMES: "or:7.1.3",
    Cause.OVERRUN: "or:7.1.3",
    Cause.COMMAND: "or:7.1.3",
    Cause.COMPANIONS: "or:7.1.3",
}
#: What calls for a Forced check of every formation, with the rule; it brings no morale counter (or:7.6).
FRIGHT: Final = {Cause.TANK_FRIGHT: "or:7.6"}
#: Causes that are complete only with the whole move, or the whole close combat (or:7.1.2).
OF_CLOSE_COMBAT: Final = frozenset({Cause.ASSAULTED, Cause.OVERRUN, Cause.COMPANIONS})


@frozen(eq=False, repr=False)
class Trigger(Alike):
    """What may call for a Morale Check of a unit, as soon as it is complete (or:7.1.2, or:7.1.3).

    overrun: whether it comes of an Overrun, of which more may come with staggered initiative (or:7.42.2); fought:
    whether it comes of a loss in Hand-to-Hand combat or an Overrun, and so is complete with that alone.
    """

    unit: UnitId
    cause: Cause
    overrun: bool = False
    fought: bool = False


@keeps_secrets
@frozen(slots=False, eq=False, repr=False)
class Cohesion(Alike):
    """All that Morale adds to the state of a game.

    lost: units that are gone or abandoned, each once (or:7.1.1.2); waiting: what may call for Morale Checks, in the
    order in which it came; levels: of the formations whose Cohesion Point has been rolled for (or:7.1.1.1); checked:
    who has been checked for the Direct Fire of formations, which calls for no other check (or:7.42.1.2).
    """

    lost: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    waiting: tuple[Trigger, ...] = field(default=(), metadata=_ALL)
    levels: Mapping[str, Morale] = field(factory=dict, metadata=_ALL)
    checked: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)


#: At the beginning of a game.
NO_LOSSES: Final = Cohesion()


@frozen(eq=False, repr=False)
class MoraleTables:
    """The tables of morale, by the ids of the content.

    points: of each level the values for 1 to 10 combat units (or:7.1.1.1); break_point: by nation, of each row its
    first year and the highest net results of Break and of Hesitation (or:7.1.4a); modifiers, recovery: by id (or:7.1.4,
    or:7.1.6.2); recovers: the net result that just does; recovers_low: whether lower ones do, not higher ones
    (min:20.1.2.2); lowest: the lowest net result of each level, best first;
    nations: by nation and year, by_grade: by Formation Grade what is added to the roll for it (or:7.1.1.1).
    """

    points: Mapping[Morale, tuple[float, ...]]
    break_point: Mapping[str, tuple[tuple[int, int, int], ...]]
    modifiers: Mapping[str, int]
    recovery: Mapping[str, int]
    recovers: int
    recovers_low: bool
    lowest: tuple[tuple[int, Morale], ...]
    nations: Mapping[str, Mapping[int, int]]
    by_grade: Mapping[str, int]

    def recovered(self, net: int) -> bool:
        """Whether a unit recovers from Break by a net result (or:7.1.6.2, min:20.1.2.2)."""
        return net <= self.recovers if self.recovers_low else net >= self.recovers

    def level(self, net: int) -> Morale:
        """The Cohesion Point level of a net result, however low it is (or:7.1.1.1)."""
        return next((level for lowest, level in self.lowest if net >= lowest), Morale.POOR)

    def of_nation(self, nation: str, year: int) -> int:
        """What is added for a nation in a year, or in the nearest for which it is known; 0 of others (or:7.1.1.1)."""
        years = self.nations.get(nation, {0: 0})
        return years[min(years, key=lambda one: (abs(one - year), one))]

    def cohesion_point(self, level: Morale, units: int) -> int:
        """The Numeric Cohesion Point of a formation with so many combat units; at least 1 (or:7.1.1.1)."""
        row, (tens, ones) = self.points[level], divmod(units, 10)
        return max(1, int(tens * row[9] + (row[ones - 1] if ones else 0)))

    def ends(self, nation: str, year: int) -> tuple[int, int]:
        """The highest net results of Break and of Hesitation (or:7.1.4a); a nation without a row has that of Germany,
        which is known of the hex edition."""
        rows = self.break_point.get(nation, self.break_point["German"])
        return next((broken, hesitates) for since, broken, hesitates in reversed(rows) if since <= year)
