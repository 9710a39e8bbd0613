"""How the events of the Spotting Phase change the state (na:4.1)."""

from __future__ import annotations

from core.panzer.sight import events
from core.panzer.state import PanzerState


def spotting_checked(state: PanzerState, event: events.SpottingChecked) -> None:
    state.sighted = {spotter: frozenset(targets) for spotter, targets in event.sighted}
    for unit in event.lapsed:
        state.change(unit, spot=None)
