"""The enemies as a computer player sees them: their reach, their worth, the positions that they stand in
(na:6.1.4.3.6a, na:6.1.4.3.7a), and what holds between a unit and all of them in whatever hex it stands.

A computer player weighs hundreds of hexes for a unit; how far it and its enemies see and reach each other and what
their weapons do to each other is worked out once for them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache

from attrs import define, field, frozen

from core.board import Board
from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.gp.bail_out import passengers
from core.panzer.ground.positions import holders
from core.panzer.opponent.prospects import Gunnery, gun_range, gunnery
from core.panzer.opponent.prospects_gp import GpStand, gp_stand
from core.panzer.pieces.cards import LegCard, TowedCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.tables import Tables
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.works import HOLDING, WorkKind
from core.panzer.sight.ranges import Eyes, Shown, spotted_from
from core.panzer.sight.relief import sees
from core.panzer.sight.spotting import eyes, shown, spotting_range
from core.panzer.state import PanzerState
from core.setting import Objective

#: What part of its passengers' value is at stake with a vehicle: some of them get out.
ABOARD = 0.7


@frozen
class Foe:
    """An enemy on the map: how far its weapons reach, from how far it is spotted, how many of us it sees.

    importance: its value, and what its place is worth to the enemy; shown: to those who look; eyes: its own.
    """

    unit: Unit
    hex: Hex
    gun: int
    seen_from: int
    watches: frozenset[UnitId]
    importance: float
    shown: Shown
    eyes: Eyes


@frozen
class Line:
    """A clear line from a hex to an enemy in gun range of one or the other: shares lost on front and rear."""

    foe: Foe
    range: int
    theirs: tuple[float, float]
    ours: tuple[float, float]


def worth_of(state: PanzerState, unit: UnitId) -> float:
    """Victory points for a unit; a unit that counts nothing still has some use, and passengers are at stake too."""
    points = float(state.scenario.by_id[unit].value or 10)
    if not state.has(Switch.TRANSPORT):
        return points
    return points + ABOARD * sum(worth_of(state, u) for u in passengers(state, unit))


def foe_of(
    state: PanzerState,
    unit: Unit,
    hex_: Hex,
    mine: Sequence[tuple[Unit, Hex, int]],
    objectives: Mapping[Hex, Objective],
) -> Foe:
    """An enemy in a hex. mine: the units that it may see, where they are and from how far they are spotted."""
    gun = gun_range(state, unit)
    watches = frozenset(
        u.id for u, h, seen in mine if distance(h, hex_) <= min(gun, seen) and sees(state.board, state.tables, hex_, h)
    )
    return Foe(
        unit,
        hex_,
        gun,
        spotting_range(state, unit.id),
        watches,
        importance(state, unit, objectives),
        shown(state, state.units[unit.id]),
        eyes(state, unit),
    )


def objectives_by_hex(state: PanzerState) -> dict[Hex, Objective]:
    """The objective that lies in a hex."""
    return {hex_: objective for objective in state.scenario.objectives for hex_ in objective.hexes}


def importance(state: PanzerState, unit: Unit, objectives: Mapping[Hex, Objective]) -> float:
    """Points for an enemy unit as a target: its value, more where it takes or bars an objective."""
    points = worth_of(state, unit.id)
    objective = objectives.get(unit.hex) if unit.hex is not None else None
    if objective is not None and state.card(unit.id).combat_unit:
        points += min(60.0, 0.3 * state.scenario.at_stake[objective.id])
    if any(x.side == unit.side for x in state.scenario.exits):
        points *= 1.2
    return points


# -- who looks where -------------------------------------------------------------------------------


@frozen(eq=False)
class Sentries:
    """The enemies where they stand: which of them have a clear line to a hex, and from how far.

    posts: the hex of each, and from how many hexes it may fire there or be fired at.
    """

    board: Board
    tables: Tables
    posts: tuple[tuple[Hex, int], ...]
    _known: dict[Hex, tuple[tuple[int, int], ...]] = field(factory=dict, init=False)

    def on(self, hex_: Hex) -> tuple[tuple[int, int], ...]:
        """The numbers of those with a line to a hex, in their order, each with the range in hexes."""
        found = self._known.get(hex_)
        if found is None:
            board, tables = self.board, self.tables
            ranges = ((n, post, distance(post, hex_), most) for n, (post, most) in enumerate(self.posts))
            found = tuple((n, far) for n, post, far, most in ranges if far <= most and sees(board, tables, post, hex_))
            self._known[hex_] = found
        return found


@lru_cache(maxsize=4)
def sentries(board: Board, tables: Tables, posts: tuple[tuple[Hex, int], ...]) -> Sentries:
    """Enemies where they stand, the same ones until one of them goes: a side moves many units meanwhile."""
    return Sentries(board, tables, posts)


# -- one unit and all of them --------------------------------------------------------------------


@frozen(eq=False)
class Mark:
    """An enemy as a target: the AP Hit modifier for the Cover of its hex, how it stands there against GP fire."""

    foe: Foe
    cover: int
    stand: GpStand | None


def mark(state: PanzerState, foe: Foe, cover: int) -> Mark:
    """An enemy where it is; cover: the AP Hit modifier of its hex."""
    return Mark(foe, cover, gp_stand(state, foe.unit, foe.hex) if state.has(Switch.GP_FIRE) else None)


@define(eq=False)
class Duel:
    """A unit and an enemy. reach: from how many hexes it could fire at the enemy, which it has to spot first."""

    state: PanzerState
    unit: Unit
    mark: Mark
    reach: int
    _ours: Gunnery | None = None
    _theirs: Gunnery | None = None

    @property
    def ours(self) -> Gunnery:
        """The weapons of the unit against the enemy."""
        if self._ours is None:
            self._ours = gunnery(self.state, self.unit, self.mark.foe.unit)
        return self._ours

    @property
    def theirs(self) -> Gunnery:
        """The weapons of the enemy against the unit."""
        if self._theirs is None:
            self._theirs = gunnery(self.state, self.mark.foe.unit, self.unit)
        return self._theirs


@frozen(eq=False)
class Duels:
    """Those of a unit with all enemies. shown: what it shows, by what that depends on in a hex."""

    state: PanzerState
    unit: Unit
    each: tuple[Duel, ...]
    shown: dict[Hashable, Shown] = field(factory=dict, init=False)
    _reaches: dict[Shown, tuple[int, ...]] = field(factory=dict, init=False)

    def reaches(self, shown: Shown) -> tuple[int, ...]:
        """From how many hexes each of the enemies could fire at the unit, if it shows that."""
        found = self._reaches.get(shown)
        if found is None:
            tables = self.state.tables
            foes = [duel.mark.foe for duel in self.each]
            found = tuple(min(spotted_from(tables, shown, foe.eyes), foe.gun) for foe in foes)
            self._reaches[shown] = found
        return found


def duels_of(state: PanzerState, unit: Unit, marks: Iterable[Mark]) -> Duels:
    """Those of a unit as it is now."""
    mine, gun = eyes(state, unit), gun_range(state, unit)
    each = (Duel(state, unit, one, min(spotted_from(state.tables, one.foe.shown, mine), gun)) for one in marks)
    return Duels(state, unit, tuple(each))


# -- positions -------------------------------------------------------------------------------------


@frozen
class Positions:
    """Complete entrenchments and Improved Positions: the hexes with a free one of each kind, and who holds any."""

    entrenchments: frozenset[Hex] = frozenset()
    improved: frozenset[Hex] = frozenset()
    held: frozenset[UnitId] = frozenset()

    def of_use(self, state: PanzerState, unit: Unit, hex_: Hex) -> bool:
        """Whether a unit would have one in a hex, or has."""
        if unit.id in self.held:
            return unit.hex == hex_
        return hex_ in self.improved or (
            hex_ in self.entrenchments and isinstance(state.card(unit.id), LegCard | TowedCard)
        )


def positions_of(state: PanzerState) -> Positions:
    """Those of a view; who is in one may be of either side."""
    if not state.counters.works:
        return Positions()
    works = [(work, holders(state, work)) for work in state.counters.works if work.kind in HOLDING and work.complete]
    free = [work for work, inside in works if len(inside) < work.room]
    return Positions(
        frozenset(w.hex for w in free if w.kind is WorkKind.HASTY),
        frozenset(w.hex for w in free if w.kind is WorkKind.IMPROVED),
        frozenset(u for _, inside in works for u in inside),
    )
