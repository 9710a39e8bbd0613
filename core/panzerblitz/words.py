"""Counters by name, for menus and reports."""

from __future__ import annotations

from collections.abc import Iterable

from core.event import UnitId
from core.panzerblitz.state import BlitzState


def listed(view: BlitzState, units: Iterable[UnitId]) -> str:
    """Units in words, those of one kind together: "German Rifle 1, 3; Panther 2"."""
    together: dict[str, list[str]] = {}
    for unit in units:
        name, _, number = view.name(unit).rpartition(" ")
        if name and number.isdigit():
            together.setdefault(name, []).append(number)
        else:
            together.setdefault(view.name(unit), [])
    return "; ".join(" ".join(filter(None, (name, ", ".join(numbers)))) for name, numbers in together.items())
