"""Where sides choose in secret, a computer thinks of its orders while the human player chooses his."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from content import catalogue
from core.ai import Thought, player
from core.ai.decision import Decision
from core.dice import SeededDice
from core.event import SideId
from core.play.foresight import Ahead, UnforeseenError
from core.play.game import Game
from tests.toy.system import open_toy
from tui.thinking.ahead import AheadOfTime
from tui.thinking.inside import Inside


def begun(scenario: str, step: str, seed: str = "ahead") -> tuple[Game[Any], tuple[SideId, ...]]:
    """A game between computers as both sides are to choose in secret in a step."""
    system: Any = catalogue.open_system(scenario)
    game: Game[Any] = Game(system, SeededDice(seed))
    game.begin()
    minds = {look.id: player("greedy", f"{seed}/{look.id}") for look in system.sides}
    for _ in range(400):
        if len(game.active) > 1 and game.state.step == step:
            break
        side = game.active[0]
        game.submit(side, minds[side].order(system, game.view(side), side))
    return game, game.active


PLACES = [("the-bridge", "commands"), ("halfaya-pass", "commands"), ("pw-0", "plan")]


@pytest.mark.parametrize(("scenario", "step"), PLACES)
def test_orders_in_secret_are_foreseen_as_they_come(scenario: str, step: str) -> None:
    """Tried out on the view or given in the game: the view after each is the same, until the side has ended the
    step."""
    game, (side, other) = begun(scenario, step)
    ahead: Ahead[Any] = Ahead(game.system, game.view(side), side)
    mind = player("greedy", "mind")
    goes_on = True
    while goes_on:
        order = mind.order(game.system, ahead.view, side)
        goes_on = ahead.take(order)
        game.submit(side, order)
        if goes_on:
            assert ahead.view == game.view(side)
    assert game.active == (other,)


def test_what_is_rolled_for_is_not_foreseen() -> None:
    race = open_toy("toy-race")
    game: Game[Any] = Game(race, SeededDice("race"))
    game.begin()
    side = game.active[0]
    ahead: Ahead[Any] = Ahead(race, game.view(side), side)
    with pytest.raises(UnforeseenError):
        ahead.take(race.suggest(ahead.view, side, SeededDice("race")))
    assert ahead.view == game.view(side)


class Counting:
    """Thinks in threads, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.inside = Inside()

    async def think(self, decision: Decision) -> Thought:
        self.asked += 1
        return await self.inside.think(decision)

    def close(self) -> None:
        """Nothing is kept."""


@pytest.mark.parametrize(("scenario", "step"), PLACES)
async def test_what_was_thought_of_meanwhile_is_given_when_the_player_has_chosen(scenario: str, step: str) -> None:
    game, (human, computer) = begun(scenario, step)
    thoughts = Counting()
    ahead = AheadOfTime(lambda: thoughts)
    ahead.begin(Decision(game.system, game.view(computer), computer, "greedy", "seed"))
    ahead.begin(Decision(game.system, game.view(computer), computer, "greedy", "seed"))
    while len(asyncio.all_tasks()) > 1:
        await asyncio.sleep(0)
    asked = thoughts.asked
    assert asked > 1
    # The player orders meanwhile, and ends the step.
    mind = player("greedy", "human")
    while human in game.active:
        game.submit(human, mind.order(game.system, game.view(human), human))
    given = 0
    while game.active == (computer,) and game.state.step == step:
        decision = Decision(game.system, game.view(computer), computer, "greedy", "now")
        thought = await ahead.next(decision, lambda one: one.side == computer)
        assert thought is not None
        game.submit(computer, thought.order)
        given += 1
    assert given == asked == thoughts.asked


async def test_what_may_not_be_given_any_more_is_thought_of_anew() -> None:
    game, (_, computer) = begun("the-bridge", "commands")
    ahead = AheadOfTime(Counting)
    decision = Decision(game.system, game.view(computer), computer, "greedy", "seed")
    assert await ahead.next(decision, lambda one: True) is None
    ahead.begin(decision)
    assert await ahead.next(decision, lambda one: False) is None
    assert await ahead.next(decision, lambda one: True) is None
    ahead.begin(decision)
    ahead.forget()
    assert await ahead.next(decision, lambda one: True) is None


async def test_a_thinker_that_fails_is_asked_again_when_it_is_his_turn() -> None:
    class Failing(Counting):
        async def think(self, decision: Decision) -> Thought:
            raise OSError("gone")

    game, (_, computer) = begun("the-bridge", "commands")
    ahead = AheadOfTime(Failing)
    decision = Decision(game.system, game.view(computer), computer, "greedy", "seed")
    ahead.begin(decision)
    assert await ahead.next(decision, lambda one: True) is None
