"""Units and hexes by name, for all reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.dice import Roll
from core.event import UnitId
from core.hexes import Hex
from core.panzer.state import PanzerState
from core.tally import in_sum


def at(state: PanzerState, *units: str) -> tuple[Hex, ...]:
    hexes = (state.unit(u).hex for u in units)
    return tuple(h for h in hexes if h is not None)


def names(state: PanzerState, units: Iterable[UnitId]) -> str:
    return ", ".join(state.name(u) for u in units)


def some_names(state: PanzerState, units: Iterable[UnitId]) -> str:
    """The names of three at most, and how many more there are."""
    named = [state.name(u) for u in units]
    more = len(named) - 3
    return f"{', '.join(named[:3])} and {more} more" if more > 0 else ", ".join(named)


def total_of(rolls: Sequence[Roll], total: int, net: int | None = None) -> str:
    """What came of a roll with its modifiers: ``63+15 = 78``; the total alone where it is what was rolled.

    net: the modifiers, where other rolls come before this one.
    """
    added = net if net is not None else total - rolls[0].result if rolls else 0
    return in_sum(total - added, total)


def hex_names(state: PanzerState, units: Iterable[UnitId]) -> tuple[Hex, ...]:
    return tuple(h for u in units if (h := state.units[u].hex) is not None)
