"""The state of a game of Panzer: units, commands, counters, pending fire and movement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from attrs import define, field, fields

from core.board import Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzer.pieces.adjustment import NO_ADJUSTMENT, Adjustment
from core.panzer.pieces.advanced_tables import AdvancedTables, Grade
from core.panzer.pieces.cards import AircraftCard, BatteryCard, LegCard, UnitCard, VehicleCard
from core.panzer.pieces.close_combat import NO_COMBATS, CloseCombats
from core.panzer.pieces.clouds import NO_KINDLING, Cloud, Kindling, burning
from core.panzer.pieces.command import NO_COMMANDS, NOT_STAGGERED, Commands, Staggered
from core.panzer.pieces.concealment.camouflage import NO_CAMOUFLAGE, Camouflage
from core.panzer.pieces.concealment.hidden_units import NO_HIDDEN_UNITS, HiddenUnits
from core.panzer.pieces.counters import NO_COUNTERS, Counters
from core.panzer.pieces.course import NO_OBJECTIVES, NOT_YET, NOTHING_SET_UP, Objectives, Relief, SettingUp
from core.panzer.pieces.direct_fire import NO_FIRE, Fire
from core.panzer.pieces.edition import Edition
from core.panzer.pieces.firing import Question
from core.panzer.pieces.flights import NO_AIR, Air
from core.panzer.pieces.inquiry import NO_INQUIRY, Inquiry
from core.panzer.pieces.loads import NO_CARRYING, Carrying
from core.panzer.pieces.minefields import NO_MINEFIELDS, Minefields, counter, granted
from core.panzer.pieces.missions import NO_COUNTER_BATTERY, NO_MISSIONS, CounterBattery, Indirect
from core.panzer.pieces.morale import NO_LOSSES, Cohesion
from core.panzer.pieces.movement import NO_MOVES, NOBODY_ENTERED, Moves, Narrow
from core.panzer.pieces.scenario import Scenario, ScenarioUnit
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Tables
from core.panzer.pieces.turrets import Turrets
from core.panzer.pieces.unit import Presence, Unit, Wreck
from core.panzer.pieces.works import Work, ground
from core.panzer.temper import PLAIN, Temper
from core.presentation import Outcome
from core.remembered import Answers, Remembering, remembered
from core.replaced import replaced
from core.secrecy import ALL, PARTS, keeps_secrets, known
from core.setting import Entry

# Who may know what hangs on something else in the state.


def _addressed(state: PanzerState, part: PanzerState, side: SideId | None) -> bool:
    """Whether a side is asked what is asked now."""
    return state.question is not None and state.question.side == side


_ALL: Final = known(ALL)
_PARTS: Final = known(PARTS)
#: Steps in which what a side does is secret until it has ended them (na:4.2.1a, na:6.5.1.4, na:6.8, or:7.2.3, or:7.24,
#: or:7.31.1, or:7.42.1).
IN_SECRET: Final = (
    "commands",
    "hiding",
    "plotting",
    "minefields",
    "camouflage",
    "name-formations",
    "next-formation",
    "pivot",
    "set-turrets",
    "turrets",
    "full-cover",
)


@keeps_secrets
@define
class PanzerState(Remembering):
    """Everything that changes in a game of Panzer. Only `evolve` changes it; the scenario is shared."""

    answers: Answers | None = field(init=False, factory=Answers, eq=False, repr=False)

    scenario: Scenario = field(eq=False, repr=False, metadata=_ALL)
    units: dict[UnitId, Unit] = field(metadata=_PARTS)
    turn: int = field(default=0, metadata=_ALL)
    step: str = field(default="set-up", metadata=_ALL)
    # sides that have ended their part of the step
    ended: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    # who sees whom (na:4.1)
    sighted: Mapping[UnitId, frozenset[UnitId]] = field(factory=dict, metadata=_ALL)
    # units that their enemies have spotted by a roll and not lost since (or:7.7.1), and by whom (or:7.4.1)
    made_out: Mapping[UnitId, frozenset[UnitId]] = field(factory=dict, metadata=_ALL)
    # what a side must decide before play goes on
    question: Question | None = field(default=None, metadata=known(_addressed))
    outcome: Outcome | None = field(default=None, metadata=_ALL)
    # whose knowledge this is, where no machine has the whole, None = all is known; what machines ask one another
    half_of: SideId | None = field(default=None, metadata=_ALL)
    inquiry: Inquiry = field(default=NO_INQUIRY, metadata=_ALL)
    # what each chapter adds: frozen values, replaced as a whole, so that copies share them
    setting_up: SettingUp = field(default=NOTHING_SET_UP, metadata=_PARTS)
    counters: Counters = field(default=NO_COUNTERS, metadata=_PARTS)
    commands: Commands = field(default=NO_COMMANDS, metadata=_PARTS)
    staggered: Staggered = field(default=NOT_STAGGERED, metadata=_PARTS)
    indirect: Indirect = field(default=NO_MISSIONS, metadata=_PARTS)
    counter_battery: CounterBattery = field(default=NO_COUNTER_BATTERY, metadata=_PARTS)
    fire: Fire = field(default=NO_FIRE, metadata=_PARTS)
    combats: CloseCombats = field(default=NO_COMBATS, metadata=_ALL)
    moves: Moves = field(default=NO_MOVES, metadata=_PARTS)
    narrow: Narrow = field(default=NOBODY_ENTERED, metadata=_PARTS)
    carrying: Carrying = field(default=NO_CARRYING, metadata=_PARTS)
    air: Air = field(default=NO_AIR, metadata=_PARTS)
    adjustment: Adjustment = field(default=NO_ADJUSTMENT, metadata=_PARTS)
    minefields: Minefields = field(default=NO_MINEFIELDS, metadata=_PARTS)
    camouflage: Camouflage = field(default=NO_CAMOUFLAGE, metadata=_PARTS)
    hidden: HiddenUnits = field(default=NO_HIDDEN_UNITS, metadata=_PARTS)
    kindling: Kindling = field(default=NO_KINDLING, metadata=_PARTS)
    cohesion: Cohesion = field(default=NO_LOSSES, metadata=_PARTS)
    objectives: Objectives = field(default=NO_OBJECTIVES, metadata=_PARTS)
    relief: Relief = field(default=NOT_YET, metadata=_PARTS)
    # how the computer player weighs that looks at this view; no part of the game
    temper: Temper = field(default=PLAIN, eq=False, repr=False, metadata=_ALL)
    # the ground as terrain counters leave it, for the works and clouds that it was made for
    _ground: tuple[tuple[Work, ...], tuple[Cloud, ...], Board] | None = field(
        default=None, eq=False, repr=False, init=False
    )

    # who stands on the map and who is carried, worked out of the units; None = it has to be anew
    _there: tuple[UnitId, ...] | None = field(default=None, eq=False, repr=False, init=False)
    _carried: tuple[UnitId, ...] | None = field(default=None, eq=False, repr=False, init=False)
    _standing_in: Mapping[Hex, tuple[UnitId, ...]] | None = field(default=None, eq=False, repr=False, init=False)

    # -- reading ------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The map as terrain counters leave it (na:6.1.4.3), and the weather (or:7.36.3); as it is printed without."""
        works, clouds = self.counters.works, self.counters.clouds
        if not works and not clouds:
            return self.scenario.ground
        if self._ground is None or self._ground[0] is not works or self._ground[1] is not clouds:
            made = ground(self.scenario.ground, works, burning(clouds), closed=self.edition.fallen_bridges_close)
            self.keep("_ground", (works, clouds, made))
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
        """The tables of the Advanced Game. ValueError in a scenario that has no use for them."""
        if self.scenario.advanced is None:
            raise ValueError(f"{self.scenario.id} plays the Basic Game")
        return self.scenario.advanced

    @property
    def edition(self) -> Edition:
        """What differs between the editions, as the one that is played has it."""
        return self.scenario.rules

    @property
    def turrets(self) -> Turrets:
        """The ways in which turrets may face, where they face a way of their own."""
        return self.edition.turrets

    def has(self, module: Switch) -> bool:
        """Whether a module of the Advanced Game is switched on."""
        return module in self.scenario.switches

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
        return (u for u in self.there if u.side == side)

    @property
    def there(self) -> list[Unit]:
        """The units that stand on the map, in their order; wrecks are none."""
        ids = self._there
        if ids is None:
            ids = tuple([u.id for u in self.units.values() if u.presence is Presence.ON_MAP])
            self.keep("_there", ids)
        units = self.units
        return [units[unit] for unit in ids]

    @property
    def carried(self) -> list[Unit]:
        """The units that others carry, in their order."""
        ids = self._carried
        if ids is None:
            ids = tuple([u.id for u in self.units.values() if u.carrier is not None])
            self.keep("_carried", ids)
        units = self.units
        return [units[unit] for unit in ids]

    def in_hex(self, hex_: Hex) -> tuple[Unit, ...]:
        """The units in a hex, both sides, without those that are carried; wrecks are not units."""
        units = self.units
        return tuple([units[unit] for unit in (self._standing_in or self._by_hex()).get(hex_, ())])

    def is_view_of(self, side: str) -> bool:
        """Whether this is kept as what a side knows: of its own units it knows all."""
        return self.answers is not None and self.answers.get(("view", side)) is True

    def _by_hex(self) -> Mapping[Hex, tuple[UnitId, ...]]:
        """Who stands in each hex, in their order; kept until somebody stands elsewhere."""
        lists: dict[Hex, list[UnitId]] = {}
        for unit in self.there:
            if unit.hex is not None:
                lists.setdefault(unit.hex, []).append(unit.id)
        found = {hex_: tuple(units) for hex_, units in lists.items()}
        self.keep("_standing_in", found)
        return found

    @property
    @remembered
    def standing(self) -> tuple[tuple[Hex | None, Presence, UnitId | None, bool, bool, bool], ...]:
        """Where every unit is, in their order: hex, presence, carrier, whether it is left, is Broken, has its radio.

        For what outlasts orders that change nothing else of units, as all that place commands do.
        """
        return tuple([(u.hex, u.presence, u.carrier, u.bailed_out, u.broken, u.has_radio) for u in self.units.values()])

    def entry(self, unit_id: UnitId) -> Entry | None:
        """When and where a unit enters the map, if it does: of a relief force that has arrived, then and there."""
        force, told = self.scenario.relief, self.relief
        if force is not None and told.arrived and unit_id in force.units:
            return Entry(told.arrived, force.way(told.way).hexes)
        return self.scenario.by_id[unit_id].entry

    def force_grade(self, side: SideId) -> Grade:
        """The Force Grade of a side (na:5.8.1), as its relief force leaves it (min:23.3.6.b)."""
        force = self.scenario.relief
        relieved = force is not None and force.side == side and self.relief.arrived
        return force.grade if force is not None and relieved else self.scenario.side(side).grade

    def may_enter(self, unit: Unit) -> bool:
        """Whether a unit waits off the map and may enter this turn."""
        entry = self.entry(unit.id)
        return unit.presence is Presence.WAITING and entry is not None and entry.turn <= self.turn

    def unknown(self, side: SideId) -> bool:
        """Whether a unit or HIDDEN UNIT counter of a side has a command that this half of the secrets does not tell.

        (na:4.2.1a, or:7.2.2.2)
        """
        if side == self.half_of or side not in self.commands.done:
            return False
        if any(counter.command is None and not counter.way for counter in self.hidden.of(side)):
            return True
        bare = (u for u in self.units.values() if u.side == side and u.command is None)
        return any(u.on_map or self.may_enter(u) for u in bare)

    @property
    def second(self) -> SideId | None:
        """The Second Player of this turn (na:3.1)."""
        first = self.commands.first_player
        return self.scenario.enemy(first) if first else None

    def in_secret(self, side: SideId) -> bool:
        """Whether what a side does now is secret until it has ended the step."""
        return self.step in IN_SECRET

    def in_doubt(self, side: SideId) -> bool:
        """Whether what lies face down may decide what happens next: always, but where an event says more."""
        return True

    # -- changing (for evolve only) -----------------------------------------------------------

    def change(self, unit_id: UnitId, **changes: Any) -> None:
        """Replace a unit by one with some fields changed."""
        self.put(replaced(self.units[unit_id], **changes))

    def put(self, unit: Unit) -> None:
        """Put a unit in the place of what it was."""
        before = self.units.get(unit.id)
        self.units[unit.id] = unit
        if before is None or before.presence is not unit.presence:
            self.keep("_there", None)
        if before is None or before.carrier != unit.carrier:
            self.keep("_carried", None)
        was, now = None if before is None else _stands(before), _stands(unit)
        if self._standing_in is not None and was != now:
            found = dict(self._standing_in)
            if was is not None:
                found[was] = tuple([i for i in found[was] if i != unit.id])
            if now is not None:
                both = (*found.get(now, ()), unit.id)
                found[now] = tuple([i for i in self.units if i in both]) if len(both) > 1 else both
            self.keep("_standing_in", found)
        self.forget()

    def copy(self) -> PanzerState:
        """An independent copy; units, parts and all other values are shared because they are frozen."""
        made = object.__new__(PanzerState)
        for name, value in zip(_FIELDS, _VALUES(self), strict=True):
            _SET(made, name, value)
        made.keep("units", self.units.copy())
        made.keep("answers", self.handed_on())
        return made

    def shown(self, changes: Mapping[str, Any]) -> PanzerState:
        """A copy for a side that is shown these fields otherwise. Who stands where everybody knows, so that it takes
        over what has been worked out of that."""
        made = self.copy()
        for name, value in changes.items():
            setattr(made, name, value)
        return made


