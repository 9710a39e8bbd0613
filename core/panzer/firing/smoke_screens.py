"""What the smoke of its own dischargers does for a vehicle: it hinders fire at it and from it, no other (or:7.9).

It counts like smoke of an Open SHEAF, for its passengers too; not for Indirect Fire nor for aircraft.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.tally import Reason

#: The line of the modifier tables by which it counts.
LIKE: Final = "smoke-open"
RULE: Final = "or:7.9"


def screened(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit is hidden in the smoke of its dischargers, or of those of the vehicle that carries it."""
    return unit.smoke_screen or (unit.carrier is not None and state.units[unit.carrier].smoke_screen)


def reasons(state: PanzerState, shooter: Unit, target: Unit | None, amount: int) -> Iterator[Reason]:
    """The modifiers of a shot: one for the smoke of the shooter, one for that of the target."""
    if screened(state, shooter):
        yield Reason("shooter in its own smoke", amount, RULE)
    if target is not None and screened(state, target):
        yield Reason("target in its own smoke", amount, RULE)
