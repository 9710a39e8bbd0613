"""The turret of a moving vehicle, pick by pick; in the menu of one that is about to move "turret" and a hexside
(or:7.8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.movement.orders import TurnTurret
from core.panzer.movement.turrets import begins, left
from core.panzer.offering import turret_ways
from core.panzer.pieces.movement import Rate
from core.panzer.pieces.unit import Unit
from core.panzer.sight.turrets import ways
from core.panzer.state import PanzerState

HEAD: Final = "turn-turret"
#: In the menu of a vehicle, before its first step.
FIRST: Final = "turret"


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
    return _ways(state, unit)


def _ways(state: PanzerState, unit: Unit) -> Choices:
    most = left(state, unit.id)
    able = (way for way in ways(state, unit) if 0 < state.turrets.apart(unit.turret, way) <= most)
    return turret_ways(state, unit, able)


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of these picks."""
    if len(partial) < 2:
        return None
    return TurnTurret(unit=UnitId(partial[0].partition(":")[2]), facing=int(partial[1]))


# -- before the first step ---------------------------------------------------------------------------


def first_option(state: PanzerState, unit: Unit) -> tuple[Choice, ...]:
    """The entry in the menu of a vehicle that may begin its move so."""
    if not begins(state, unit):
        return ()
    facing = state.turrets.label(unit.facing, unit.turret)
    return (Choice(FIRST, "Turn the turret first ...", "option", unit.hex, unit.id, cost=f"facing {facing}"),)


def first_choices(state: PanzerState, partial: Partial) -> Choices:
    """What comes after that: to which hexside."""
    if partial[-1] != FIRST:
        return Choices("Turret", "or:7.8.1", complete=True)
    return _ways(state, state.units[UnitId(partial[0].removeprefix("move:"))])


def first_order(partial: Partial, rate: Rate) -> Order | None:
    """The order of these picks."""
    if partial[-1] == FIRST:
        return None
    return TurnTurret(unit=UnitId(partial[0].removeprefix("move:")), facing=int(partial[-1]), rate=rate)
