"""The state of a game of PanzerBlitz: counters, announced attacks, what each unit did in this Player-Turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from enum import Enum
from typing import Any, Final

from attrs import define, field, fields, frozen

from core.board import Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from core.panzerblitz.pieces.reference import Kind, Tables, UnitType
from core.panzerblitz.pieces.situation import Situation
from core.presentation import Outcome
from core.secrecy import ALL, each, keeps_secrets, known


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


@frozen(slots=False)
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
    trail:     the hexes out of which it has driven at the cost of the terrain in this Player-Turn; after a step along
               the road only those since, behind its own id. Who joins others has theirs.
    upon:      units on the road in its hex, none of them hidden, on to whom it came there (pb:PB-ROAD-E).
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
    trail: tuple[str, ...] = ()
    upon: tuple[UnitId, ...] = ()
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


def _changed(unit: Unit, changes: dict[str, Any]) -> Unit:
    """A unit with some fields changed; replays spend most of their time here, so it does without `attrs.evolve`."""
    made = object.__new__(Unit)
    object.__setattr__(made, "__dict__", {**unit.__dict__, **changes})
    return made


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


#: The step before the sequence of play.
_SET_UP: Final = "set-up"


def _in_view(state: BlitzState, unit: Unit, side: SideId | None) -> bool:
    """Whether a side knows of a counter: all those of a side that may deploy hidden are secret while it sets up."""
    if unit.side == side:
        return True
    if unit.hidden:
        return False
    return state.step != _SET_UP or unit.side != state.hider or unit.side in state.set_up_done


_ALL: Final = known(ALL)
_COUNTERS: Final = known(each(_in_view, unless=lambda state: state.hider is None))


@keeps_secrets
@define
class BlitzState:
    """Everything that changes in a game of PanzerBlitz. Only `evolve` changes it; the Situation is shared.

    rubble: Blocks that fortifications became (pb:PB-FORT-P); wrecks: whose Wrecks lie in a hex; gates: the hex by
    which a group that enters as a column comes on, arrivals: how many of it came on in this Player-Turn; contact:
    sides whose columns have met the enemy; overrun, assaulted: units so attacked in this Player-Turn; passing:
    vehicles that have overrun and have yet to drive out.
    """

    situation: Situation = field(eq=False, repr=False, metadata=_ALL)
    options: frozenset[str] = field(metadata=_ALL)
    units: dict[UnitId, Unit] = field(metadata=_COUNTERS)
    turn: int = field(default=0, metadata=_ALL)
    step: str = field(default=_SET_UP, metadata=_ALL)
    set_up_done: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    done: bool = field(default=False, metadata=_ALL)
    announced: tuple[Attack, ...] = field(default=(), metadata=_ALL)
    wrecks: dict[Hex, tuple[SideId, ...]] = field(factory=dict, metadata=_ALL)
    rubble: frozenset[Hex] = field(default=frozenset(), metadata=_ALL)
    gates: dict[str, Hex] = field(factory=dict, metadata=_ALL)
    arrivals: dict[str, int] = field(factory=dict, metadata=_ALL)
    contact: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    overrun: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    assaulted: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    passing: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    mines_due: tuple[Hex, ...] = field(default=(), metadata=_ALL)
    outcome: Outcome | None = field(default=None, metadata=_ALL)
    _places: dict[Hex, tuple[Unit, ...]] | None = field(default=None, eq=False, repr=False, init=False)
    _loose: dict[Hex, tuple[Unit, ...]] = field(factory=dict, eq=False, repr=False, init=False)
    _markers: dict[Hex, tuple[Unit, ...]] = field(factory=dict, eq=False, repr=False, init=False)
    _moved: dict[UnitId, Unit] = field(factory=dict, eq=False, repr=False, init=False)
    _aboard: dict[UnitId, UnitId] | None = field(default=None, eq=False, repr=False, init=False)
    _memo: dict[Any, Any] | None = field(default=None, eq=False, repr=False, init=False)
    _local: dict[Any, tuple[Any, Set[Hex | None]]] = field(factory=dict, eq=False, repr=False, init=False)
    _touched: frozenset[Hex | None] = field(default=frozenset(), eq=False, repr=False, init=False)

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

    @property
    def hider(self) -> SideId | None:
        """The side that may deploy hidden, the one that sets up first; None without the option (pb:PB-EXP-HID-1)."""
        return self.situation.set_up[0] if HIDDEN_DEPLOYMENT in self.options else None

    def in_secret(self, side: SideId) -> bool:
        """Whether what a side does now is secret until it has ended the step: as it may deploy hidden."""
        return side == self.hider and self.step == _SET_UP

    def off_map(self) -> tuple[Unit, ...]:
        """The counters that are not on the map: waiting, gone for good or gone off it."""
        found: tuple[Unit, ...] | None = self.memo.get("off-map")
        if found is None:
            found = self.memo["off-map"] = tuple([u for u in self.units.values() if not u.on_map])
        return found

    def _lie(self) -> dict[Hex, tuple[Unit, ...]]:
        """The counters in each hex as they lie now; after a few changes only the hexes concerned are sorted anew."""
        places = self._places
        if places is None or 4 * len(self._moved) > len(self.units):
            places = self._places = {}
            self._loose, self._markers, self._moved = {}, {}, {}
            lying: dict[Hex, list[Unit]] = {}
            for unit in self.units.values():
                if unit.hex is not None and unit.presence is Presence.ON_MAP:
                    lying.setdefault(unit.hex, []).append(unit)
            for hex_, units in lying.items():
                self._lay(places, hex_, units)
        elif self._moved:
            rank = self.situation.rank
            now = [self.units[unit_id] for unit_id in self._moved]
            for hex_ in {u.hex for u in (*self._moved.values(), *now) if u.hex is not None}:
                units = [u for u in places.get(hex_, ()) if u.id not in self._moved]
                units += [u for u in now if u.hex == hex_ and u.presence is Presence.ON_MAP]
                units.sort(key=lambda u: rank[u.id])
                self._lay(places, hex_, units)
            self._moved = {}
        return places

    def _lay(self, places: dict[Hex, tuple[Unit, ...]], hex_: Hex, units: list[Unit]) -> None:
        """Sort out the counters of one hex."""
        manned = [u for u in units if self.type(u.id).manned]
        loose = tuple([u for u in manned if u.carrier is None])
        markers = tuple([u for u in units if u not in manned]) if len(manned) < len(units) else ()
        for table, found in ((places, tuple(units)), (self._loose, loose), (self._markers, markers)):
            if found:
                table[hex_] = found
            else:
                table.pop(hex_, None)

    def in_hex(self, hex_: Hex) -> tuple[Unit, ...]:
        """All counters in a hex but Wrecks: units, carried units, fortification, minefield, Block."""
        return self._lie().get(hex_, ())

    def bare(self, hex_: Hex) -> bool:
        """Whether nothing at all lies in a hex."""
        places = self._lie() if self._places is None or self._moved else self._places
        return hex_ not in places and hex_ not in self.wrecks and hex_ not in self.rubble

    def taken(self) -> frozenset[Hex]:
        """The hexes in which anything at all lies."""
        return frozenset((*self._lie(), *self.wrecks, *self.rubble))

    def stacks(self) -> Iterable[tuple[Hex, tuple[Unit, ...]]]:
        """The hexes with units with men that are not carried; see `loose`."""
        self._lie()
        return self._loose.items()

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

    def recall(self, key: Any) -> Any:
        """What was computed of a few hexes under a key that says all else; None if they have changed since."""
        if self._touched:
            self._forget_touched()
        found = self._local.get(key)
        return None if found is None else found[0]

    def _forget_touched(self) -> None:
        touched = self._touched
        self._local = {k: found for k, found in self._local.items() if touched.isdisjoint(found[1])}
        self._touched = frozenset()

    def keep(self, key: Any, value: Any, hexes: Set[Hex | None]) -> None:
        """Keep what was computed of these hexes, and of the units that lie there, until something changes in one.

        None among them stands for the units that lie in no hex.
        """
        if not self._touched:
            self._local[key] = (value, hexes)

    @property
    def around(self) -> tuple[Any, ...]:
        """All that changes besides the units, as part of a key of `memo`."""
        counters = (tuple(self.wrecks.items()), self.rubble, tuple(self.gates.items()), tuple(self.arrivals.items()))
        return (self.turn, self.step, self.announced, self.contact, self.overrun, self.assaulted, *counters)

    def loose(self, hex_: Hex) -> tuple[Unit, ...]:
        """The units with men in a hex that are not carried: those that lie open, and those in a fortification."""
        if self._places is None or self._moved:
            self._lie()
        return self._loose.get(hex_, ())

    def marker(self, hex_: Hex, kind: Kind) -> Unit | None:
        """The counter without men of a kind in a hex: fortification, minefield or Block."""
        if self._places is None or self._moved:
            self._lie()
        for unit in self._markers.get(hex_, ()):
            if self.situation.by_id[unit.id].type.kind is kind:
                return unit
        return None

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
        """Replace a unit by one with some fields changed; nothing if it is not known here (`forget`)."""
        if unit_id not in self.units:
            return
        before = self.units[unit_id]
        after = self.units[unit_id] = _changed(before, changes)
        self._memo = None
        self._touch({before.hex, after.hex})
        if self._places is not None:
            self._moved.setdefault(unit_id, before)
        if "carrier" in changes:
            self._aboard = None

    def _touch(self, hexes: Set[Hex | None]) -> None:
        if self._local and len(self._touched) < _MANY:
            self._touched |= hexes
        else:
            # Copies that share what was kept keep it; a replay, which asks for nothing, does not gather hexes for ever.
            self._local, self._touched = {}, frozenset()

    def forget(self, unit_id: UnitId) -> None:
        """Take a unit out of a view whose owner does not know of it."""
        del self.units[unit_id]
        self._remember_nothing()

    def learn(self, units: tuple[Unit, ...]) -> None:
        """Take counters into the knowledge of a side, in their own order; the opposite of `forget`."""
        if units:
            known = self.units | {unit.id: unit for unit in units}
            self.units = {u.id: known[u.id] for u in self.situation.units if u.id in known}
            self._remember_nothing()

    def _remember_nothing(self) -> None:
        self._places = self._aboard = self._memo = None
        self._moved, self._local, self._touched = {}, {}, frozenset()

    def copy(self, *, remembering: bool = False) -> BlitzState:
        """An independent copy; units and all other values are shared because they are frozen.

        remembering: what was computed of the units is shared, too, until either of the two changes.
        """
        if remembering:
            self._lie()
            if self._touched:
                self._forget_touched()
        made = object.__new__(BlitzState)
        for name in _STATE_FIELDS:
            value = getattr(self, name)
            setattr(made, name, value.copy() if type(value) is dict else value)
        made._memo = self.memo if remembering else None
        made._local = self._local if remembering else {}
        if not remembering:
            made._touched = frozenset()
        return made

    def shown(self, changes: Mapping[str, Any]) -> BlitzState:
        """A copy for a side that is shown these fields otherwise, with what was computed of the units it knows."""
        made = self.copy(remembering=True)
        if changes:
            for name, value in changes.items():
                setattr(made, name, value)
            made._remember_nothing()
        return made


#: So many changed hexes are not worth keeping apart from all others.
_MANY: Final = 64
_STATE_FIELDS: Final = tuple(a.name for a in fields(BlitzState))


def initial_state(situation: Situation, options: tuple[str, ...] = ()) -> BlitzState:
    """The state before the first event: every counter of the forces waits (pb:PB-SETUP-1).

    options: the optional and experimental rules in use, any number of them (pb:PB-OPT-0, pb:PB-EXP-0).
    """
    units = {u.id: Unit(id=u.id, side=u.side) for u in situation.units}
    return BlitzState(situation=situation, options=frozenset(options), units=units)
