"""The state of a game of PanzerBlitz: counters, announced attacks, what each unit did in this Player-Turn."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from operator import attrgetter
from typing import Any

from attrs import define, evolve, field, fields, frozen

from core.board import Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.reference import Kind, Tables, UnitType
from core.panzerblitz.situation import Situation
from core.presentation import Outcome


class Presence(Enum):
    """Where a counter is: not yet on the map, on it, gone for good, or off the map by an edge."""

    WAITING = "waiting"
    ON_MAP = "on map"
    ELIMINATED = "eliminated"
    EXITED = "exited"


class Operation(Enum):
    """What transport did in this Player-Turn; one of them only (pb:PB-TRANS-A)."""

    LOADED = "loaded"
    UNLOADED = "unloaded"


class Method(Enum):
    """How a stack is attacked: the three normal methods (pb:PB-COMBAT-I), and the attacks beside them."""

    SELECTIVE = "selective"
    MULTIPLE = "multiple"
    COMBINATION = "combination"
    OVERRUN = "overrun"
    CLOSE_ASSAULT = "close assault"
    MINEFIELD = "minefield"


#: The methods of normal combat.
NORMAL = (Method.SELECTIVE, Method.MULTIPLE, Method.COMBINATION)


class Fate(Enum):
    """What an attack did to a unit: dispersed, or eliminated, leaving nothing, a Wreck, or a Block (fortifications)."""

    DISPERSED = "dispersed"
    ELIMINATED = "eliminated"
    WRECKED = "wrecked"
    BLOCKED = "blocked"


@frozen
class Unit:
    """One counter in play. Its type stands in the Situation.

    inside:    in the fortification of its hex, not on top of it (pb:PB-FORT-J).
    carrier:   the unit that carries it; it lies in the same hex, or waits with it off the map.
    dispersed: face down (pb:PB-CRT-D); struck: dispersed in this very Player-Turn (pb:PB-CRT-DD).
    fired:     its Attack Factor is used for this Player-Turn (pb:PB-COMBAT-E).
    spent:     HALVES of movement points used in this Player-Turn, in impulses in the present one.
    entered:   hexes entered in this Player-Turn; road: at road rate for any of them.
    stopped:   it may go no further (pb:PB-MINE-D, pb:PB-BLOCK-B, pb:PB-OVR-B).
    start:     its hex when this Player-Turn began.
    mined:     it came undispersed through the attack of the minefield that it still stands on (pb:PB-MINE-E).
    jumped:    the hex whose stack it must assault after jumping off (pb:PB-OPT-PBA-1).
    exits:     edges by which it left, in order; left_from, left_on: hex and Game-Turn of the last time.
    """

    id: UnitId
    side: SideId
    hex: Hex | None = None
    presence: Presence = Presence.WAITING
    inside: bool = False
    carrier: UnitId | None = None
    dispersed: bool = False
    struck: bool = False
    fired: bool = False
    spent: int = 0
    entered: int = 0
    road: bool = False
    stopped: bool = False
    start: Hex | None = None
    operation: Operation | None = None
    mined: bool = False
    jumped: Hex | None = None
    hidden: bool = False
    exits: tuple[str, ...] = ()
    left_from: Hex | None = None
    left_on: int = 0

    @property
    def on_map(self) -> bool:
        """Whether it lies on the map."""
        return self.presence is Presence.ON_MAP


_FIELDS = tuple(a.name for a in fields(Unit))
_INDEX = {name: n for n, name in enumerate(_FIELDS)}
_values = attrgetter(*_FIELDS)


def _changed(unit: Unit, changes: dict[str, Any]) -> Unit:
    """A unit with some fields changed; replays spend most of their time here, so it does without `attrs.evolve`."""
    values = list(_values(unit))
    for name, value in changes.items():
        values[_INDEX[name]] = value
    return Unit(*values)


@frozen
class Battle:
    """Attackers against one target: a unit that heads an element of the stack; None = the whole stack.

    intensive: those of the attackers that fire intensively (pb:PB-OPT-AMMO-1).
    """

    target: UnitId | None
    attackers: tuple[UnitId, ...]
    intensive: tuple[UnitId, ...] = ()


@frozen
class Attack:
    """An announced normal attack on a hex: its method, and one battle, or several of a Multiple attack."""

    hex: Hex
    method: Method
    battles: tuple[Battle, ...]


@define
class BlitzState:
    """Everything that changes in a game of PanzerBlitz. Only `evolve` changes it; the Situation is shared.

    rubble: Blocks that fortifications became (pb:PB-FORT-P); wrecks: whose Wrecks lie in a hex; gates: the hex by
    which a group that enters as a column comes on, arrivals: how many of it came on in this Player-Turn;
    contact: sides whose columns have met the enemy; overrun, assaulted: units so attacked in this Player-Turn.
    """

    situation: Situation = field(eq=False, repr=False)
    options: frozenset[str]
    units: dict[UnitId, Unit]
    turn: int = 0
    step: str = "set-up"
    set_up_done: frozenset[SideId] = frozenset()
    done: bool = False
    announced: tuple[Attack, ...] = ()
    wrecks: dict[Hex, tuple[SideId, ...]] = field(factory=dict)
    rubble: frozenset[Hex] = frozenset()
    gates: dict[str, Hex] = field(factory=dict)
    arrivals: dict[str, int] = field(factory=dict)
    contact: frozenset[SideId] = frozenset()
    overrun: frozenset[UnitId] = frozenset()
    assaulted: frozenset[UnitId] = frozenset()
    mines_due: tuple[Hex, ...] = ()
    outcome: Outcome | None = None
    _places: dict[Hex, tuple[Unit, ...]] | None = field(default=None, eq=False, repr=False, init=False)
    _loose: dict[Hex, tuple[Unit, ...]] = field(factory=dict, eq=False, repr=False, init=False)
    _markers: dict[tuple[Hex, Kind], Unit] = field(factory=dict, eq=False, repr=False, init=False)
    _aboard: dict[UnitId, UnitId] | None = field(default=None, eq=False, repr=False, init=False)
    _memo: dict[Any, Any] | None = field(default=None, eq=False, repr=False, init=False)

    # -- reading ------------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The map."""
        return self.situation.board

    @property
    def tables(self) -> Tables:
        """The play charts."""
        return self.situation.tables

    def unit(self, unit_id: str) -> Unit:
        """The unit with this id. KeyError if there is none, or none that is known."""
        return self.units[UnitId(unit_id)]

    def type(self, unit_id: UnitId) -> UnitType:
        """What is printed on the counter."""
        return self.situation.by_id[unit_id].type

    def name(self, unit_id: UnitId) -> str:
        """The name of a unit as its Situation gives it."""
        return self.situation.by_id[unit_id].name

    def nation(self, side: SideId) -> str:
        """The nation whose limits a side has."""
        return self.situation.side(side).nation

    def cell(self, hex_: Hex) -> Cell:
        """The terrain of a hex."""
        return self.situation.board.cells[hex_]

    def has(self, option: str) -> bool:
        """Whether an optional rule is in use."""
        return option in self.options

    def of(self, side: SideId) -> Iterator[Unit]:
        """The units with men of a side that lie on the map, carried ones too."""
        return (u for u in self.units.values() if u.side == side and u.on_map and self.type(u.id).manned)

    def _lie(self) -> dict[Hex, tuple[Unit, ...]]:
        """The counters in each hex, sorted out once after every change."""
        if self._places is None:
            places: dict[Hex, tuple[Unit, ...]] = {}
            loose: dict[Hex, tuple[Unit, ...]] = {}
            markers: dict[tuple[Hex, Kind], Unit] = {}
            for unit in self.units.values():
                hex_ = unit.hex
                if hex_ is None or unit.presence is not Presence.ON_MAP:
                    continue
                places[hex_] = (*places.get(hex_, ()), unit)
                type_ = self.situation.by_id[unit.id].type
                if not type_.manned:
                    markers.setdefault((hex_, type_.kind), unit)
                elif unit.carrier is None:
                    loose[hex_] = (*loose.get(hex_, ()), unit)
            self._places, self._loose, self._markers = places, loose, markers
        return self._places

    def in_hex(self, hex_: Hex) -> tuple[Unit, ...]:
        """All counters in a hex but Wrecks: units, carried units, fortification, minefield, Block."""
        return self._lie().get(hex_, ())

    def bare(self, hex_: Hex) -> bool:
        """Whether nothing at all lies in a hex."""
        return not self.in_hex(hex_) and hex_ not in self.wrecks and hex_ not in self.rubble

    def passenger(self, carrier: UnitId) -> UnitId | None:
        """The unit that a carrier carries."""
        if self._aboard is None:
            self._aboard = {u.carrier: u.id for u in self.units.values() if u.carrier is not None}
        return self._aboard.get(carrier)

    @property
    def memo(self) -> dict[Any, Any]:
        """What was computed of the units as they lie now; forgotten with the next change of any."""
        if self._memo is None:
            self._memo = {}
        return self._memo

    @property
    def around(self) -> tuple[Any, ...]:
        """All that changes besides the units, as part of a key of `memo`."""
        counters = (tuple(self.wrecks.items()), self.rubble, tuple(self.gates.items()), tuple(self.arrivals.items()))
        return (self.turn, self.step, self.announced, self.contact, self.overrun, self.assaulted, *counters)

    def loose(self, hex_: Hex) -> tuple[Unit, ...]:
        """The units with men in a hex that are not carried: those that lie open, and those in a fortification."""
        if self._places is None:
            self._lie()
        return self._loose.get(hex_, ())

    def marker(self, hex_: Hex, kind: Kind) -> Unit | None:
        """The counter without men of a kind in a hex: fortification, minefield or Block."""
        if self._places is None:
            self._lie()
        return self._markers.get((hex_, kind))

    def fortification(self, hex_: Hex) -> Unit | None:
        """The fortification of a hex; there is at most one (pb:PB-FORT-N)."""
        return self.marker(hex_, Kind.FORTIFICATION)

    def minefield(self, hex_: Hex) -> Unit | None:
        """The minefield of a hex; there is at most one (pb:PB-MINE-A)."""
        return self.marker(hex_, Kind.MINEFIELD)

    def blocked(self, hex_: Hex) -> bool:
        """Whether a Block lies in a hex, placed or left by a fortification (pb:PB-BLOCK-1, pb:PB-BLOCK-D)."""
        return hex_ in self.rubble or self.marker(hex_, Kind.BLOCK) is not None

    # -- changing (for evolve only) -----------------------------------------------------------

    def change(self, unit_id: UnitId, **changes: Any) -> None:
        """Replace a unit by one with some fields changed."""
        self.units[unit_id] = _changed(self.units[unit_id], changes)
        self._places = self._memo = None
        if "carrier" in changes:
            self._aboard = None

    def forget(self, unit_id: UnitId) -> None:
        """Take a unit out of a view whose owner does not know of it."""
        del self.units[unit_id]
        self._places = self._aboard = self._memo = None

    def copy(self) -> BlitzState:
        """An independent copy; units and all other values are shared because they are frozen."""
        return evolve(
            self,
            units=dict(self.units),
            wrecks=dict(self.wrecks),
            gates=dict(self.gates),
            arrivals=dict(self.arrivals),
        )


def initial_state(situation: Situation, options: tuple[str, ...] = ()) -> BlitzState:
    """The state before the first event: every counter of the forces waits (pb:PB-SETUP-1).

    options: the optional and experimental rules in use, any number of them (pb:PB-OPT-0, pb:PB-EXP-0).
    """
    units = {u.id: Unit(id=u.id, side=u.side) for u in situation.units}
    return BlitzState(situation=situation, options=frozenset(options), units=units)
