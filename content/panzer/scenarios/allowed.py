"""Which Optional Rules a scenario has something for: those that need more of it than its switches (or:7.0)."""

from __future__ import annotations

from content.panzer.cards import cards
from content.panzer.scenarios.scenario_file import ScenarioFile, SideLine, expanded
from core.panzer.firing.ammunition import APCR_SCARCE
from core.panzer.pieces.switches import Switch
from core.panzer.sight.radio import NOTATION

#: The years of the Soviet early war (or:7.5).
_EARLY_WAR = ("1941", "1942")


def allowed(data: ScenarioFile) -> frozenset[Switch]:
    """The switches that are `asked` of a scenario and that this one allows."""
    found = set()
    if data.date.startswith(_EARLY_WAR) and any(side.nation == "Soviet" for side in data.side):
        found.add(Switch.SOVIET_COMMUNICATIONS)
    if any(side.nation == "Soviet" for side in data.side):
        found.add(Switch.SOVIET_SHELLS)
    if data.date >= APCR_SCARCE and any(side.nation == "German" for side in data.side):
        found |= {Switch.NO_GERMAN_APCR, Switch.SCARCE_GERMAN_APCR, Switch.SCARCER_GERMAN_APCR}
    if any(formation.platoons for side in data.side for formation in side.formation):
        found.add(Switch.PLATOON_COMMAND)
    if any(side.counter_batteries for side in data.side):
        found.add(Switch.COUNTER_BATTERY)
    if data.minefield:
        found.add(Switch.MINES)
    if data.conditions.narrow:
        found.add(Switch.NARROW_ROADS)
    if data.conditions.bridges or data.conditions.ice is not None:
        found.add(Switch.WEIGHT_LIMITS)
    if any(side.camouflage for side in data.side):
        found.add(Switch.CAMOUFLAGE)
    if any(side.hidden_units for side in data.side):
        found.add(Switch.HIDDEN_UNITS)
    if any(_without_radio(side) for side in data.side):
        found.add(Switch.WITHOUT_RADIO)
    return frozenset(found)


def _without_radio(side: SideLine) -> bool:
    """Whether a side states platoons, and has vehicles in them that have no radio (or:7.4)."""
    if not any(formation.platoons for formation in side.formation):
        return False
    return any(NOTATION in cards.notations(id_) for id_ in {line.card for _, _, line, _, _, _ in expanded(side)})
