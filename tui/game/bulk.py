"""The last order for every unit that may have it: who would get it and why others may not, before it is given."""

from __future__ import annotations

from collections.abc import Collection

from attrs import frozen
from textual.content import Content

from core.choice import Choice
from core.order import IllegalOrder
from tui.game.again import Last, again
from tui.game.ahead import begins
from tui.game.ordering import Ordering
from tui.kit.text import MUTED


@frozen
class Bulk:
    """The last order for many. units: who may have it; refused: who may not, and why."""

    last: Last
    units: tuple[Choice, ...]
    refused: tuple[tuple[Choice, IllegalOrder], ...]

    @property
    def title(self) -> str:
        """What each would get."""
        return f"To {len(self.units)} as to {self.last.unit.label}: " + ", ".join(c.label for c in self.last.tail)

    @property
    def lines(self) -> list[tuple[str, Content]]:
        """The answers, who would get it, who may not have it and why."""
        who = ", ".join(choice.label for choice in self.units)
        barred = [Content.assemble(f"not {c.label}: {error.reason} ", (error.rule, MUTED)) for c, error in self.refused]
        return [("y", Content(f"give it: {who}")), ("n", Content("let it be")), *(("", line) for line in barred)]


def bulk(ordering: Ordering, last: Last, undone: Collection[str]) -> Bulk:
    """The last order for all units that have something to do, each asked by itself, as things stand now."""
    units: list[Choice] = []
    refused: list[tuple[Choice, IllegalOrder]] = []
    for unit in undone:
        ways = [way for way in begins(ordering, unit) if way[-1].unit == unit != last.unit.unit]
        if len(ways) != 1:
            continue
        try:
            again(ordering, ways[0], last)
        except IllegalOrder as error:
            refused.append((ways[0][-1], error))
        else:
            units.append(ways[0][-1])
    return Bulk(last, tuple(units), tuple(refused))
