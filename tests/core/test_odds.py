"""Exact chances, weighed branch by branch."""

from __future__ import annotations

import pytest

from core.attempt import one_or_none
from core.dice import Dice
from core.odds import chances


@pytest.mark.parametrize("die", ["d10", "d100"])
def test_no_chance_is_above_1_nor_what_is_left_below_0(die: str) -> None:
    """A hundred times 0.01 is more than 1 in floats."""

    def at_most(number: int) -> dict[bool, float]:
        def resolve(dice: Dice) -> bool:
            return dice.roll(die, "a roll", "").result <= number

        return chances(resolve)

    assert at_most(100) == {True: pytest.approx(1.0)}
    assert at_most(100)[True] <= 1
    assert sum(at_most(7).values()) == pytest.approx(1.0)


def test_no_loss_is_surer_than_sure() -> None:
    certain = 1.0000000000000007
    assert one_or_none(certain, "g1") == ((0.0, ()), (1.0, ("g1",)))
