"""Who may sit at a side: people, and the computer players that there are."""

from __future__ import annotations

from typing import Final

#: Values of a seat as a journal's header has them, each with its words.
SEATS: Final = (
    ("human", "a player at this keyboard"),
    ("ai:greedy", "computer, plays what pays most now"),
    ("ai:random", "computer, plays anything legal"),
)


def seat_words(seat: str) -> str:
    """A seat of a header in a word or two: "player", "computer (greedy)"."""
    kind, _, level = seat.partition(":")
    if kind == "human":
        return "player"
    if kind == "post":
        return "by file"
    return f"computer ({level})" if level else "computer"
