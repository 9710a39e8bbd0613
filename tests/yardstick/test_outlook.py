"""What tells how a game will end is found out of games whose end was told by nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from core.ai.outlook import chance, ended, standing, with_time
from core.lots import Lots
from core.presentation import Outcome
from core.yardstick.outlook import tells
from core.yardstick.result import GameResult, as_data, of_data
from tests.yardstick.games import game

#: What each sign tells, in truth.
TRUTH = {"lead": 3.0, "whole": 0.0, "lead_late": 2.0}


def games(number: int, bias: float = 0.0) -> Iterator[GameResult]:
    """Games that are won as their signs have it, and by a bias of the scenario."""
    for at in range(number):
        lots = Lots(f"outlook {at}")
        signs = {name: lots.share() * 2 - 1 for name in TRUTH}
        likely = chance({**signs, "bias": 1.0}, {**TRUTH, "bias": bias})
        winner = "german" if lots.share() < likely else "soviet"
        yield game(str(at), winner, signs=[signs] * (1 + at % 3))


@pytest.mark.parametrize("bias", [0.0, 1.5])
def test_what_tells_is_found_whatever_a_scenario_favours(bias: float) -> None:
    found = {one.sign: one for one in tells(games(500, bias))}
    assert found.keys() == TRUTH.keys()
    for name, truth in TRUTH.items():
        assert abs(found[name].weight - truth) < 3 * found[name].deviation
        assert 0 < found[name].deviation < 0.5
    assert found["lead"].weight > 5 * found["lead"].deviation


def test_a_game_counts_once_however_long_it_is() -> None:
    once = list(games(60))
    longer = [evolve(one, signs=one.signs * 4) for one in once]
    for one, other in zip(tells(once), tells(longer), strict=True):
        assert one.sign == other.sign
        assert one.weight == pytest.approx(other.weight)
        assert one.deviation == pytest.approx(other.deviation)


def test_of_nothing_nothing_is_told() -> None:
    assert tells([]) == ()
    assert tells([game("1"), evolve(next(games(1)), failed="broke")]) == ()


def test_signs_are_written_and_read() -> None:
    one = next(games(1))
    assert of_data(as_data(one)) == one
    assert "signs" not in as_data(game("1"))


def test_chances_of_both_sides_are_one() -> None:
    signs = with_time({"lead": 0.25}, 0.5)
    assert signs == {"lead": 0.25, "lead_late": 0.125}
    weights = {"lead": 2.0, "lead_late": 3.0, "unknown": 9.0}
    mine, theirs = chance(signs, weights), chance({name: -value for name, value in signs.items()}, weights)
    assert mine > 0.5
    assert mine + theirs == pytest.approx(1.0)
    assert chance({}, weights) == chance(signs, {}) == 0.5
    assert chance({"lead": 1e9}, {"lead": 1e9}) == pytest.approx(1.0)


def test_a_clear_victory_is_better_and_a_draw_is_half() -> None:
    won = Outcome("german", "Victory", "", "")
    assert ended(won, "german", {"lead": 0.5}) > ended(won, "german", {"lead": 0.1}) > 1
    assert ended(won, "soviet", {"lead": -0.5}) < 0
    assert ended(Outcome(None, "Draw", "", ""), "soviet", {}) == 0.5


def test_better_is_told_from_worse_where_a_game_is_as_good_as_lost() -> None:
    """Where chances are as good as none, how clearly still tells; it never makes up for a chance."""
    weights = {"lead": 1.0}
    lost, worse = standing({"lead": -8.0}, weights), standing({"lead": -12.0}, weights)
    assert chance({"lead": -8.0}, weights) < 0.001
    assert lost > worse + 0.01
    assert -0.1 <= worse < 0.0
    assert standing({"lead": 3.0}, weights) + standing({"lead": -3.0}, weights) == pytest.approx(1.0)
