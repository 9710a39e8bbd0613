"""The state of a game of Panzer: units, commands, counters, pending fire and movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from attrs import define, field, fields

from core.board import Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex
from core.kept import Kept
from core.panzer.pieces.advanced_tables import AdvancedTables
from core.panzer.pieces.ap import Aspect, ScoredHits
from core.panzer.pieces.cards import AircraftCard, BatteryCard, LegCard, UnitCard, VehicleCard
from core.panzer.pieces.close_combat import NO_COMBATS, CloseCombats
from core.panzer.pieces.clouds import Cloud, burning
from core.panzer.pieces.command import NO_INSTRUCTIONS, Instructions
from core.panzer.pieces.course import Occupation
from core.panzer.pieces.direct_fire import Window
from core.panzer.pieces.firing import Question, Shot
from core.panzer.pieces.flights import Flight, Sortie
from core.panzer.pieces.loads import Mounting
from core.panzer.pieces.missions import NONE, Indirect
from core.panzer.pieces.modules import Module
from core.panzer.pieces.movement import ActiveMove, SetOff
from core.panzer.pieces.scenario import Scenario, ScenarioUnit
from core.panzer.pieces.tables import Tables
from core.panzer.pieces.unit import Presence, Unit, Wreck
from core.panzer.pieces.works import Work, ground
from core.presentation import Outcome
from core.remembered import MOST, Answers, Remembering
from core.replaced import replaced
from core.secrecy import ALL, OWN_SIDE, OWN_UNITS, PARTS, keeps_secrets, known

# Who may know what hangs on something else in the state.


def _addressed(state: PanzerState, part: PanzerState, side: SideId | None) -> bool:
    """Whether a side is asked what is asked now."""
    return state.question is not None and state.question.side == side


def _answering(state: PanzerState, part: PanzerState, side: SideId | None) -> bool:
    """Whether the chance for Overwatch Fire is a side's."""
    return state.window is not None and state.window.acting == side


def _of_mover(state: PanzerState, part: PanzerState, side: SideId | None) -> bool:
    """Whether the unit that moves is of a side."""
    return state.move is None or state.units[state.move.unit].side == side


def _of_target(state: PanzerState, part: PanzerState, side: SideId | None) -> bool:
    """Whether the target of the fire announced is of a side."""
    return bool(state.announced) and state.units[state.announced[0].target].side == side


_ALL: Final = known(ALL)
#: Steps in which what a side does is secret until it has ended them (na:4.2.1a, na:6.8, na:6.5.1.4).
IN_SECRET: Final = ("commands", "plotting", "pivot", "full-cover")


