"""What a computer player draws by lot, where several things are almost as good: whoever has met it once must not know
what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from core.dice import Dice

T = TypeVar("T")


def drawn(costs: Mapping[T, float], within: float, dice: Dice, for_: str, rule: str) -> T | None:
    """One of those that cost at most so much more than the cheapest, each as likely; None if there are none.

    within: 0 = the first of the cheapest, without a roll. for_, rule: what the roll is for, as of `Dice.roll`.
    """
    least = min(costs.values(), default=0.0) + within
    good = [thing for thing, cost in costs.items() if cost <= least]
    if len(good) < 2 or not within:
        return next(iter(good), None)
    return good[dice.roll(f"d{len(good)}", for_, rule).result - 1]
