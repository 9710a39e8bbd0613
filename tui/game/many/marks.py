"""Which units are marked for an order that they are all to have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import evolve

from core.presentation import Counter, Mark

#: How a marked unit is drawn, and told of in lists.
MARKED: Final = Mark("marked", "◉", "@", "marked for an order", "strong")


class Marks:
    """The units that are marked, in the order in which they were."""

    def __init__(self) -> None:
        self.units: tuple[str, ...] = ()

    def put(self, units: Iterable[str]) -> None:
        """Mark these and no others."""
        self.units = tuple(units)

    def on(self, counters: Sequence[Counter]) -> tuple[Counter, ...]:
        """Counters with the mark on those that bear it, before all others; what is gone from the map is not marked."""
        if not self.units:
            return tuple(counters)
        return tuple(evolve(c, marks=(MARKED, *c.marks)) if c.id in self.units else c for c in counters)
