"""The end of a game by its rules: one event for all rule systems, what it does to a state, and how it is told."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from core.event import Event, SideId, event
from core.presentation import Outcome, Report
from core.secrecy import ALL


@event("game-ended", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class GameEnded(Event):
    """The game is over. level: of victory; text: why, in words; rule: that says so; scores: of each side."""

    winner: SideId | None
    level: str
    text: str
    rule: str
    scores: tuple[tuple[SideId, int], ...]


class Endable(Protocol):
    """A state of a game that may end."""

    outcome: Outcome | None


def end_game(state: Endable, event: GameEnded) -> None:
    """The state has its outcome."""
    state.outcome = Outcome(event.winner, event.level, event.text, event.rule)


def tell_end(state: object, event: GameEnded) -> Report:
    """The end in words."""
    return Report(f"The game is over: {event.text}", event.rule, "heading", level=0)
