"""Pairs of games: one seed played twice with the players' sides exchanged, which takes the bias of a scenario out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from core.yardstick.result import GameResult


@frozen
class Encounter:
    """A game of two levels of player, seen by the scenario's sides. value: 1 if the first side won, 0.5 if drawn."""

    scenario: str
    first: str
    second: str
    value: float


#: Games that belong together: a pair, or a single one whose pendant is missing.
Bout = tuple[Encounter, ...]


def encounter(result: GameResult) -> Encounter:
    """What a game says of its two players; options make another scenario of it."""
    first, second = list(result.players.values())[:2]
    scenario = " ".join((result.scenario, *(f"+{option}" for option in result.options)))
    return Encounter(scenario, first, second, result.value)


def bouts(results: Iterable[GameResult]) -> tuple[Bout, ...]:
    """Games with those of the same seed and the same two players, in the order in which they came.

    Games that failed, and those of a level with itself, are left out: they say nothing about levels.
    """
    found: dict[tuple[str, str, tuple[str, ...]], list[Encounter]] = {}
    for result in results:
        one = encounter(result)
        if not result.failed and one.first != one.second:
            found.setdefault((one.scenario, result.seed, tuple(sorted((one.first, one.second)))), []).append(one)
    return tuple(map(tuple, found.values()))


def share(bout: Sequence[Encounter], player: str) -> float:
    """What a player got of a bout, of 0 to 1."""
    return sum(one.value if one.first == player else 1 - one.value for one in bout) / len(bout)


def scheduled(players: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Who plays whom, with which side first: each pair of players twice, one way round and the other."""
    pairs = [(a, b) for n, a in enumerate(players) for b in players[n + 1 :]]
    return tuple(seats for a, b in pairs for seats in ((a, b), (b, a)))
