"""A scenario as data: forces, deployment, objectives, victory (na:2.0, na:3.6)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property

from attrs import field, frozen

from core.alike import Alike
from core.board import Board
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.advanced_tables import AdvancedTables, Attachment, Grade
from core.panzer.pieces.cards import AircraftCard, AttachedWeapon, BatteryCard, LegStep, UnitCard
from core.panzer.pieces.clouds import BurningWoods, Cloud
from core.panzer.pieces.conditions import USUAL, Conditions, Sun, weathered
from core.panzer.pieces.course import ReliefForce, Start
from core.panzer.pieces.edition import HEX, Edition
from core.panzer.pieces.minefields import Minefield
from core.panzer.pieces.missions import Plan, RegisteredPoint
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Tables
from core.panzer.pieces.weapons import AirAttack
from core.panzer.pieces.works import Work
from core.setting import Entry, Exit, Objective, Setting, Side, VictoryLevel, Zone


class Label(Enum):
    """What gives a unit abilities of its own (na:5.9)."""

    # by identity: command control asks every unit for its labels, and the hash of Enum is worked out anew
    __hash__ = object.__hash__

    COMMAND = "Command"
    RECON = "Recon"
    ENGINEER = "Engineer"
    FO = "FO"


class Level(Enum):
    """Level of a Command unit or of a formation (na:5.9.1, na:6.5.1.1.2)."""

    COMPANY = "Company"
    BATTALION = "Battalion"
    REGIMENT = "Regiment/Brigade"


@frozen(eq=False, repr=False)
class ScenarioUnit(Alike):
    """One unit of a force. `hex` and `facing` where it starts; None = placed by its player at set-up.

    value: victory points for its elimination. Of the Advanced Game: grade: its Unit Grade (na:5.8.3); labels: its
    abilities, with the level of a Command unit; attached: crew-served weapons (na:5.1.3); motorcycle: a leg unit on
    motorcycles (na:6.6.4.4); transporter: the vehicle that is its own (na:5.16.2.4a); riding: the vehicle in which
    it starts, mounted; attachment: how a battery stands to its formation (na:6.5.1.3), planned_only:
    whether it fires planned missions only; part_of: the Portée that it is
    the gun or the truck of (na:5.2.1b); size: a leg unit that is not at the largest size of its card; reduced_value,
    half_value: what a squad's reduction, then its half-squad is worth (min:22.2.2); damaged_value, tracked_value: what
    damage and a Track hit are worth as a chart prints it, 0 = half and a quarter of its value, rounded down
    (min:22.2.1); inside, floor: where in the building of its hex it starts (na:6.1.4.3.1b, na:6.1.4.3.1e);
    load: what an aircraft carries of bombs and rockets, None = its player picks (na:6.7.1); platoon: its platoon,
    section or troop, "" = of the headquarters of its formation (or:7.3); starts: where it may be when it is set up,
    what comes first before what comes later; self_propelled: a battery that is harder to locate (or:7.28.2);
    without_skirts: a vehicle whose skirts and plates are missing, of which its card has none then (or:7.10.1).
    """

    id: UnitId
    card: UnitCard
    side: SideId
    name: str
    formation: str
    role: str = ""
    hex: Hex | None = None
    facing: int | None = None
    entry: Entry | None = None
    value: int = 0
    grade: Grade = Grade.SEASONED
    labels: frozenset[Label] = frozenset()
    level: Level | None = None
    attached: tuple[AttachedWeapon, ...] = ()
    motorcycle: bool = False
    transporter: UnitId | None = None
    riding: UnitId | None = None
    part_of: UnitId | None = None
    attachment: Attachment | None = None
    size: LegStep | None = None
    reduced_value: int = 0
    half_value: int = 0
    damaged_value: int = 0
    tracked_value: int = 0
    inside: bool = False
    floor: int = 0
    planned_only: bool = False
    load: AirAttack | None = None
    platoon: str = ""
    starts: tuple[Start, ...] = ()
    self_propelled: bool = False
    without_skirts: bool = False


@frozen(eq=False, repr=False)
class ScenarioFormation(Alike):
    """A formation of a side (na:5.8.2), named as its units name it; parent: the formation that it belongs to.

    span: the Command Span of its headquarters in hexes, None = that of its level (or:7.52); morale, cohesion: its
    Cohesion Point level and its Numeric Cohesion Point, None where the book states none (or:7.1.1).
    """

    name: str
    side: SideId
    grade: Grade = Grade.SEASONED
    level: Level = Level.COMPANY
    parent: str | None = None
    span: int | None = None
    morale: Morale | None = None
    cohesion: int | None = None


@frozen(eq=False, repr=False)
class ScenarioSide(Side):
    """A side, its Force Grade (na:5.8.1) and where it may set up.

    With several zones it chooses one of those still free. registered_points, planned_missions: how many it may plot
    before units are placed (na:6.5.1.4, na:6.5.1.11); planned_from: the first turn in which one may arrive;
    registered_batteries: for which the points may be, none named = for all of its own; head_start: victory points with
    which it begins, fewer than none for one that owes them (min:23.2.4.4); special_ammo: whether it has ammunition
    besides the basic one (min:23.3.6); camouflage: how many of its units may be camouflaged (or:7.24);
    hidden_units: how many HIDDEN UNIT counters it has, fakes among them (or:7.2.2); positions: how many of its units
    may begin in one of a kind, of those of which it has no more (min:23.3.5).
    """

    zones: tuple[str, ...] = ()
    grade: Grade = Grade.SEASONED
    registered_points: int = 0
    planned_missions: int = 0
    planned_from: int = 1
    registered_batteries: tuple[UnitId, ...] = ()
    head_start: int = 0
    special_ammo: bool = True
    camouflage: int = 0
    hidden_units: int = 0
    positions: Mapping[Start, int] = field(factory=dict)


class SetUp(Enum):
    """How the sides set up."""

    FIXED = "fixed"
    IN_ORDER = "in-order"
    ROLL_LOW_FIRST = "roll-low-first"


@frozen(eq=False, repr=False)
class Village(Alike):
    """Buildings that score together for who controls enough of them or of their rubble (min:23.3.4, min:23.3.5).

    buildings: the objectives that they are, each a hex that is held and captured by itself; needed: how many must be
    controlled; vp: points for that, at the end; nobody scores them if neither side has enough.
    """

    id: str
    name: str
    buildings: frozenset[str]
    needed: int
    vp: int


@frozen(eq=False, repr=False)
class Barrier(Alike):
    """Points of a side if at most so many enemy combat units leave the map by an exit (min:23.2.4.2)."""

    id: str
    name: str
    side: SideId
    exit: str
    most: int
    vp: int


@frozen(eq=False, repr=False)
class Victory(Alike):
    """How the winner is determined: points for losses, objectives and exits; the lead that each level needs.

    losses: whether eliminated (full value) and damaged enemy vehicles (about half) score;
    annihilation: whether the elimination of every enemy combat vehicle wins at once; immobilized: whether one with a
    Track hit counts as eliminated for that (min:23.1.4.1).
    """

    levels: tuple[VictoryLevel, ...]
    losses: bool = True
    annihilation: bool = True
    text: str = ""
    rule: str = "na:3.6a"
    immobilized: bool = False


@frozen(eq=False, repr=False)
class UnitValues(Alike):
    """What a unit is worth (min:22.2): all of it; a squad's reduction, then its half-squad; damage, a Track hit."""

    whole: int
    reduced: int = 0
    half: int = 0
    damaged: int = 0
    tracked: int = 0


