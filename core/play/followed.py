"""A game as one machine follows it: the events that it has been told, and the state that they lead to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from core.event import Event, SideId
from core.play import aside
from core.play.aside import GameStopped
from core.system import RuleSystem

S = TypeVar("S")


class Followed(ABC, Generic[S]):
    """A game that a machine follows for the player of one side; journal: the events, as this machine knows them."""

    system: RuleSystem[S]

    def __init__(self, system: RuleSystem[S], side: SideId) -> None:
        self.system = system
        self.side = side
        self.other = next(SideId(look.id) for look in system.sides if look.id != side)
        self.journal: list[Event] = []
        self.state: S = self.begun()

    @abstractmethod
    def begun(self) -> S:
        """The state before the first event, anew."""

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or because its players have ended it."""
        return self.system.outcome(self.state) is not None or self.stopped is not None

    @property
    def stopped(self) -> GameStopped | None:
        """How the players ended the game before it was over by the rules; None if they did not."""
        last = self.journal[-1] if self.journal else None
        return last if isinstance(last, GameStopped) else None

    def at(self, n: int) -> S:
        """The state after the first n events. ValueError if there are not so many."""
        if not 0 <= n <= len(self.journal):
            raise ValueError(f"event {n} does not exist; the journal has {len(self.journal)}")
        state = self.begun()
        for event in self.journal[:n]:
            aside.evolve(self.system, state, event)
        return state
