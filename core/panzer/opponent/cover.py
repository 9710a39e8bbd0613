"""How a computer player pivots its units, turns its turrets and takes Full Cover.

(na:6.8.1, or:7.8.1, na:6.8.2, min:10.1, min:10.2)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.event import SideId
from core.hexes import Hex, distance, off_axis
from core.order import Order
from core.panzer.adjustment import bailing_out, full_cover, pivots, turrets
from core.panzer.adjustment.orders import AdjustTurret, FullCover, LeaveVehicle, Pivot
from core.panzer.opponent.foes import worth_of
from core.panzer.opponent.on_foot import wants_cover
from core.panzer.opponent.picture import picture
from core.panzer.opponent.transport import doomed
from core.panzer.pieces.cards import LegCard, TowedCard
from core.panzer.pieces.unit import Unit
from core.panzer.sight import long_guns
from core.panzer.sight.relief import sees
from core.panzer.sight.turrets import buttons_up, has_turret, ways
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: How much more an enemy counts that could be fired at from where both stand.
_IN_SIGHT: Final = 4.0
#: How near, in hexes, infantry drives crews under their hatches.
SMALL_ARMS: Final = 2


def pivot(state: PanzerState, side: SideId) -> Order:
    """The next pivot that is worth it, else the end of the step.

    Passengers bail out of a vehicle that will hardly outlive the fire of the next turn, which comes before they could
    dismount without a Suppression (min:16.1.6.3).
    """
    out = _out(state, side)
    if out is not None:
        return out
    for unit in pivots.pivoters(state, side):
        facing = _facing(state, unit)
        decided = state.adjustment.pivots.get(unit.id, unit.facing)
        if facing != decided and long_guns.at_rest(state, unit.id, facing)[0] is None:
            return Pivot(unit=unit.id, facing=facing)
    return FinishStep()


def cover(state: PanzerState, side: SideId) -> Order:
    """The next change of Full Cover that is worth it, else the end of the step."""
    seen = picture(state, side)
    for unit in full_cover.coverable(state, side):
        if unit.id not in state.adjustment.covers and (on := wants_cover(seen, unit)) != unit.full_cover:
            return FullCover(unit=unit.id, on=on)
    return FinishStep()


def _out(state: PanzerState, side: SideId) -> Order | None:
    """The next passenger that bails out, facing the nearest enemy; guns stay in tow."""
    able = [u for u in bailing_out.leavers(state, side) if not isinstance(state.card(u.id), TowedCard)]
    seen = picture(state, side) if able else None
    for unit in able:
        vehicle = state.units[unit.carrier] if unit.carrier is not None else None
        if seen is None or vehicle is None or vehicle.hex is None or state.adjustment.leaving.get(unit.id) is not None:
            continue
        if doomed(seen, vehicle, vehicle.hex):
            return LeaveVehicle(unit=unit.id, facing=_facing(state, vehicle))
    return None


def turret(state: PanzerState, side: SideId) -> Order:
    """Turrets towards the enemy, hatches closed where infantry is as near as it fires best (or:7.8.1, min:10.2)."""
    for unit in turrets.adjustable(state, side):
        foes = foes_of(state, unit)
        if not foes or unit.hex is None:
            continue
        way = _way(state, unit, unit.hex, foes) if has_turret(state, unit) else 0
        shut = buttons_up(state, unit) and any(_infantry(state, foe) and _near(unit, foe) for foe in foes)
        if (way, shut) != turrets.decided(state, unit):
            return AdjustTurret(unit=unit.id, facing=state.turrets.named(unit.facing, way), buttoned=shut)
    return FinishStep()


def _infantry(state: PanzerState, foe: Unit) -> bool:
    return isinstance(state.card(foe.id), LegCard)


def _near(unit: Unit, foe: Unit) -> bool:
    return unit.hex is not None and foe.hex is not None and distance(unit.hex, foe.hex) <= SMALL_ARMS


def foes_of(state: PanzerState, unit: Unit) -> list[Unit]:
    """Enemies on the map, nearest first."""
    here = unit.hex
    foes = [f for f in state.of(state.scenario.enemy(unit.side)) if f.hex is not None and not f.bailed_out]
    return sorted(foes, key=lambda f: (distance(here, f.hex) if here and f.hex else 0, f.id))


def _way(state: PanzerState, unit: Unit, here: Hex, foes: Iterable[Unit]) -> int:
    """Where the enemies are that a turret is most likely to fire at: the nearer, and those in sight, count for more."""
    turrets, now = state.turrets, unit.turret
    weight = dict.fromkeys(range(turrets.positions), 0.0)
    for foe in foes:
        if foe.hex is None or foe.hex == here:
            continue
        seen = _IN_SIGHT if sees(state.board, state.tables, here, foe.hex) else 1.0
        way = turrets.towards(here, unit.facing, now, foe.hex)
        weight[way] += seen * worth_of(state, foe.id) / distance(here, foe.hex) ** 2
    if not any(weight.values()):
        return now
    best = max(weight, key=lambda way: (weight[way], -turrets.apart(now, way), -way))
    return min(ways(state, unit), key=lambda way: (turrets.apart(way, best), -weight[way], way))


def _facing(state: PanzerState, unit: Unit) -> int:
    """Towards the nearest enemy, turning no farther than needed."""
    foes = foes_of(state, unit)
    if not foes or unit.hex is None or foes[0].hex is None or foes[0].hex == unit.hex:
        return unit.facing
    here, there = unit.hex, foes[0].hex

    def merit(facing: int) -> tuple[int, int, int]:
        ahead, aside = off_axis(here, facing, there)
        return -ahead, abs(aside), min((facing - unit.facing) % 6, (unit.facing - facing) % 6)

    return min(range(6), key=lambda d: (*merit(d), d))
