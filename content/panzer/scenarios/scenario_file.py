"""What ``scenarios/<id>.toml`` may state."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import field, frozen

from content.kit.goals import EnterLine, ExitLine, LevelLine, ObjectiveLine, ZoneLine
from content.panzer.scenarios.artillery import PlannedMissionLine, RegisteredPointLine
from content.panzer.scenarios.counters import CounterLine

#: An id that `count` can go on from.
NUMBERED: Final = re.compile(r"(.*?)(\d+)\Z")


@frozen(eq=False, repr=False)
class SunEntry:
    """Where the sun blinds: edge N, E, S or W, and the modifiers of fire that way (na:6.1.4.3.13)."""

    edge: str
    ap: int = 0
    gp: int = 0


@frozen(eq=False, repr=False)
class UnitLine:
    """One unit, or `count` like units, as the file states it.

    Of the Advanced Game: grade (na:5.8.3); labels, level: of a Command unit (na:5.9); attached: weapons of a leg unit
    (na:5.1.3); motorcycle (na:6.6.4.4); transporter: the vehicle that is its own; riding: the vehicle in which it
    starts; size: of a leg unit that is no full squad, "half"; inside, floor: where in the building of its hex; load:
    of an aircraft, "bomb" or "rocket" (na:6.7.1); starts: where it may be when its player has set it up;
    self_propelled: of a battery (or:7.28.2); without_skirts: of a vehicle that has some by its card (or:7.10.1).
    """

    id: str
    card: str
    name: str = ""
    role: str = ""
    value: int | None = None
    hex: str = ""
    facing: str = ""
    enter: EnterLine | None = None
    count: int = 1
    grade: str = ""
    labels: tuple[str, ...] = ()
    level: str = ""
    attached: tuple[str, ...] = ()
    motorcycle: bool = False
    transporter: str = ""
    riding: str = ""
    attachment: str = ""
    size: str = ""
    inside: bool = False
    floor: int = 0
    planned_only: bool = False
    load: str = ""
    starts: tuple[str, ...] = ()
    self_propelled: bool = False
    without_skirts: bool = False


@frozen(eq=False, repr=False)
class RankLine:
    """What a formation is; grade, level, parent: of the Advanced Game (na:5.8.2); span: Command Span (or:7.52); morale,
    cohesion: its Cohesion Point level and Numeric Cohesion Point (or:7.1.1)."""

    name: str
    grade: str = ""
    level: str = "Company"
    parent: str = ""
    span: int | None = None
    morale: str = ""
    cohesion: int = 0


@frozen(eq=False, repr=False)
class PlatoonLine:
    """A platoon, section or troop of a formation (or:7.3); units: its ids, "g2-g5" for those from one to another."""

    name: str
    units: str


@frozen(eq=False, repr=False)
class FormationLine(RankLine):
    """A formation of a side, its units, and its platoons; units in none of them are of its headquarters."""

    units: tuple[UnitLine, ...] = ()
    platoons: tuple[PlatoonLine, ...] = ()


@frozen(eq=False, repr=False)
class SideLine:
    """A side and its force. counter_batteries: the cards of those that it has where they are played with (or:7.28);
    positions: how many of its units may begin in one of a kind (min:23.3.5)."""

    id: str
    name: str
    nation: str
    tone: str
    force: str = ""
    zones: tuple[str, ...] = ()
    grade: str = "Seasoned"
    registered_points: int = 0
    planned_missions: int = 0
    planned_from: int = 1
    registered_batteries: tuple[str, ...] = ()
    head_start: int = 0
    special_ammo: bool = True
    counter_batteries: tuple[str, ...] = ()
    camouflage: int = 0
    hidden_units: int = 0
    positions: Mapping[str, int] = field(factory=dict)
    formation: tuple[FormationLine, ...] = ()


@frozen(eq=False, repr=False)
class VillageLine:
    """Buildings that score together: its hexes or a place, how many are needed, who controls them at the start."""

    id: str
    name: str
    needed: int
    vp: int
    hexes: str = ""
    place: str = ""
    turns: int = 1
    controller: str = ""


@frozen(eq=False, repr=False)
class BarrierLine:
    """Points of the enemy of an exit's side if at most so many combat units leave by it."""

    id: str
    name: str
    exit: str
    most: int
    vp: int


