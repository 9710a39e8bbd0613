"""Why computer players gave the orders of a game, as far as a reader may know it: sealed until the end."""

from __future__ import annotations

from collections.abc import Sequence

from core.event import Event, OrderGiven
from core.play.aside import Considered
from saves.audience import Audience
from tui.replay.reel import Eye


def why_given(journal: Sequence[Event], n: int, eye: Eye, audience: Audience) -> tuple[OrderGiven, Considered] | str:
    """The last order before moment n and what was thought of it; else why that is not told.

    While a game runs a note is told to the reader for his own side alone, whatever else the owner of a game may see.
    """
    at = next((i for i in range(min(n, len(journal)) - 1, -1, -1) if isinstance(journal[i], OrderGiven)), None)
    given = journal[at] if at is not None else None
    if at is None or not isinstance(given, OrderGiven):
        return "No order has been given yet"
    own = eye.side == given.side and not eye.all and not audience.tells(eye.side)
    if not audience.open and not own:
        return "Why the computer ordered so is told when the game is over"
    for event in journal[at + 1 :]:
        if isinstance(event, Considered) and event.order == at + 1:
            return given, event
        if isinstance(event, OrderGiven):
            break
    return "Nothing was noted of why this was ordered"
