"""The enemies as a computer player sees them: how far they reach, from how far they are seen, what they are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from core.event import UnitId
from core.hexes import Hex, distance
from core.panzer.bail_out import passengers
from core.panzer.line_of_sight import sees
from core.panzer.modules import Module
from core.panzer.prospects import gun_range
from core.panzer.scenario import Objective
from core.panzer.spotting import size_column, spotter_tally, spotting_range, spotting_tally
from core.panzer.state import PanzerState
from core.panzer.unit import Unit

#: What part of its passengers' value is at stake with a vehicle: some of them get out.
ABOARD = 0.7


@frozen
class Foe:
    """An enemy on the map: how far its weapons reach, from how far it is spotted, how many of us it sees.

    importance: its value, and what its place is worth to the enemy; row, column: of the Spotting Ranges Table, by
    which spotters in good order spot it; eyes: what it adds to that row itself when it spots.
    """

    unit: Unit
    hex: Hex
    gun: int
    seen_from: int
    watches: frozenset[UnitId]
    importance: float
    row: int
    column: str
    eyes: int


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
    if not state.has(Module.TRANSPORT):
        return points
    return points + ABOARD * sum(worth_of(state, u) for u in passengers(state, unit))


def eyes_of(state: PanzerState, unit: Unit) -> int:
    """What a unit adds to the row of whatever it spots: Suppressed or in Full Cover it sees less (na:6.1.3)."""
    return spotter_tally(state, unit.id).total + _cover_of(state, unit) if state.scenario.modules else 0


def _cover_of(state: PanzerState, unit: Unit) -> int:
    """The difference that Full Cover makes to a spotter which is only thought to be in it, or out of it."""
    blind = state.tables.spotting_modifiers["full-cover-spotter"]
    return blind * (unit.full_cover - state.units[unit.id].full_cover)


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
        spotting_tally(state, unit.id).total,
        size_column(state, unit.id),
        eyes_of(state, unit),
    )


def importance(state: PanzerState, unit: Unit, objectives: Mapping[Hex, Objective]) -> float:
    """Points for an enemy unit as a target: its value, more where it takes or bars an objective."""
    points = worth_of(state, unit.id)
    objective = objectives.get(unit.hex) if unit.hex is not None else None
    if objective is not None and state.card(unit.id).combat_unit:
        points += min(60.0, 0.3 * objective.vp)
    if any(x.side == unit.side for x in state.scenario.exits):
        points *= 1.2
    return points
