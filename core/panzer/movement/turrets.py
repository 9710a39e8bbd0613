"""Turning a turret during the move of its vehicle, by its TT Factor in all; each turn may be answered (or:7.8.1)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.firing.events import TurretTurned
from core.panzer.movement.orders import TurnTurret
from core.panzer.movement.step import check_mine, offer_overwatch
from core.panzer.pieces.switches import Switch
from core.panzer.sight.turrets import turns
from core.panzer.state import PanzerState


def left(state: PanzerState, unit: UnitId) -> int:
    """By how many hexsides a moving vehicle may still turn its turret in this move (or:7.8.1); none by min:9.3.6."""
    move = state.moves.of(unit)
    if move is None or not state.has(Switch.TURRETS):
        return 0
    return max(0, turns(state, state.units[unit]) - move.turret)


def check(state: PanzerState, side: SideId, order: TurnTurret) -> None:
    """The turret of the vehicle that is moving, no further than is left of its TT Factor."""
    unit = check_mine(state, side, order.unit)
    if state.moves.of(unit.id) is None:
        raise IllegalOrder(f"{state.name(unit.id)} is not moving; turrets turn during a move", "or:7.8.1")
    by = _by(state, order)
    if not 0 <= order.facing <= 5 or by == 0:
        raise IllegalOrder(f"{order.facing} is no other facing from 0 to 5", "na:3.3")
    if by > left(state, unit.id):
        name = state.name(unit.id)
        raise IllegalOrder(f"the turret of {name} turns by {left(state, unit.id)} hexsides more at most", "or:7.8.1")


def _by(state: PanzerState, order: TurnTurret) -> int:
    """By how many hexsides an order turns a turret."""
    unit = state.units[order.unit]
    return state.turrets.apart(unit.turret, state.turrets.of(unit.facing, order.facing))


def turn(state: PanzerState, side: SideId, order: TurnTurret, dice: Dice) -> Iterator[Event]:
    """Turn it; the other side may answer."""
    turret = state.turrets.of(state.units[order.unit].facing, order.facing)
    yield TurretTurned(unit=order.unit, turret=turret, by=_by(state, order))
    yield from offer_overwatch(state, order.unit)
