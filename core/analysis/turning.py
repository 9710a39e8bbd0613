"""Turning points: where points or losses swung most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import frozen

from core.analysis.study import Moment


@frozen
class Swing:
    """A turning point after event n: for whom (the place of the side), by how much, and in what: "points" of the game
    or "losses" in points. text: what happened."""

    n: int
    turn: int
    side: int
    amount: float
    measure: str
    text: str


def swings(moments: Sequence[Moment], most: int = 8) -> tuple[Swing, ...]:
    """The largest swings of a game of two sides, in order of time.

    By the points of the game; where a change of losses moves none, by what was lost. What a set-up counts, before the
    first turn, is no swing: nothing has happened yet.
    """
    found: list[Swing] = []
    for before, after in pairwise(moments):
        if len(after.points) != 2:
            return ()
        lead = _lead(after.points) - _lead(before.points)
        harm = -(_lead(after.cost) - _lead(before.cost))
        amount, measure = (lead, "points") if lead else (harm, "losses")
        if amount and after.turn:
            found.append(Swing(after.n, after.turn, 0 if amount > 0 else 1, abs(amount), measure, after.text))
    largest = sorted(found, key=lambda swing: -swing.amount)[:most]
    return tuple(sorted(largest, key=lambda swing: swing.n))


def _lead(both: tuple[float, ...]) -> float:
    return both[0] - both[1]
