"""The state of a game of Panzer: units, commands, counters, pending fire and movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, Final

from attrs import define, field, fields, frozen

from core.board import Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.advanced_tables import AdvancedTables, HitAngle
from core.panzer.cards import AircraftCard, BatteryCard, LegCard, UnitCard, VehicleCard
from core.panzer.close_combat import NO_COMBATS, CloseCombats
from core.panzer.clouds import Cloud, burning
from core.panzer.flights import Flight, Sortie
from core.panzer.loads import Mounting
from core.panzer.missions import NONE, Indirect
from core.panzer.modules import Module
from core.panzer.reference import Tables
from core.panzer.scenario import Scenario, ScenarioUnit
from core.panzer.unit import Presence, Unit, Wreck
from core.panzer.works import Work, ground
from core.presentation import Outcome
from core.replaced import replaced


class Aspect(Enum):
    """Which armor a shot meets (na:4.4.3.2.4)."""

    FRONT = "Front"
    REAR = "Rear"


class DualFire(Enum):
    """Where a Dual Fire weapon fires, seen from the target of its unit's main weapon (na:5.14b)."""

    SAME = "same"
    DIFFERENT = "different"


@frozen
class Shot:
    """One announced shot: who, at whom, with which of the shooter's weapons (its index in `armament`).

    ammo: the row that it fires: "AP", "APCR", "HVAP", "HEAT", or "GP" (na:6.5.2, na:6.5.4); dual: the Dual Fire
    modifier that it has, known once all fire of its unit is announced (na:5.14b).
    """

    shooter: UnitId
    target: UnitId
    weapon: int = 0
    ammo: str = "AP"
    dual: DualFire | None = None


class QuestionKind(Enum):
    """What the owner of a target may be asked in the middle of the enemy's fire."""

    SHOW_COMMAND = "show-command"  # na:4.4.3.2.2b
    ASPECT = "aspect"  # na:4.4.3.2.4
    HIT_ANGLE = "hit-angle"  # na:6.5.2.2
    SPREAD_HITS = "spread-hits"  # na:6.5.2.1c, asked of the shooter's owner
    PRIMARY = "primary-attacker"  # na:6.6.1.2.3c, asked of the attacker
    DANGER_CLOSE = "danger-close"  # na:6.5.1.12a, asked of the enemy of who called the fire


@frozen
class Question:
    """A decision that a side must make before play goes on."""

    kind: QuestionKind
    side: SideId
    unit: UnitId
    shot: Shot


@frozen
class ScoredHits:
    """The hits of an AP shot that has been rolled for, until they are located (na:6.5.2.1b, na:6.5.2.1c).

    ammo: the row that it was really fired with; short: failed ammo limit checks (na:5.16.2.2); hit_number: of the
    original target; hits: the target of each hit; spread: whether the shooter has assigned them; asked: other
    targets whose owners have shown their commands or declined to (na:4.4.3.2.2b); angles: chosen by the owners of
    targets that are hit exactly between two Hit Angles (na:6.5.2.2).
    """

    ammo: str
    short: int
    hit_number: int
    hits: tuple[UnitId, ...]
    spread: bool = False
    asked: tuple[UnitId, ...] = ()
    angles: tuple[tuple[UnitId, HitAngle], ...] = ()

    def angle(self, target: UnitId) -> HitAngle | None:
        """The Hit Angle that the owner of a target chose."""
        return next((angle for unit, angle in self.angles if unit == target), None)


@frozen
class Window:
    """A chance for Overwatch Fire (na:4.4.2a, na:4.5b).

    mover:   the moving vehicle that may be fired at; None in the Combat Phase.
    fired:   the vehicles whose fire in this window (or, in the Combat Phase, this turn) may be answered.
    acting:  the side that may fire or pass now; passes: how many passes in a row there have been.
    """

    acting: SideId
    fired: tuple[UnitId, ...] = ()
    mover: UnitId | None = None
    passes: int = 0


class Rate(Enum):
    """How a whole move is paid for: by terrain, along Paths and Roads (na:4.5.1.1.5b), or on foot at the double
    (na:6.6.4.2)."""

    CROSS_COUNTRY = "cross-country"
    ROUTE = "route"
    QUICKMARCH = "quickmarch"


