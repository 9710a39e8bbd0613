"""Turning a turret during the move of its vehicle, by its TT Factor in all; each turn may be answered (or:7.8.1).

It may be the first act of a move, as that of a long gun beside Woods has to be (or:7.20).
"""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder
from core.panzer.firing.events import TurretTurned
from core.panzer.movement import move as movement_move
from core.panzer.movement.orders import TurnTurret
from core.panzer.movement.step import begin, check_mine, offer_overwatch
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import MOVING, Unit
from core.panzer.sight.turrets import turns
from core.panzer.state import PanzerState


def left(state: PanzerState, unit: UnitId) -> int:
    """By how many hexsides a vehicle may turn its turret in its move, or still in the one that it has begun (or:7.8.1);
    none by min:9.3.6."""
    move = state.moves.of(unit)
    if not state.has(Switch.TURRETS):
        return 0
    return max(0, turns(state, state.units[unit]) - (move.turret if move is not None else 0))


def begins(state: PanzerState, unit: Unit) -> bool:
    """Whether a vehicle may begin its move by a turn of its turret."""
    return state.moves.active is None and unit.on_map and left(state, unit.id) > 0


def check(state: PanzerState, side: SideId, order: TurnTurret) -> None:
    """The turret of the vehicle that is moving or about to move, no further than is left of its TT Factor."""
    unit = check_mine(state, side, order.unit)
    if state.moves.of(unit.id) is None:
        _check_beginning(state, unit, order)
    by = _by(state, order)
    if not 0 <= order.facing <= 5 or by == 0:
        raise IllegalOrder(f"{order.facing} is no other facing from 0 to 5", "na:3.3")
    if by > left(state, unit.id):
        name = state.name(unit.id)
        raise IllegalOrder(f"the turret of {name} turns by {left(state, unit.id)} hexsides more at most", "or:7.8.1")


def _check_beginning(state: PanzerState, unit: Unit, order: TurnTurret) -> None:
    """As a move begins that a step begins (na:4.5.1.1a)."""
    if state.moves.active is not None:
        raise IllegalOrder(f"{state.name(state.moves.active.unit)} must complete its move first", "na:4.5.1.1a")
    if unit.command not in MOVING or not unit.on_map:
        raise IllegalOrder(f"{state.name(unit.id)} is not moving; turrets turn during a move", "or:7.8.1")
    movement_move.begin(state, unit.id, order.rate)


def _by(state: PanzerState, order: TurnTurret) -> int:
    """By how many hexsides an order turns a turret."""
    unit = state.units[order.unit]
    return state.turrets.apart(unit.turret, state.turrets.of(unit.facing, order.facing))


def turn(state: PanzerState, side: SideId, order: TurnTurret, dice: Dice) -> Iterator[Event]:
    """Turn it, which reveals the command of who begins his move by it; the other side may answer."""
    if state.moves.active is None:
        yield from begin(state, order.unit, order.rate)
    turret = state.turrets.of(state.units[order.unit].facing, order.facing)
    yield TurretTurned(unit=order.unit, turret=turret, by=_by(state, order))
    yield from offer_overwatch(state, order.unit)
