"""Smoke dischargers, pick by pick (or:7.9)."""

from __future__ import annotations

from core.book.chapter import value_of
from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.order import Order
from core.panzer.command.orders import DischargeSmoke
from core.panzer.command.smoke_dischargers import RULE, able, limit
from core.panzer.offering import heading, standing_choice
from core.panzer.state import PanzerState
from core.step_end import end_of_step


def choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The vehicles that can, each with its chance, until the side ends it."""
    if partial:
        return Choices("Smoke dischargers", RULE, complete=True)
    options = [
        Choice(
            f"discharge:{unit}",
            f"{state.name(unit)} lays smoke on itself",
            "unit",
            state.units[unit].hex,
            unit,
            cost=f"{10 * (limit(state, unit) or 0)}%",
            group=heading(state, unit),
        )
        for unit in able(state, side)
    ]
    end = end_of_step("Lay no more smoke")
    return Choices("Who discharges smoke?", RULE, (*options, standing_choice(), end))


def made(state: PanzerState, side: SideId, partial: Partial) -> Order:
    """The order of a pick."""
    return DischargeSmoke(unit=UnitId(value_of(partial[0])))
