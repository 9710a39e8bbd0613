"""What the charts of Panzer War are made of: modifiers by key, bands, and a chart as its file states it (pw:2.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from attrs import field, frozen

from core.alike import Alike

T = TypeVar("T")


@frozen(eq=False, repr=False)
class Modifier(Alike):
    """A condition of a chart and what it is worth.

    amount: what is added; by: "size" if the target's size is added, "-size" if it is taken away, "table" if another
    chart says how much, "" otherwise. times: what all other adjustments are multiplied by. source: printed, judged,
    derived, or a separate example.
    """

    key: str
    condition: str
    amount: int
    source: str
    by: str = ""
    times: int = 1


@frozen(eq=False, repr=False)
class Modifiers(Alike):
    """The modifiers of a chart by key."""

    by_key: Mapping[str, Modifier] = field(factory=dict)

    def __getitem__(self, key: str) -> int:
        """What is added by a condition; KeyError if there is none, or if it is not one number."""
        one = self.by_key[key]
        if one.by:
            raise KeyError(f"{key} is told by {one.by}, not by one number")
        return one.amount

    def told(self, key: str) -> str:
        """A condition in words."""
        return self.by_key[key].condition


@frozen(eq=False, repr=False)
class Chart(Alike):
    """A chart as it is shown, with where each row comes from.

    rows: cells in the order of `columns`. sources: one for each row. source: of the chart as a whole. rules: the ids
    of the rules that read it. checks: what of the book it reproduces.
    """

    id: str
    name: str
    rules: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    source: str
    sources: tuple[str, ...]
    formula: str = ""
    note: str = ""
    checks: tuple[str, ...] = ()


def banded(bands: Iterable[tuple[float, T]], value: float) -> T | None:
    """What stands at the first band whose upper end is not under a value; None beyond the last."""
    return next((found for up_to, found in bands if value <= up_to), None)


def clamped(lines: Mapping[int, T], number: int) -> T:
    """The line of a number; under the first line the first, beyond the last the last."""
    return lines[max(min(lines), min(number, max(lines)))]


def counted(steps: Sequence[float], value: float) -> int:
    """How many of some falling or rising steps a value exceeds."""
    return sum(value > step for step in steps)
