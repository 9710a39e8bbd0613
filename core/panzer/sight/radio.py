"""Vehicles without radio sets: which they are, and to whom they hand on what they have spotted (or:7.4, or:7.4.1).

The letter R among the notations of a data card says it; no card has notes of command vehicles or of later sets. So does
a hit that has broken the radio (or:7.23.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from core.event import UnitId
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.state import PanzerState

#: The notation of a data card of a vehicle without a radio set (or:7.4).
NOTATION: Final = "R"


def without_radio(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit is a vehicle without a radio set, or with a broken one, and that matters in this game (or:7.4,
    or:7.23.2)."""
    if not state.has(Switch.WITHOUT_RADIO):
        return False
    card = state.card(unit)
    return isinstance(card, VehicleCard) and (NOTATION in card.notations or not state.units[unit].has_radio)


def same_platoon(state: PanzerState, one: UnitId, other: UnitId) -> bool:
    """Whether two units are of one platoon, section or troop; the rest of a formation is its headquarters."""
    mine, yours = state.scenario.by_id[one], state.scenario.by_id[other]
    return (mine.side, mine.formation, mine.platoon) == (yours.side, yours.formation, yours.platoon)


def hands_on(state: PanzerState, spotter: UnitId, to: UnitId) -> bool:
    """Whether a unit can tell another of what it has spotted: both by radio, or within their platoon (or:7.4.1)."""
    if not state.has(Switch.WITHOUT_RADIO) or same_platoon(state, spotter, to):
        return True
    return not without_radio(state, spotter) and not without_radio(state, to)


def hears(state: PanzerState, unit: UnitId, spotters: Iterable[UnitId]) -> bool:
    """Whether a unit knows of a target that these have spotted (na:4.1.1b, or:7.4.1)."""
    return any(hands_on(state, spotter, unit) for spotter in spotters)


def yet_to_hear(state: PanzerState, units: Collection[UnitId], target: UnitId) -> tuple[UnitId, ...]:
    """Those of the units that do not know of a target which others of their side have spotted (or:7.4.1)."""
    spotters = state.made_out.get(target)
    return () if spotters is None else tuple(unit for unit in units if not hears(state, unit, spotters))
