"""Which units a computer player camouflages: those that wait for the enemy, the most valuable first (or:7.24)."""

from __future__ import annotations

from core.event import SideId, UnitId
from core.order import Order
from core.panzer.pieces.cards import TowedCard
from core.panzer.sight.camouflage import camouflaged, eligible, granted
from core.panzer.sight.orders import CamouflageUnit
from core.panzer.state import PanzerState
from core.step_end import FinishStep


def choose(state: PanzerState, side: SideId) -> Order:
    """The next unit, or the end of it when no more may be camouflaged."""
    chosen = camouflaged(state, side)
    left = [unit for unit in eligible(state, side) if unit not in chosen]
    if len(chosen) >= granted(state, side) or not left:
        return FinishStep()
    return CamouflageUnit(unit=max(left, key=lambda unit: _worth(state, unit)))


def _worth(state: PanzerState, unit: UnitId) -> tuple[bool, bool, int, UnitId]:
    """Guns do not move, and unarmed units hide from nobody who matters."""
    card = state.card(unit)
    return isinstance(card, TowedCard), card.armed, state.scenario.by_id[unit].value, unit
