"""Fires that break out in words (or:7.35)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from core.event import Event
from core.panzer.fires import events
from core.panzer.state import PanzerState
from core.panzer.words import total_of
from core.presentation import Report


def _checked(state: PanzerState, event: events.FireChecked) -> Report:
    name = state.tables.terrain[state.cell(event.hex).terrain].name
    if event.flames:
        return Report(f"The {name} in {event.hex} burns: a flamethrower", "or:7.35.1", "bad", hexes=(event.hex,))
    outcome = "catches fire" if event.started else "does not catch fire"
    total = total_of(event.rolls, event.total)
    return Report(
        f"The {name} in {event.hex} {outcome} ({total} against 01-{event.value:02d})",
        "or:7.35.1",
        "bad" if event.started else "dim",
        details=(f"GP Factor {event.gp}",),
        rolls=event.rolls,
        tally=event.tally,
        hexes=(event.hex,),
    )


#: The events of this chapter in words.
TELL: Final[Mapping[type[Event], Callable[[PanzerState, Any], Report | None]]] = {events.FireChecked: _checked}
