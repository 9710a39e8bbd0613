"""A match that stops as soon as it has said enough: Wald's sequential test over pairs of games.

Of a pair a player gets 0, 1/4, 1/2, 3/4 or all. How likely the pairs are if he is so much stronger is taken from the
likeliest frequencies of these five with that mean (generalized likelihood ratio).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

from attrs import frozen

from core.yardstick.elo import expected

#: Chance to be wrong, either way.
_WRONG: Final = 0.05
#: What every outcome of a pair is counted with before the first one, so that none is impossible.
_BEFORE: Final = 1e-3
#: How often the interval is halved in which a root lies.
_HALVED: Final = 60


@frozen
class Judged:
    """What a sequential test says now. ratio: log of the likelihoods; it ends below `lower` or above `upper`."""

    ratio: float
    lower: float
    upper: float

    @property
    def better(self) -> bool | None:
        """Whether the player is the stronger one by what was asked, or is not; None while it is open."""
        return True if self.ratio >= self.upper else False if self.ratio <= self.lower else None


@frozen
class Sprt:
    """A test whether a player is `high` Elo stronger rather than `low`."""

    low: float
    high: float

    def judged(self, shares: Sequence[float]) -> Judged:
        """What pairs of games say. shares: what the player got of each, 0 to 1, in quarters."""
        counts = [_BEFORE] * 5
        for share in shares:
            counts[round(share * 4)] += 1
        total = sum(counts)
        found = [count / total for count in counts]
        least, most = (_likeliest(found, expected(elo)) for elo in (self.low, self.high))
        ratio = total * sum(p * log(b / a) for p, a, b in zip(found, least, most, strict=True))
        bound = log((1 - _WRONG) / _WRONG)
        return Judged(ratio, -bound, bound)


def _likeliest(found: Sequence[float], mean: float) -> list[float]:
    """Of all frequencies with this mean those under which the ones found are likeliest."""
    away = [share / 4 - mean for share in range(5)]
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(_HALVED):
        middle = (low + high) / 2
        if sum(p * a / (1 + middle * a) for p, a in zip(found, away, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return [p / (1 + low * a) for p, a in zip(found, away, strict=True)]
