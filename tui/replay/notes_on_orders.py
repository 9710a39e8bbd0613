"""Why computer players gave the orders of a game, as far as a reader may know it: sealed until the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from attrs import fields, has

from core.event import Event, OrderGiven
from core.order import Order
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


def first_unit(order: Order, units: Collection[str]) -> str | None:
    """The first unit that an order names, of those that are on the map; None if it names none of them."""
    return next((word for word in _words(order) if word in units), None)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _words(part)
    elif has(type(value)):
        for field in fields(type(value)):
            yield from _words(getattr(value, field.name))
