"""Indirect Fire from under HIDDEN UNIT counters: whoever observes for it or fires it is not revealed (or:7.2.2.3).

Rules that ask where such a unit stands are asked in a state in which it stands in the hex of its counter, with the
command of the counter. Its owner alone can make that state. Of what comes of it everybody hears who observed and who
fired, as at a table, but not from how far.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.event import SideId, UnitId
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.remembered import remembered


def uncovered(state: PanzerState, side: SideId) -> PanzerState:
    """The state as if the units of a side stood in the open where its counters are, as far as they are known."""
    return _in_the_open(state, side) if any(counter.holds for counter in state.hidden.of(side)) else state


@remembered
def _in_the_open(state: PanzerState, side: SideId) -> PanzerState:
    """A state of its own: whoever asks again before anything changes gets the same."""
    there = state.copy()
    for counter in (one for one in state.hidden.of(side) if one.holds):
        for unit in counter.holds:
            held = {"command": counter.command, "group": counter.group, "full_cover": unit in counter.covered}
            there.change(unit, hex=counter.hex, presence=Presence.ON_MAP, carrier=None, **held)
        for unit, vehicle in counter.riding:
            there.change(unit, presence=Presence.CARRIED, carrier=vehicle)
    return there


def is_hidden(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit, or the vehicle in which it rides, is under a counter, `uncovered` or not."""
    there = state.units[unit]
    if there.presence is Presence.CARRIED and there.carrier is not None:
        there = state.units[there.carrier]
    return there.presence is Presence.HIDDEN or state.hidden.holding(there.id) is not None


def any_hidden(state: PanzerState, units: Iterable[UnitId | None]) -> bool:
    """Whether one of some units is under a counter."""
    return any(unit is not None and is_hidden(state, unit) for unit in units)