@frozen(eq=False, repr=False)
class WayLine:
    """A place at which a relief force may arrive: hexes of the edge; highest: the d100 up to which it is this one."""

    id: str
    name: str
    highest: int
    hexes: str


@frozen(eq=False, repr=False)
class ReliefLine:
    """A relief force, whose arrival is diced for (min:23.3.6.a).

    formations: whose units it is; grade: the Force Grade of its side once it has arrived (min:23.3.6.b).
    """

    side: str
    formations: tuple[str, ...]
    ways: tuple[WayLine, ...]
    grade: str = "Seasoned"


@frozen(eq=False, repr=False)
class BurningWoodsLine:
    """Woods that may burn like a building, "Wood", "Brick" or "Stone", and what is added to the roll (or:7.35.4)."""

    like: str = "Wood"
    modifier: int = 0


@frozen(eq=False, repr=False)
class MinefieldLine:
    """A minefield of a side (or:7.31).

    kind: "Hasty" or "Deliberate"; types: "anti-vehicular", "anti-personnel" or both; size: hexes that it covers at
    most; zones: where its owner may lay it, those of its side if left out; hexes: where it lies, if nobody lays it;
    visible: whether the enemy knows of it from the beginning; defense: its GP Defense Factor, if it is not that of its
    kind (or:7.31.3); overlaps: whether it may lie where another that says so does, in the miniatures edition too.
    """

    id: str
    side: str
    kind: str = "Hasty"
    types: tuple[str, ...] = ("anti-vehicular",)
    size: int = 0
    zones: tuple[str, ...] = ()
    hexes: str = ""
    visible: bool = False
    defense: int | None = None
    overlaps: bool = False


@frozen(eq=False, repr=False)
class BridgeLine:
    """Bridges that bear so many metric tons at most (or:7.32)."""

    hexes: str
    tons: float


@frozen(eq=False, repr=False)
class ConditionsLine:
    """Time of day and weather (or:7.36), of which each counts where its switch is on.

    visibility: what is added to all spotting, -1 to -5 (or:7.36.1); very_limited: at which visibility and below it is
    very limited (or:7.36.2); snow, mud: the hexes under them, the whole map unless some are named (or:7.36.3); bridges:
    those with a weight limit; ice: how many tons frozen streams bear, any number unless one is named (or:7.32); narrow:
    hexes with narrow roads; open_sides: whether sunken ones may be left over their sides (or:7.30, or:7.30b).
    """

    visibility: int = -2
    very_limited: int = -4
    snow: str = ""
    mud: str = ""
    bridges: tuple[BridgeLine, ...] = ()
    ice: float | None = None
    narrow: str = ""
    open_sides: bool = False


@frozen(eq=False, repr=False)
class VictoryLine:
    """How the winner is found. immobilized: whether a Track hit is a loss where all are to be lost (min:23.1.4.1)."""

    levels: tuple[LevelLine, ...]
    losses: bool = True
    annihilation: bool = True
    immobilized: bool = False
    text: str = ""
    rule: str = "na:3.6a"


@frozen(eq=False, repr=False)
class WithMoraleLine:
    """What is otherwise with the option Morale (min:23.1.2), where all units are worth what the morale of their
    formation makes of them. leads: of the levels of victory, by their names; points: of objectives, villages and
    barriers, by their ids; values: of units that are worth something else, by the ids of their lines; text: of victory.
    """

    leads: Mapping[str, int] = field(factory=dict)
    points: Mapping[str, int] = field(factory=dict)
    values: Mapping[str, int] = field(factory=dict)
    text: str = ""


