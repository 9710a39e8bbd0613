"""How strong players are: Elo by Bradley-Terry, where every scenario has a bias of its own towards its first side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Final

from attrs import frozen

from core.ai.outlook import likely
from core.yardstick.intervals import Interval, drawn_anew, middle_of
from core.yardstick.pairs import Bout, share

#: Elo for each unit of the exponent: 400 are odds of ten to one.
_SCALE: Final = 400 / log(10)
#: Who wins everything is not infinitely strong: numbers are held to 0 as if by a normal distribution of so many Elo.
_HELD: Final = 600.0
#: Rounds of adjustment at most, and the Elo by which nothing may change any more.
_ROUNDS, _STILL = 60, 0.05

#: (scenario, first player, second player) with games, and what the first side got of them.
Games = Mapping[tuple[str, str, str], tuple[float, float]]


@frozen
class Rating:
    """A player's strength against the first named, and how sure it is. games: single ones; share: of the points."""

    player: str
    games: int
    points: float
    elo: float
    interval: Interval

    @property
    def share(self) -> float:
        """Of the points that were to be had."""
        return self.points / self.games if self.games else 0.0


@frozen
class Ratings:
    """All players, in the order given, and the bias of each scenario in Elo: above 0 for its first side."""

    players: tuple[Rating, ...]
    bias: Mapping[str, float]


def expected(elo: float) -> float:
    """The share that is won by who is so much stronger."""
    return likely(elo / _SCALE)


def ratings(bouts: Sequence[Bout], players: Sequence[str]) -> Ratings:
    """Elo of players against the first of them; intervals by drawing the pairs of games anew."""
    found, bias = fitted(summed(bouts), players)
    anew = drawn_anew(bouts, lambda some: fitted(summed(some), players)[0], " ".join(players)) if bouts else []
    told = []
    for player in players:
        mine = [bout for bout in bouts if any(player in (one.first, one.second) for one in bout)]
        spread = middle_of(one[player] for one in anew) if anew else Interval(0.0, 0.0)
        games = sum(map(len, mine))
        points = sum(share(bout, player) * len(bout) for bout in mine)
        told.append(Rating(player, games, points, found[player], spread))
    return Ratings(tuple(told), bias)


def summed(bouts: Iterable[Bout]) -> Games:
    """Games by scenario and seats."""
    games: dict[tuple[str, str, str], tuple[float, float]] = {}
    for bout in bouts:
        for one in bout:
            seats = one.scenario, one.first, one.second
            played, won = games.get(seats, (0.0, 0.0))
            games[seats] = played + 1, won + one.value
    return games


def fitted(games: Games, players: Sequence[str]) -> tuple[dict[str, float], dict[str, float]]:
    """The likeliest Elo of players, the first of them 0, and bias of scenarios (Newton, one number after another)."""
    elo = dict.fromkeys(players, 0.0)
    bias = {scenario: 0.0 for scenario, _, _ in games}
    for _ in range(_ROUNDS):
        before = {**elo}
        for scenario in bias:
            bias[scenario] += _step(bias[scenario], _of_scenario(games, scenario), elo, bias)
        for player in players[1:]:
            elo[player] += _step(elo[player], _of_player(games, player), elo, bias)
        if all(abs(elo[player] - before[player]) < _STILL for player in players):
            break
    return elo, bias


#: One cell of the games with the sign of the number that is adjusted.
_Cells = Sequence[tuple[tuple[str, str, str], float, float, float]]


def _of_scenario(games: Games, scenario: str) -> _Cells:
    return [(seats, played, won, 1.0) for seats, (played, won) in games.items() if seats[0] == scenario]


def _of_player(games: Games, player: str) -> _Cells:
    first = [(seats, played, won, 1.0) for seats, (played, won) in games.items() if seats[1] == player]
    second = [(seats, played, won, -1.0) for seats, (played, won) in games.items() if seats[2] == player]
    return first + second


def _step(at: float, cells: _Cells, elo: Mapping[str, float], bias: Mapping[str, float]) -> float:
    """By how much a number is to change that is `at` now."""
    slope, bend = -at / _HELD**2 * _SCALE, _SCALE / _HELD**2
    for (scenario, first, second), played, won, sign in cells:
        chance = expected(elo[first] - elo[second] + bias[scenario])
        slope += sign * (won - played * chance)
        bend += played * chance * (1 - chance) / _SCALE
    return max(-_HELD, min(_HELD, slope / bend))


def totals(bouts: Iterable[Bout]) -> dict[str, dict[str, tuple[int, float]]]:
    """Games and points of each player in each scenario."""
    found: defaultdict[str, dict[str, tuple[int, float]]] = defaultdict(dict)
    for bout in bouts:
        for one in bout:
            for player, value in ((one.first, one.value), (one.second, 1 - one.value)):
                games, points = found[one.scenario].get(player, (0, 0.0))
                found[one.scenario][player] = games + 1, points + value
    return dict(found)
