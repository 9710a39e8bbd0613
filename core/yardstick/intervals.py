"""How sure a number is that was found in so many games: intervals that hold it 95 times of 100."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Final, TypeVar

from attrs import frozen

from core.alike import Alike
from core.lots import Lots

T = TypeVar("T")
M = TypeVar("M")

#: Deviations within which 95 of 100 results lie.
_SURE: Final = 1.96
#: How often the games are drawn anew, and what share of the results lies outside the interval on each side.
_ROUNDS, _OUTSIDE = 400, 0.025


@frozen(eq=False, repr=False)
class Interval(Alike):
    """From the lowest to the highest that a number may be: a share of 0 to 1, points, Elo."""

    lowest: float
    highest: float

    def has(self, share: float) -> bool:
        """Whether a number lies in it."""
        return self.lowest <= share <= self.highest

    def within(self, lowest: float, highest: float) -> bool:
        """Whether all of it lies between two numbers."""
        return lowest <= self.lowest and self.highest <= highest

    def __str__(self) -> str:
        return f"{self.lowest:.0%} to {self.highest:.0%}"


def wilson(won: float, games: int, deviations: float = _SURE) -> Interval:
    """Between what the true share lies if so many of the games were won (Wilson); all of it without a game.

    won: games won, a drawn one counting half.
    """
    if games == 0:
        return Interval(0.0, 1.0)
    share, square = won / games, deviations * deviations
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = deviations / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return Interval(max(0.0, middle - spread), min(1.0, middle + spread))


def mean(numbers: Sequence[float]) -> float:
    """The mean of some numbers; 0 of none."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def drawn_anew(things: Sequence[T], measure: Callable[[Sequence[T]], M], seed: str) -> list[M]:
    """What a measure finds in samples of the same size, drawn with putting back (bootstrap).

    The same seed draws the same samples; they are no dice.
    """
    lots, size = Lots(seed), len(things)
    return [measure([things[lots.below(size)] for _ in range(size)]) for _ in range(_ROUNDS)]


def bootstrap(things: Sequence[T], measure: Callable[[Sequence[T]], float], seed: str) -> Interval:
    """The interval of a measure of some games by drawing them anew; from 0 to 0 of none."""
    return middle_of(drawn_anew(things, measure, seed)) if things else Interval(0.0, 0.0)


def middle_of(found: Iterable[float]) -> Interval:
    """What is left of results without the least and the greatest of them."""
    ordered = sorted(found)
    last = len(ordered) - 1
    return Interval(ordered[round(last * _OUTSIDE)], ordered[round(last * (1 - _OUTSIDE))])
