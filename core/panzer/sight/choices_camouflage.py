"""Building the orders of camouflage: unit by unit, on or off (or:7.24)."""

from __future__ import annotations

from typing import Final

from core.book.chapter import head_of, value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.sight.camouflage import RULE, camouflaged, eligible, granted
from core.panzer.sight.orders import CamouflageUnit
from core.panzer.state import PanzerState
from core.step_end import end_of_step

ON: Final = "camouflage"
OFF: Final = "uncover"


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """Which units are camouflaged; or the end of it."""
    if partial:
        return Choices("Camouflage", RULE, complete=True)
    chosen = camouflaged(state, side)
    full = len(chosen) >= granted(state, side)
    options = []
    for unit in eligible(state, side):
        name, hex_ = state.name(unit), state.units[unit].hex
        if unit in chosen:
            options.append(Choice(f"{OFF}:{unit}", f"{name}: camouflaged, take it off", "unit", hex_, unit))
        elif not full:
            options.append(Choice(f"{ON}:{unit}", f"{name}: camouflage it", "unit", hex_, unit))
    options.append(end_of_step("End camouflaging"))
    return Choices(f"Camouflage units: {remaining(state, side)}", RULE, tuple(options))


def remaining(state: PanzerState, side: SideId) -> str:
    """How many units a side may still camouflage, in words."""
    return f"{len(camouflaged(state, side))} of {granted(state, side)} chosen"


def made(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a pick."""
    return CamouflageUnit(unit=UnitId(value_of(partial[0])), on=head_of(partial[0]) == ON)
