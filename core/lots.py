"""Lots: what is drawn from a seed before a game begins, the same on every machine and for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from attrs import define

T = TypeVar("T")

#: Numbers drawn are below this.
_ALL: Final = 1 << 64


@define
class Lots:
    """Numbers whose k-th follows from a seed and k alone: SHA-256 of both.

    They are no dice: nothing in a game is decided by them, and no journal holds them.
    """

    seed: str
    drawn: int = 0

    def of(self, name: str) -> Lots:
        """Lots of their own for one purpose: what is drawn for another does not move them."""
        return Lots(f"{self.seed}/{name}")

    def share(self) -> float:
        """A number from 0 to less than 1."""
        return self._next() / _ALL

    def below(self, number: int) -> int:
        """A whole number from 0 to less than `number`. ValueError unless that is 1 or more."""
        if number < 1:
            raise ValueError(f"nothing lies below {number}")
        return self._next() * number // _ALL

    def between(self, lowest: int, highest: int) -> int:
        """A whole number from lowest to highest, both included."""
        return lowest + self.below(highest - lowest + 1)

    def one_of(self, things: Sequence[T]) -> T:
        """One of these, each as likely."""
        return things[self.below(len(things))]

    def weighed(self, things: Sequence[tuple[T, int]]) -> T:
        """One of these, as likely as its weight."""
        left = self.below(sum(weight for _, weight in things))
        for thing, weight in things:
            left -= weight
            if left < 0:
                return thing
        raise AssertionError("the weights have been summed")

    def hits(self, percent: int) -> bool:
        """Whether something comes true that does in so many cases of a hundred."""
        return self.below(100) < percent

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """These in an order drawn."""
        rest = list(things)
        return [rest.pop(self.below(len(rest))) for _ in range(len(rest))]

    def _next(self) -> int:
        digest = hashlib.sha256(f"{self.seed}/{self.drawn}".encode()).digest()
        self.drawn += 1
        return int.from_bytes(digest[:8], "big")
