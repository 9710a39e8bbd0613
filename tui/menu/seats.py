"""Who may sit at a side: people, and the computer players that there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.ai.levels import LEVELS, Level

_HUMAN: Final = ("human", "a player at this keyboard")


def computers(levels: Iterable[Level]) -> tuple[tuple[str, str], ...]:
    """The computer players of these levels: values of a seat as a journal's header has them, each with its words."""
    return tuple((f"ai:{level.id}", f"{level.id}: computer, {level.about}") for level in levels)


def seats(levels: Iterable[Level]) -> tuple[tuple[str, str], ...]:
    """All who may sit at a side of a game of one's own for which these levels are offered."""
    return (_HUMAN, *computers(levels))


#: All who may sit at a side of some game.
SEATS: Final = seats(reversed(LEVELS.values()))


def seat_words(seat: str) -> str:
    """A seat of a header in a word or two: "player", "computer (greedy)"."""
    kind, _, level = seat.partition(":")
    if kind == "human":
        return "player"
    if kind == "post":
        return "by file"
    return f"computer ({level})" if level else "computer"
