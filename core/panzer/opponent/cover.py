"""How a computer player pivots its leg and towed units and takes Full Cover (na:6.8.1, na:6.8.2)."""

from __future__ import annotations

from typing import Final

from core.event import SideId
from core.hexes import Hex, distance, off_axis
from core.order import Order
from core.panzer import sequence
from core.panzer.adjustment import full_cover, turrets
from core.panzer.adjustment.orders import AdjustTurret, FullCover, Pivot
from core.panzer.opponent.on_foot import wants_cover
from core.panzer.opponent.picture import picture
from core.panzer.pieces.cards import LegCard
from core.panzer.pieces.unit import Unit
from core.panzer.sight.turrets import apart, buttons_up, looks, turns
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: How near, in hexes, infantry drives crews under their hatches.
SMALL_ARMS: Final = 2


def adjust(state: PanzerState, side: SideId) -> Order:
    """The next pivot or change of Full Cover that is worth it, else the end of the step."""
    if state.step == sequence.PIVOT:
        for unit in full_cover.adjustable(state, side):
            facing = _facing(state, unit)
            if facing != state.adjustment.pivots.get(unit.id, unit.facing):
                return Pivot(unit=unit.id, facing=facing)
        return FinishStep()
    if state.step == sequence.TURRETS:
        return _turret(state, side)
    seen = picture(state, side)
    for unit in full_cover.adjustable(state, side):
        if unit.id not in state.adjustment.covers and (on := wants_cover(seen, unit)) != unit.full_cover:
            return FullCover(unit=unit.id, on=on)
    return FinishStep()


def _turret(state: PanzerState, side: SideId) -> Order:
    """Turrets towards the nearest enemy; hatches closed where infantry is as near as it fires best (or:7.8.1)."""
    for unit in full_cover.adjustable(state, side):
        foes = _foes(state, unit)
        if not foes or unit.hex is None:
            continue
        wanted = _towards(looks(unit), unit.hex, foes[0].hex)
        able = [d for d in range(6) if apart(d, looks(unit)) <= turns(state, unit)]
        facing = min(able, key=lambda d: (apart(d, wanted), d))
        shut = buttons_up(state, unit) and any(_infantry(state, foe) and _near(unit, foe) for foe in foes)
        if ((facing - unit.facing) % 6, shut) != turrets.decided(state, unit):
            return AdjustTurret(unit=unit.id, facing=facing, buttoned=shut)
    return FinishStep()


def _infantry(state: PanzerState, foe: Unit) -> bool:
    return isinstance(state.card(foe.id), LegCard)


def _near(unit: Unit, foe: Unit) -> bool:
    return unit.hex is not None and foe.hex is not None and distance(unit.hex, foe.hex) <= SMALL_ARMS


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
    return _towards(unit.facing, unit.hex, foes[0].hex)


def _towards(now: int, here: Hex, there: Hex | None) -> int:
    """The facing towards a hex, turning no farther than needed."""
    if there is None or here == there:
        return now
    aim = there

    def merit(facing: int) -> tuple[int, int, int]:
        ahead, aside = off_axis(here, facing, aim)
        return -ahead, abs(aside), apart(facing, now)

    return min(range(6), key=lambda d: (*merit(d), d))
