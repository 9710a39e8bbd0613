"""Which Optional Rules a scenario has something for: those that need more of it than its switches (or:7.0)."""

from __future__ import annotations

from content.panzer.scenarios.scenario_file import ScenarioFile
from core.panzer.pieces.switches import Switch

#: The years of the Soviet early war (or:7.5).
_EARLY_WAR = ("1941", "1942")


def allowed(data: ScenarioFile) -> frozenset[Switch]:
    """The switches that are `asked` of a scenario and that this one allows."""
    found = set()
    if data.date.startswith(_EARLY_WAR) and any(side.nation == "Soviet" for side in data.side):
        found.add(Switch.SOVIET_COMMUNICATIONS)
    if any(formation.platoons for side in data.side for formation in side.formation):
        found.add(Switch.PLATOON_COMMAND)
    if data.minefield:
        found.add(Switch.MINES)
    return frozenset(found)
