"""Luck: what came of attempts against what was to be expected of them, by the chances of the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import sqrt
from typing import TypeVar

from attrs import define

from core.analysis.study import Tried
from core.attempt import Member

K = TypeVar("K", bound=Hashable)


@define
class Sum:
    """A number of attempts, what came of them, what was to be expected, and how far results scatter (the variance)."""

    tried: int = 0
    actual: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, actual: float, expected: float, variance: float) -> None:
        """One attempt more."""
        self.tried += 1
        self.actual += actual
        self.expected += expected
        self.variance += variance

    @property
    def deviations(self) -> float:
        """How far what came of it lies from what was to be expected, in standard deviations: above 0 is luck."""
        return (self.actual - self.expected) / sqrt(self.variance) if self.variance > 1e-9 else 0.0


@define
class Luck:
    """Attempts weighed in three ways: how many had an effect; what they cost the enemy less what they cost their own
    side, in units; the same in points. unweighed: attempts whose effect or losses are not weighed."""

    effects: Sum
    units: Sum
    points: Sum
    attempts: int = 0
    unweighed: int = 0

    @staticmethod
    def none() -> Luck:
        """Of no attempt."""
        return Luck(Sum(), Sum(), Sum())

    def add(self, tried: Tried, roster: Mapping[str, Member]) -> None:
        """One attempt more."""
        one = tried.attempt
        self.attempts += 1
        if one.chance is not None:
            self.effects.add(float(one.effect), one.chance, one.chance * (1 - one.chance))
        if one.losses is not None:
            _add(self.units, tried, lambda unit: _sign(unit, one.side, roster))
            _add(self.points, tried, lambda unit: _sign(unit, one.side, roster) * _value(unit, roster))
        if one.chance is None or one.losses is None:
            self.unweighed += 1


def _add(to: Sum, tried: Tried, of: Callable[[str], float]) -> None:
    one = tried.attempt
    worths = [(chance, sum(of(unit) for unit in units)) for chance, units in one.losses or ()]
    mean = sum(chance * worth for chance, worth in worths)
    square = sum(chance * worth * worth for chance, worth in worths)
    to.add(sum(of(unit) for unit in one.lost), mean, max(0.0, square - mean * mean))


def _sign(unit: str, side: str, roster: Mapping[str, Member]) -> int:
    """1 for a unit of the enemy, -1 for one of who tries it."""
    member = roster.get(unit)
    return -1 if member is not None and member.side == side else 1


def _value(unit: str, roster: Mapping[str, Member]) -> float:
    member = roster.get(unit)
    return member.value if member is not None else 0.0


def lucks(tried: Iterable[Tried], roster: Mapping[str, Member], keys: Callable[[Tried], Iterable[K]]) -> dict[K, Luck]:
    """The luck of attempts sorted by one or more keys each, in the order in which the keys come up."""
    found: dict[K, Luck] = {}
    for one in tried:
        for key in keys(one):
            found.setdefault(key, Luck.none()).add(one, roster)
    return found


def luck_of(tried: Iterable[Tried], roster: Mapping[str, Member]) -> Luck:
    """The luck of attempts together."""
    return lucks(tried, roster, lambda one: ("all",)).get("all", Luck.none())
