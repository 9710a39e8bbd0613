"""How choices are headed and refused, for all chapters."""

from __future__ import annotations

from collections.abc import Iterable

from core.choice import Choice, Choices
from core.event import UnitId
from core.panzer.formations.control import formation_key, formation_name
from core.panzer.pieces.unit import Unit
from core.panzer.state import PanzerState


def standing_choice() -> Choice:
    """The entry for one's standing instructions, last in every list of order kinds."""
    return Choice("instructions", "Standing instructions ...", "order", key="I")


def heading(state: PanzerState, unit: UnitId) -> str:
    """The heading under which menus list a unit: its formation, in the Advanced Game."""
    return formation_name(state, formation_key(state, unit)) if state.scenario.switches else ""


def turret_ways(state: PanzerState, unit: Unit, able: Iterable[int], now: int | None = None) -> Choices:
    """The ways to which a turret may turn, as orders name them (or:7.8.1, min:10.2); now: the one that is chosen."""
    turrets = state.turrets
    options = (
        Choice(
            str(turrets.named(unit.facing, way)),
            turrets.label(unit.facing, way),
            "facing" if turrets.of_map else "option",
            cost="as now" if way == now else "",
        )
        for way in sorted(able, key=lambda way: turrets.named(unit.facing, way))
    )
    which = "hexside" if turrets.of_map else "Field-of-Fire"
    return Choices(f"{state.name(unit.id)}: its turret faces which {which}?", turrets.adjusts, tuple(options))
