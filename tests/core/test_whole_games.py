"""Whole games between computer players on every scenario that is shipped."""

from __future__ import annotations

import pytest

from core.panzer.pieces.scenario import SetUp
from core.simulate import play_game
from tests.core.positions import SCENARIOS, system

PAIRS = (("greedy", "greedy"), ("random", "greedy"), ("random", "random"))


@pytest.mark.parametrize("levels", PAIRS, ids="-".join)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_is_played_to_its_end(scenario: str, levels: tuple[str, str]) -> None:
    """na:4.0, na:4.6.2: turn follows turn until the last, then the points decide."""
    rules = system(scenario)
    game, played = play_game(rules, f"whole {levels}", dict(zip((s.id for s in rules.sides), levels, strict=True)))
    outcome = rules.outcome(game.state)
    assert outcome is not None
    assert played.turns <= rules.on.turns
    assert game.journal[-1].name == "game-ended"
    scores = list(played.scores.values())
    if outcome.winner is not None and not outcome.text.endswith("is left"):
        assert played.scores[outcome.winner] == max(scores)
        assert abs(scores[0] - scores[1]) >= min(level.lead for level in rules.on.victory.levels)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_beats_random(scenario: str) -> None:
    """The odds are worth something: the greedy side scores more over four games, from either side."""
    rules = system(scenario)
    first, second = (s.id for s in rules.sides)
    total = 0
    for seed in range(2):
        for mine, theirs in ((first, second), (second, first)):
            _, played = play_game(rules, f"better {seed}", {mine: "greedy", theirs: "random"})
            total += played.scores[mine] - played.scores[theirs]
    assert total > 0


def test_every_way_of_setting_up_is_shipped() -> None:
    """na:2.0: the scenarios between them use set-up by roll and printed positions."""
    kinds = {system(s).on.set_up for s in SCENARIOS}
    assert SetUp.ROLL_LOW_FIRST in kinds
    assert kinds - {SetUp.ROLL_LOW_FIRST}
