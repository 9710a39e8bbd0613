"""What a worked example of PanzerBlitz may state of its situation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from content.panzerblitz.scenarios.scenario_file import ExitLine, GoalLine


@frozen(eq=False, repr=False)
class EnterLine:
    """From when, and through which hexes, a unit may come on."""

    turn: int
    hexes: str
    column: bool = False


@frozen(eq=False, repr=False)
class CounterLine:
    """A counter, or `count` like counters in one hex. With a Situation of the content: what is changed of one."""

    id: str
    type: str = ""
    side: str = ""
    name: str = ""
    hex: str = ""
    count: int = 1
    carrier: str = ""
    inside: bool = False
    hidden: bool = False
    dispersed: bool = False
    struck: bool = False
    fired: bool = False
    spent: float = 0.0
    entered: int = 0
    road: bool = False
    stopped: bool = False
    mined: bool = False
    start: str = ""
    operation: str = ""
    fate: str = ""
    exits: tuple[str, ...] = ()
    left_from: str = ""
    left_on: int = 0
    enter: EnterLine | None = None


@frozen(eq=False, repr=False)
class OwnSideLine:
    """A side, if its id or name is to be another than that of the nation of its units."""

    id: str
    nation: str
    name: str = ""


@frozen(eq=False, repr=False)
class OwnAreaLine:
    """Hexes with a name."""

    id: str
    hexes: str
    name: str = ""


@frozen(eq=False, repr=False)
class MomentLine:
    """The moment: turn, Player-Turn and step, and what lies on the map besides counters."""

    turn: int = 1
    step: str = "fire"
    player: str = ""
    first: str = ""
    turns: int = 10
    options: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(factory=dict)
    wrecks: Mapping[str, tuple[str, ...]] = field(factory=dict)
    rubble: str = ""
    overrun: tuple[str, ...] = ()
    assaulted: tuple[str, ...] = ()
    area: tuple[OwnAreaLine, ...] = ()
    goal: tuple[GoalLine, ...] = ()
    exit: tuple[ExitLine, ...] = ()


@frozen(eq=False, repr=False)
class PoseFile:
    """The part of a worked example that says what the situation is."""

    board: Any = None
    scenario: str = ""
    side: tuple[OwnSideLine, ...] = ()
    unit: tuple[CounterLine, ...] = ()
    situation: MomentLine = field(factory=MomentLine)
