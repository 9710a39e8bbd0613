"""Limited Visibility: dusk, twilight, dust, fog or moonlight, in which everything is harder to spot (or:7.36.1).

The hex edition adds to the row of the Spotting Ranges Table; the miniatures edition has conditions of its own for what
is limited and what is more than that (min:20.13.1).
"""

from __future__ import annotations

from typing import Final

from core.hexes import Hex
from core.panzer.pieces.conditions import Conditions
from core.panzer.pieces.switches import Switch
from core.panzer.sight.ranges import DAYLIGHT, Light
from core.panzer.state import PanzerState
from core.tally import Reason

RULE: Final = "or:7.36.1"
#: Conditions of the Spotting Ranges Table of the miniatures edition.
LIMITED, RESTRICTED = "Limited", "Restricted"


def very_limited(conditions: Conditions) -> bool:
    """Whether visibility is very limited, by the border that the scenario names (or:7.36.2)."""
    return conditions.visibility <= conditions.very_limited


def light(state: PanzerState, hex_: Hex | None) -> Light:
    """How light it is in a hex (or:7.36.1)."""
    if not state.has(Switch.LIMITED_VISIBILITY):
        return DAYLIGHT
    conditions = state.scenario.conditions
    dark = Reason("Limited Visibility", conditions.visibility, RULE)
    return Light((dark,), RESTRICTED if very_limited(conditions) else LIMITED)
