"""The table at which a game is played: who sits where, whose hands are on the keyboard, what happens next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from attrs import frozen

from core.ai import Thought
from core.ai.levels import DEFAULT_LEVEL
from core.alike import Alike
from core.choice import Choices, Partial
from core.event import Event, SideId
from core.order import IllegalOrder, Order
from core.play.aside import Considered, GameStopped
from core.play.game import Game
from core.presentation import SideLook
from core.system import RuleSystem
from tui.game.record.chronicle import Chronicle, Line
from tui.replay.reel import Eye, Reel
from tui.thinking.thoughts import Replaced


class SeatKind(Enum):
    """Who plays a side."""

    HUMAN = "human"
    COMPUTER = "computer"


@frozen(eq=False, repr=False)
class Seat(Alike):
    """The player of one side; level is that of a computer player."""

    kind: SeatKind = SeatKind.HUMAN
    level: str = DEFAULT_LEVEL


@frozen(eq=False, repr=False)
class Human(Alike):
    """`side` is to order, by hand. hand_over: whether another player must come to the keyboard first."""

    side: SideId
    hand_over: bool


@frozen(eq=False, repr=False)
class Computer(Alike):
    """A computer player is to order for `side`."""

    side: SideId
    level: str


@frozen(eq=False, repr=False)
class Elsewhere(Alike):
    """Somebody who is not at this keyboard is to order. who: it, in a sentence that a player can read."""

    who: str


@frozen(eq=False, repr=False)
class Over(Alike):
    """The game has ended."""


Reaction = Human | Computer | Elsewhere | Over


class Table(Protocol):
    """What the game screen asks of the table that it is opened on.

    path: the file of the game, None where it may not be opened beside the screen. here: the side whose player is at
    the keyboard. events: how many events the journal has, those too that the player at the keyboard knows nothing of:
    what he is shown never goes by it. told: another number as soon as he has been told of something, and only then.
    looked: number of the last event that he has seen.
    """

    @property
    def system(self) -> RuleSystem[Any]: ...

    @property
    def path(self) -> Path | None: ...

    @property
    def here(self) -> SideId | None: ...

    @property
    def looks(self) -> tuple[SideLook, ...]: ...

    @property
    def view(self) -> Any: ...

    @property
    def final(self) -> Any: ...

    @property
    def over(self) -> bool: ...

    @property
    def events(self) -> int: ...

    @property
    def told(self) -> int: ...

    @property
    def looked(self) -> int: ...

    def look(self, side: SideId | str) -> SideLook:
        """One side as players see it."""
        ...

    def sit(self, side: SideId | None) -> None:
        """Put the player of `side` at the keyboard; None = nobody, so that nothing secret is shown."""
        ...

    def ask(self) -> Reaction:
        """Who is to order next."""
        ...

    def choices(self, side: SideId, partial: Partial) -> Choices:
        """What `side` may pick next for the order begun."""
        ...

    def submit(self, side: SideId, partial: Partial) -> tuple[Event, ...]:
        """Give the order that a partial stands for. IllegalOrder leaves the game as it was."""
        ...

    def give(self, side: SideId, order: Order) -> tuple[Event, ...]:
        """Give an order; it is in the journal before this returns."""
        ...

    def undo(self, side: SideId) -> None:
        """Take back the last order of `side`. IllegalOrder says why it may not be."""
        ...

    def thinking(self, side: SideId, level: str) -> Callable[[], Thought]:
        """What a computer player is to decide now; or what gives its order otherwise, to be called in a thread."""
        ...

    def lines(self) -> list[Line]:
        """The log of the player at the keyboard, the oldest line first."""
        ...

    def mark_looked(self, until: int | None = None) -> None:
        """Note that the player at the keyboard has seen what happened up to an event, None = up to now."""
        ...

    def film(self) -> tuple[Reel[Any], Eye] | None:
        """The game up to now as a film, and the eye of the player at the keyboard; None before there is a game."""
        ...


def seat_of(text: str) -> Seat:
    """The seat that a journal's header describes: "human", "ai" or "ai:LEVEL"."""
    kind, _, level = text.partition(":")
    if kind == SeatKind.HUMAN.value:
        return Seat()
    return Seat(SeatKind.COMPUTER, level or (DEFAULT_LEVEL if kind == "ai" else kind))


