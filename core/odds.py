"""Exact chances: every branch of a resolution is run and weighed; there is no second formula."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from core.dice import Dice, branches

T = TypeVar("T", bound=Hashable)


def chances(resolve: Callable[[Dice], T]) -> dict[T, float]:
    """The chance of each outcome of `resolve`, which is run once for every sequence of faces; they sum to 1.

    None is above 1, though the sum of a hundred times 0.01 is, by what floats lose: what is left of 1 is a chance too.
    """
    found: dict[T, float] = {}
    for chance, outcome in branches(resolve):
        found[outcome] = min(found.get(outcome, 0.0) + chance, 1.0)
    return found
