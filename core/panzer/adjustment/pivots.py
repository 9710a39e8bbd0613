"""The Pivot Step (na:6.8.1, min:10.1), in which passengers bail out, too, in the miniatures edition (min:16.1.6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.dice import Dice
from core.event import Event, SideId
from core.order import IllegalOrder
from core.own import own_unit, refuse
from core.panzer.adjustment import bailing_out
from core.panzer.adjustment.adjusting import adjusting
from core.panzer.adjustment.events import PivotChosen, UnitsPivoted
from core.panzer.adjustment.orders import Pivot
from core.panzer.ground.entrenching import dismounted
from core.panzer.pieces.cards import VehicleCard
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Command, Unit
from core.panzer.sight import long_guns
from core.panzer.state import PanzerState
from core.remembered import remembered


def may_pivot(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit may pivot in the Pivot Step (na:6.8.1, min:10.1, min:11.7.1, min:12.4.3.2, min:19.1)."""
    if not state.edition.vehicles_pivot:
        return dismounted(state, unit)
    if unit.suppressed and not _just_bailed_out(state, unit):
        return False
    if dismounted(state, unit):
        return state.has(Switch.LEG_AND_TOWED)
    able = unit.on_map and not unit.bailed_out and not unit.track_hit and not unit.bogged_down(state.turn)
    return able and isinstance(state.card(unit.id), VehicleCard) and unit.id in state.moves.unused


def _just_bailed_out(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit has bailed out of a vehicle in this turn, and so faces as its player likes, Suppressed or not
    (min:16.1.6.1.1, min:16.1.6.1.2, min:16.1.6.2.3, min:16.1.6.3). Who has dismounted has a MOVE (min:17.2.8.2)."""
    return unit.on_map and unit.dismounted_in == state.turn and unit.command is Command.NONE


def pivoters(state: PanzerState, side: SideId) -> tuple[Unit, ...]:
    """The units of a side that may pivot."""
    return tuple(u for u in state.of(side) if may_pivot(state, u))


@remembered(of=("turn", "units", "moves"))
def _anybody(state: PanzerState, side: SideId) -> bool:
    """Whether a side has anybody to pivot, or who might bail out."""
    return any(may_pivot(state, unit) for unit in state.of(side)) or bool(bailing_out.leavers(state, side))


def _carry_out(state: PanzerState, side: SideId) -> Iterator[Event]:
    """Who bails out does so before others pivot (min:16.1.6.3)."""
    yield from bailing_out.carried_out(state, side)
    pivots = sorted((u, facing) for u, facing in state.adjustment.pivots.items() if state.units[u].side == side)
    back = ((unit, long_guns.at_rest(state, unit, facing)[1]) for unit, facing in pivots)
    turned = tuple((unit, turret) for unit, turret in back if turret != state.units[unit].turret)
    yield UnitsPivoted(side=side, pivots=tuple(pivots), turrets=turned)


PIVOTING: Final = adjusting(_anybody, _carry_out)


def check(state: PanzerState, side: SideId, order: Pivot) -> None:
    """Any dismounted leg or towed unit, whatever its command; no movement is spent (na:6.8.1).

    In the miniatures edition none that is Suppressed, unless it has just bailed out, and vehicles that made no use of
    their MOVE (min:10.1, min:12.4.3.2, min:19.1), but for long guns among trees and in buildings (min:20.12.2,
    min:20.12.3).
    """
    PIVOTING.check(state, side)
    unit = own_unit(state, side, order.unit, "na:6.8.1")
    if not may_pivot(state, unit):
        if state.edition.vehicles_pivot:
            reason = "is neither an unsuppressed vehicle with an unused MOVE nor such a leg or towed unit, dismounted"
            raise IllegalOrder(f"{state.name(unit.id)} {reason}", "min:10.1")
        raise IllegalOrder(f"{state.name(unit.id)} is no dismounted leg or towed unit on the map", "na:6.8.1")
    if not 0 <= order.facing <= 5:
        raise IllegalOrder(f"{order.facing} is no facing from 0 to 5", "na:3.3")
    refuse(long_guns.at_rest(state, order.unit, order.facing)[0])


def pivot(state: PanzerState, side: SideId, order: Pivot, dice: Dice) -> Iterator[Event]:
    """Decide how a unit will face."""
    yield PivotChosen(side=side, unit=order.unit, facing=order.facing)
