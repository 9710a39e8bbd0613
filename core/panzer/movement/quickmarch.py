"""What a quickmarch costs a unit besides its breath (na:6.6.4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.movement.events import QuickmarchChecked
from core.panzer.pieces.movement import ActiveMove, Rate
from core.panzer.pieces.unit import Suppression
from core.panzer.state import PanzerState


def completed(state: PanzerState, move: ActiveMove, dice: Dice) -> Iterator[Event]:
    """After a quickmarch: whether the unit is Suppressed, by its Unit Grade. Not if it has not left its hex, or the
    map, or is Suppressed already (na:6.6.4.2)."""
    unit = state.units[move.unit]
    if move.rate is not Rate.QUICKMARCH or not move.hexes or not unit.on_map:
        return
    if unit.suppression is Suppression.ON:
        return
    value = state.advanced.quickmarch[unit_grade(state, unit.id)]
    roll = dice.roll("d100", "quickmarch", "na:6.6.4.2")
    yield QuickmarchChecked(
        unit=unit.id, value=value, total=roll.result, suppressed=roll.result <= value, rolls=(roll,)
    )
