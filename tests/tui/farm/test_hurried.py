"""Players with a clock: what their names say, and that their time ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import define

from core.ai import Budget, Idea
from core.event import SideId
from core.order import Order
from core.step_end import FinishStep
from tui.farm import hurried
from tui.farm.game import Seats


@define
class Ponderer:
    """Thinks until its time is out, and remembers what it had in mind."""

    intents: list[str]

    def order(self, system: Any, view: Any, side: SideId) -> Order:
        raise AssertionError("it is asked for ideas")

    def ideas(self, system: Any, view: Any, side: SideId, budget: Budget, intent: str = "") -> Iterator[Idea]:
        self.intents.append(intent)
        yield Idea(FinishStep(), intent="first")
        while not budget.spent():
            pass
        yield Idea(FinishStep(), intent=f"{intent}+")


def test_a_name_says_how_many_seconds() -> None:
    assert hurried.read("veteran") == ("veteran", None)
    assert hurried.read("veteran@0.5") == ("veteran", 0.5)
    assert hurried.read("regular~care=1@2") == ("regular~care=1", 2.0)


@pytest.mark.parametrize("name", ["veteran@", "veteran@0", "veteran@-1", "veteran@fast", "veteran@inf", "veteran@nan"])
def test_seconds_that_are_none(name: str) -> None:
    with pytest.raises(ValueError, match="no number of seconds; say for instance veteran@1"):
        hurried.read(name)


def test_a_decision_ends_with_its_time_and_the_next_knows_what_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    intents: list[str] = []
    monkeypatch.setattr("core.ai.player", lambda name, seed: Ponderer(intents))
    player = Seats().made("veteran@0.01", "x")
    assert (player.level, player.seconds) == ("veteran@0.01", 0.01)
    for _ in range(3):
        assert player.order(None, None, SideId("german")) == FinishStep()  # type: ignore[arg-type]
    assert intents == ["", "+", "++"]
    assert player.slowest >= 0.01


def test_without_seconds_a_player_thinks_as_long_as_it_likes() -> None:
    assert hurried.budget(None) == Budget()
    assert Seats().made("greedy", "x").seconds is None
