"""What weights do is found out of games that were won by nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from core.ai import Greedy, player, trial
from core.ai.trial import Trial
from core.lots import Lots
from core.yardstick.effects import Effect, effects, ends, mirrored, proposed
from core.yardstick.result import GameResult
from tests.yardstick.games import game

WEIGHTS: Mapping[str, float | bool] = {"care": 0.5, "pull": 2.0, "row": 0.0, "mines": True}
#: What a high one brings; the others bring nothing.
TRUTH = {"care": 0.35, "row": -0.3}
SPREAD = 1.5


def games(pairs: int) -> Iterator[GameResult]:
    """Games of players on trial, won by lot and by what their weights bring."""
    for number in range(pairs):
        lots = Lots(f"effects {number}")
        one, other = mirrored("regular", WEIGHTS, SPREAD, lots)
        better = sum(by if one.weights[name] > other.weights[name] else -by for name, by in TRUTH.items())
        for seats in ((one, other), (other, one)):
            mine = better if seats[0] is one else -better
            won = lots.share() < 0.5 + mine / 2
            yield game(str(number), "german" if won else "soviet", players=(seats[0].name, seats[1].name))


def test_what_wins_is_found_and_what_does_nothing_is_not() -> None:
    found = {one.weight: one for one in effects(games(150))}
    assert found.keys() == WEIGHTS.keys()
    assert found["care"].sure > 3
    assert found["row"].sure < -3
    assert abs(found["pull"].sure) < 3 > abs(found["mines"].sure)
    assert {one.pairs for one in found.values()} == {150}
    assert [one.weight for one in effects(games(150))][:2] == ["care", "row"]


def test_what_is_proposed_moves_what_wins() -> None:
    better = proposed(WEIGHTS, effects(games(150)), SPREAD)
    care = better["care"]
    assert WEIGHTS["care"] < care <= ends(WEIGHTS["care"], SPREAD)[0]
    assert "row" not in better, "what is nothing can be no less"
    assert "mines" not in better, "a switch is not moved by luck"
    sure = proposed(WEIGHTS, [Effect("mines", -0.1, 0.01, 9), Effect("row", 0.1, 0.01, 9)], SPREAD)
    assert sure["mines"] is False
    assert 0 < sure["row"] <= 0.5
    assert not proposed(WEIGHTS, [], SPREAD)
    assert not proposed(WEIGHTS, [Effect("care", 0.01, 0.05, 9)], SPREAD), "it may all be luck"


def test_only_whole_pairs_of_players_on_trial_count() -> None:
    one, other = mirrored("regular", WEIGHTS, SPREAD, Lots("x"))
    half = game("1", players=(one.name, other.name))
    assert effects([half, game("2"), game("2", "soviet")]) == ()
    assert effects([half, evolve(half, failed="broke")]) == ()
    assert effects([half, half]) == (), "the same game twice is no pair"


def test_of_two_mirrors_each_weight_is_high_in_one() -> None:
    one, other = mirrored("regular", WEIGHTS, SPREAD, Lots("mirror"))
    for name, value in WEIGHTS.items():
        high, low = ends(value, SPREAD)
        assert {one.weights[name], other.weights[name]} == {high, low}
        assert low <= value <= high
    drawn = {mirrored("regular", WEIGHTS, SPREAD, Lots(str(n)))[0].name for n in range(120)}
    assert len(drawn) == 16, "all there are come up"


@given(st.dictionaries(st.from_regex("[a-z_]{1,9}", fullmatch=True), st.booleans() | st.integers(-99, 99), min_size=1))
def test_a_name_says_what_is_tried(weights: dict[str, float | bool]) -> None:
    one = Trial("greedy", {name: v if isinstance(v, bool) else v / 8 for name, v in weights.items()})
    assert trial.read(one.name) == one


@frozen
class _Temper:
    care: float = 0.5
    looked_at: int = 60
    mines: bool = True


def test_a_player_on_trial_is_weighed_by_its_own_weights() -> None:
    tempers = trial.with_trials({"regular": _Temper(care=0.7)}, ["greedy~care=2,looked_at=9", "regular~mines=no", "x"])
    assert tempers["greedy~care=2,looked_at=9"] == _Temper(care=2.0, looked_at=9)
    assert tempers["regular~mines=no"] == _Temper(care=0.7, mines=False)
    assert "x" not in tempers
    assert trial.weights(tempers, "regular") == {"care": 0.7, "mines": True}
    made = player("greedy~care=2", "seed")
    assert isinstance(made, Greedy)
    assert made.level == "greedy~care=2"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("regular~care", "changes no weight"),
        ("regular~care=much", "changes no weight"),
        ("regular~care=nan", "changes no weight"),
        ("regular~care=yes", "care is a number"),
        ("regular~mines=2", "mines is yes or no"),
        ("regular~hope=1", "no weight 'hope'; it has care, looked_at, mines"),
    ],
)
def test_a_mistake_says_what_would_be_right(name: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        trial.with_trials({"regular": _Temper()}, [name])


def test_where_nothing_is_weighed_nothing_can_be_tried() -> None:
    with pytest.raises(ValueError, match="no weights"):
        trial.weights({}, "regular")
    with pytest.raises(ValueError, match="there is no computer player"):
        player("nobody~care=1", "seed")
