"""Tank Fright: leg units are checked before they attack vehicles in Close Assault (or:7.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.event import UnitId
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.assault.events import AssaultAnnounced
from core.panzer.pieces.advanced_tables import Grade
from core.panzer.pieces.cards import LegCard, VehicleCard
from core.panzer.pieces.morale import Cause, MoraleResult, Trigger
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Suppression
from core.panzer.state import PanzerState

#: The year in which all fear tanks; later only Green units do.
_YEAR: Final = "1941"
#: What a check brings an attacker that fails it, in place of a morale counter.
SUPPRESSES: Final = {MoraleResult.BREAK: Suppression.ON, MoraleResult.HESITATION: Suppression.OFF}


def fears_tanks(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit is checked before it attacks a vehicle: a leg unit in 1941, a Green one in any year."""
    if not state.has(Switch.TANK_FRIGHT) or not isinstance(state.card(unit), LegCard):
        return False
    return state.scenario.date.startswith(_YEAR) or unit_grade(state, unit) is Grade.GREEN


def before(state: PanzerState, event: AssaultAnnounced) -> Iterator[Trigger]:
    """The attackers that are checked before a Close Assault, and before they advance to it."""
    if isinstance(state.card(event.target), VehicleCard):
        units = (unit for attack in event.attacks for unit in attack.units)
        yield from (Trigger(unit, Cause.TANK_FRIGHT) for unit in units if fears_tanks(state, unit))
