"""Whether a scenario is fair: how often each side has won, what that says, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Final

from attrs import frozen

#: Deviations within which 95 of 100 results lie.
_SURE: Final = 1.96


@frozen
class Interval:
    """A share from lowest to highest, of 0 to 1."""

    lowest: float
    highest: float

    def has(self, share: float) -> bool:
        """Whether a share lies in it."""
        return self.lowest <= share <= self.highest

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


@frozen
class Tried:
    """Games of a scenario that were played: won by the first side, won by the second, drawn; lead: the mean lead in
    points of the first side, below 0 for the second."""

    first: int = 0
    second: int = 0
    drawn: int = 0
    lead: float = 0.0

    @staticmethod
    def of(winners: Iterable[str | None], leads: Iterable[int], first: str) -> Tried:
        """Out of the winner of each game, None for a draw, and the lead in points of the first side in each."""
        won, ahead = list(winners), list(leads)
        mine, drawn = won.count(first), won.count(None)
        return Tried(mine, len(won) - mine - drawn, drawn, sum(ahead) / len(ahead) if ahead else 0.0)

    @property
    def games(self) -> int:
        """How many were played."""
        return self.first + self.second + self.drawn

    @property
    def share(self) -> Interval:
        """Of the first side; a draw counts half."""
        return wilson(self.first + self.drawn / 2, self.games)

    @property
    def favoured(self) -> int | None:
        """Whom the scenario favours, as far as these games can tell: 0 the first, 1 the second, None nobody."""
        if self.share.has(0.5):
            return None
        return 0 if self.share.lowest > 0.5 else 1
