"""What a worked example may state of its situation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from content.kit.goals import EnterLine, ExitLine, ObjectiveLine
from content.panzer.scenarios.air_file import FlightLine, SortieLine
from content.panzer.scenarios.artillery import MissionLine, PlannedMissionLine, RegisteredPointLine
from content.panzer.scenarios.counters import CounterLine
from content.panzer.scenarios.scenario_file import (
    BurningWoodsLine,
    ConditionsLine,
    MinefieldLine,
    RankLine,
    SunEntry,
    VictoryLine,
)
from core.panzer.pieces.edition import HEX


@frozen(eq=False, repr=False)
class CardLine:
    """A data card of the example's own: one that there is, with some entries as the example prints them.

    weight: in metric tons; armor: Basic Front and Rear Armor Factor; range, penetration: the AP row of the first
    weapon, P to E; cover and the like stand in the tables and cannot be changed. All this is of vehicles; manhandling:
    how far a towed unit is pushed, in hexes.
    """

    id: str
    like: str
    name: str = ""
    size: int | None = None
    traction: str = ""
    move: tuple[int, int, int] | None = None
    tt: int | None = None
    weight: float | None = None
    armor: tuple[int, int] | None = None
    #: Armor Factors of level shots by location, from Front or Rear and from between; Top Armor.
    front: Mapping[str, int] = field(factory=dict)
    front_side: Mapping[str, int] = field(factory=dict)
    deck: int | None = None
    field_of_fire: str = ""
    range: tuple[int, int, int, int, int] | None = None
    penetration: tuple[int, int, int, int, int] | None = None
    manhandling: int | None = None


@frozen(eq=False, repr=False)
class UnitLine:
    """A unit, or `count` like units in one hex. With a scenario of the content: what is changed of a unit of it."""

    id: str
    card: str = ""
    side: str = ""
    name: str = ""
    hex: str = ""
    facing: Any = "N"
    command: str = ""
    face: str = "down"
    damaged: bool = False
    spot: str = ""
    fired: bool = False
    moved: bool = False
    fate: str = ""
    value: int | None = None
    enter: EnterLine | None = None
    count: int = 1
    # of the Advanced Game: what the scenario would say ...
    formation: str = ""
    platoon: str = ""
    grade: str = ""
    labels: tuple[str, ...] = ()
    level: str = ""
    attached: tuple[str, ...] = ()
    motorcycle: bool = False
    transporter: str = ""
    riding: str = ""
    attachment: str = ""
    # ... and the condition that it is in
    size: str = ""
    suppression: str = ""
    track_hit: bool = False
    turret_damaged: bool = False
    hull_damaged: bool = False
    bailed_out: bool = False
    under_fire: bool = False
    full_cover: bool = False
    hull_down: str = ""
    backed_in: bool = False
    turret: Any = 0
    buttoned: bool = False
    inside: bool = False
    floor: int = 0
    dismounted_in: int = 0
    group: str = ""
    camouflage: str = ""
    started: str = ""
    load: str = ""
    self_propelled: bool = False
    without_skirts: bool = False


@frozen(eq=False, repr=False)
class SideLine:
    """A side, if its name is to be another than that of the nation of its units, or its Force Grade matters."""

    id: str
    name: str = ""
    nation: str = ""
    grade: str = "Seasoned"
    registered_points: int = 0
    planned_missions: int = 0
    camouflage: int = 0
    hidden_units: int = 0


@frozen(eq=False, repr=False)
class FormationLine(RankLine):
    """A formation, if its grade, its level or what it belongs to matters."""

    side: str = field(kw_only=True)


@frozen(eq=False, repr=False)
class InstructionLine:
    """Standing instructions of a side."""

    show_moving: str = "show"
    aspect: str = "thicker"
    overwatch_from: int = 0
    silent: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class HeldLine:
    """Who has held an objective, for how many complete turns."""

    side: str
    turns: int = 0


@frozen(eq=False, repr=False)
class MomentLine:
    """The moment: turn, step, who is First Player, and what lies on the map besides units.

    formations: with staggered initiative those that have won their rolls, "side/name", in this order (or:7.42.1.1).
    """

    turn: int | None = None
    step: str = ""
    first: str = ""
    formations: tuple[str, ...] = ()
    spotting: bool | None = None
    sighted: Mapping[str, tuple[str, ...]] = field(factory=dict)
    wrecks: Mapping[str, str] = field(factory=dict)
    instructions: Mapping[str, InstructionLine] = field(factory=dict)
    control: Mapping[str, str] = field(factory=dict)
    held: Mapping[str, HeldLine] = field(factory=dict)
    turns: int = 10
    date: str = ""
    sun: SunEntry | None = None
    ties_to: str = ""
    objective: tuple[ObjectiveLine, ...] = ()
    exit: tuple[ExitLine, ...] = ()
    victory: VictoryLine | None = None
    desert_buildings: bool = False
    bridge_defense: int | None = None
    hull_down: Mapping[str, int] = field(factory=dict)
    burning_woods: Mapping[str, BurningWoodsLine] = field(factory=dict)
    conditions: ConditionsLine = field(factory=ConditionsLine)
    sortie: tuple[SortieLine, ...] = ()
    flight: FlightLine | None = None


@frozen(eq=False, repr=False)
class SituationFile:
    """The part of a worked example that says what the situation is."""

    board: Any = None
    scenario: str = ""
    edition: str = HEX.id
    modules: tuple[str, ...] = ()
    formation: tuple[FormationLine, ...] = ()
    card: tuple[CardLine, ...] = ()
    side: tuple[SideLine, ...] = ()
    unit: tuple[UnitLine, ...] = ()
    counter: tuple[CounterLine, ...] = ()
    minefield: tuple[MinefieldLine, ...] = ()
    registered_point: tuple[RegisteredPointLine, ...] = ()
    planned_mission: tuple[PlannedMissionLine, ...] = ()
    mission: tuple[MissionLine, ...] = ()
    situation: MomentLine = field(factory=MomentLine)
