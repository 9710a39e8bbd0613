"""Indirect fire missions as values: what is called, plotted and registered, and what of it is in force (na:6.5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from attrs import field, frozen

from core.alike import Alike
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES, Hex
from core.secrecy import ALL, OWN_SIDE, OWN_UNITS, OWNER, PARTS, keeps_secrets, known

_ALL: Final = known(ALL)

#: Turns that a plot may last, and hexes that it may shift from one turn to the next (na:6.5.1.11.1, na:6.5.1.11.3).
LONGEST = 5
#: How many turns a planned mission may arrive before or after the plotted one (na:6.5.1.11.2).
WINDOW = 1


class FireType(Enum):
    """What is fired (na:6.5.1.6)."""

    GP = "GP"
    SMOKE = "Smoke"
    ILLUMINATION = "Illumination"


class Sheaf(Enum):
    """The pattern of the impact area, as the firing player announces it (na:6.5.1.5)."""

    CLOSED = "Closed"
    OPEN = "Open"
    LINEAR = "Closed Linear"


@frozen(eq=False, repr=False)
class Aim(Alike):
    """Target Point, type and SHEAF; direction: the way in which a Closed Linear SHEAF runs out, 0 to 5 clockwise."""

    hex: Hex
    type: FireType = FireType.GP
    sheaf: Sheaf = Sheaf.CLOSED
    direction: int = 0


@frozen(eq=False, repr=False)
class Plan(Alike):
    """A planned mission: the plotted turn of arrival, and the aim of each turn from its arrival on (na:6.5.1.11.1).

    begun: the turn in which it was announced, 0 = not yet; it then runs on consecutive turns (na:6.5.1.11.2).
    """

    id: str
    side: SideId
    battery: UnitId
    turn: int
    turns: tuple[Aim, ...]
    begun: int = 0

    def aim_in(self, turn: int) -> Aim | None:
        """The aim of a turn, once it has begun; None before and after (na:6.5.1.11.1: never beyond its plot)."""
        at = turn - self.begun
        return self.turns[at] if self.begun and 0 <= at < len(self.turns) else None

    @property
    def last(self) -> int:
        """The last turn of its plot, as it was begun; 0 = not begun."""
        return self.begun + len(self.turns) - 1 if self.begun else 0

    def holds(self, turn: int) -> bool:
        """Whether its battery is unavailable for any other mission: while it runs and one turn longer."""
        return bool(self.begun) and self.begun <= turn <= self.last + 1


@frozen(eq=False, repr=False)
class RegisteredPoint(Alike):
    """A Pre-Registered Point and the batteries assigned to it (na:6.5.1.4)."""

    side: SideId
    hex: Hex
    batteries: tuple[UnitId, ...]


@frozen(eq=False, repr=False)
class Firing(Alike):
    """How a unit fired in a mission this turn, which attacks inside its SHEAF later in the turn repeat (na:6.6.6).

    weapon: index in `armament`; range: in hexes, 0 for planned fire; factor: GP
    Range Factor P to E; short: its ammunition had run short.
    """

    unit: UnitId
    weapon: int
    range: int
    factor: str
    short: bool = False


@keeps_secrets
@frozen(eq=False, repr=False)
class Mission(Alike):
    """A mission in force, with its ARTILLERY IMPACT counter once it has impacted (na:6.5.1.5a).

    number: of its counter; observer: None of a planned mission, whose plan is named instead; sources: the units that
    fire in it, each in no other mission; turn: the turn for which it was last called, continued, adjusted or
    announced; fired: who has fired for that turn; danger_close: its fire was moved onto a friendly unit, so that it
    checks in the next turn (na:6.5.1.10); reconnaissance: it was called by fire onto a hex without a spotted unit, and
    checks too (or:7.37); patterns: the Barrages that it has laid for that turn, before: those of the
    turn before, until they are renewed or lifted.
    """

    number: int = field(metadata=_ALL)
    side: SideId = field(metadata=_ALL)
    aim: Aim = field(metadata=_ALL)
    sources: tuple[UnitId, ...] = field(metadata=_ALL)
    observer: UnitId | None = field(default=None, metadata=_ALL)
    plan: str = field(default="", metadata=known(OWNER, ""))
    turn: int = field(default=0, metadata=_ALL)
    danger_close: bool = field(default=False, metadata=_ALL)
    reconnaissance: bool = field(default=False, metadata=_ALL)
    fired: tuple[Firing, ...] = field(default=(), metadata=_ALL)
    patterns: tuple[frozenset[Hex], ...] = field(default=(), metadata=_ALL)
    before: tuple[frozenset[Hex], ...] = field(default=(), metadata=_ALL)

    @property
    def planned(self) -> bool:
        """Whether it was plotted, not called."""
        return self.observer is None


@frozen(eq=False, repr=False)
class Pending(Alike):
    """A unit of a mission that has yet to roll for its Fire Response, or else to fire.

    already: it fired in the mission before this adjustment (na:6.5.1.12.1c); responded: nothing but its fire is left.
    """

    number: int
    side: SideId
    source: UnitId
    already: bool = False
    responded: bool = False


@keeps_secrets
@frozen(eq=False, repr=False)
class Indirect(Alike):
    """All that indirect fire adds to the state of a game.

    spent: units that may take part in no other mission this turn, since they fired, failed to respond or were checked;
    observing: observers that have had their mission this turn, or whose mission was checked; pending: what is being
    resolved; asked: moving vehicles whose owners have settled whether they show it to the fire that is being resolved;
    barraged: unit and battery, for each attack inside a Barrage of this turn (na:6.6.6); opened: whether the step's own
    checks are done.
    """

    missions: tuple[Mission, ...] = field(default=(), metadata=known(PARTS))
    points: tuple[RegisteredPoint, ...] = field(default=(), metadata=known(OWN_SIDE))
    plans: tuple[Plan, ...] = field(default=(), metadata=known(OWN_SIDE))
    spent: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    observing: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    pending: tuple[Pending, ...] = field(default=(), metadata=_ALL)
    asked: frozenset[UnitId] = field(default=frozenset(), metadata=known(OWN_UNITS))
    barraged: frozenset[tuple[UnitId, UnitId]] = field(default=frozenset(), metadata=_ALL)
    opened: bool = field(default=False, metadata=_ALL)

    def of(self, side: SideId) -> tuple[Mission, ...]:
        """The missions of a side."""
        return tuple(m for m in self.missions if m.side == side)

    def mission(self, side: SideId, number: int) -> Mission | None:
        """The mission of a side with this number."""
        return next((m for m in self.missions if (m.side, m.number) == (side, number)), None)

    def firing_in(self, unit: UnitId) -> Mission | None:
        """The mission in which a unit fires."""
        return next((m for m in self.missions if unit in m.sources), None)

    def plan(self, id_: str) -> Plan | None:
        """The plan with this id."""
        return next((p for p in self.plans if p.id == id_), None)

    def free_number(self, side: SideId) -> int:
        """The lowest number that no counter of a side bears."""
        taken = {m.number for m in self.of(side)}
        return next(n for n in range(1, len(taken) + 2) if n not in taken)


#: At the beginning of a game without any.
NO_MISSIONS: Final = Indirect()


# -- counter battery fire (or:7.28) ----------------------------------------------------------------


class CounterBatteryResult(Enum):
    """What counter battery fire does to a battery that it has located (or:7.28.2)."""

    SUPPRESSED = "Suppressed"
    DAMAGED = "Damaged"
    KNOCKED_OUT = "Knocked Out"


@frozen(eq=False, repr=False)
class CounterBatteryAttempt(Alike):
    """A counter battery and the battery that it is to locate; counter: a counter battery itself (or:7.28.3)."""

    unit: UnitId
    target: UnitId
    counter: bool = False


@frozen(eq=False, repr=False)
class Streak(Alike):
    """From which turn to which a battery has fired, turn by turn, in the mission of a number (or:7.28.2)."""

    number: int
    first: int
    last: int


@keeps_secrets
@frozen(eq=False, repr=False)
class CounterBattery(Alike):
    """All that counter battery fire adds to the state of a game.

    used: counter batteries that have tried in this turn; decided: batteries that are left alone in this turn;
    announced: what is resolved as soon as its target has fired; made: the counter battery that tried last and may be
    answered, None = none (or:7.28.3); streaks: how long each battery has fired.
    """

    used: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    decided: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    announced: tuple[CounterBatteryAttempt, ...] = field(default=(), metadata=_ALL)
    made: UnitId | None = field(default=None, metadata=_ALL)
    streaks: Mapping[UnitId, Streak] = field(factory=dict, metadata=_ALL)


#: At the beginning of a game.
NO_COUNTER_BATTERY: Final = CounterBattery()


@frozen(eq=False, repr=False)
class CounterBatteryTables:
    """The tables of counter battery fire. modifiers: of the location roll, by id; results: each with its highest roll,
    in their order; recovers: the highest roll with which a battery recovers (or:7.28.2)."""

    modifiers: Mapping[str, int]
    results: tuple[tuple[int, CounterBatteryResult], ...]
    recovers: int

    def result(self, roll: int) -> CounterBatteryResult:
        """What a roll(100) brings."""
        return next(result for highest, result in self.results if roll <= highest)


def aim_words(aim: Aim) -> str:
    """An aim in words."""
    way = (
        f" to the {DIRECTION_NAMES[aim.direction]}"
        if aim.sheaf is Sheaf.LINEAR or (aim.sheaf is Sheaf.OPEN and aim.direction)
        else ""
    )
    return f"{aim.type.value}, {aim.sheaf.value}{way}, on {aim.hex}"


# -- the editions ----------------------------------------------------------------------------------


@frozen(kw_only=True, eq=False, repr=False)
class CounterBatteryFacts(Alike):
    """What the editions do otherwise when counter batteries fire, and by which rules. What is
    added to the location roll, and what Damage takes from GP Fire and responses, stands in the tables (min:20.15.2)."""

    #: Whether a second Damage knocks a battery out (or:7.28.2; not min:20.15.2.3).
    damage_adds_up: bool = True
    #: Whether a battery scores when it is knocked out (or:7.28.2, or:7.28.3; not min:20.15.2.4, min:20.15.3).
    scores: bool = True
    #: The rules on the location roll, on Damage, on a Knock Out, and on who is answered.
    location: str = "or:7.28.2"
    damaged: str = "or:7.28.2"
    knocked_out: str = "or:7.28.2"
    answer: str = "or:7.28.3"


#: The facts of the miniatures edition.
MINIATURE_COUNTER_BATTERY: Final = CounterBatteryFacts(
    damage_adds_up=False,
    scores=False,
    location="min:20.15.2.1",
    damaged="min:20.15.2.3",
    knocked_out="min:20.15.2.4",
    answer="min:20.15.3",
)


@frozen(kw_only=True, eq=False, repr=False)
class IndirectFacts(Alike):
    """What the editions do otherwise in indirect fire, one fact a line, with what the hex edition does."""

    #: Whether passengers observe by the command of their vehicle (na:6.6.7.2); else whoever observes has an OVERWATCH,
    #: which no passenger has (min:16.3.1.2).
    passengers_observe: bool = True
    #: Whether an observer looks at the highest that stands at his Target Point (min:5.5.2), not at its ground.
    observes_tops: bool = False
    #: Within how many hexes of a Target Point spotted friends are in danger (na:6.5.1.10; min:16.5.1.15).
    danger_close: int = 5
    #: How far from a spotted unit a Target Point may lie in its observer's sight (min:16.5.1.8); 0: on it (na:6.5.1.7).
    target_point_reach: int = 0
    #: Whether missions go on by who is spotted in their SHEAF, with any type (min:16.5.1.11.1, min:16.5.1.11.2); else
    #: by who is in or adjacent to their hex, to and from Illumination not (na:6.5.1.8.1).
    missions_by_sheaf: bool = False
    #: Whether the observer of a mission that was checked may call another (min:16.5.1.12.1; not na:6.5.1.9).
    checks_free_observers: bool = False
    #: Whether units on the map show their indirect fire no sooner than direct fire (min:16.3.1.4.3); else at once
    #: (na:6.5.1e).
    indirect_shows_later: bool = False
    #: Whether a plotted SHEAF lies as it did while its Target Point stays (min:16.5.1.14.2).
    plots_keep_direction: bool = False
    #: By how many hexes adjusted fire shifts (na:6.5.1.8.2; min:16.5.1.11.2).
    adjusted_shift: int = 3
    #: By how many hexes plotted fire shifts in a turn (na:6.5.1.11.3; min:16.5.1.14.6).
    plotted_shift: int = 5
    #: Whether SHEAFs are rectangles that their player turns, without a Closed Linear one (min:16.5.1.9,
    #: min:16.5.1.13.1); else round (na:6.5.1.5).
    rectangular_sheafs: bool = False
    #: Whether smoke and Barrages of units on the map count as those of an Open SHEAF (min:16.2.1.4, min:16.2.1.5).
    on_map_counts_open: bool = False
    #: Distinct sources that observation posts of the USA may call (min:16.5.1.1.1); others 2 (na:6.5.1.1.1).
    american_sources: int = 2
    #: Whether Soviet Command and Recon observers call Attached units alone (min:16.5.1.2.2, min:16.5.1.3.2).
    soviets_call_attached: bool = False
    #: What is other in counter battery fire.
    counter_battery: CounterBatteryFacts = CounterBatteryFacts()


#: The facts of the hex edition, and of the miniatures edition.
FIRE_ON_HEXES: Final = IndirectFacts()
MINIATURE_FIRE: Final = IndirectFacts(
    passengers_observe=False,
    observes_tops=True,
    danger_close=10,
    target_point_reach=1,
    missions_by_sheaf=True,
    checks_free_observers=True,
    indirect_shows_later=True,
    plots_keep_direction=True,
    adjusted_shift=6,
    plotted_shift=10,
    rectangular_sheafs=True,
    on_map_counts_open=True,
    american_sources=4,
    soviets_call_attached=True,
    counter_battery=MINIATURE_COUNTER_BATTERY,
)
