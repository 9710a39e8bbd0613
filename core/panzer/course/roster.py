"""All units with what they are worth and what became of them, for who looks back on a game (min:22.2, min:23.1.4.3)."""

from __future__ import annotations

from core.attempt import Member
from core.panzer.course.victory import loss_points
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.state import PanzerState


def roster(state: PanzerState) -> tuple[Member, ...]:
    """The units of a view, in the order of the scenario; value: for a squad both its steps (min:22.2.2)."""
    return tuple(_member(state, unit) for unit in state.units.values())


def _member(state: PanzerState, unit: Unit) -> Member:
    own = state.scenario.by_id[unit.id]
    value = own.value if not own.reduced_value else own.reduced_value + own.half_value
    return Member(
        id=unit.id,
        name=state.name(unit.id),
        side=unit.side,
        value=value,
        scored=loss_points(state, unit),
        fate=_fate(state, unit),
    )


def _fate(state: PanzerState, unit: Unit) -> str:
    if unit.fate is not None:
        return unit.fate.value
    if unit.presence is Presence.ELIMINATED:
        return "eliminated"
    return "bailed out" if unit.bailed_out else ""
