"""How well a side stands: what tells of it, weighed as games have shown that it tells."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, tanh
from typing import Final

from core.presentation import Outcome

#: What ends a name of a sign that counts as far as the game is over.
LATE: Final = "_late"
#: The sign by which a game that is over was won more or less clearly, and what that counts beyond a victory.
LEAD: Final = "lead"
CLEARLY: Final = 0.1
#: The logarithm of odds by which a game that goes on is clear.
CLEAR: Final = 8.0
#: Beyond this the outcome is as good as known.
_KNOWN: Final = 30.0


def likely(odds: float) -> float:
    """The chance that is meant by the logarithm of odds."""
    return 1 / (1 + exp(-max(-_KNOWN, min(_KNOWN, odds))))


def with_time(signs: Mapping[str, float], late: float) -> Mapping[str, float]:
    """Signs, and each besides as far as the game is over. late: the part of it that is, 0 to 1."""
    return {**signs, **{f"{name}{LATE}": late * value for name, value in signs.items()}}


def chance(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The chance to win, 0 to 1; even where nothing is known to tell anything."""
    return likely(_odds(signs, weights))


def standing(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """How well a side stands in a game that goes on: the chance to win, and a little beyond by how clearly, so that
    better can be told from worse where a game is as good as lost or won."""
    odds = _odds(signs, weights)
    return likely(odds) + CLEARLY * tanh(odds / CLEAR)


def _odds(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(weight * signs.get(name, 0.0) for name, weight in weights.items())


def ended(outcome: Outcome, side: str, signs: Mapping[str, float]) -> float:
    """How a game has ended for a side: won 1, lost 0, and a little beyond by how clearly."""
    won = 0.5 if outcome.winner is None else float(outcome.winner == side)
    return won + CLEARLY * tanh(signs.get(LEAD, 0.0))
