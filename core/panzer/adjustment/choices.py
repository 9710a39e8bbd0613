"""Pivots and Full Cover, choice by choice (na:6.8)."""

from __future__ import annotations

from core.choice import Choice, Choices, Partial
from core.event import SideId, UnitId
from core.hexes import DIRECTION_NAMES
from core.order import Order
from core.panzer import sequence
from core.panzer.adjustment import full_cover
from core.panzer.adjustment.orders import FullCover, Pivot
from core.panzer.offering import heading
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState
from core.step_end import end_of_step


def adjustment_choices(state: PanzerState, side: SideId, partial: Partial) -> Choices:
    """The Pivot and the Full Cover Step (na:6.8.1, na:6.8.2)."""
    pivoting = state.step == sequence.PIVOT
    rule = sequence.BY_ID[state.step].rule
    if not partial:
        units = full_cover.adjustable(state, side)
        options = [_pivot_choice(state, u) if pivoting else _cover_choice(state, u) for u in units]
        options.append(end_of_step(f"End the {_title(state)}"))
        prompt = "Turn which unit?" if pivoting else "Into or out of Full Cover?"
        return Choices(prompt, rule, tuple(options))
    kind, _, value = partial[0].partition(":")
    if kind == "pivot" and len(partial) == 1:
        unit = state.units[UnitId(value)]
        now = state.adjustment.pivots.get(unit.id, unit.facing)
        return Choices(
            f"{state.name(unit.id)}: facing which hexside?",
            "na:3.3",
            tuple(
                Choice(str(d), DIRECTION_NAMES[d], "facing", cost="as now" if d == now else "")
                for d in ((unit.facing + turn) % 6 for turn in (0, 1, 5, 2, 4, 3))
            ),
        )
    return Choices(_title(state), rule, complete=True)


def _title(state: PanzerState) -> str:
    return f"{sequence.BY_ID[state.step].title} Step"


def _pivot_choice(state: PanzerState, unit: Unit) -> Choice:
    facing = DIRECTION_NAMES[state.adjustment.pivots.get(unit.id, unit.facing)]
    group = heading(state, unit.id)
    return Choice(f"pivot:{unit.id}", state.name(unit.id), "unit", unit.hex, unit.id, f"facing {facing}", group=group)


def _cover_choice(state: PanzerState, unit: Unit) -> Choice:
    inside = full_cover.in_full_cover(state, unit)
    pick = f"{'leave' if inside else 'take'}-cover:{unit.id}"
    cost = "in Full Cover" if inside else "not in Full Cover"
    label = f"{state.name(unit.id)} {'leaves' if inside else 'takes'} Full Cover"
    return Choice(pick, label, "unit", unit.hex, unit.id, cost=cost, group=heading(state, unit.id))


def adjustment_order(state: PanzerState, side: SideId, partial: Partial) -> Order | None:
    """The order of a complete partial of an adjustment step; None if it is none."""
    kind, _, value = partial[0].partition(":")
    if kind == "pivot" and len(partial) == 2:
        return Pivot(unit=UnitId(value), facing=int(partial[1]))
    if kind in ("take-cover", "leave-cover"):
        return FullCover(unit=UnitId(value), on=kind == "take-cover")
    return None
