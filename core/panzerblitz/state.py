"""The state of a game of PanzerBlitz: counters, announced attacks, what each unit did in this Player-Turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final

from attrs import define, field, fields

from core.board import Board, Cell
from core.event import SideId, UnitId
from core.hexes import Hex
from core.panzerblitz.pieces.attacks import Attack
from core.panzerblitz.pieces.lying import Lying
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from core.panzerblitz.pieces.reference import Kind, Tables, UnitType
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.pieces.unit import Unit
from core.panzerblitz.temper import PLAIN, Temper
from core.presentation import Outcome
from core.remembered import Answers, Remembering, remembered
from core.replaced import with_fields
from core.secrecy import ALL, each, keeps_secrets, known

#: The step before the sequence of play.
_SET_UP: Final = "set-up"


def _in_view(state: BlitzState, unit: Unit, side: SideId | None) -> bool:
    """Whether a side knows of a counter: all those of a side that may deploy hidden are secret while it sets up."""
    if unit.side == side:
        return True
    if unit.hidden:
        return False
    return state.step != _SET_UP or unit.side != state.hider or unit.side in state.ended


_ALL: Final = known(ALL)
_COUNTERS: Final = known(each(_in_view, unless=lambda state: state.hider is None))


@keeps_secrets
@define
class BlitzState(Remembering):
    """Everything that changes in a game of PanzerBlitz. Only `evolve` changes it; the Situation is shared.

    ended: sides that have ended their part of the step; rubble: Blocks that fortifications became (pb:PB-FORT-P);
    wrecks: whose Wrecks lie in a hex; gates: the hex by which a group that enters as a column comes on, arrivals: how
    many of it came on in this Player-Turn, or impulse; contact: sides whose columns have met the enemy; overrun,
    assaulted: units so attacked in this Player-Turn; passing: vehicles that have overrun and have yet to drive out.
    """

    answers: Answers | None = field(init=False, factory=Answers, eq=False, repr=False)

    situation: Situation = field(eq=False, repr=False, metadata=_ALL)
    options: frozenset[str] = field(metadata=_ALL)
    units: dict[UnitId, Unit] = field(metadata=_COUNTERS)
    turn: int = field(default=0, metadata=_ALL)
    step: str = field(default=_SET_UP, metadata=_ALL)
    ended: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    announced: tuple[Attack, ...] = field(default=(), metadata=_ALL)
    wrecks: Mapping[Hex, tuple[SideId, ...]] = field(factory=dict, metadata=_ALL)
    rubble: frozenset[Hex] = field(default=frozenset(), metadata=_ALL)
    gates: Mapping[str, Hex] = field(factory=dict, metadata=_ALL)
    arrivals: Mapping[str, int] = field(factory=dict, metadata=_ALL)
    contact: frozenset[SideId] = field(default=frozenset(), metadata=_ALL)
    overrun: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    assaulted: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    passing: frozenset[UnitId] = field(default=frozenset(), metadata=_ALL)
    mines_due: tuple[Hex, ...] = field(default=(), metadata=_ALL)
    outcome: Outcome | None = field(default=None, metadata=_ALL)
    # how the computer player weighs that looks at this view; no part of the game
    temper: Temper = field(default=PLAIN, eq=False, repr=False, metadata=_ALL)
    _lying: Lying = field(eq=False, repr=False, init=False)

    @_lying.default
    def _as_they_lie(self) -> Lying:
        return Lying(self.situation, self.units)

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

    def in_doubt(self, side: SideId) -> bool:
        """Whether in this view of a side counters of which it does not know may decide what happens next.

        Any move may meet them or bring them into view, any step of the sequence of play may wait for them. While the
        side sets up itself they do not matter.
        """
        if self.hider in (None, side) or len(self.units) == len(self.situation.units):
            return False
        left = (s for s in self.situation.set_up if s not in self.ended)
        return self.step != _SET_UP or next(left, None) != side

    @remembered
    def off_map(self) -> tuple[Unit, ...]:
        """The counters that are not on the map: waiting, gone for good or gone off it."""
        return tuple([u for u in self.units.values() if not u.on_map])

    def in_hex(self, hex_: Hex) -> tuple[Unit, ...]:
        """All counters in a hex but Wrecks: units, carried units, fortification, minefield, Block."""
        return self._lying.all.get(hex_, ())

    def bare(self, hex_: Hex) -> bool:
        """Whether nothing at all lies in a hex."""
        return hex_ not in self._lying.all and hex_ not in self.wrecks and hex_ not in self.rubble

    def taken(self) -> frozenset[Hex]:
        """The hexes in which anything at all lies."""
        return frozenset((*self._lying.all, *self.wrecks, *self.rubble))

    def stacks(self) -> Iterable[tuple[Hex, tuple[Unit, ...]]]:
        """The hexes with units with men that are not carried; see `loose`."""
        return self._lying.loose.items()

    def passenger(self, carrier: UnitId) -> UnitId | None:
        """The unit that a carrier carries."""
        return self._lying.passenger(carrier)

    def loose(self, hex_: Hex) -> tuple[Unit, ...]:
        """The units with men in a hex that are not carried: those that lie open, and those in a fortification."""
        return self._lying.loose.get(hex_, ())

    def marker(self, hex_: Hex, kind: Kind) -> Unit | None:
        """The counter without men of a kind in a hex: fortification, minefield or Block."""
        markers = self._lying.markers
        for unit in markers.get(hex_, ()):
            if self.situation.by_id[unit.id].type.kind is kind:
                return unit
        return None

    def lies(self, kind: Kind) -> frozenset[Hex]:
        """The hexes in which a counter without men of a kind lies."""
        by_id = self.situation.by_id
        there = self._lying.markers.items()
        return frozenset(h for h, units in there if any(by_id[u.id].type.kind is kind for u in units))

    def marked(self, hex_: Hex) -> bool:
        """Whether any counter without men lies in a hex, or a Block that was a fortification."""
        return hex_ in self._lying.markers or hex_ in self.rubble

    def fortification(self, hex_: Hex) -> Unit | None:
        """The fortification of a hex; there is at most one (pb:PB-FORT-N)."""
        return self.marker(hex_, Kind.FORTIFICATION)

    def minefield(self, hex_: Hex) -> Unit | None:
        """The minefield of a hex; there is at most one (pb:PB-MINE-A)."""
        return self.marker(hex_, Kind.MINEFIELD)

    def blocked(self, hex_: Hex) -> bool:
        """Whether a Block lies in a hex, placed or left by a fortification (pb:PB-BLOCK-1, pb:PB-BLOCK-D)."""
        return hex_ in self.rubble or self.marker(hex_, Kind.BLOCK) is not None

    def lying(self, at: frozenset[Any]) -> Any:
        """What lies in some hexes, to be compared; None among them stands for the counters that lie in none."""
        there = self._lying.all
        found: dict[Any, Any] = {place: there[place] for place in at if place in there}
        if None in at:
            found[None] = self.off_map()
        if self.wrecks:
            found["wrecks"] = {place: self.wrecks[place] for place in at.intersection(self.wrecks)}
        if self.rubble:
            found["rubble"] = at & self.rubble
        return found

    # -- changing (for evolve only) -----------------------------------------------------------

    def change(self, unit_id: UnitId, **changes: Any) -> None:
        """Replace a unit by one with some fields changed; nothing if it is not known here (`take_out`)."""
        if unit_id not in self.units:
            return
        before = self.units[unit_id]
        after = self.units[unit_id] = with_fields(before, changes)
        self._lying.noted(before, after)
        self.forget()

    def take_out(self, unit_id: UnitId) -> None:
        """Take a unit out of a view whose owner does not know of it."""
        self._are({known: unit for known, unit in self.units.items() if known != unit_id})

    def learn(self, units: tuple[Unit, ...]) -> None:
        """Take counters into the knowledge of a side, in their own order; the opposite of `take_out`."""
        if units:
            known = self.units | {unit.id: unit for unit in units}
            self._are({u.id: known[u.id] for u in self.situation.units if u.id in known})

    def _are(self, units: dict[UnitId, Unit]) -> None:
        """These are all counters there are, for all that is known."""
        self.units = units
        self._lying = Lying(self.situation, units)

    def copy(self) -> BlitzState:
        """An independent copy; units and all other values are shared because they are frozen."""
        made = object.__new__(BlitzState)
        for name, value in zip(_FIELDS, _VALUES(self), strict=True):
            _SET(made, name, value)
        made.keep("units", self.units.copy())
        made.keep("_lying", self._lying.copy(made.units))
        made.keep("answers", self.handed_on())
        return made

    def shown(self, changes: Mapping[str, Any]) -> BlitzState:
        """A copy for a side that is shown these fields otherwise."""
        made = self.copy()
        for name, value in changes.items():
            setattr(made, name, value)
        if "units" in changes:
            made._are(made.units)
        return made


#: Past what a change forgets.
_SET: Final = object.__setattr__
_FIELDS: Final = tuple(a.name for a in fields(BlitzState))
_VALUES: Final = attrgetter(*_FIELDS)


def initial_state(situation: Situation, options: tuple[str, ...] = ()) -> BlitzState:
    """The state before the first event: every counter of the forces waits (pb:PB-SETUP-1).

    options: the optional and experimental rules in use, any number of them (pb:PB-OPT-0, pb:PB-EXP-0).
    """
    units = {u.id: Unit(id=u.id, side=u.side) for u in situation.units}
    return BlitzState(situation=situation, options=frozenset(options), units=units)
