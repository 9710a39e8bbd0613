"""When a computer player discharges smoke: for vehicles that more guns have in sight than they have targets.

(or:7.9)
"""

from __future__ import annotations

from core.event import SideId, UnitId
from core.order import Order
from core.panzer.command.orders import DischargeSmoke
from core.panzer.command.smoke_dischargers import able
from core.panzer.state import PanzerState
from core.step_end import FinishStep


def discharge(state: PanzerState, side: SideId) -> Order:
    """Smoke on the vehicle that is worst off, until none is left that would gain by it."""
    found = {unit: watched(state, unit) - len(state.sighted.get(unit, ())) for unit in able(state, side)}
    worst = max(found, key=lambda unit: (found[unit], unit), default=None)
    return DischargeSmoke(unit=worst) if worst is not None and found[worst] > 0 else FinishStep()


def watched(state: PanzerState, unit: UnitId) -> int:
    """How many armed enemies have spotted a vehicle in this turn."""
    eyes = (spotter for spotter, targets in state.sighted.items() if unit in targets)
    return sum(state.card(spotter).armed for spotter in eyes)
