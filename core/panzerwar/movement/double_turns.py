"""Double-length turns while the enemy is far: twice the movement, orders and sighting once (pw:6.15)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event
from core.panzerwar import sequence
from core.panzerwar.command.initiative import NEAR
from core.panzerwar.movement.events import TurnLength
from core.panzerwar.pieces.switches import Switch
from core.panzerwar.state import WarState
from core.plane import within


def due(state: WarState) -> bool:
    """Whether it is yet to be found how long this turn is."""
    return state.has(Switch.DOUBLE_TURNS) and state.step == sequence.ORDERS and not state.moves.measured


def happens(state: WarState, dice: Dice) -> Iterator[Event]:
    """It is of double length for all or for none, as long as nobody has an enemy in sight within combat range (pw:6.15,
    pw:6.15.1, pw:6.15.2)."""
    yield TurnLength(doubled=not in_contact(state))


def in_contact(state: WarState) -> bool:
    """Whether an element of any side is in sight of the other, within the distance at which forces are near each other
    (pw:6.15.1, pw:4.11)."""
    return any(
        within(own.where, enemy.where, NEAR)
        for side in state.engagement.sides
        for enemy in state.on_table()
        if enemy.side != side.id and state.sees(side.id, enemy.id)
        for own in state.of(side.id)
        if own.on_table
    )
