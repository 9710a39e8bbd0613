"""What this chapter has at the end of a turn: who is stunned in a bunker, who digs around mines (pw:15.7.4.2)."""

from __future__ import annotations

from collections.abc import Iterator

from core.dice import Dice
from core.event import Event
from core.panzerwar.damage.details import unstun
from core.panzerwar.obstacles import probing
from core.panzerwar.state import WarState


def final_details(state: WarState, dice: Dice) -> Iterator[Event]:
    """Phase H: elements in bunkers come to on a 7 or better, and digging goes on (pw:15.7.4.2, pw:15.5)."""
    for element in list(state.on_table()):
        if element.harm.stunned and element.posture.bunker:
            yield unstun(element, state.charts.whole("bunker-unstun"), dice)
    yield from probing.progress(state)