@frozen(slots=False)
class ActiveMove:
    """The move in progress (na:4.5.1.1a).

    spent: movement allowance used so far; hexes: hexes entered, the start not counted; path, road: how many
    of them were entered along a Path or Road; turned: hexsides turned in the present hex; turn_paid: whether
    the Turn cost of the present hex has been paid; turns_paid: whether any turn of this move was paid for;
    came_from: the hex it entered the present one from; retreat: the last hex that it left in which no opposing
    vehicle stood (na:4.5.1.1.10); steps: all steps so far; trail: the hexes entered, in order; denied: what denies
    the Path or Road allowance to the whole move, "" = nothing does (na:4.5.1.1.5d, na:4.5.1.1.5e); damaged_after: what
    had been spent when the unit was Damaged during this move (na:4.4.3.2.6a); suppressed_after: when it was Suppressed
    during it (na:6.6.2).
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


#: What a side may instruct for a hidden MOVE or SHORT HALT, and for a shot exactly between the aspects.
SHOWING = ("show", "decline", "ask")
ASPECT_WISHES = ("thicker", "ask")


@frozen
class Instructions:
    """Standing instructions of a side for questions that come in the middle of the enemy's actions.

    show_moving: what to do when a hidden MOVE or SHORT HALT would make the unit harder to hit (na:4.4.3.2.2b);
    aspect: whether to take the thicker armor or be asked when the line runs exactly between the aspects
    (na:4.4.3.2.4); overwatch_from: be asked for Overwatch Fire only if the chance to damage is at least this
    many percent, 0 = always, above 100 = never; silent: units for which it is never asked.
    """

    show_moving: str = "show"  # "show", "decline" or "ask"
    aspect: str = "thicker"  # "thicker" or "ask"
    overwatch_from: int = 0
    silent: tuple[UnitId, ...] = ()


_NO_INSTRUCTIONS = Instructions()


@frozen
class SetOff:
    """Where a unit stood when it began its move of this turn, and at which rate it moves (na:6.2.1.1.3c)."""

    hex: Hex | None
    rate: Rate


@frozen
class Occupation:
    """Who has held an objective since the start of a turn, for its capture (na:3.6b)."""

    side: SideId
    turns: int


@define
class PanzerState:
    """Everything that changes in a game of Panzer. Only `evolve` changes it; the scenario is shared."""

    scenario: Scenario = field(eq=False, repr=False)
    units: dict[UnitId, Unit]
    turn: int = 0
    step: str = "set-up"
    # set-up
    set_up_order: tuple[SideId, ...] = ()
    zones: dict[SideId, str] = field(factory=dict)
    set_up_done: frozenset[SideId] = frozenset()
    # counters on the map
    wrecks: dict[Hex, Wreck] = field(factory=dict)
    fresh_smoke: frozenset[Hex] = frozenset()
    clouds: tuple[Cloud, ...] = ()
    works: tuple[Work, ...] = ()
    # the turn
    sighted: dict[UnitId, frozenset[UnitId]] = field(factory=dict)
    commands_done: frozenset[SideId] = frozenset()
    # unique commands of each formation, by "side/name" (na:6.2.1)
    available: dict[str, int] = field(factory=dict)
    initiative_winner: SideId | None = None
    first: SideId | None = None
    # fire
    announced: tuple[Shot, ...] = ()
    announced_overwatch: bool = False
    resolved_targets: frozenset[UnitId] = frozenset()
    # hexes at which each unit has announced Direct Fire in this turn (na:6.2.1.1.4a)
    fired_at: dict[UnitId, tuple[Hex, ...]] = field(factory=dict)
    question: Question | None = None
    declined: bool = False
    aspect: Aspect | None = None
    scored: ScoredHits | None = None
    fired: tuple[UnitId, ...] = ()
    window: Window | None = None
    combat_overwatch_over: bool = False
    # whether the player has ended his Direct Fire: passengers that have not fired hold it (na:6.6.7.2)
    fire_finished: bool = False
    # indirect fire: missions in force, plots, what is being resolved (na:6.5.1)
    indirect: Indirect = NONE
    # movement
    move: ActiveMove | None = None
    plan: tuple[str, ...] = ()
    plan_ends: bool = False
    finishing: bool = False
    set_off: dict[UnitId, SetOff] = field(factory=dict)
    # a unit about to mount; where each vehicle has mounted and dismounted passengers in this turn (na:6.6.7.1.1c)
    mounting: Mounting | None = None
    handled: dict[UnitId, Hex] = field(factory=dict)
    # Close Assaults, Hand-to-Hand combats and Overruns of the turn (na:6.6.1, na:6.6.10)
    combats: CloseCombats = NO_COMBATS
    # aircraft: the crossing in progress, what is known of each aircraft, the FOs that spot for them in this turn and
    # what, whether the present Air Phase is over (na:6.7)
    flight: Flight | None = None
    sorties: dict[UnitId, Sortie] = field(factory=dict)
    air_observers: dict[UnitId, UnitId] = field(factory=dict)
    air_done: bool = False
    # adjustment: what has been decided in secret for the end of the step, who has ended it, whose is carried out, and
    # the entrenchments of the side that came last that have grown by its digging (na:6.8)
    pivots: dict[UnitId, int] = field(factory=dict)
    covers: dict[UnitId, bool] = field(factory=dict)
    adjusted: frozenset[SideId] = frozenset()
    settled: frozenset[SideId] = frozenset()
    dug: tuple[Work, ...] = ()
    # objectives and the end
    control: dict[str, SideId | None] = field(factory=dict)
    occupation: dict[str, Occupation] = field(factory=dict)
    instructions: dict[SideId, Instructions] = field(factory=dict)
    outcome: Outcome | None = None
    # whose knowledge this is, where no machine has the whole, None = all is known; sides that do without their
    # chances for Overwatch Fire in this step
    half_of: SideId | None = None
    waived: frozenset[SideId] = frozenset()
    # the ground as terrain counters leave it, for the works and clouds that it was made for
    _ground: tuple[tuple[Work, ...], tuple[Cloud, ...], Board] | None = field(default=None, eq=False, repr=False)

    # -- reading ------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The map as terrain counters leave it (na:6.1.4.3); as it is printed without any."""
        if not self.works and not self.clouds:
            return self.scenario.board
        if self._ground is None or self._ground[0] is not self.works or self._ground[1] is not self.clouds:
            made = ground(self.scenario.board, self.works, burning(self.clouds))
            self._ground = self.works, self.clouds, made
        return self._ground[2]

    @property
    def tables(self) -> Tables:
        """The tables of the Game Cards."""
        return self.scenario.tables

    def unit(self, unit_id: str) -> Unit:
        """The unit with this id. KeyError if there is none."""
        return self.units[UnitId(unit_id)]

    @property
    def advanced(self) -> AdvancedTables:
        """The tables of the Advanced Game. ValueError in a scenario of the Basic Game."""
        if self.scenario.advanced is None:
            raise ValueError(f"{self.scenario.id} plays the Basic Game")
        return self.scenario.advanced

    def has(self, module: Module) -> bool:
        """Whether a module of the Advanced Game is switched on."""
        return module in self.scenario.modules

    def card(self, unit_id: UnitId) -> UnitCard:
        """The data card of a unit."""
        return self.scenario.by_id[unit_id].card

    def vehicle(self, unit_id: UnitId) -> VehicleCard:
        """The data card of a vehicle. ValueError if the unit is none."""
        card = self.scenario.by_id[unit_id].card
        if not isinstance(card, VehicleCard):
            raise ValueError(f"{unit_id} is no vehicle")
        return card

    def name(self, unit_id: UnitId) -> str:
        """The name of a unit as its scenario gives it."""
        return self.scenario.by_id[unit_id].name

    def cell(self, hex_: Hex) -> Cell:
        """The terrain of a hex."""
        return self.board.cells[hex_]

    def of(self, side: SideId) -> Iterator[Unit]:
        """The units of a side that stand on the map."""
        return (u for u in self.units.values() if u.side == side and u.presence is Presence.ON_MAP)

    def in_hex(self, hex_: Hex) -> tuple[Unit, ...]:
        """The units in a hex, both sides, without those that are carried; wrecks are not units."""
        return tuple(u for u in self.units.values() if u.hex == hex_ and u.presence is Presence.ON_MAP)

    @property
    def second(self) -> SideId | None:
        """The Second Player of this turn (na:3.1)."""
        return self.scenario.enemy(self.first) if self.first else None

    def smoke(self) -> frozenset[Hex]:
        """Hexes whose Brew-Up Smoke counts now: not those of the current Player step (na:4.4.3.2.2f)."""
        return frozenset(h for h, w in self.wrecks.items() if w is Wreck.BU) - self.fresh_smoke

    def standing(self, side: SideId) -> Instructions:
        """The standing instructions of a side."""
        return self.instructions.get(side, _NO_INSTRUCTIONS)

    # -- changing (for evolve only) -----------------------------------------------------------

    def change(self, unit_id: UnitId, **changes: Any) -> None:
        """Replace a unit by one with some fields changed."""
        self.units[unit_id] = replaced(self.units[unit_id], **changes)

    def copy(self) -> PanzerState:
        """An independent copy; units and all other values are shared because they are frozen."""
        made = object.__new__(PanzerState)
        for name in _FIELDS:
            value = getattr(self, name)
            setattr(made, name, value.copy() if type(value) is dict else value)
        return made


