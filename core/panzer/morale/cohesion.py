"""The Cohesion Point of formations, and the losses that wear them down (or:7.1.1, or:7.1.1.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import UnitId
from core.panzer.formations.control import formation_key, grade_of
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import AircraftCard, BatteryCard
from core.panzer.pieces.morale import Morale
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState

#: The level of a formation for which its scenario states none, by its Formation Grade: judged, around Excellent, which
#: the printed scenarios give to theirs.
JUDGED: Final = {
    Grade.ELITE: Morale.SUPERIOR,
    Grade.VETERAN: Morale.EXCELLENT,
    Grade.SEASONED: Morale.EXCELLENT,
    Grade.REGULARS: Morale.GOOD,
    Grade.GREEN: Morale.ADEQUATE,
}


def counts(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit is on the ground, and so has morale: artillery off the map and aircraft have none (or:7.1.1.2)."""
    return not isinstance(state.card(unit), AircraftCard | BatteryCard)


def is_lost(unit: Unit) -> bool:
    """Whether a unit is gone for good, or a vehicle without its crew; not one that left over the edge (or:7.1.1.2,
    min:20.1.1.2)."""
    return unit.presence is Presence.ELIMINATED or unit.bailed_out


def level(state: PanzerState, unit: UnitId) -> Morale:
    """The Cohesion Point level of the formation of a unit: as it was rolled for, as its scenario has it, else judged.

    (or:7.1.1, or:7.1.1.1)
    """
    rolled = state.cohesion.levels.get(formation_key(state, unit))
    if rolled is not None:
        return rolled
    return state.scenario.formation_of(unit).morale or JUDGED[grade_of(state, unit)]


def cohesion_point(state: PanzerState, unit: UnitId) -> int:
    """The Numeric Cohesion Point of the formation of a unit, as its scenario has it, else by its combat units.

    (or:7.1.1, or:7.1.1.1)
    """
    stated = state.scenario.formation_of(unit).cohesion
    if stated is not None and not state.has(Switch.VARY_COHESION):
        return stated
    return state.advanced.morale.cohesion_point(level(state, unit), sum(1 for _ in combat_units(state, unit)))


def unknown(state: PanzerState, unit: UnitId) -> bool:
    """Whether nobody knows the Cohesion Point of the formation of a unit yet (or:7.1.1.1b)."""
    return state.has(Switch.VARY_COHESION) and formation_key(state, unit) not in state.cohesion.levels


def combat_units(state: PanzerState, unit: UnitId) -> Iterator[UnitId]:
    """The combat units of the formation of a unit at start, a Portée once."""
    key = formation_key(state, unit)
    for member in state.scenario.units:
        fights = member.card.combat_unit and not member.part_of and counts(state, member.id)
        if fights and formation_key(state, member.id) == key:
            yield member.id


def losses(state: PanzerState, unit: UnitId) -> int:
    """The combat units that the formation of a unit has lost (or:7.1.1.2, min:20.1.1.2)."""
    key = formation_key(state, unit)
    return sum(formation_key(state, u) == key and state.card(u).combat_unit for u in state.cohesion.lost)


def worn_down(state: PanzerState, unit: UnitId) -> bool:
    """Whether the formation of a unit has lost as many as its Cohesion Point, or more (or:7.1.1.2, min:20.1.1.2)."""
    return not unknown(state, unit) and losses(state, unit) >= cohesion_point(state, unit)
