"""Whether an enemy that nobody sees has a part in a step, and what of it can be noticed (pw:8.4.2, pw:7.4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from content import catalogue
from core.ai import player
from core.dice import SeededDice
from core.event import SideId
from core.play.game import Game
from core.step_end import FinishStep
from tests.core.test_doors import unsighted_otherwise
from tests.twins import Standing


@cache
def moments() -> tuple[tuple[Any, Any, SideId], ...]:
    """Rules, states in which a side has a part that the other need not have, and that side."""
    return tuple(moment for moment in whole_game() if moment[0].book.step_rules(moment[1]).passed_over)


@cache
def whole_game() -> tuple[tuple[Any, Any, SideId], ...]:
    """Rules, states of the first turns of a game, and a side that is to order in each."""
    return tuple(_moments())


def _moments() -> Iterator[tuple[Any, Any, SideId]]:
    game: Game[Any] = Game(catalogue.open_system("pw-0"), SeededDice("a"))
    minds = {look.id: player("greedy", look.id) for look in game.system.sides}
    game.begin()
    while not game.over and game.state.turn < 7:
        yield from ((game.system, game.state.copy(), side) for side in game.active)
        side = game.active[0]
        game.submit(side, minds[side].order(game.system, game.view(side), side))


def test_in_every_view_both_sides_have_a_part() -> None:
    """What a side knows does not tell it; the game itself does not wait for who has none."""
    for rules, state, side in moments():
        assert set(rules.active(rules.view(state, side))) | state.ended == {"german", "soviet"}
    assert any(len(rules.active(state)) == 1 and not state.ended for rules, state, _ in moments())


def test_only_in_such_steps_is_it_a_secret_who_has_a_part() -> None:
    """A step that does not say so would tell by its wait what may be taken back."""
    for rules, state, side in whole_game():
        if not rules.book.step_rules(state).passed_over:
            assert rules.active(rules.view(state, side)) == rules.active(state), state.step


def test_who_has_ended_such_a_step_cannot_go_back_and_use_what_the_wait_told() -> None:
    """Whether the enemies that are out of sight have a part in it or not."""
    whim, waited = Random(7), set[bool]()
    for rules, state, side in moments():
        for twin in (state, unsighted_otherwise(state, side, whim)):
            game: Game[Any] = Game(Standing(rules, twin), SeededDice("end"))  # type: ignore[arg-type]
            if side in game.active:
                game.submit(side, FinishStep())
                waited.add(game.state.step == state.step and bool(game.active))
                assert game.undo_to(side) is None
    assert waited == {True, False}


def test_what_a_side_ends_of_other_steps_it_may_take_back() -> None:
    """Its plans tell it nothing: everybody has them."""
    game: Game[Any] = Game(catalogue.open_system("pw-0"), SeededDice("a"))
    game.begin()
    side = game.active[0]
    game.submit(side, game.order(side, ("place-rest",)))
    game.submit(side, FinishStep())
    assert game.undo_to(side) is not None
