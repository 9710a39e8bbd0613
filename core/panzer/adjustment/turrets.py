"""The Adjust Turret Step: turrets turn, and vehicles open or button up for the whole next turn.

Before the first turn both sides set their turrets as they like, by the same orders (or:7.8). Who comes onto the map in
the next turn has his hatches open or closed as well, and his turret ahead. (or:7.8.1, or:7.8.3, min:10.2)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit
from core.panzer import sequence
from core.panzer.adjustment.adjusting import adjusting
from core.panzer.adjustment.events import TurretChosen, TurretsAdjusted
from core.panzer.adjustment.orders import AdjustTurret
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.sight.turrets import buttons_up, has_turret, turns, ways
from core.panzer.state import PanzerState
from core.remembered import remembered


def _adjustable(state: PanzerState, unit: Unit) -> bool:
    """Whether a vehicle has a turret to turn or a hatch to close."""
    if unit.presence is Presence.WAITING:
        return _comes_on(state, unit) and buttons_up(state, unit)
    return unit.on_map and not unit.bailed_out and (has_turret(state, unit) or buttons_up(state, unit))


def _comes_on(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit that waits may come onto the map in the next turn."""
    entry = state.entry(unit.id)
    return entry is not None and entry.turn <= state.turn + 1


def adjustable(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The vehicles of a side that have a turret to turn or a hatch to close."""
    there = (u for u in state.units.values() if u.side == side)
    return tuple(u for u in there if _adjustable(state, u))


@remembered(of=("units", "turn", "relief"))
def _anybody(state: PanzerState, side: SideId) -> bool:
    return bool(adjustable(state, side))


def _carry_out(state: PanzerState, side: SideId) -> Iterator[Event]:
    mine = sorted((u, *how) for u, how in state.adjustment.turrets.items() if state.units[u].side == side)
    yield TurretsAdjusted(side=side, turrets=tuple(mine))


TURNING: Final = adjusting(_anybody, _carry_out)


def decided(state: PanzerState, unit: Unit) -> tuple[int, bool]:
    """How a vehicle will be after the step, as its side has decided so far: its turret to its hull, buttoned up."""
    return state.adjustment.turrets.get(unit.id, (unit.turret, unit.buttoned))


def able(state: PanzerState, unit: Unit) -> tuple[int, ...]:
    """The ways in which a turret may face after the step: any before the first turn; a vehicle without one, or not on
    the map yet, has its front alone."""
    if not unit.on_map:
        return (unit.turret,)
    if state.step == sequence.SET_TURRETS and has_turret(state, unit):
        return tuple(range(state.turrets.positions))
    return ways(state, unit) or (unit.turret,)


def check(state: PanzerState, side: SideId, order: AdjustTurret) -> None:
    """One's own vehicle, whatever it has done; its turret by its TT Factor at most; only A-Types button up.

    (or:7.8.1, or:7.8.3, min:10.2.1 to min:10.2.4)
    """
    turrets = state.turrets
    TURNING.check(state, side)
    unit = own_unit(state, side, order.unit, turrets.adjusts)
    name = state.name(unit.id)
    if not _adjustable(state, unit):
        raise IllegalOrder(f"{name} has no turret on the map to turn, nor a hatch to close", turrets.fires)
    if not 0 <= order.facing < turrets.positions:
        raise IllegalOrder(f"{order.facing} is no facing from 0 to {turrets.positions - 1}", "na:3.3")
    if turrets.of(unit.facing, order.facing) not in able(state, unit):
        most = turns(state, unit)
        raise IllegalOrder(f"the turret of {name} turns by {most} {turrets.measure} at most", turrets.limits)
    if order.buttoned and not buttons_up(state, unit):
        raise IllegalOrder(f"{name} is no armed A-Type vehicle and never buttons up", "or:7.8.3")


def adjust(state: PanzerState, side: SideId, order: AdjustTurret, dice: Dice) -> Iterator[Event]:
    """Decide how a vehicle will be."""
    turret = state.turrets.of(state.units[order.unit].facing, order.facing)
    yield TurretChosen(side=side, unit=order.unit, turret=turret, buttoned=order.buttoned)
