"""What each weight of a computer player is worth: games of players whose weights are high or low by lot.

Each pair of games is played by two that are each other's mirror: where a weight of the one is high, that of the other
is low. So many weights are tried at once, each in every game; what a single one does is the mean over all pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt, tanh
from typing import Final

from attrs import frozen

from core.ai import trial
from core.ai.trial import Trial
from core.lots import Lots
from core.yardstick.intervals import mean
from core.yardstick.result import GameResult

#: The high value of a weight that is 0, for each part by which others are raised.
FROM_NOTHING: Final = 1.0
#: Digits of a weight that is drawn.
_DIGITS: Final = 3
#: What a victory counts of the worth of a game, the rest of it is by how many points it was won.
_VICTORY: Final = 0.5


def mirrored(level: str, weights: Mapping[str, float | bool], spread: float, lots: Lots) -> tuple[Trial, Trial]:
    """Two players on trial: each weight high in the one and low in the other, by lot.

    weights: as the level has them; spread: by what a high one is multiplied and a low one divided.
    """
    one: dict[str, float | bool] = {}
    other: dict[str, float | bool] = {}
    for name, value in weights.items():
        high, low = ends(value, spread)
        one[name], other[name] = (high, low) if lots.below(2) else (low, high)
    return Trial(level, one), Trial(level, other)


def ends(value: float | bool, spread: float) -> tuple[float | bool, float | bool]:
    """The high and the low value of a weight."""
    if isinstance(value, bool):
        return True, False
    if value == 0:
        return _rounded(FROM_NOTHING * (spread - 1)), 0.0
    return _rounded(value * spread), _rounded(value / spread)


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}")


@frozen
class Effect:
    """What a weight does. gain: worth of a game for a high one more than for one in the middle, 0 to a half;
    deviation: how far that may be off, as a standard deviation; pairs: of games that say so."""

    weight: str
    gain: float
    deviation: float
    pairs: int

    @property
    def sure(self) -> float:
        """The gain in deviations: beyond 2 or below -2 it is hardly luck."""
        return self.gain / self.deviation if self.deviation else 0.0


def effects(results: Iterable[GameResult]) -> tuple[Effect, ...]:
    """What each weight does, the surest first, by pairs of players on trial; other games say nothing here."""
    found: dict[str, list[float]] = defaultdict(list)
    for first, second, worth in _worths(_pairs(results)):
        for name, value in first.weights.items():
            other = second.weights.get(name, value)
            if value != other:
                found[name].append(worth if value > other else -worth)
    told = (Effect(name, mean(all_), _deviation(all_), len(all_)) for name, all_ in found.items())
    return tuple(sorted(told, key=lambda one: -abs(one.sure)))


def _pairs(results: Iterable[GameResult]) -> Sequence[tuple[GameResult, GameResult]]:
    waiting: dict[tuple[str, tuple[str, ...], str, tuple[str, ...]], GameResult] = {}
    found = []
    for one in results:
        key = (one.scenario, one.options, one.seed, tuple(sorted(one.players.values())))
        if one.failed:
            continue
        other = waiting.get(key)
        if other is None:
            waiting[key] = one
        elif other.players != one.players:
            found.append((waiting.pop(key), one))
    return found


def _worths(pairs: Sequence[tuple[GameResult, GameResult]]) -> Iterable[tuple[Trial, Trial, float]]:
    """Of each pair who played, and what it was worth to the first of them, from -0.5 to 0.5."""
    margins: dict[str, list[float]] = defaultdict(list)
    for one, other in pairs:
        margins[one.scenario].append((one.margin - other.margin) / 2)
    usual = {name: sqrt(mean([m * m for m in all_])) or 1.0 for name, all_ in margins.items()}
    for one, other in pairs:
        first, second = (trial.read(name) for name in list(one.players.values())[:2])
        if first is None or second is None:
            continue
        won = (one.value - other.value) / 2
        ahead = tanh((one.margin - other.margin) / 2 / usual[one.scenario]) / 2
        yield first, second, _VICTORY * won + (1 - _VICTORY) * ahead


def _deviation(numbers: Sequence[float]) -> float:
    if len(numbers) < 2:
        return 0.0
    middle = mean(numbers)
    return sqrt(sum((one - middle) ** 2 for one in numbers) / (len(numbers) - 1) / len(numbers))


def proposed(weights: Mapping[str, float | bool], found: Sequence[Effect], spread: float) -> Mapping[str, float | bool]:
    """The weights that the effects speak for: each moved as far as its gain is large and no luck, at most to its end.

    What the gains have of luck is taken out of all of them alike: as their spread is larger than their deviations.
    """
    luck = mean([one.deviation**2 for one in found])
    real = max(0.0, mean([one.gain**2 for one in found]) - luck)
    kept = real / (real + luck) if real else 0.0
    most = max((abs(one.gain) for one in found), default=0.0)
    moved = dict(weights)
    for one in found:
        part = kept * one.gain / most if most else 0.0
        moved[one.weight] = _moved(weights[one.weight], part, one.sure, spread)
    return {name: value for name, value in moved.items() if value != weights[name]}


def _moved(value: float | bool, part: float, sure: float, spread: float) -> float | bool:
    """A weight moved by a part of the way to its high end, or, below 0, to its low one; a switch only if it is sure."""
    if isinstance(value, bool):
        return value if abs(sure) < 2 else sure > 0
    if value == 0:
        return _rounded(max(0.0, part) * FROM_NOTHING * (spread - 1))
    return _rounded(value * spread**part)
