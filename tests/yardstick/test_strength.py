"""Elo with a bias for each scenario, pairs of games, and matches that stop by themselves."""

from __future__ import annotations

import pytest

from core.lots import Lots
from core.yardstick.elo import expected, fitted, ratings, summed
from core.yardstick.pairs import Bout, bouts, scheduled, share
from core.yardstick.result import GameResult
from core.yardstick.sprt import Sprt
from tests.yardstick.games import game

OTHER = {"german": "soviet", "soviet": "german"}


def match(number: int, better: str, chance: float, scenario: str = "the-bridge", bias: float = 0.0) -> list[GameResult]:
    """Pairs of games of `better` against greedy, who wins with this chance; bias: added to it for the German side."""
    lots, found = Lots(f"{better} {scenario}"), []
    for seed in range(number):
        for players in ((better, "greedy"), ("greedy", better)):
            german = chance + bias if players[0] == better else 1 - chance + bias
            winner = "german" if lots.share() < german else "soviet"
            found.append(game(str(seed), winner, players=players, scenario=scenario))
    return found


def test_the_pair_is_two_games_of_a_seed_with_sides_exchanged() -> None:
    results = [
        game("1", "german", players=("veteran", "greedy")),
        game("2", "soviet", players=("veteran", "greedy")),
        game("1", "german", players=("greedy", "veteran")),
        game("2", None, players=("greedy", "veteran")),
        game("3", "german", players=("veteran", "greedy"), failed="it broke"),
        game("4", "german"),
    ]
    found = bouts(results)
    assert [len(bout) for bout in found] == [2, 2]
    assert [share(bout, "veteran") for bout in found] == [0.5, 0.25]
    assert [share(bout, "greedy") for bout in found] == [0.5, 0.75]


def test_all_meet_all_from_both_sides() -> None:
    assert scheduled(("a", "b", "c")) == (("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b"))


def test_elo_finds_what_the_games_were_made_of() -> None:
    found = ratings(bouts(match(300, "veteran", 0.64)), ("greedy", "veteran"))
    greedy, veteran = found.players
    assert (greedy.elo, greedy.games, veteran.games) == (0.0, 600, 600)
    assert greedy.points + veteran.points == 600
    assert veteran.elo == pytest.approx(100, abs=25)
    assert veteran.interval.has(100)
    assert veteran.interval.highest - veteran.interval.lowest < 80


def test_the_bias_of_a_scenario_is_nobodys_strength() -> None:
    """Where the German side wins three of four games whoever plays it, players stay as strong as they were."""
    fair, unfair = match(300, "veteran", 0.6), match(300, "veteran", 0.6, "minsk", 0.25)
    found = ratings(bouts([*fair, *unfair]), ("greedy", "veteran"))
    assert found.bias["minsk"] > 150 > 50 > abs(found.bias["the-bridge"])
    assert found.players[1].interval.has(70)
    one_sided = [one for one in unfair if one.players["german"] == "veteran"]
    elo, _ = fitted(summed(bouts([*fair, *one_sided])), ("greedy", "veteran"))
    assert elo["veteran"] == pytest.approx(found.players[1].elo, abs=40), "the bias is known from the fair games"


def test_who_wins_everything_has_a_number_still() -> None:
    (_, veteran) = ratings(bouts(match(5, "veteran", 1.1)), ("greedy", "veteran")).players
    assert 200 < veteran.elo < 1500


def test_no_game_says_nothing() -> None:
    assert [one.elo for one in ratings((), ("greedy", "veteran")).players] == [0.0, 0.0]


def _shares(pairs: tuple[Bout, ...]) -> list[float]:
    return [share(bout, "veteran") for bout in pairs]


@pytest.mark.parametrize(("chance", "better"), [(0.6, True), (0.5, False), (0.4, False)])
def test_a_match_stops_when_it_has_said_enough(chance: float, better: bool) -> None:
    shares = _shares(bouts(match(2000, "veteran", chance)))
    test = Sprt(0, 30)
    stopped = next(n for n in range(1, len(shares)) if test.judged(shares[:n]).better is not None)
    assert test.judged(shares[:stopped]).better is better
    assert 20 < stopped < 1500


def test_a_few_pairs_settle_nothing() -> None:
    test = Sprt(0, 30)
    assert test.judged([]).ratio == pytest.approx(0, abs=1e-3)
    assert test.judged([1.0] * 5).better is None
    assert test.judged([1.0] * 5).ratio > 0 > test.judged([0.0] * 5).ratio


def test_the_ratio_is_that_of_the_likelihoods_where_all_is_won_or_lost() -> None:
    """With single outcomes the likeliest frequencies are those of a coin: the ratio is that of Wald."""
    from math import log

    won, lost = 60, 40
    low, high = expected(0), expected(30)
    wald = won * log(high / low) + lost * log((1 - high) / (1 - low))
    found = Sprt(0, 30).judged([1.0] * won + [0.0] * lost).ratio
    assert found == pytest.approx(wald, rel=0.01)