@frozen(eq=False, repr=False)
class WithMorale:
    """What is otherwise where the option Morale is played: the second of each pair of printed points (min:23.1.2).

    units: what each is worth; places: what objectives, villages and barriers score, by their ids, if not as much as
    without; relief: what a relief force scores for its turn of arrival.
    """

    units: Mapping[UnitId, UnitValues]
    places: Mapping[str, int]
    victory: Victory
    relief: Mapping[int, int] = field(factory=dict)


@frozen(eq=False, repr=False, kw_only=True)
class Scenario(Setting[ScenarioSide]):
    """Everything that a scenario states (na:2.0). exits: by which a side scores (na:4.5.1.1.9); rules: its edition."""

    tables: Tables
    units: tuple[ScenarioUnit, ...]
    zones: Mapping[str, Zone]
    objectives: tuple[Objective, ...]
    victory: Victory
    villages: tuple[Village, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    exits: tuple[Exit, ...] = ()
    relief: ReliefForce | None = None
    set_up: SetUp = SetUp.FIXED
    rules: Edition = HEX
    #: Decides ties of the initiative roll instead of a reroll, if the scenario says so (na:4.3.1).
    ties_to: SideId | None = None
    #: The modules of the Advanced Game that are switched on, and the tables that they use.
    switches: frozenset[Switch] = frozenset()
    advanced: AdvancedTables | None = None
    formations: tuple[ScenarioFormation, ...] = ()
    #: Where the sun blinds, if it does (na:6.1.4.3.13).
    sun: Sun | None = None
    #: Terrain counters, smoke and fires at the start (na:6.1.4.3).
    works: tuple[Work, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    #: Wreck counters at the start, "KO" or "BU" (na:4.1.4.1.8, na:4.1.4.1.9).
    wrecks: Mapping[Hex, str] = field(factory=dict)
    #: Whether its buildings have flat roofs that leg units may occupy (na:4.1.4.1.3.1).
    desert_buildings: bool = False
    #: The GP Defense Factor of its bridges; None = they cannot be attacked (na:6.5.4.2.5).
    bridge_defense: int | None = None
    #: Up to which total a search finds a Hull Down position where the scenario says otherwise, by terrain (na:6.6.9).
    hull_down: Mapping[str, int] = field(factory=dict)
    #: The placement codes of the overlays that lie on the board, such as "LG2 34O4(6)" (na:1.3b).
    overlays: tuple[str, ...] = ()
    #: Pre-Registered Points and planned missions that it fixes (na:6.5.1.4, na:6.5.1.11).
    points: tuple[RegisteredPoint, ...] = ()
    plans: tuple[Plan, ...] = ()
    #: Woods that may burn, by terrain (or:7.35.4).
    burning_woods: Mapping[str, BurningWoods] = field(factory=dict)
    #: The minefields of the sides (or:7.31).
    minefields: tuple[Minefield, ...] = ()
    #: Units that are there only where counter battery fire is played with (or:7.28).
    counter_batteries: tuple[ScenarioUnit, ...] = ()
    #: Time of day, weather and ground (or:7.36).
    conditions: Conditions = USUAL
    #: What is worth more or less with the option Morale, None = nothing is (min:23.1.2).
    with_morale: WithMorale | None = None
    by_id: Mapping[UnitId, ScenarioUnit] = field(init=False)

    @property
    def edition(self) -> str:
        """The id of the edition that it is played by."""
        return self.rules.id

    @by_id.default
    def _index(self) -> Mapping[UnitId, ScenarioUnit]:
        return {u.id: u for u in self.units}

    @cached_property
    def ground(self) -> Board:
        """Its board as the weather leaves it (or:7.36.3)."""
        return weathered(self.board, self.conditions, self.switches)

    @cached_property
    def combat_units(self) -> Mapping[SideId, tuple[UnitId, ...]]:
        """The combat vehicles of each side."""
        return {s.id: tuple(u.id for u in self.units if u.side == s.id and u.card.combat_unit) for s in self.sides}

    @cached_property
    def at_stake(self) -> Mapping[str, int]:
        """What each objective is worth to take, by its id: of a building its part of what the village needs."""
        worth = {o.id: o.vp for o in self.objectives}
        for village in self.villages:
            worth |= dict.fromkeys(village.buildings, village.vp // village.needed)
        return worth

    def worth_of(self, objective: Objective) -> str:
        """The points of an objective in words."""
        for village in self.villages:
            if objective.id in village.buildings:
                return f"{village.needed} of {len(village.buildings)} for {village.vp} VP"
        return f"{objective.vp} VP"

    def has(self, module: Switch) -> bool:
        """Whether a module of the Advanced Game is switched on."""
        return module in self.switches

    @property
    def plots(self) -> bool:
        """Whether a side has artillery to plot before units are placed (na:6.5.1.4, na:6.5.1.11.1)."""
        return self.has(Switch.INDIRECT_FIRE) and any(s.registered_points or s.planned_missions for s in self.sides)

    def minefields_of(self, side: SideId) -> tuple[Minefield, ...]:
        """The minefields of a side; none where they are not played with (or:7.31)."""
        return tuple(m for m in self.minefields if m.side == side) if self.has(Switch.MINES) else ()

    def above(self, side: SideId, formation: str) -> tuple[str, ...]:
        """A formation and all that it belongs to, from the bottom up (na:6.5.1.3)."""
        found = [formation]
        while (line := self._formations.get((side, found[-1]))) and line.parent and line.parent not in found:
            found.append(line.parent)
        return tuple(found)

    def formation_of(self, unit: UnitId) -> ScenarioFormation:
        """The formation of a unit."""
        member = self.by_id[unit]
        return self._formations.get((member.side, member.formation)) or ScenarioFormation(member.formation, member.side)

    @cached_property
    def members(self) -> Mapping[str, tuple[UnitId, ...]]:
        """The units of each formation, by its key "side/name", in their order."""
        found: dict[str, list[UnitId]] = {}
        for unit in self.units:
            found.setdefault(f"{unit.side}/{unit.formation}", []).append(unit.id)
        return {key: tuple(units) for key, units in found.items()}

    @cached_property
    def formation_units(self) -> Mapping[UnitId, str]:
        """The formation unit, "side/name", with which each ground unit fires and moves (or:7.42): its formation where a
        side has several, else its platoon, "side/" without one."""
        found: dict[UnitId, str] = {}
        for side in self.sides:
            own = [u for u in self.units if u.side == side.id and not isinstance(u.card, AircraftCard | BatteryCard)]
            several = len({u.formation for u in own}) > 1
            found |= {u.id: f"{side.id}/{u.formation if several else u.platoon}" for u in own}
        return found

    @cached_property
    def _formations(self) -> Mapping[tuple[SideId, str], ScenarioFormation]:
        return {(f.side, f.name): f for f in self.formations}
