"""What dice were rolled to do, weighed by the rules that decided it: what a rule system tells of its events to who
looks back on a game. Chapters say it (`core.book.chapter`), `core.analysis` counts it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from core.alike import Alike
from core.event import Event

#: What may be lost by an attempt: for each way in which it may end its chance and the units that are out of the game
#: then; the chances sum to 1.
Losses = tuple[tuple[float, tuple[str, ...]], ...]


@frozen(kw_only=True, eq=False, repr=False)
class Attempt(Alike):
    """One attempt of a side by dice.

    kind: what it was, such as "AP fire"; side: whose, "" = that is not known; by, at: the units that tried it, and at
    whom; range: how far, in what the board is measured in, None without one.

    chance: the chance that it had any effect, a hit of a shot that is located later; effect: whether it had; losses:
    what might be lost by it; lost: the units that were. chance or losses None: it is not weighed, and why.
    """

    kind: str
    side: str
    by: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    range: float | None = None
    chance: float | None = None
    effect: bool = False
    losses: Losses | None = None
    lost: tuple[str, ...] = ()
    why: str = ""


#: What an event says to who looks back: of (the state before it, the event, the events after it); None = no attempt.
#: State and events may be what one side knows of them.
Weigh = Callable[[Any, Any, Sequence[Event]], Attempt | None]


@frozen(kw_only=True, eq=False, repr=False)
class Member(Alike):
    """A unit of a game as its account is kept: value: what it is worth, in points; scored: what the other side has of
    its losses by now; fate: what became of it, in words, "" = it is in play."""

    id: str
    name: str
    side: str
    value: float
    scored: float = 0
    fate: str = ""


def one_or_none(chance: float, unit: str) -> Losses:
    """One unit that may be lost; what floats lose in a sum of chances takes none above 1."""
    chance = min(chance, 1.0)
    return ((1 - chance, ()), (chance, (unit,)))
