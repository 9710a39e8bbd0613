"""Who may sit at a side: people, and the computer players that there are."""

from __future__ import annotations

from typing import Final

from core.ai.levels import offered

#: The computer players: values of a seat as a journal's header has them, each with its words.
COMPUTERS: Final = tuple((f"ai:{level.id}", f"computer: {level.title}") for level in offered())
#: How each of them plays.
HOW: Final = {f"ai:{level.id}": f"It {level.about}." for level in offered()}
#: All who may sit at a side of a game of one's own.
SEATS: Final = (("human", "a player at this keyboard"), *COMPUTERS)


def seat_words(seat: str) -> str:
    """A seat of a header in a word or two: "player", "computer (greedy)"."""
    kind, _, level = seat.partition(":")
    if kind == "human":
        return "player"
    if kind == "post":
        return "by file"
    return f"computer ({level})" if level else "computer"
