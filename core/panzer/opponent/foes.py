"""The enemies as a computer player sees them: their reach, their worth, the positions that they stand in
(na:6.1.4.3.6a, na:6.1.4.3.7a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.gp.bail_out import passengers
from core.panzer.ground.positions import holders
from core.panzer.opponent.prospects import gun_range
from core.panzer.pieces.cards import LegCard, TowedCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.works import HOLDING, WorkKind
from core.panzer.sight.ranges import Eyes, Shown
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


def importance(state: PanzerState, unit: Unit, objectives: Mapping[Hex, Objective]) -> float:
    """Points for an enemy unit as a target: its value, more where it takes or bars an objective."""
    points = worth_of(state, unit.id)
    objective = objectives.get(unit.hex) if unit.hex is not None else None
    if objective is not None and state.card(unit.id).combat_unit:
        points += min(60.0, 0.3 * state.scenario.at_stake[objective.id])
    if any(x.side == unit.side for x in state.scenario.exits):
        points *= 1.2
    return points


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
