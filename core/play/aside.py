"""Events beside the rules: journalled with the game, but no rule system evolves them.

They tell what the players agreed on or may check, such as where the dice come from, and what computer players thought,
which their own side alone may know. The functions here are what
whoever walks through a journal uses instead of asking the rule system directly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from core.alike import Alike
from core.event import Event, SideId, event
from core.presentation import Argument, Report
from core.secrecy import ALL, OWNER
from core.secrecy import redact as told
from core.system import RuleSystem

if TYPE_CHECKING:
    from core.ai.thought import Thought

S = TypeVar("S")


@frozen(kw_only=True, eq=False, repr=False)
class Aside(Event, ABC):
    """Base of the events that change nothing on the map."""

    beside = True

    @abstractmethod
    def report(self) -> Report | None:
        """The event in words; None if it is not worth a line of the log."""


@frozen(eq=False, repr=False)
class Seat(Alike):
    """Who plays a side, or a part of it: a player by his name, or a computer player of a level."""

    side: SideId
    player: str = ""
    computer: str = ""

    @property
    def who(self) -> str:
        """Who it is, in words."""
        return self.player or f"a computer ({self.computer})"


@event("seated", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class Seated(Aside):
    """Who sits at the table, in the order in which they sat down: first in the journal, and again after a change."""

    seats: tuple[Seat, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The people among them."""
        return tuple(seat.player for seat in self.seats if seat.player)

    def report(self) -> Report:
        """Who plays what."""
        return Report(f"At the table: {', '.join(f'{seat.who} plays {seat.side}' for seat in self.seats)}", "", level=2)


@event("dice-committed", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class DiceCommitted(Aside):
    """The host bound itself to a secret for the dice by publishing its hash; see `core.play.honest`."""

    commitment: str

    def report(self) -> Report:
        """The hash, to be compared at the end."""
        return Report(f"The dice are sealed: {self.commitment}", "", details=("SHA-256 of the host's secret",))


@event("dice-mixed", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class DiceMixed(Aside):
    """A player mixed a value of his own into the dice after the secret was sealed."""

    by: str
    value: str

    def report(self) -> Report:
        """Whose words, and what they are."""
        return Report(f"{self.by} mixes into the dice: {self.value}", "", level=2)


@event("letters-brought", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class LettersBrought(Aside):
    """The game was played by file before: up to a letter, whose line has this SHA-256 and with it all before. So many
    rolls are those of the letters; they follow from these, not from what the host has sealed."""

    letter: int
    digest: str
    dice: int

    def report(self) -> Report:
        """Up to which letter, to be compared."""
        text = f"The game was played by file up to letter {self.letter}: {self.digest}"
        return Report(text, "", details=("SHA-256 of the letter; panzerhex verify --letters compares",), level=2)


@event("game-stopped", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class GameStopped(Aside):
    """The players ended the game before it was over by the rules, and how, in words."""

    text: str

    def report(self) -> Report:
        """How it ended."""
        return Report(f"The game is over: {self.text}", "")


@event("considered", known=OWNER)
@frozen(kw_only=True, eq=False, repr=False)
class Considered(Aside):
    """What a computer player thought of an order that it gave, known to its side alone; the film of a game that is over
    shows it to all.

    order: number of the event with which the order was given; level: who thought; why, amiss: as of
    `core.ai.thought.Thought`.
    """

    side: SideId
    order: int
    level: str
    why: tuple[Argument, ...] = ()
    amiss: str = ""

    @classmethod
    def of(cls, thought: Thought, order: int, amiss: str = "") -> Considered | None:
        """The note of a thought whose order event number `order` gave; None if there is nothing to note."""
        if not thought.why and not amiss:
            return None
        return cls(side=thought.side, order=order, level=thought.level, why=thought.why, amiss=amiss)

    def report(self) -> None:
        """It is asked for, it is no line of the log."""


@event("dice-revealed", known=ALL)
@frozen(kw_only=True, eq=False, repr=False)
class DiceRevealed(Aside):
    """The host showed the secret; every roll of the game follows from it and the players' values."""

    secret: str

    def report(self) -> Report:
        """The secret, to be checked."""
        return Report(f"The dice are opened: {self.secret}", "", details=("panzerhex verify checks every roll",))


def stopped(journal: Sequence[Event]) -> str:
    """How its players ended a game before it was over by the rules, in words; "" if they did not, or it went on."""
    for last in reversed(journal):
        if isinstance(last, GameStopped):
            return last.text
        if not isinstance(last, Aside):
            break
    return ""


def evolve(system: RuleSystem[S], state: S, event: Event) -> None:
    """Apply an event to a state; what stands beside the rules changes nothing."""
    if not isinstance(event, Aside):
        system.evolve(state, event)


def redact(system: RuleSystem[S], state: S, event: Event, side: SideId | None) -> Event | None:
    """What a side may know of an event, given the state after it; None if not even that it happened."""
    return told(state, event, side) if isinstance(event, Aside) else system.redact(state, event, side)


def report(system: RuleSystem[S], state: S, event: Event) -> Report | None:
    """An event in words, given the state (or a view of it) after the event; None if it is not worth a line."""
    return event.report() if isinstance(event, Aside) else system.face.report(state, event)
