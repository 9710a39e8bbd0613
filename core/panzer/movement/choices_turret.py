"""The turret of a moving vehicle, pick by pick (or:7.8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.movement.orders import TurnTurret
from core.panzer.movement.turrets import left
from core.panzer.offering import turret_ways
from core.panzer.sight.turrets import ways
from core.panzer.state import PanzerState

HEAD: Final = "turn-turret"


def offer(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The turret of the vehicle that is moving."""
    move = state.moves.active
    if move is not None and state.units[move.unit].side == side and left(state, move.unit):
        unit = state.units[move.unit]
        facing = state.turrets.label(unit.facing, unit.turret)
        text = f"Turn the turret of {state.name(unit.id)} ..."
        yield Choice(f"{HEAD}:{unit.id}", text, "order", unit.hex, unit.id, cost=f"facing {facing}")


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """To which hexside."""
    unit = state.units[UnitId(partial[0].partition(":")[2])]
    if len(partial) > 1:
        return Choices("Turret", "or:7.8.1", complete=True)
    most = left(state, unit.id)
    return turret_ways(
        state, unit, (way for way in ways(state, unit) if 0 < state.turrets.apart(unit.turret, way) <= most)
    )


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks."""
    if len(partial) < 2:
        return None
    return TurnTurret(unit=UnitId(partial[0].partition(":")[2]), facing=int(partial[1]))
