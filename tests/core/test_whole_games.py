"""Whole games between computer players on every scenario that is shipped."""

from __future__ import annotations

from functools import cache

import pytest

from core.panzer.pieces.scenario import SetUp
from core.panzer.pieces.unit import Presence
from core.panzer.state import PanzerState
from core.play.game import Game
from core.play.simulate import Played, play_game
from tests.core.positions import SCENARIOS, system

PAIRS = (("greedy", "greedy"), ("random", "greedy"), ("greedy", "random"), ("random", "random"))


def play(scenario: str, levels: tuple[str, str], seed: str) -> tuple[Game[PanzerState], Played]:
    """A game between players of two levels."""
    rules = system(scenario)
    return play_game(rules, seed, dict(zip((s.id for s in rules.sides), levels, strict=True)))


@cache
def whole(scenario: str, levels: tuple[str, str]) -> tuple[Game[PanzerState], Played]:
    """The one that several tests look at."""
    return play(scenario, levels, "whole")


@pytest.mark.parametrize(
    "levels",
    [*PAIRS[1:3], *(pytest.param(one, marks=pytest.mark.thorough) for one in (PAIRS[0], PAIRS[3]))],
    ids="-".join,
)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_is_played_to_its_end(scenario: str, levels: tuple[str, str]) -> None:
    """na:4.0, na:4.6.2: turn follows turn until the last, then the points decide."""
    rules = system(scenario)
    game, played = whole(scenario, levels)
    outcome = rules.outcome(game.state)
    assert outcome is not None
    assert played.turns <= rules.on.turns
    assert game.journal[-1].name == "game-ended"
    scores = list(played.scores.values())
    if outcome.winner is not None and not outcome.text.endswith("is left"):
        assert played.scores[outcome.winner] == max(scores)
        assert abs(scores[0] - scores[1]) >= min(level.lead for level in rules.on.victory.levels)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("levels", PAIRS[1:3], ids="-".join)
def test_greedy_wins_against_random(scenario: str, levels: tuple[str, str]) -> None:
    """From either side."""
    _, played = whole(scenario, levels)
    assert played.winner == system(scenario).sides[levels.index("greedy")].id


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_beats_random(scenario: str) -> None:
    """The odds are worth something: the greedy side scores more over ten games, from either side."""
    first, second = (s.id for s in system(scenario).sides)
    total = 0
    for seed in range(5):
        for levels, mine, theirs in ((PAIRS[2], first, second), (PAIRS[1], second, first)):
            _, played = play(scenario, levels, f"better {seed}")
            total += played.scores[mine] - played.scores[theirs]
    assert total > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_are_fought_out(scenario: str) -> None:
    """Two greedy players fire, and both lose vehicles."""
    game, _ = whole(scenario, PAIRS[0])
    assert sum(e.name == "ap-fire-resolved" for e in game.journal) > 10
    losers = {u.side for u in game.state.units.values() if u.presence is Presence.ELIMINATED}
    assert len(losers) == 2


def test_every_way_of_setting_up_is_shipped() -> None:
    """na:2.0: the scenarios between them use set-up by roll and printed positions."""
    kinds = {system(s).on.set_up for s in SCENARIOS}
    assert SetUp.ROLL_LOW_FIRST in kinds
    assert kinds - {SetUp.ROLL_LOW_FIRST}
