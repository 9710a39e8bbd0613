"""A level thinks of a decision from a view alone, says why, and never leaves its side without an order."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from core.ai import ADVISER, DEFAULT_LEVEL, LEVELS, SUBSTITUTE, Budget, Idea, Level, offered, player, think, thoughts
from core.codec import decode, encode
from core.dice import Dice, SeededDice
from core.event import OrderGiven, SideId
from core.play import aside
from core.play.aside import Considered
from core.play.game import Game
from core.presentation import Argument
from tests.toy.pieces import BLUE, RED
from tests.toy.system import RACE, open_toy


def race() -> Game[Any]:
    game = Game(open_toy(RACE.id), SeededDice("thought"))
    game.begin()
    return game


def test_who_plays_where_nobody_is_named_is_a_level() -> None:
    assert {DEFAULT_LEVEL, SUBSTITUTE, ADVISER} <= LEVELS.keys()
    assert [level.id for level in offered()][-1] == "random"
    with pytest.raises(ValueError, match=r"no computer player 'grandmaster'; there are random, .*greedy"):
        player("grandmaster", "1")


@pytest.mark.parametrize("name", LEVELS)
def test_a_thought_is_a_legal_order_and_plain_data(name: str) -> None:
    game = race()
    side = game.active[0]
    thought = think(game.system, game.view(side), side, name, SeededDice("1"))
    game.system.check(game.view(side), side, thought.order)
    assert (thought.side, thought.level, thought.amiss) == (side, name, "")
    assert pickle.loads(pickle.dumps(thought)) == thought


class Breaks:
    """Has an answer, or none, and breaks."""

    def __init__(self, dice: Dice, first: bool) -> None:
        self.first = first

    def order(self, system: Any, view: Any, side: SideId) -> Any:
        raise ZeroDivisionError("counted wrong")

    def ideas(self, system: Any, view: Any, side: SideId, budget: Budget, intent: str = "") -> Iterator[Idea]:
        if self.first:
            yield Idea(system.suggest(view, side, SeededDice("1")), (Argument("a first guess", 1.5),))
        self.order(system, view, side)


@pytest.mark.parametrize("broken", ["clever", "greedy"])
def test_another_plays_for_a_level_that_fails(monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    game = race()
    side = game.active[0]
    monkeypatch.setitem(LEVELS, broken, Level(broken, "", "", lambda dice: Breaks(dice, first=False)))
    monkeypatch.setitem(LEVELS, "clever", Level("clever", "", "", lambda dice: Breaks(dice, first=False)))
    monkeypatch.setattr("core.ai.thought._STANDS_IN", {"clever": "greedy", "greedy": "random"})
    thought = think(game.system, game.view(side), side, "clever", SeededDice("1"))
    game.system.check(game.view(side), side, thought.order)
    assert thought.level == "clever"
    assert thought.amiss == "the level failed: ZeroDivisionError('counted wrong')"


def test_what_was_thought_before_it_failed_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = race()
    side = game.active[0]
    monkeypatch.setitem(LEVELS, "clever", Level("clever", "", "", lambda dice: Breaks(dice, first=True)))
    (thought,) = thoughts(game.system, game.view(side), side, "clever", SeededDice("1"))
    assert thought.why == (Argument("a first guess", 1.5),)
    assert not thought.amiss


def test_a_note_that_fails_costs_no_order(monkeypatch: pytest.MonkeyPatch) -> None:
    game = race()
    side = game.active[0]
    usual = think(game.system, game.view(side), side, "greedy", SeededDice("1"))

    def breaks(*_: Any) -> Any:
        raise ZeroDivisionError("counted wrong")

    monkeypatch.setattr(type(game.system), "why", breaks)
    thought = think(game.system, game.view(side), side, "greedy", SeededDice("1"))
    assert (thought.order, thought.amiss) == (usual.order, "")
    assert [one.text for one in thought.why] == ["What speaks for this order could not be worked out."]


def test_what_was_considered_is_known_to_its_side_alone() -> None:
    game = race()
    side = game.active[0]
    other = RED if side == BLUE else BLUE
    thought = think(game.system, game.view(side), side, "random", SeededDice("1"))
    game.submit(side, thought.order)
    given = next(n for n, event in enumerate(game.journal, 1) if isinstance(event, OrderGiven))
    noted = Considered(side=side, order=given, level=thought.level, why=thought.why)
    before = game.state
    game.note(noted)
    assert game.state is before
    assert decode(encode(noted)) == noted
    assert aside.redact(game.system, game.state, noted, side) == noted
    assert [aside.redact(game.system, game.state, noted, who) for who in (other, None)] == [None, None]
    assert aside.report(game.system, game.state, noted) is None
