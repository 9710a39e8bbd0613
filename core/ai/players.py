"""The computer players: `random` gives any legal order, `greedy` the one that promises most now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from attrs import define, evolve, frozen

from core.alike import Alike
from core.choice import Choice
from core.dice import Dice
from core.door import Door
from core.event import SideId
from core.order import IllegalOrder, Order
from core.presentation import Argument, Status
from core.system import RuleSystem

#: So many orders are given at random in a step at least, and for each line of a longer menu.
FEW, EACH = 150, 6


def _never() -> bool:
    return False


@frozen(eq=False, repr=False)
class Budget(Alike):
    """How long a computer player may think about one decision.

    playouts: how many courses of play it may try out, so that it thinks alike on every machine; None = as many as its
    level does. spent: asked between two of them, whether it must end now, by a clock for instance.
    """

    playouts: int | None = None
    spent: Callable[[], bool] = _never


@frozen(eq=False, repr=False)
class Idea(Alike):
    """An order that a computer player might give, and what speaks for it and against it, in its own numbers.

    amiss: why it is not what the player wanted to order, "" = it is. intent: what he has in mind beyond it, for his
    next decision.
    """

    order: Order
    why: tuple[Argument, ...] = ()
    amiss: str = ""
    intent: str = ""


def reasons(system: RuleSystem[Any], view: Any, side: SideId, order: Order, level: str = "") -> tuple[Argument, ...]:
    """Why a level gives an order."""
    try:
        return system.why(view, side, order, level)
    except Exception:  # a note that fails must not cost the order that it is about
        return (Argument("What speaks for this order could not be worked out."),)


class Player(Protocol):
    """Somebody who can order for a side."""

    def order(self, system: RuleSystem[Any], view: Any, side: SideId) -> Order:
        """The next order of `side`, given its own view of the state."""
        ...


class Thinker(Player, Protocol):
    """A player who can say why, and has an answer at any time."""

    def ideas(
        self, system: RuleSystem[Any], view: Any, side: SideId, budget: Budget, intent: str = ""
    ) -> Iterator[Idea]:
        """What `side` might order next, the best at last; each counts until the next. intent: what the player had in
        mind when he gave his last order."""
        ...


@define
class RandomPlayer:
    """Walks the choices at random until an order is complete; every legal order can come up.

    Where orders may be given anew without end it gives some in a step for each line of its menu; then it ends the
    step, and where that must not be yet it does what the rules suggest.
    """

    dice: Dice
    _step: tuple[int, str, str] = (0, "", "")
    _left: int = 0

    def order(self, system: RuleSystem[Any], view: Any, side: SideId) -> Order:
        """Any legal order."""
        door = system.door(view, side)
        ending = self._end(system, door, view, side) if self._enough(system.face.status(view), door) else None
        if ending is not None:
            return ending
        for _ in range(200):
            try:
                order = door.order(self._walk(door))
                door.check(order)
            except IllegalOrder:
                continue
            return order
        return system.suggest(view, side, self.dice)

    def ideas(
        self, system: RuleSystem[Any], view: Any, side: SideId, budget: Budget, intent: str = ""
    ) -> Iterator[Idea]:
        """One, and nothing speaks for it."""
        yield Idea(self.order(system, view, side), (Argument("Drawn by lot from all that may be ordered."),))

    def _enough(self, now: Status, door: Door[Any]) -> bool:
        """Whether it has given orders enough in this step; this one counts."""
        step = (now.turn, now.phase, now.step)
        if self._step != step:
            self._step, self._left = step, max(FEW, EACH * len(door.choices().options))
        self._left -= 1
        return self._left < 0

    def _end(self, system: RuleSystem[Any], door: Door[Any], view: Any, side: SideId) -> Order | None:
        """The end of the step, else what the rules suggest; None where neither is legal."""
        done = next((o.pick for o in door.choices().legal if o.kind == "done"), "")
        for ends in (True, False):
            try:
                order = door.order((done,)) if ends else system.suggest(view, side, self.dice)
                door.check(order)
            except IllegalOrder:
                continue
            return order
        return None

    def _walk(self, door: Door[Any]) -> tuple[str, ...]:
        partial: tuple[str, ...] = ()
        for _ in range(40):
            found = door.choices(partial)
            options = found.legal
            if found.complete and (not options or self._pick(3) == 0):
                break
            if not options:
                break
            partial = (*partial, self._choose(options).pick)
        return partial

    def _choose(self, options: tuple[Choice, ...]) -> Choice:
        # Hexes in reach outnumber everything else; a kind is drawn first so that each has its chance. Ending a
        # step is drawn seldom, so that most units get something to do before.
        kinds = sorted({o.kind for o in options})
        if len(kinds) > 1 and "done" in kinds and self._pick(8):
            kinds.remove("done")
        kind = kinds[self._pick(len(kinds))]
        of_kind = [o for o in options if o.kind == kind]
        return of_kind[self._pick(len(of_kind))]

    def _pick(self, n: int) -> int:
        return self.dice.roll(f"d{n}", "choice", "").result - 1 if n > 1 else 0


@define
class Greedy:
    """Takes the order that the rule system's own judgement finds best now, by the exact odds.

    level: whose weights count, "" = as they are for all. `amiss` counts the suggestions that were not legal, for which
    any legal order stood in: none is expected.
    """

    dice: Dice
    level: str = ""
    amiss: int = 0

    def order(self, system: RuleSystem[Any], view: Any, side: SideId) -> Order:
        """The most promising order."""
        return self._found(system, view, side).order

    def ideas(
        self, system: RuleSystem[Any], view: Any, side: SideId, budget: Budget, intent: str = ""
    ) -> Iterator[Idea]:
        """The most promising order, and the numbers by which it is that."""
        found = self._found(system, view, side)
        yield found if found.amiss else evolve(found, why=reasons(system, view, side, found.order, self.level))

    def _found(self, system: RuleSystem[Any], view: Any, side: SideId) -> Idea:
        suggested = system.suggest(view, side, self.dice, self.level)
        try:
            system.check(view, side, suggested)
        except IllegalOrder as error:
            self.amiss += 1
            return Idea(
                RandomPlayer(self.dice).order(system, view, side), amiss=f"its order is refused: {error.reason}"
            )
        return Idea(suggested)
