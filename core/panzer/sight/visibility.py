"""Limited Visibility: dusk, twilight, dust, fog or moonlight, in which everything is harder to spot (or:7.36.1).

The hex edition adds to the row of the Spotting Ranges Table; the miniatures edition has conditions of its own for what
is limited and what is more than that (min:20.13.1). Illumination missions light a SHEAF (or:7.27, min:20.17).
"""

from __future__ import annotations

from typing import Final

from core.hexes import Hex
from core.panzer.pieces.clouds import CloudKind
from core.panzer.pieces.conditions import Conditions
from core.panzer.pieces.switches import Switch
from core.panzer.sight.ranges import DAYLIGHT, Light
from core.panzer.state import PanzerState
from core.tally import Reason

RULE: Final = "or:7.36.1"
ILLUMINATION: Final = "or:7.27"
#: Conditions of the Spotting Ranges Table of the miniatures edition.
LIMITED, RESTRICTED = "Limited", "Restricted"


def very_limited(conditions: Conditions) -> bool:
    """Whether visibility is very limited, by the border that the scenario names (or:7.36.2)."""
    return conditions.visibility <= conditions.very_limited


def light(state: PanzerState, hex_: Hex | None) -> Light:
    """How light it is in a hex: Illumination makes up for the visibility, at most all of it (or:7.36.1, or:7.27)."""
    if not state.has(Switch.LIMITED_VISIBILITY):
        return DAYLIGHT
    conditions = state.scenario.conditions
    dark = Reason("Limited Visibility", conditions.visibility, RULE)
    if not illuminated(state, hex_):
        return Light((dark,), RESTRICTED if very_limited(conditions) else LIMITED)
    more = min(state.tables.spotting_modifiers["illumination"], -conditions.visibility)
    return Light((dark, Reason("Illumination", more, ILLUMINATION)))


def illuminated(state: PanzerState, hex_: Hex | None) -> bool:
    """Whether Illumination hangs over a hex, ON or OFF; what came in the current step does not count yet, as with smoke
    (or:7.27, na:6.1.4.3.10e), but in the miniatures edition (min:20.17, min:3.4.1)."""
    if not state.has(Switch.ILLUMINATION):
        return False
    at_once = state.edition.smoke_at_once
    lights = (c for c in state.counters.clouds if c.kind is CloudKind.ILLUMINATION)
    return any(hex_ in cloud.hexes and (at_once or not cloud.fresh) for cloud in lights)
