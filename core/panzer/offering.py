"""How choices are headed and refused, for all chapters."""

from __future__ import annotations

from core.choice import Choice
from core.event import UnitId
from core.panzer.formations.control import formation_key, formation_name
from core.panzer.state import PanzerState


def standing_choice() -> Choice:
    """The entry for one's standing instructions, last in every list of order kinds."""
    return Choice("instructions", "Standing instructions ...", "order", key="I")


def heading(state: PanzerState, unit: UnitId) -> str:
    """The heading under which menus list a unit: its formation, in the Advanced Game."""
    return formation_name(state, formation_key(state, unit)) if state.scenario.switches else ""
