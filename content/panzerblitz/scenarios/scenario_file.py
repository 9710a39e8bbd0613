"""What a Situation file states, line by line, before it is proved against boards and counters."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen


@frozen(eq=False, repr=False)
class AreaLine:
    """An area: hexes by their printed names, or part of one board or more ("1 2").

    edge: only the hexes on that edge of the map ("north" ...), or with `rows` the rows next to it; rows:
    how many rows of the board, counted from its side towards `edge`; hilltops: only hilltop hexes with six
    Orange hexsides.
    """

    id: str
    name: str
    hexes: str = ""
    board: str = ""
    edge: str = ""
    rows: int = 0
    hilltops: bool = False


@frozen(eq=False, repr=False)
class EnterLine:
    """Units that enter: the turn from which they may, the edge or area, whether in a column."""

    turn: int
    area: str
    column: bool = False


@frozen(eq=False, repr=False)
class UnitsLine:
    """Counters of one type. stand_in: the type whose counters serve when there are not enough of its own;
    towed: guns that a vehicle counter stands for, which do not move but are carried by trucks.
    """

    count: int
    type: str
    stand_in: str = ""
    towed: bool = False


@frozen(eq=False, repr=False)
class GroupLine:
    """Units that set up in one area or enter alike."""

    id: str
    name: str
    units: tuple[UnitsLine, ...]
    area: str = ""
    enter: EnterLine | None = None


@frozen(eq=False, repr=False)
class SideLine:
    """A side and its groups."""

    id: str
    name: str
    nation: str
    tone: str
    force: str
    group: tuple[GroupLine, ...]


@frozen(eq=False, repr=False)
class GoalLine:
    """What a side must reach; measure: a value of `core.panzerblitz.situation.Measure`."""

    side: str
    measure: str
    levels: Mapping[str, int]
    text: str
    at_most: bool = False
    area: str | None = None
    out: str | None = None
    away: int = 0
    width: int = 0
    weights: Mapping[str, int] = field(factory=dict)


@frozen(eq=False, repr=False)
class ExitLine:
    """An edge by which a side may leave; returns: whole turns after which its units may come back."""

    side: str
    area: str
    returns: int | None = None


@frozen(eq=False, repr=False)
class SituationFile:
    """A Situation as its file states it."""

    id: str
    number: int
    title: str
    place: str
    date: str
    turns: int
    system: str
    edition: str
    layout: tuple[tuple[str, ...], ...]
    set_up: tuple[str, ...]
    first: str
    situation: str
    side: tuple[SideLine, ...]
    goal: tuple[GoalLine, ...]
    area: tuple[AreaLine, ...] = ()
    exit: tuple[ExitLine, ...] = ()
    specials: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(factory=dict)
    special: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = "derived"
    certainty: str = ""
