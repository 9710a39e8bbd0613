"""Dice: every roll has a purpose and a rule id, and is kept with its result.

`SeededDice` play a game, `ScriptedDice` show a worked example or replay a journal, `EnumeratingDice` walk
every branch of a resolution for exact odds. The core never reads a clock or a global random source.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from attrs import define, field, frozen

from core.alike import Alike

T = TypeVar("T")


@frozen(eq=False, repr=False)
class Roll(Alike):
    """One roll: die ("d100", "d10", "d6"), its result (1 to the number of faces), what for, by which rule."""

    die: str
    result: int
    for_: str
    rule: str


def faces(die: str) -> int:
    """Number of faces of a die written "d100"; a roll of (100) is 1 to 100, 00 reads as 100 (na:3.2)."""
    return int(die[1:])


class Dice(Protocol):
    """What a resolution rolls with."""

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Roll one die for a purpose named `for_` under the rule id `rule`."""
        ...


class DiceError(Exception):
    """Scripted dice ran out or were of another kind than the rules asked for."""


@define
class SeededDice:
    """Dice whose k-th result follows from a seed and k alone, so that a game can be forked and resumed.

    Each result comes from SHA-256 of seed, k and a counter; values that would bias the die are skipped.
    """

    seed: str
    count: int = 0

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Roll the next die of the sequence."""
        sides = faces(die)
        limit = (1 << 32) // sides * sides
        attempt = 0
        while True:
            digest = hashlib.sha256(f"{self.seed}/{self.count}/{attempt}".encode()).digest()
            value = int.from_bytes(digest[:4], "big")
            if value < limit:
                break
            attempt += 1
        self.count += 1
        return Roll(die, value % sides + 1, for_, rule)


def _listed(results: Iterable[int]) -> list[int]:
    return list(results)


@define
class ScriptedDice:
    """Dice that show given results in order. DiceError if they run out or a result does not fit the die."""

    results: list[int] = field(converter=_listed)
    used: list[Roll] = field(factory=list)

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Take the next scripted result."""
        if not self.results:
            raise DiceError(f"no scripted die left for a {die}: {for_} ({rule})")
        result = self.results.pop(0)
        if not 1 <= result <= faces(die):
            raise DiceError(f"scripted {result} is no result of a {die}: {for_} ({rule})")
        roll = Roll(die, result, for_, rule)
        self.used.append(roll)
        return roll


@define
class EnumeratingDice:
    """Dice that follow one branch of all possible rolls; `branches` drives them over every branch."""

    path: list[int]
    widths: list[int] = field(factory=list)
    taken: int = 0

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Show the face that this branch prescribes, the first face where the branch is new."""
        if self.taken == len(self.path):
            self.path.append(1)
        if self.taken == len(self.widths):
            self.widths.append(faces(die))
        result = self.path[self.taken]
        self.taken += 1
        return Roll(die, result, for_, rule)


def branches(resolve: Callable[[Dice], T]) -> Iterator[tuple[float, T]]:
    """Every outcome of a resolution with its chance; the chances sum to 1.

    `resolve` is run once for every distinct sequence of faces, with dice that follow that sequence.
    """
    path: list[int] = []
    while True:
        dice = EnumeratingDice(path)
        outcome = resolve(dice)
        chance = 1.0
        for width in dice.widths:
            chance /= width
        yield chance, outcome
        while path and path[-1] == dice.widths[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1
