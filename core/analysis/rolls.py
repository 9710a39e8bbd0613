"""Dice against their distribution: how often each face, or tenth of a hundred, came up."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from core.analysis.study import Rolled
from core.dice import faces


@frozen
class Spread:
    """The rolls of one kind of die. counts: by face, of a d100 by tens; mean: of the rolls, expected: of fair dice;
    square: chi-square of the counts against equal ones, with `freedom` degrees of freedom."""

    die: str
    counts: tuple[int, ...]
    mean: float
    expected: float
    square: float

    @property
    def rolls(self) -> int:
        """How many were rolled."""
        return sum(self.counts)

    @property
    def freedom(self) -> int:
        """Degrees of freedom of the square."""
        return len(self.counts) - 1

    @property
    def odd(self) -> bool:
        """Whether fair dice come out as uneven as that in less than one game of a hundred (Wilson and Hilferty)."""
        k = self.freedom
        limit: float = k * (1 - 2 / (9 * k) + 2.3263 * (2 / (9 * k)) ** 0.5) ** 3
        return self.square > limit

    def labels(self) -> tuple[str, ...]:
        """What each count is of."""
        if len(self.counts) == faces(self.die):
            return tuple(str(face) for face in range(1, len(self.counts) + 1))
        width = faces(self.die) // len(self.counts)
        return tuple(f"{i * width + 1}-{(i + 1) * width}" for i in range(len(self.counts)))


def spreads(rolled: Iterable[Rolled]) -> tuple[Spread, ...]:
    """All dice by kind, what has most faces first."""
    results: dict[str, list[int]] = {}
    for one in rolled:
        results.setdefault(one.roll.die, []).append(one.roll.result)
    return tuple(_spread(die, results[die]) for die in sorted(results, key=faces, reverse=True))


def _spread(die: str, results: list[int]) -> Spread:
    sides = faces(die)
    cells = 10 if sides == 100 else sides
    counts = [0] * cells
    for result in results:
        counts[(result - 1) * cells // sides] += 1
    even = len(results) / cells
    square = sum((count - even) ** 2 / even for count in counts)
    return Spread(die, tuple(counts), sum(results) / len(results), (sides + 1) / 2, square)


def purposes(rolled: Iterable[Rolled]) -> tuple[tuple[str, int], ...]:
    """For what dice were rolled that no attempt tells of, the most frequent first, with how often."""
    found: dict[str, int] = {}
    for one in rolled:
        if not one.side:
            found[one.roll.for_] = found.get(one.roll.for_, 0) + 1
    return tuple(sorted(found.items(), key=lambda row: (-row[1], row[0])))
