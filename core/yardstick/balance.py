"""Whether a scenario is fair: how often each side has won, what that says, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from core.alike import Alike
from core.yardstick.intervals import Interval, wilson


@frozen(eq=False, repr=False)
class Tried(Alike):
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