class GameTable:
    """A game with its seats. The screens ask it what happens next and give orders through it.

    `here` is the side whose player is at the keyboard: only what that side may know is shown (`view`). With one
    human player it never changes; with several it is None until a player has come to the keyboard.
    """

    def __init__(self, game: Game[Any], path: Path | None, seats: Mapping[SideId, Seat], *, seed: str = "") -> None:
        self.game = game
        self.path = path
        self.seats: dict[SideId, Seat] = {SideId(s.id): seats.get(SideId(s.id), Seat()) for s in game.system.sides}
        self.seed = seed or (path.stem if path else game.system.scenario)
        humans = self.humans
        self.here: SideId | None = humans[0] if len(humans) == 1 else None
        self._chronicles: dict[SideId | None, Chronicle[Any]] = {}
        self._looked: dict[SideId | None, int] = {}
        #: What computer players have in mind beyond their last orders.
        self._intents: dict[SideId, str] = {}
        self._opened = len(game.journal)
        self._view: tuple[int, SideId | None, Any] | None = None
        game.begin()

    # -- seats ----------------------------------------------------------------------------------

    @property
    def humans(self) -> tuple[SideId, ...]:
        """The sides that are played by hand."""
        return tuple(side for side, seat in self.seats.items() if seat.kind is SeatKind.HUMAN)

    @property
    def looks(self) -> tuple[SideLook, ...]:
        """The sides as players see them."""
        return self.game.system.sides

    def look(self, side: SideId | str) -> SideLook:
        """One side as players see it."""
        return next(s for s in self.looks if s.id == side)

    def sit(self, side: SideId | None) -> None:
        """Put the player of `side` at the keyboard; None = nobody, so that nothing secret is shown."""
        self.here = side

    # -- the game -------------------------------------------------------------------------------

    @property
    def system(self) -> RuleSystem[Any]:
        """The rules."""
        return self.game.system

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or because somebody gave it up."""
        return self.game.over or bool(self.game.stopped)

    @property
    def events(self) -> int:
        """How many events the journal has."""
        return len(self.game.journal)

    @property
    def final(self) -> Any:
        """The state in which the game ended; it is not to be asked for before."""
        return self.game.state

    # -- what happens next ----------------------------------------------------------------------

    def ask(self) -> Reaction:
        """Who is to order next. Where several sides choose in secret people go first, and computers think meanwhile."""
        if self.over:
            return Over()
        active = self.game.active
        if any(self.seats[side].kind is SeatKind.HUMAN for side in active):
            active = tuple(side for side in active if self.seats[side].kind is SeatKind.HUMAN)
        for side in active:
            seat = self.seats[side]
            if seat.kind is SeatKind.COMPUTER:
                return Computer(side, seat.level)
        if self.here is not None and self.here in active:
            return Human(self.here, hand_over=False)
        if not active:
            return Over()
        return Human(active[0], hand_over=len(self.humans) > 1)

    def beside(self) -> tuple[tuple[SideId, str], ...]:
        """The computers that choose in secret beside a person now, with their levels."""
        active = self.game.active
        seats = [(side, self.seats[side]) for side in active] if len(active) > 1 else []
        return tuple((side, seat.level) for side, seat in seats if seat.kind is SeatKind.COMPUTER)

    def allows(self, side: SideId, order: Order) -> bool:
        """Whether a side may give an order now."""
        try:
            self.game.check(side, order)
        except IllegalOrder:
            return False
        return side in self.game.active

    def futile(self, side: SideId) -> str:
        """The pick that lets pass what a side is asked amid the acts of others, where nothing that it may do could have
        any effect; "" where there is anything to decide."""
        return "" if self.system.settled(self.game.view(side)) else self.game.choices(side).futile

    def choices(self, side: SideId, partial: Partial) -> Choices:
        """What `side` may pick next for the order begun."""
        return self.game.choices(side, partial)

    def submit(self, side: SideId, partial: Partial) -> tuple[Event, ...]:
        """Give the order that a partial stands for. IllegalOrder leaves the game as it was."""
        return self.give(side, self.game.order(side, partial))

    def give(self, side: SideId, order: Order) -> tuple[Event, ...]:
        """Give an order; it is in the journal before this returns."""
        return self.game.submit(side, order)

    def note(self, thought: Thought, order: int) -> None:
        """Keep what a computer player has in mind, and why it gave an order, sealed to its side; order: the number of
        the event that gave it.

        Why it did not give its own is kept where that says nothing of how it failed.
        """
        self._intents[thought.side] = thought.intent
        amiss = thought.amiss if isinstance(thought, Replaced) else ""
        if (considered := Considered.of(thought, order, amiss)) is not None:
            self.game.note(considered)

    def undo(self, side: SideId) -> None:
        """Take back the last order of `side`. IllegalOrder says why it may not be."""
        self.game.undo(side)

    @property
    def may_resign(self) -> bool:
        """Whether the player at the keyboard may give the game up."""
        return self.here is not None and not self.over

    def winners(self, side: SideId) -> str:
        """Who wins if a side gives the game up."""
        return " and ".join(look.name for look in self.looks if look.id != side)

    def resign(self, side: SideId) -> None:
        """End the game for good: a side gives it up."""
        self.game.note(GameStopped(text=f"{self.look(side).name} resigned; {self.winners(side)} wins"))

    def take_back(self, side: SideId) -> None:
        """Take back the last order of `side` whatever came of it, by agreement of all who sit here; IllegalOrder if it
        gave none. The journal says that it was by agreement."""
        points = self.game.take_back_points(side)
        if not points:
            raise IllegalOrder("there is no order of this side to take back")
        self.game.take_back(side, points[0], [SideId(look.id) for look in self.looks if look.id != side])

    def thinking(self, side: SideId, level: str) -> Callable[[], Thought]:
        """What a computer player is to decide for `side` now."""
        from core.ai.decision import Decision

        game = self.game
        played = sum(not isinstance(event, Considered) for event in game.journal)
        seed = f"{self.seed}/{side}/{played}"
        return Decision(game.system, game.view(side), side, level, seed, self._intents.get(side, ""))

    # -- what the player at the keyboard knows -----------------------------------------------------

    @property
    def view(self) -> Any:
        """What the player at the keyboard may know now."""
        n = len(self.game.journal)
        kept = self._view
        if kept is None or kept[0] != n or kept[1] != self.here:
            self._view = kept = (n, self.here, self.game.view(self.here))
        return kept[2]

    @property
    def told(self) -> int:
        """Of how many events the player at the keyboard has been told."""
        self.lines()
        return self._chronicles[self.here].told

    def lines(self) -> list[Line]:
        """The log of the player at the keyboard, the oldest line first."""
        chronicle = self._chronicles.get(self.here)
        if chronicle is None:
            chronicle = self._chronicles[self.here] = Chronicle(self.game, self.here)
        return chronicle.read()

    @property
    def looked(self) -> int:
        """Number of the last event that the player at the keyboard has seen."""
        return self._looked.get(self.here, self._opened)

    def mark_looked(self, until: int | None = None) -> None:
        """Note that the player at the keyboard has seen what happened up to an event, None = up to now."""
        self._looked[self.here] = len(self.game.journal) if until is None else until

    def film(self) -> tuple[Reel[Any], Eye] | None:
        """The game up to now, as the player at the keyboard knows it."""
        reel = Reel(self.game)
        return reel, reel.eye(self.here)
