"""The turret of a moving vehicle, pick by pick (or:7.8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import Order
from core.panzer.movement.orders import TurnTurret
from core.panzer.movement.turrets import left
from core.panzer.sight.turrets import apart, looks
from core.panzer.state import PanzerState

HEAD: Final = "turn-turret"


def offer(state: PanzerState, side: SideId) -> Iterator[Choice]:
    """The turret of the vehicle that is moving."""
    move = state.moves.active
    if move is not None and state.units[move.unit].side == side and left(state, move.unit):
        unit = state.units[move.unit]
        facing = DIRECTION_NAMES[looks(unit)]
        text = f"Turn the turret of {state.name(unit.id)} ..."
        yield Choice(f"{HEAD}:{unit.id}", text, "order", unit.hex, unit.id, cost=f"facing {facing}")


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """To which hexside."""
    unit = state.units[UnitId(partial[0].partition(":")[2])]
    if len(partial) > 1:
        return Choices("Turret", "or:7.8.1", complete=True)
    able = [d for d in range(6) if 0 < apart(d, looks(unit)) <= left(state, unit.id)]
    options = tuple(Choice(str(d), DIRECTION_NAMES[d], "facing") for d in able)
    return Choices(f"{state.name(unit.id)}: its turret faces which hexside?", "or:7.8.1", options)


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks."""
    if len(partial) < 2:
        return None
    return TurnTurret(unit=UnitId(partial[0].partition(":")[2]), facing=int(partial[1]))
