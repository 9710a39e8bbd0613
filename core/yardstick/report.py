"""What results of games say of scenarios: who wins how often, by how much, when, and whether that is fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from attrs import frozen

from core.yardstick.balance import Tried
from core.yardstick.intervals import Interval, bootstrap, mean
from core.yardstick.result import GameResult

#: A scenario is balanced if the share of its first side lies between these, as sure as the games make it.
FAIR: Final = (0.4, 0.6)


@frozen
class Balance:
    """Games of a scenario between players of the same levels.

    levels: of the first side and of the second; versions: of the programs that played; failed: games without a
    result; turns: median; changes: how often the lead changed, mean; decided: the turn, median, from which on the later
    winner led; slowest: seconds of the slowest decision.
    """

    scenario: str
    options: tuple[str, ...]
    sides: tuple[str, str]
    levels: tuple[str, str]
    versions: tuple[str, ...]
    tried: Tried
    failed: int
    margin: Interval
    turns: float
    changes: float
    decided: float
    slowest: float

    @property
    def verdict(self) -> str:
        """ "balanced", "favours SIDE", or "uncertain" while the games cannot tell."""
        share = self.tried.share
        if self.tried.games and share.within(*FAIR):
            return "balanced"
        favoured = self.tried.favoured
        return "uncertain" if favoured is None else f"favours {self.sides[favoured]}"

    def note(self, names: tuple[str, str], date: str) -> str:
        """The line for the notes of the scenario. names: of its sides; date: when that was found."""
        tried = self.tried
        first, second = names
        level = self.levels[0] if self.levels[0] == self.levels[1] else " against ".join(self.levels)
        return (
            f"Balance of {tried.games} games between {level} computer players: {first} {tried.first}, {second} "
            f"{tried.second}, {tried.drawn} drawn; {first} has {tried.share} of them (95 %); mean "
            f"lead {tried.lead:+.0f} ({self.margin.lowest:+.0f} to {self.margin.highest:+.0f}); "
            f"{', '.join(self.versions)}, {date}."
        )


def balances(results: Iterable[GameResult]) -> tuple[Balance, ...]:
    """The results by scenario, options and levels, in the order in which they first came.

    Of a scenario whose content has changed between the games only those with the newest content count.
    """
    groups: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[GameResult]] = {}
    for result in results:
        groups.setdefault((result.scenario, result.options, tuple(result.players.values())), []).append(result)
    return tuple(_balance([one for one in group if one.content == group[-1].content]) for group in groups.values())


def _balance(group: Sequence[GameResult]) -> Balance:
    first, second = group[0].sides[:2]
    levels = tuple(group[0].players.values())
    good = [one for one in group if not one.failed]
    margins = [float(one.margin) for one in good]
    return Balance(
        scenario=group[0].scenario,
        options=group[0].options,
        sides=(first, second),
        levels=(levels[0], levels[1]),
        versions=tuple(sorted({one.version for one in good if one.version})),
        tried=Tried.of((one.winner for one in good), (one.margin for one in good), first),
        failed=len(group) - len(good),
        margin=bootstrap(margins, mean, f"{group[0].scenario} margin"),
        turns=_median([one.turns for one in good]),
        changes=mean([lead_changes(one.leads) for one in good]),
        decided=_median([decided(one.leads) for one in good]),
        slowest=max((seconds for one in good for seconds in one.slowest.values()), default=0.0),
    )


def _median(numbers: Sequence[int]) -> float:
    return float(median(numbers)) if numbers else 0.0


def lead_changes(leads: Iterable[int]) -> int:
    """How often another side led than before; a tie changes nothing."""
    ahead = [lead > 0 for lead in leads if lead]
    return sum(before != after for before, after in pairwise(ahead))


def decided(leads: Sequence[int]) -> int:
    """The turn from whose end on the lead was with who led at the end of the game; 0 without a turn."""
    end = (leads[-1] > 0) - (leads[-1] < 0) if leads else 0
    turn = len(leads)
    while turn > 1 and (leads[turn - 2] > 0) - (leads[turn - 2] < 0) == end:
        turn -= 1
    return turn


def failures(results: Iterable[GameResult]) -> tuple[tuple[str, int], ...]:
    """Why games have no result, the most frequent reason first, with how many."""
    return tuple(Counter(one.failed for one in results if one.failed).most_common())
