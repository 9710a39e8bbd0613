"""What the faces of all rule systems have in common: the headline of a game, the prompt, who is waited for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from attrs import frozen

from core.alike import Alike
from core.book.rulebook import Rulebook
from core.citing import Names, named
from core.event import Event, SideId
from core.presentation import Outcome, Prompt, Report, Status, TerrainLook, Trail
from core.setting import Setting


class InPlay(Protocol):
    """A game as its headline needs it. turn: 0 before the first; outcome: how it ended, None = it goes on."""

    @property
    def turn(self) -> int: ...
    @property
    def outcome(self) -> Outcome | None: ...


@frozen(eq=False, repr=False)
class Asked(Alike):
    """What is asked of a side that may act, in words, and the rule that asks.

    remaining: what it has left to do; finish: what ends its step.
    """

    text: str
    rule: str
    remaining: str = ""
    finish: str = ""


S = TypeVar("S", bound=InPlay)
T = TypeVar("T", bound=Setting[Any])


@frozen(eq=False, repr=False)
class BookFace(Alike, ABC, Generic[S, T]):
    """How a system of a book of chapters shows itself; see `core.system.Face`. Every method takes a view.

    on: the scenario; looks: its terrain as it is shown, by id.
    """

    on: T
    looks: Mapping[str, TerrainLook]

    #: The chapters of the rules.
    book: ClassVar[Rulebook[Any]]

    @property
    def names(self) -> Names:
        """Rules that the book cites by the ids of one edition, each with its id in that which is played."""
        return {}

    @abstractmethod
    def player(self, view: S) -> SideId | None:
        """The side whose step it is; None if it is that of both or of nobody."""

    @abstractmethod
    def asked(self, view: S, side: SideId) -> Asked:
        """What is asked of a side that may act."""

    @abstractmethod
    def extra(self, view: S) -> str:
        """What the headline says besides turn, phase and step."""

    def won(self, view: S) -> Outcome | None:
        """How the game would end if it ended now, by what is known; None where nothing is to be said of that."""
        return None

    def waited_for(self, view: S) -> tuple[SideId, ...]:
        """The sides that are to act."""
        return self.book.acting(view)

    def terrain(self) -> Mapping[str, TerrainLook]:
        return self.looks

    def trails(self, view: S) -> tuple[Trail, ...]:
        return ()

    def status(self, view: S) -> Status:
        title, turns = self.on.title, self.on.turns
        if view.outcome is not None:
            return Status(title, view.turn, turns, "End", view.outcome.level, (), view.outcome.text)
        phase = self.book.course.step(view).phase
        acting, won = self.waited_for(view), self.won(view) if view.turn else None
        return Status(title, view.turn, turns, phase, self.step_title(view), acting, self.extra(view), won)

    def step_title(self, view: S) -> str:
        """The step, with the side whose it is."""
        title, player = self.book.course.step(view).title, self.player(view)
        return f"{title} ({self.on.side(player).name})" if player else title

    def prompt(self, view: S, side: SideId | None) -> Prompt:
        if view.outcome is not None:
            return Prompt("End", view.outcome.level, view.outcome.text, view.outcome.rule)
        step, acting = self.book.course.step(view), self.waited_for(view)
        phase = f"{step.phase}: {self.step_title(view)}"
        if side is None or side not in acting:
            names = " and ".join(self.on.side(s).name for s in acting) or "the game"
            return named(Prompt(phase, f"Waiting for {names}", "", step.rule), self.names)
        asked = self.asked(view, side)
        told = Prompt(phase, self.on.side(side).name, asked.text, asked.rule, asked.remaining, asked.finish)
        return named(told, self.names)

    def undone(self, view: S, side: SideId) -> tuple[str, ...]:
        return self.book.undone(view, side)

    def report(self, state: S, event: Event) -> Report | None:
        return named(self.book.report(state, event), self.names)