_FIELDS: Final = tuple(a.name for a in fields(PanzerState))


def _at_first(unit: ScenarioUnit) -> Presence:
    """Where a unit is before the first event."""
    if isinstance(unit.card, AircraftCard | BatteryCard):
        return Presence.OFF_MAP
    if unit.part_of:
        return Presence.REPLACED
    if unit.riding:
        return Presence.CARRIED
    return Presence.ON_MAP if unit.hex is not None else Presence.WAITING


def initial_state(scenario: Scenario) -> PanzerState:
    """The state before the first event: units where the scenario puts them, no commands, no counters."""
    units = {
        u.id: Unit(
            id=u.id,
            side=u.side,
            hex=u.hex,
            facing=u.facing or 0,
            presence=_at_first(u),
            size=(u.size or u.card.largest) if isinstance(u.card, LegCard) else None,
            carrier=u.riding,
            inside=u.inside,
            floor=u.floor,
        )
        for u in scenario.units
    }
    control: Mapping[str, SideId | None] = {o.id: o.controller for o in scenario.objectives}
    return PanzerState(
        scenario=scenario,
        units=units,
        step="plotting" if scenario.plots else "set-up",
        control=dict(control),
        works=scenario.works,
        clouds=scenario.clouds,
        wrecks={hex_: Wreck(kind) for hex_, kind in scenario.wrecks.items()},
        indirect=Indirect(points=scenario.points, plans=scenario.plans) if scenario.points or scenario.plans else NONE,
    )
