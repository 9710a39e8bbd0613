"""How a computer player pivots its leg and towed units and takes Full Cover (na:6.8.1, na:6.8.2)."""

from __future__ import annotations

from core.event import SideId
from core.hexes import distance, off_axis
from core.order import Order
from core.panzer import sequence
from core.panzer.adjustment import full_cover
from core.panzer.adjustment.orders import FullCover, Pivot
from core.panzer.opponent.on_foot import wants_cover
from core.panzer.opponent.picture import picture
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.step_end import FinishStep


def adjust(state: PanzerState, side: SideId) -> Order:
    """The next pivot or change of Full Cover that is worth it, else the end of the step."""
    if state.step == sequence.PIVOT:
        for unit in full_cover.adjustable(state, side):
            facing = _facing(state, unit)
            if facing != state.adjustment.pivots.get(unit.id, unit.facing):
                return Pivot(unit=unit.id, facing=facing)
        return FinishStep()
    seen = picture(state, side)
    for unit in full_cover.adjustable(state, side):
        if unit.id not in state.adjustment.covers and (on := wants_cover(seen, unit)) != unit.full_cover:
            return FullCover(unit=unit.id, on=on)
    return FinishStep()


def _foes(state: PanzerState, unit: Unit) -> list[Unit]:
    """Enemies on the map, nearest first."""
    here = unit.hex
    foes = [f for f in state.of(state.scenario.enemy(unit.side)) if f.hex is not None and not f.bailed_out]
    return sorted(foes, key=lambda f: (distance(here, f.hex) if here and f.hex else 0, f.id))


def _facing(state: PanzerState, unit: Unit) -> int:
    """Towards the nearest enemy, turning no farther than needed."""
    foes = _foes(state, unit)
    if not foes or unit.hex is None or foes[0].hex is None or foes[0].hex == unit.hex:
        return unit.facing
    here, there = unit.hex, foes[0].hex

    def merit(facing: int) -> tuple[int, int, int]:
        ahead, aside = off_axis(here, facing, there)
        return -ahead, abs(aside), min((facing - unit.facing) % 6, (unit.facing - facing) % 6)

    return min(range(6), key=lambda d: (*merit(d), d))