@keeps_secrets
@define
class PanzerState(Remembering):
    """Everything that changes in a game of Panzer. Only `evolve` changes it; the scenario is shared."""

    answers: Answers | None = field(init=False, factory=lambda: Kept(MOST), eq=False, repr=False)

    scenario: Scenario = field(eq=False, repr=False, metadata=_ALL)
    units: dict[UnitId, Unit] = field(metadata=known(PARTS))
    turn: int = field(default=0, metadata=_ALL)
    step: str = field(default="set-up", metadata=_ALL)
    # set-up
    set_up_order: tuple[SideId, ...] = field(default=(), metadata=_ALL)
    zones: dict[SideId, str] = field(factory=dict, metadata=_ALL)
    set_up_done: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    # counters on the map
    wrecks: dict[Hex, Wreck] = field(factory=dict, metadata=_ALL)
    fresh_smoke: frozenset[Hex] = field(default=frozenset(), metadata=_ALL)
    clouds: tuple[Cloud, ...] = field(default=(), metadata=_ALL)
    works: tuple[Work, ...] = field(default=(), metadata=_ALL)
    # the turn
    sighted: dict[UnitId, frozenset[UnitId]] = field(factory=dict, metadata=_ALL)
    commands_done: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    # unique commands of each formation, by "side/name" (na:6.2.1)
    available: dict[str, int] = field(factory=dict, metadata=_ALL)
    initiative_winner: SideId | None = field(default=None, metadata=_ALL)
    first: SideId | None = field(default=None, metadata=_ALL)
    # fire
    announced: tuple[Shot, ...] = field(default=(), metadata=_ALL)
    announced_overwatch: bool = field(default=False, metadata=_ALL)
    resolved_targets: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    # hexes at which each unit has announced Direct Fire in this turn (na:6.2.1.1.4a)
    fired_at: dict[UnitId, tuple[Hex, ...]] = field(factory=dict, metadata=_ALL)
    question: Question | None = field(default=None, metadata=known(_addressed))
    declined: bool = field(default=False, metadata=known(_of_target, False))
    aspect: Aspect | None = field(default=None, metadata=known(_of_target))
    scored: ScoredHits | None = field(default=None, metadata=known(PARTS))
    fired: tuple[UnitId, ...] = field(default=(), metadata=_ALL)
    window: Window | None = field(default=None, metadata=known(_answering))
    combat_overwatch_over: bool = field(default=False, metadata=_ALL)
    # whether the player has ended his Direct Fire: passengers that have not fired hold it (na:6.6.7.2)
    fire_finished: bool = field(default=False, metadata=_ALL)
    # indirect fire: missions in force, plots, what is being resolved (na:6.5.1)
    indirect: Indirect = field(default=NONE, metadata=known(PARTS))
    # movement
    move: ActiveMove | None = field(default=None, metadata=_ALL)
    plan: tuple[str, ...] = field(default=(), metadata=known(_of_mover, ()))
    plan_ends: bool = field(default=False, metadata=known(_of_mover, False))
    finishing: bool = field(default=False, metadata=_ALL)
    set_off: dict[UnitId, SetOff] = field(factory=dict, metadata=_ALL)
    # a unit about to mount; where each vehicle has mounted and dismounted passengers in this turn (na:6.6.7.1.1c)
    mounting: Mounting | None = field(default=None, metadata=_ALL)
    handled: dict[UnitId, Hex] = field(factory=dict, metadata=_ALL)
    # Close Assaults, Hand-to-Hand combats and Overruns of the turn (na:6.6.1, na:6.6.10)
    combats: CloseCombats = field(default=NO_COMBATS, metadata=_ALL)
    # aircraft: the crossing in progress, what is known of each aircraft, the FOs that spot for them in this turn and
    # what, whether the present Air Phase is over (na:6.7)
    flight: Flight | None = field(default=None, metadata=known(PARTS))
    sorties: dict[UnitId, Sortie] = field(factory=dict, metadata=known(PARTS))
    air_observers: dict[UnitId, UnitId] = field(factory=dict, metadata=_ALL)
    air_done: bool = field(default=False, metadata=_ALL)
    # adjustment: what has been decided in secret for the end of the step, who has ended it, whose is carried out, and
    # the entrenchments of the side that came last that have grown by its digging (na:6.8)
    pivots: dict[UnitId, int] = field(factory=dict, metadata=known(OWN_UNITS))
    covers: dict[UnitId, bool] = field(factory=dict, metadata=known(OWN_UNITS))
    adjusted: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    settled: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    dug: tuple[Work, ...] = field(default=(), metadata=_ALL)
    # objectives and the end
    control: dict[str, SideId | None] = field(factory=dict, metadata=_ALL)
    occupation: dict[str, Occupation] = field(factory=dict, metadata=_ALL)
    instructions: dict[SideId, Instructions] = field(factory=dict, metadata=known(OWN_SIDE))
    outcome: Outcome | None = field(default=None, metadata=_ALL)
    # whose knowledge this is, where no machine has the whole, None = all is known; sides that do without their
    # chances for Overwatch Fire in this step
    half_of: SideId | None = field(default=None, metadata=_ALL)
    waived: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    # the ground as terrain counters leave it, for the works and clouds that it was made for
    _ground: tuple[tuple[Work, ...], tuple[Cloud, ...], Board] | None = field(
        default=None, eq=False, repr=False, init=False
    )

    # -- reading ------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The map as terrain counters leave it (na:6.1.4.3); as it is printed without any."""
        if not self.works and not self.clouds:
            return self.scenario.board
        if self._ground is None or self._ground[0] is not self.works or self._ground[1] is not self.clouds:
            made = ground(self.scenario.board, self.works, burning(self.clouds))
            self.keep("_ground", (self.works, self.clouds, made))
            return made
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
        answers = self.answers
        if answers is None:
            return tuple(u for u in self.units.values() if u.hex == hex_ and u.presence is Presence.ON_MAP)
        found: dict[Hex, tuple[Unit, ...]] | None = answers.get("in hex")
        if found is None:
            found = answers["in hex"] = self._by_hex()
        return found.get(hex_, ())

    def _by_hex(self) -> dict[Hex, tuple[Unit, ...]]:
        lists: dict[Hex, list[Unit]] = {}
        for unit in self.units.values():
            if unit.hex is not None and unit.presence is Presence.ON_MAP:
                lists.setdefault(unit.hex, []).append(unit)
        return {hex_: tuple(units) for hex_, units in lists.items()}

    def may_enter(self, unit: Unit) -> bool:
        """Whether a unit waits off the map and may enter this turn."""
        entry = self.scenario.by_id[unit.id].entry
        return unit.presence is Presence.WAITING and entry is not None and entry.turn <= self.turn

    def unknown(self, side: SideId) -> bool:
        """Whether a unit of a side has a command that this half of the secrets does not tell (na:4.2.1a)."""
        if side == self.half_of or side not in self.commands_done:
            return False
        bare = (u for u in self.units.values() if u.side == side and u.command is None)
        return any(u.on_map or self.may_enter(u) for u in bare)

    @property
    def second(self) -> SideId | None:
        """The Second Player of this turn (na:3.1)."""
        return self.scenario.enemy(self.first) if self.first else None

    def smoke(self) -> frozenset[Hex]:
        """Hexes whose Brew-Up Smoke counts now: not those of the current Player step (na:4.4.3.2.2f)."""
        return frozenset(h for h, w in self.wrecks.items() if w is Wreck.BU) - self.fresh_smoke

    def standing(self, side: SideId) -> Instructions:
        """The standing instructions of a side."""
        return self.instructions.get(side, NO_INSTRUCTIONS)

    def in_secret(self, side: SideId) -> bool:
        """Whether what a side does now is secret until it has ended the step."""
        return self.step in IN_SECRET

    # -- changing (for evolve only) -----------------------------------------------------------

    def change(self, unit_id: UnitId, **changes: Any) -> None:
        """Replace a unit by one with some fields changed."""
        self.put(replaced(self.units[unit_id], **changes))

    def put(self, unit: Unit) -> None:
        """Put a unit in the place of what it was."""
        self.units[unit.id] = unit
        self.forget()

    def copy(self) -> PanzerState:
        """An independent copy; units and all other values are shared because they are frozen."""
        made = object.__new__(PanzerState)
        for name, value in zip(_FIELDS, _VALUES(self), strict=True):
            _SET(made, name, value.copy() if type(value) is dict else value)
        made.keep("answers", self.handed_on())
        return made

    def shown(self, changes: Mapping[str, Any]) -> PanzerState:
        """A copy for a side that is shown these fields otherwise."""
        made = self.copy()
        for name, value in changes.items():
            setattr(made, name, value)
        return made


#: Past what a change forgets.
_SET: Final = object.__setattr__
_FIELDS: Final = tuple(a.name for a in fields(PanzerState))
_VALUES: Final = attrgetter(*_FIELDS)


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
