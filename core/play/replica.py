"""One half of a game: what a machine knows that holds the secrets of one side only.

Two machines play one game without a host. Each keeps a replica: the events that its side may know, its own secrets
among them, and the state that they lead to. One of them has the lead at a time. It lets the rules run as far as
its knowledge and its dice reach; what it may tell of that, by `redact`, is what the other machine takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Protocol, TypeVar

from core.dice import Dice, Roll, SeededDice
from core.event import Event, OrderGiven, SideId
from core.order import IllegalOrder, Order
from core.play import aside
from core.play.aside import GameStopped
from core.play.followed import Followed
from core.system import RuleSystem

S = TypeVar("S")


class SharedRules(RuleSystem[S], Protocol[S]):
    """A rule system whose games can be played from two halves."""

    def replica(self, side: SideId) -> S:
        """What `side` knows before the first event; the rules then reckon with what it does not know.

        ValueError if the game cannot be played from two halves.
        """
        ...

    def due(self, state: S, dice: Dice) -> Iterator[Event] | None:
        """The next thing that happens by itself, whole; None if a side must choose or the game is over.

        Repeated until there is nothing more, it is `advance`.
        """
        ...

    def needs(self, state: S, side: SideId) -> SideId | None:
        """The side whose secrets decide what happens next, if `side` cannot know; None if it can.

        Where it is not `side`, neither an order may be decided nor what is due be done from the replica of `side`.
        """
        ...

    def quiet(self, order: Order) -> bool:
        """Whether after an order its side still has to choose, whatever the secrets of the other side are."""
        ...

    def shadow(self, side: SideId) -> S | None:
        """What the other side knows before the first event, if `side` has to follow it to tell it all it may know
        (`untold`); None if what `redact` tells is enough."""
        ...

    def untold(self, state: S, known: S, side: SideId) -> Event | None:
        """What `side` must be told besides, if what it was told has led it to `known`; None if that is its view."""
        ...

    def passed(self, state: S, known: S) -> Event | None:
        """What a half must be told of a game at a table, which has led it to `known`, so that no chance is open in it
        that has passed in `state`; None if none is."""
        ...

    def settled(self, state: S) -> bool:
        """Whether no dice are due for what was ordered or asked: a game may change between a table and files."""
        ...


class Stop(Enum):
    """Why the machine in the lead cannot go on by itself.

    CHOICE: a side must choose. NEEDS: the other side's secrets decide. DICE: dice must be rolled, and the other side
    has not yet given its value for them. OVER: the game has ended.
    """

    CHOICE = "choice"
    NEEDS = "needs"
    DICE = "dice"
    OVER = "over"


class DiceWantedError(Exception):
    """A die must be rolled that nobody has given values for."""


class SecretWantedError(Exception):
    """A rule needs a secret that the other half has. event: what asks for it; both halves take it over."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.name)
        self.event = event


