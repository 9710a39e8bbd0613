"""A game: a journal of events and the state they lead to. The one object that players' orders go through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from core.choice import Choices, Partial
from core.dice import Dice, EnumeratingDice
from core.door import Door
from core.event import Event, OrderGiven, SideId, TakenBack
from core.order import IllegalOrder, Order
from core.play.aside import Aside, stopped
from core.remembered import Remembering
from core.system import RuleSystem

S = TypeVar("S")

#: A state is kept every so many events, so that any moment of a long game is near one.
SNAPSHOT_EVERY = 250

Recorder = Callable[[Sequence[Event]], None]


class Game(Generic[S]):
    """One game in progress or finished.

    `journal` holds every event in order, event n at index n - 1. `record`, if given, is called with the new
    events of each order after they were decided and before anybody sees them; a journal file hangs on it.
    """

    def __init__(
        self,
        system: RuleSystem[S],
        dice: Dice,
        *,
        events: Sequence[Event] = (),
        record: Recorder | None = None,
    ) -> None:
        self.system = system
        self.dice = dice
        self.journal: list[Event] = []
        self.state: S = system.initial()
        self._line: list[int] = []
        self._snapshots: dict[int, tuple[S, tuple[int, ...]]] = {}
        self._doors: dict[SideId, Door[S]] = {}
        self.record: Recorder | None = None
        for event in events:
            self._take(event)
        self.record = record

    # -- playing --------------------------------------------------------------------------------

    def begin(self) -> tuple[Event, ...]:
        """Run what happens before anybody has a choice; does nothing on a game that waits for an order."""
        return self._play(self.system.advance(self.state, self.dice))

    @property
    def active(self) -> tuple[SideId, ...]:
        """The sides that may give orders now; none when the game is over."""
        return self.system.active(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended by the rules."""
        return self.system.outcome(self.state) is not None

    @property
    def stopped(self) -> str:
        """How its players ended the game before it was over by the rules, in words; "" if they did not."""
        return stopped(self.journal)

    def door(self, side: SideId) -> Door[S]:
        """What `side` may ask now; the same until the next event."""
        if side not in self._doors:
            self._doors[side] = self.system.door(self.state, side)
        return self._doors[side]

    def choices(self, side: SideId, partial: Partial = ()) -> Choices:
        """What `side` may pick next for an order begun."""
        return self.door(side).choices(partial)

    def order(self, side: SideId, partial: Partial) -> Order:
        """The order that a complete partial of `side` stands for. IllegalOrder if there is none."""
        return self.door(side).order(partial)

    def check(self, side: SideId, order: Order) -> None:
        """Raise IllegalOrder unless `side` may give `order` now."""
        self.door(side).check(order)

    def submit(self, side: SideId, order: Order) -> tuple[Event, ...]:
        """Give an order; returns all that came of it. IllegalOrder leaves the game as it was."""
        door = self.door(side)
        if door.waits:
            raise IllegalOrder(f"{side} has no order to give now")
        door.check(order)
        return self._play(self._course(side, order))

    def _course(self, side: SideId, order: Order) -> Iterator[Event]:
        yield OrderGiven(side=side, order=order)
        yield from self.system.decide(self.state, side, order, self.dice)
        yield from self.system.advance(self.state, self.dice)

    def _play(self, events: Iterator[Event]) -> tuple[Event, ...]:
        before = len(self.journal)
        try:
            for event in events:
                self._take(event)
            new = tuple(self.journal[before:])
            if self.record and new:
                self.record(new)
        except BaseException:
            self._cut(before)
            raise
        return new

    def _take(self, event: Event) -> None:
        n = len(self.journal)
        self._doors = {}
        if isinstance(event, TakenBack):
            self._line = [i for i in self._line if i < event.to]
            self.journal.append(event)
            self.state = self._along(self._line)
            return
        if event.beside:
            self.journal.append(event)
            return
        if n % SNAPSHOT_EVERY == 0 and n:
            kept = self.system.copy(self.state)
            if isinstance(kept, Remembering):
                kept.forget_handed_on()  # a game keeps its snapshots as long as it lasts
            self._snapshots[n] = (kept, tuple(self._line))
        self.system.evolve(self.state, event)
        self.journal.append(event)
        self._line.append(n)

    def _cut(self, n: int) -> None:
        """Forget every event after number n, as if it had never been."""
        self._doors = {}
        state, line = self._at(n)
        del self.journal[n:]
        self._snapshots = {k: v for k, v in self._snapshots.items() if k <= n}
        self.state, self._line = state, line

    def follow(self, events: Sequence[Event]) -> None:
        """Take over events that were decided and recorded elsewhere."""
        for event in events:
            self._take(event)

    # -- undo -----------------------------------------------------------------------------------

    def undo_to(self, side: SideId) -> int | None:
        """Number of events that would stand if `side` took back its last order; None if it may not.

        It goes back to before the order, or to the last die rolled or secret shown in it, or to the last event by
        which `side` may have learned of a secret (`RuleSystem.final`), if play may stand there: a vehicle's steps can
        be retraced, the command that it revealed to move cannot be hidden again. Nobody else may have ordered since.
        """
        return self._undo_to(side, self.system.final)

    def retraceable_to(self, side: SideId) -> int | None:
        """As `undo_to`, if nothing but dice and what was shown stood in the way: games were played so before."""
        return self._undo_to(side, lambda state, event, side: False)

    def _undo_to(self, side: SideId, final: Callable[[S, Event, SideId], bool]) -> int | None:
        given = self._last_order()
        if given is None or not isinstance(order := self.journal[self._line[given]], OrderGiven) or order.side != side:
            return None
        state = self._along(self._line[: given + 1])
        settled: int | None = None
        for position in range(given + 1, len(self._line)):
            event = self.journal[self._line[position]]
            self.system.evolve(state, event)
            if event.irrevocable or final(state, event, side):
                settled = position
        return self._line[given] if settled is None else self._stands_at(side, settled)

    def _last_order(self) -> int | None:
        """Where in the line the last order stands; None without one."""
        positions = range(len(self._line) - 1, -1, -1)
        return next((p for p in positions if isinstance(self.journal[self._line[p]], OrderGiven)), None)

    def _stands_at(self, side: SideId, position: int) -> int | None:
        """The number of events up to a position of the line, if `side` would have to choose there; else None."""
        if position == len(self._line) - 1:
            return None
        state = self._along(self._line[: position + 1])
        waits = side in self.system.active(state)
        if not waits or next(self.system.advance(state, EnumeratingDice([])), None) is not None:
            return None
        return self._line[position] + 1

    def undo(self, side: SideId) -> TakenBack:
        """Take back the last order of `side`. IllegalOrder if dice or secrets stand in the way."""
        to = self.undo_to(side)
        if to is None:
            raise IllegalOrder(
                "nothing to take back unasked: a die was rolled, something seen that could tell of the enemy's "
                "secrets, or another order given since"
            )
        event = TakenBack(side=side, to=to)
        self._play(iter((event,)))
        return event

    def take_back_points(self, side: SideId) -> tuple[int, ...]:
        """The numbers of events that `side` may ask to go back to by agreement: before each of its orders, the
        newest first. Dice rolled since stay rolled; the next ones are new."""
        given = [i for i in self._line if isinstance(order := self.journal[i], OrderGiven) and order.side == side]
        return tuple(reversed(given))

    def take_back(self, side: SideId, to: int, agreed: Sequence[SideId]) -> TakenBack:
        """Go back to one of the `take_back_points` of `side`, with the consent of every other side.

        IllegalOrder if it is none of them or a side has not consented.
        """
        others = [SideId(look.id) for look in self.system.sides if look.id != side]
        if set(others) - set(agreed):
            missing = ", ".join(other for other in others if other not in agreed)
            raise IllegalOrder(f"what dice or secrets have settled is taken back by agreement only; missing: {missing}")
        if to not in self.take_back_points(side):
            raise IllegalOrder(f"{side} gave no order after event {to} that could be taken back")
        event = TakenBack(side=side, to=to, agreed=tuple(others))
        self._play(iter((event,)))
        return event

    # -- beside the rules -------------------------------------------------------------------------

    def note(self, aside: Aside) -> None:
        """Put an event that stands beside the rules into the journal, between two orders."""
        self._play(iter((aside,)))

    # -- moments --------------------------------------------------------------------------------

    def at(self, n: int) -> S:
        """The state after the first n events of the journal. ValueError if there are not so many."""
        if not 0 <= n <= len(self.journal):
            raise ValueError(f"event {n} does not exist; the journal has {len(self.journal)}")
        return self._at(n)[0]

    def fork(self, n: int, dice: Dice) -> Game[S]:
        """A new game that begins as this one stood after n events."""
        return Game(self.system, dice, events=self.journal[:n])

    def _at(self, n: int) -> tuple[S, list[int]]:
        line: list[int] = []
        for i in range(n):
            event = self.journal[i]
            if isinstance(event, TakenBack):
                while line and line[-1] >= event.to:
                    line.pop()
            elif not isinstance(event, Aside):
                line.append(i)
        return self._along(line), line

    def _along(self, line: Sequence[int]) -> S:
        """The state that the events with these indices lead to."""
        state = self.system.initial()
        start = 0
        for k in sorted(self._snapshots, reverse=True):
            kept, numbers = self._snapshots[k]
            if tuple(line[: len(numbers)]) == numbers:
                state, start = self.system.copy(kept), len(numbers)
                break
        for i in line[start:]:
            self.system.evolve(state, self.journal[i])
        return state

    def standing(self) -> tuple[Event, ...]:
        """The events that lead to the present state: without what was taken back and what is beside the rules."""
        return tuple(self.journal[i] for i in self._line)

    # -- what a side knows ----------------------------------------------------------------------

    def view(self, side: SideId | None) -> S:
        """What `side` may know of the game now."""
        return self.system.view(self.state, side)
