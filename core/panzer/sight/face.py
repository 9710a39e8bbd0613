"""What a unit's card says of those who would spot it (or:7.7.1)."""

from __future__ import annotations

from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.sight.limited_spotting import attempt
from core.panzer.sight.spotting import AUTOMATIC
from core.panzer.state import PanzerState
from core.presentation import Row


def unit_rows(state: PanzerState, unit: Unit) -> tuple[Row, ...]:
    """Whether a unit has been spotted, or by what roll it would be now, where that takes a roll."""
    if not state.has(Switch.LIMITED_SPOTTING):
        return ()
    made = attempt(state, unit.id)
    if made is None:
        return (Row("Spotted", "by nobody: out of their range or sight", "or:7.7.1"),)
    if unit.id in state.made_out or made.range <= AUTOMATIC:
        return (Row("Spotted", f"by {state.name(made.spotter)} at range {made.range}", "or:7.7.1"),)
    others = f" and {made.further} more" if made.further else ""
    return (Row("Spotted", f"not yet; {made.value}% by {state.name(made.spotter)}{others}", "or:7.7.1"),)