def _stands(unit: Unit) -> Hex | None:
    """The hex in which a unit stands; None for who is carried, waits off the map or is gone."""
    return unit.hex if unit.presence is Presence.ON_MAP else None


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


def _first_step(scenario: Scenario) -> str:
    """What comes before the first turn: plotting artillery, laying minefields, camouflage, the set-up."""
    if scenario.plots:
        return "plotting"
    laid = any(not m.hexes for side in scenario.sides for m in scenario.minefields_of(side.id))
    if laid:
        return "minefields"
    hides = scenario.has(Switch.CAMOUFLAGE) and any(side.camouflage for side in scenario.sides)
    return "camouflage" if hides else "set-up"


def initial_state(scenario: Scenario) -> PanzerState:
    """The state before the first event: units where the scenario puts them, turrets ahead, no commands, no counters."""
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
    laid, found = granted(scenario.minefields, on=scenario.has(Switch.MINES))
    mines = dict.fromkeys(counter(scenario.minefields, m.field, m.kind, m.hex) for m in found)
    return PanzerState(
        scenario=scenario,
        units=units,
        step=_first_step(scenario),
        counters=Counters(
            wrecks={hex_: Wreck(kind) for hex_, kind in scenario.wrecks.items()},
            clouds=scenario.clouds,
            works=(*scenario.works, *mines),
        ),
        minefields=Minefields(laid=laid, found=found),
        indirect=Indirect(points=scenario.points, plans=scenario.plans),
        objectives=Objectives(control={o.id: o.controller for o in scenario.objectives}),
    )
