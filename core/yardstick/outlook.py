"""What tells how a game will end: signs that were noted turn by turn, and who won (logistic regression)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from attrs import frozen

from core.ai.outlook import likely
from core.yardstick.result import GameResult

#: What holds weights near 0 of which games say little, and those of a scenario's bias.
_HELD, _BIAS_HELD = 0.1, 0.001
#: It is found when nothing moves by more than this, at the latest after so many rounds.
_STILL, _ROUNDS = 1e-6, 50

Row = tuple[Sequence[float], float, float]


@frozen
class Tells:
    """What a sign tells. weight: of it in the logarithm of the odds to win; deviation: how far that may be off."""

    sign: str
    weight: float
    deviation: float


def tells(results: Iterable[GameResult]) -> tuple[Tells, ...]:
    """What each sign tells, of games in which signs were noted for the first side; each game counts once.

    A scenario may favour a side: that is found beside it, and tells nothing of the signs.
    """
    games = [one for one in results if one.signs and not one.failed]
    names = tuple(dict.fromkeys(name for one in games for signs in one.signs for name in signs))
    scenarios = tuple(dict.fromkeys(one.scenario for one in games))
    rows: list[Row] = []
    for one in games:
        bias = [float(one.scenario == scenario) for scenario in scenarios]
        for signs in one.signs:
            rows.append(([signs.get(name, 0.0) for name in names] + bias, one.value, 1 / len(one.signs)))
    if not rows:
        return ()
    held = [_HELD] * len(names) + [_BIAS_HELD] * len(scenarios)
    weights, spread = _fitted(rows, held)
    return tuple(Tells(name, weights[at], sqrt(max(0.0, spread[at]))) for at, name in enumerate(names))


def _fitted(rows: Sequence[Row], held: Sequence[float]) -> tuple[list[float], list[float]]:
    """The weights that make the rows likeliest, and the variance of each (Newton's way)."""
    size = len(held)
    weights = [0.0] * size
    for _ in range(_ROUNDS):
        slope, bend = _at(rows, held, weights)
        step = _solved(bend, slope)
        weights = [weight - by for weight, by in zip(weights, step, strict=True)]
        if max(map(abs, step)) < _STILL:
            break
    _, bend = _at(rows, held, weights)
    units = [[float(row == column) for row in range(size)] for column in range(size)]
    return weights, [_solved(bend, unit)[at] for at, unit in enumerate(units)]


def _at(rows: Sequence[Row], held: Sequence[float], weights: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """How the unlikelihood of the rows rises and bends with the weights."""
    size = len(held)
    slope = [hold * weight for hold, weight in zip(held, weights, strict=True)]
    bend = [[held[row] if row == column else 0.0 for column in range(size)] for row in range(size)]
    for values, won, counts in rows:
        found = sum(weight * value for weight, value in zip(weights, values, strict=True))
        chance = likely(found)
        off, certain = counts * (chance - won), counts * chance * (1 - chance)
        there = [at for at in range(size) if values[at]]
        for row in there:
            slope[row] += off * values[row]
            for column in there:
                bend[row][column] += certain * values[row] * values[column]
    return slope, bend


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x of matrix x = right, the matrix being symmetric and bent upwards everywhere (Gauss)."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        best = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        for row in range(size):
            if row != at and rows[row][at]:
                by = rows[row][at] / rows[at][at]
                rows[row] = [one - by * other for one, other in zip(rows[row], rows[at], strict=True)]
    return [rows[at][size] / rows[at][at] for at in range(size)]