@frozen(eq=False, repr=False)
class BoardLine:
    """A mapboard in the layout of a map: its number, and whether it is turned by 180 degrees; no number: a gap."""

    number: int | None = None
    turned: bool = False


@frozen(eq=False, repr=False)
class ScenarioFile:
    """A scenario as its file states it. modules: parts of the Advanced Game, or "advanced" for all.

    like: the scenario of which it keeps everything that it does not state itself.

    board: the id of its board; or boards: rows of mapboards from the north down, joined (na:1.2). overlays: placement
    codes such as "LG2 34O4(6)", laid in that order (na:1.3b). tracks: "road", "path" or both, where all of the map are
    Tracks (na:4.5.1.1.11); desert_buildings: flat roofs (na:4.1.4.1.3.1);
    bridge_defense: the GP Defense Factor of its bridges, if they can be destroyed (na:6.5.4.2.5); wrecks: counters
    that lie there at the start, by hex, "KO" or "BU"; hull_down: where vehicles may find a Hull Down position, by
    terrain, with the highest total that finds one, 0 = none (na:6.6.9); burning_woods: woods that may catch fire, by
    terrain (or:7.35.4); conditions: time of day and weather (or:7.36); with_morale: what the option Morale changes.
    """

    id: str
    title: str
    place: str
    date: str
    turns: int
    victory: VictoryLine
    side: tuple[SideLine, ...]
    board: str = ""
    boards: tuple[tuple[BoardLine, ...], ...] = ()
    overlays: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    system: str = "panzer"
    edition: str = "hex"
    like: str = ""
    layers: tuple[str, ...] = ("basic",)
    modules: tuple[str, ...] = ()
    sun: SunEntry | None = None
    options: tuple[str, ...] = ()
    set_up: str = "fixed"
    ties_to: str = ""
    situation: str = ""
    special: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = "judged"
    zone: tuple[ZoneLine, ...] = ()
    objective: tuple[ObjectiveLine, ...] = ()
    village: tuple[VillageLine, ...] = ()
    exit: tuple[ExitLine, ...] = ()
    barrier: tuple[BarrierLine, ...] = ()
    relief: ReliefLine | None = None
    counter: tuple[CounterLine, ...] = ()
    minefield: tuple[MinefieldLine, ...] = ()
    registered_point: tuple[RegisteredPointLine, ...] = ()
    planned_mission: tuple[PlannedMissionLine, ...] = ()
    wrecks: Mapping[str, str] = field(factory=dict)
    desert_buildings: bool = False
    bridge_defense: int | None = None
    hull_down: Mapping[str, int] = field(factory=dict)
    burning_woods: Mapping[str, BurningWoodsLine] = field(factory=dict)
    conditions: ConditionsLine = field(factory=ConditionsLine)
    with_morale: WithMoraleLine | None = None


def expanded(side: SideLine) -> Iterator[tuple[str, int, UnitLine, str, str, str]]:
    """Every single unit of a side as (key, number in its entry, line, formation, id, name).

    Like units are numbered on through the side, past the names that single units have.
    """
    numbers: Counter[str] = Counter()
    taken = {line.name for formation in side.formation for line in formation.units if line.count == 1}
    for at, formation in enumerate(side.formation, 1):
        for unit_at, line in enumerate(formation.units, 1):
            key = f"formation[{at}].units[{unit_at}]"
            if line.count == 1:
                yield key, 0, line, formation.name, line.id, line.name
                continue
            match = NUMBERED.match(line.id)
            stem, first = (match[1], int(match[2])) if match else (f"{line.id}-", 1)
            for number in range(min(line.count, 100)):
                numbers[line.name] += 1
                while f"{line.name} {numbers[line.name]}" in taken:
                    numbers[line.name] += 1
                name = f"{line.name} {numbers[line.name]}" if line.name else ""
                yield key, number, line, formation.name, f"{stem}{first + number}", name