class NoDice:
    """Dice that cannot be rolled."""

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Refuse."""
        raise DiceWantedError(f"{for_} ({rule})")


class Replica(Followed[S]):
    """The half of a game that `side` knows.

    journal: the events as the side knows them. pending: an order that was given, of which nothing has come yet.
    asked: whether the other half, which can tell, has found that now a side must choose.
    own: for each event, whether it was decided here; told: what the other side is told of it, nothing of what it told
    this side itself.
    """

    system: SharedRules[S]

    def __init__(self, system: SharedRules[S], side: SideId) -> None:
        super().__init__(system, side)
        self.told: list[tuple[Event, ...]] = []
        self.own: list[bool] = []
        self.pending: OrderGiven | None = None
        self.asked = False
        self._shadow: S | None = system.shadow(side)

    def begun(self) -> S:
        """What the side knows before the first event."""
        return self.system.replica(self.side)

    # -- what is known --------------------------------------------------------------------------------

    @property
    def active(self) -> tuple[SideId, ...]:
        """The sides that may give orders now."""
        return self.system.active(self.state)

    def copy(self) -> Replica[S]:
        """An independent copy."""
        made: Replica[S] = Replica(self.system, self.side)
        made.journal, made.told, made.own = list(self.journal), list(self.told), list(self.own)
        made.state, made.pending, made.asked = self.system.copy(self.state), self.pending, self.asked
        made._shadow = self.system.copy(self._shadow) if self._shadow is not None else None
        return made

    # -- following ------------------------------------------------------------------------------------

    def take(self, events: Iterable[Event], *, own: bool) -> None:
        """Take over events that happened; own: they were decided from this replica."""
        for event in events:
            aside.evolve(self.system, self.state, event)
            self._note(event, own=own)

    def stop(self, text: str) -> None:
        """The players end the game; both halves say so in these words."""
        self.journal.append(GameStopped(text=text))
        self.told.append(())
        self.own.append(False)
        self.pending = None

    def _note(self, event: Event, *, own: bool) -> None:
        self.journal.append(event)
        self.told.append(self._tell(self.state, event) if own else ())
        self.own.append(own)
        if not own and self._shadow is not None:
            aside.evolve(self.system, self._shadow, event)

    def _tell(self, state: S, event: Event) -> tuple[Event, ...]:
        """What the other side is told of an event that led to `state`."""
        told = self.system.redact(state, event, self.other)
        if self._shadow is None:
            return () if told is None else (told,)
        if told is not None:
            self.system.evolve(self._shadow, told)
        besides = self.system.untold(state, self._shadow, self.other)
        if besides is not None:
            self.system.evolve(self._shadow, besides)
        return tuple(e for e in (told, besides) if e is not None)

    def cut(self, n: int) -> None:
        """Forget every event after number n, as if it had never been."""
        kept, own = self.journal[:n], self.own[:n]
        self.state, self._shadow = self.begun(), self.system.shadow(self.side)
        self.journal, self.told, self.own, self.pending = [], [], [], None
        for event, mine in zip(kept, own, strict=True):
            self.take((event,), own=mine)

    # -- leading --------------------------------------------------------------------------------------

    def give(self, order: Order) -> OrderGiven:
        """Give an order of one's own; `run` decides it. IllegalOrder leaves everything as it was."""
        if self.side not in self.active or self.pending is not None:
            raise IllegalOrder(f"{self.side} has no order to give now")
        self.system.check(self.state, self.side, order)
        given = OrderGiven(side=self.side, order=order)
        self.take((given,), own=True)
        self.pending, self.asked = given, self.asked and self.system.quiet(order)
        return given

    def take_over(self, order: Order) -> OrderGiven:
        """Give an order for the other side, which has asked for it; `run` decides it. IllegalOrder as of `give`."""
        if self.active != (self.other,) or self.pending is not None:
            raise IllegalOrder(f"{self.other} has no order to give now")
        self.system.check(self.state, self.other, order)
        given = OrderGiven(side=self.other, order=order)
        self.take((given,), own=True)
        self.pending, self.asked = given, False
        return given

    def run(self, dice: SeededDice | None, *, blind: bool = False) -> Stop:
        """Go on as far as this half can. dice: None if nobody has given values for them; blind: as if the other side
        had no secrets, which gives no more than a guess."""
        while True:
            if self.over:
                return Stop.OVER
            quiet = self.asked and self.pending is not None
            if not (quiet or blind) and self.system.needs(self.state, self.side) not in (None, self.side):
                return Stop.CHOICE if self.asked and self.side in self.active else Stop.NEEDS
            before, rolled = (self.state, self._shadow), dice.count if dice is not None else 0
            self.state = self.system.copy(self.state)
            self._shadow = self.system.copy(self._shadow) if self._shadow is not None else None
            try:
                events = self._next(self.state, dice or NoDice())
                if events is None:
                    return Stop.CHOICE
                done = self._done(events)
            except DiceWantedError:
                self.state, self._shadow = before
                return Stop.DICE
            except SecretWantedError as wanted:
                self.state, self._shadow = before
                if self.pending is not None:
                    raise ValueError(f"{self.pending.order.name} may not ask for secrets") from wanted
                if dice is not None:
                    dice.count = rolled  # what was rolled for nothing is rolled again when the answer has come
                if not blind:
                    self.take((wanted.event,), own=True)
                return Stop.NEEDS
            self.pending, self.asked = None, quiet
            for event, told in done:
                self.journal.append(event)
                self.told.append(told)
                self.own.append(True)

    def _next(self, state: S, dice: Dice) -> Iterator[Event] | None:
        if self.pending is not None:
            return self.system.decide(state, self.pending.side, self.pending.order, dice)
        return self.system.due(state, dice)

    def _done(self, events: Iterator[Event]) -> Sequence[tuple[Event, tuple[Event, ...]]]:
        done: list[tuple[Event, tuple[Event, ...]]] = []
        for event in events:
            self.system.evolve(self.state, event)
            done.append((event, self._tell(self.state, event)))
        return done
