"""A whole game that two machines keep alike, each for one player: what both sides decide is carried out together.

Where a turn cannot be carried out from what one side knows, both machines know all, and their players see their own
side of it: such a game is played in trust. What a side decides is fixed before its machine has the other's decision;
this module carries decisions out, the same on every machine, and knows nothing of how they come and what binds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeGuard, TypeVar

from attrs import field, frozen

from core.ai import player
from core.dice import Dice
from core.event import Event, OrderGiven, SideId
from core.order import IllegalOrder, Order
from core.play import aside
from core.play.aside import GameStopped
from core.play.followed import Followed
from core.play.replica import DiceWantedError, NoDice
from core.system import RuleSystem

S = TypeVar("S")

#: How a side may have its machine decide for it: it does nothing further; it does so where a computer player would, and
#: asks where that would do something; or it does what a computer player would.
HOLD: Final = "hold"
WORTH: Final = "worth"
COMPUTER: Final = "greedy"
ANSWERS: Final = (HOLD, WORTH, COMPUTER)


class OpenRules(RuleSystem[S], Protocol[S]):
    """A rule system whose games are played by file in trust: both machines know all of them."""

    @property
    def standing(self) -> Mapping[str, str]:
        """The decisions that a side may leave to a standing order, each with its words."""
        ...

    def settled(self, state: S) -> bool:
        """Whether nothing is under way that comes before the next choice of a step."""
        ...

    def in_secret(self, state: S) -> bool:
        """Whether what sides order now is known to themselves alone until all have ended the step."""
        ...

    def due(self, state: S, dice: Dice) -> Iterator[Event] | None:
        """The next thing that happens by itself, whole; None if a side must choose or the game is over."""
        ...

    def decision(self, view: S) -> str:
        """What is to be decided now, by the name under which `standing` has it."""
        ...

    def hold(self, view: S, side: SideId) -> Order:
        """The order by which a side does nothing further in what is to be decided."""
        ...


def plays_in_trust(system: RuleSystem[Any]) -> TypeGuard[OpenRules[Any]]:
    """Whether games of these rules are played by file in trust."""
    return hasattr(system, "standing")


@frozen
class Decided:
    """What a side has decided: its orders in turn, and what it leaves to its machine until it decides again.

    standing: an answer of `ANSWERS` for decisions by name; seed: of the dice by which a computer player thinks.
    """

    orders: tuple[Order, ...] = ()
    standing: Mapping[str, str] = field(factory=dict)
    seed: str = ""


class Whole(Followed[S]):
    """A game of which a machine knows all, kept for the player of one side.

    journal: every event; standing: by side what its player has left to his machine.
    """

    system: OpenRules[S]

    def __init__(self, system: OpenRules[S], side: SideId) -> None:
        super().__init__(system, side)
        self.standing: dict[SideId, Decided] = {}
        self._considered: dict[SideId, Order | None] = {}

    def begun(self) -> S:
        """The state before the first event, whole."""
        return self.system.initial()

    # -- what is known --------------------------------------------------------------------------------

    @property
    def active(self) -> tuple[SideId, ...]:
        """The sides that may give orders now."""
        return () if self.over else self.system.active(self.state)

    @property
    def asked(self) -> tuple[SideId, ...]:
        """The sides whose players must decide something now: those that have not left it to their machines."""
        return tuple(side for side in self.active if self._standing_order(side) is None)

    def copy(self) -> Whole[S]:
        """An independent copy."""
        made: Whole[S] = Whole(self.system, self.side)
        made.journal, made.state = list(self.journal), self.system.copy(self.state)
        made.standing = dict(self.standing)
        return made

    # -- following ------------------------------------------------------------------------------------

    def take(self, events: Sequence[Event]) -> None:
        """Take over events that happened."""
        for event in events:
            aside.evolve(self.system, self.state, event)
            self.journal.append(event)
        self._considered = {}

    def stop(self, text: str) -> None:
        """The players end the game."""
        self.take((GameStopped(text=text),))

    def cut(self, n: int) -> None:
        """Forget every event after number n, as if it had never been."""
        self.state = self.at(n)
        del self.journal[n:]
        self._considered = {}

    # -- what is decided ------------------------------------------------------------------------------

    def give(self, side: SideId, order: Order, dice: Dice | None = None) -> bool:
        """Give an order, and let happen what comes before the next of its side; whether that side goes on ordering.

        It does not where it has nothing left to decide here, or where dice are to be rolled and there are none.
        IllegalOrder leaves everything as it was.
        """
        if side not in self.active:
            raise IllegalOrder(f"{side} has no order to give now")
        self.system.check(self.state, side, order)
        self.take((OrderGiven(side=side, order=order),))
        if not self._happen(self.system.decide(self.state, side, order, dice or NoDice()), dice):
            return False
        while side in self.active:
            happened = self._next(dice)
            if not happened:
                return happened is None
        return False

    def _next(self, dice: Dice | None) -> bool | None:
        """Whether what is due next has happened; None where nothing is."""
        try:
            events = self.system.due(self.state, dice or NoDice())
        except DiceWantedError:
            return False
        return None if events is None else self._happen(events, dice)

    def _happen(self, events: Iterator[Event], dice: Dice | None) -> bool:
        """Whether all of it has happened; nothing of it has where dice are wanted that nobody has given values for."""
        if dice is not None:
            for event in events:
                self.take((event,))
            return True
        before, state = len(self.journal), self.system.copy(self.state)
        try:
            for event in events:
                self.take((event,))
        except DiceWantedError:
            self.state, self._considered = state, {}
            del self.journal[before:]
            return False
        return True

    def carry_out(self, decided: Mapping[SideId, Decided], dice: Dice) -> tuple[Event, ...]:
        """Carry out what sides have decided here, each without knowing the other's, and go on until a player must
        decide; what happened.

        Sides come in their order. An order that the other's have made impossible is left out.
        """
        before = len(self.journal)
        sides = [SideId(look.id) for look in self.system.sides if look.id in decided]
        self.leave(decided)
        for side in sides:
            for order in decided[side].orders:
                try:
                    self.give(side, order, dice)
                except IllegalOrder:
                    continue
        self.run(dice)
        return tuple(self.journal[before:])

    def begin(self) -> None:
        """Let happen what comes before anybody has a choice, as far as no dice are wanted for it."""
        while self._next(None):
            pass

    def leave(self, decided: Mapping[SideId, Decided]) -> None:
        """From now on sides leave to their machines what they have decided to leave."""
        self.standing |= decided
        self._considered = {}

    def run(self, dice: Dice) -> None:
        """Go on until a player must decide, or the game is over."""
        while not self.over:
            if self._next(dice):
                continue
            if self.asked or not self.active:
                return
            side = self.active[0]
            order = self._standing_order(side)
            assert order is not None
            self.give(side, order, dice)

    def _standing_order(self, side: SideId) -> Order | None:
        """What the machine of a side orders for it now; None where it has not been told to."""
        if side not in self._considered:
            self._considered[side] = self._consider(side)
        return self._considered[side]

    def _consider(self, side: SideId) -> Order | None:
        decided = self.standing.get(side)
        if decided is None or not decided.standing:
            return None
        view = self.system.view(self.state, side)
        answer = decided.standing.get(self.system.decision(view))
        if answer is None:
            return None
        try:
            held = order = self.system.hold(view, side)
            if answer != HOLD:
                order = player(COMPUTER, f"{decided.seed}/{len(self.journal)}").order(self.system, view, side)
            if answer == WORTH and order != held:
                return None
            self.system.check(self.state, side, order)
        except IllegalOrder:
            return None
        return order


def refused(whole: Whole[Any], side: SideId, decided: Decided) -> str:
    """Why a side cannot have decided so, by what it alone has decided here; "" if it can.

    All of it has to be decided: who left something open could decide it when he knows the other's decision.
    """
    trial = whole.copy()
    goes_on = True
    for n, order in enumerate(decided.orders, 1):
        if not goes_on:
            return f"order {n} ({order.name}) comes after all was decided"
        try:
            goes_on = trial.give(side, order)
        except IllegalOrder as error:
            return f"order {n} ({order.name}) is not legal: {error.reason}"
    return "it leaves open what its side has to decide" if goes_on else ""
