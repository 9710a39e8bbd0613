"""The door between a player and the rules: what he may pick, the order that his picks stand for, its odds.

A rule system is asked through it alone. Whatever it is asked, it is handed the view of the side that asks, never a
state with the secrets of others, and no pick but those that it offered itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar, final

from core.choice import Choices, Partial, Refusal
from core.event import SideId
from core.order import IllegalOrder, Order
from core.presentation import OddsReport
from core.sequence import Step

S = TypeVar("S")

#: So many characters of a pick that cannot be read are repeated.
_REPEATED: Final = 40


class Door(Generic[S]):
    """What one side may ask in one position, by its own view; it holds until the next event.

    waits: whether the side may order nothing.

    The choices on the way to the last partial are kept, so that those of an order in the making are worked out once.
    """

    def __init__(self, rules: Doors[S], state: S, side: SideId) -> None:
        self._rules = rules
        self._side = side
        self._step = rules.step(state)
        self.waits = side not in rules.active(state)
        self._view: S = rules.view(state, side)
        self._way: dict[Partial, Choices] = {}

    def choices(self, partial: Partial = ()) -> Choices:
        """What may be picked next. Nothing but a refusal in words if a pick is none of the choices, or refused."""
        if self.waits:
            return Choices("Wait for the other player", self._step.rule)
        found = self._walk(partial)
        return Choices(found.reason, found.rule) if isinstance(found, Refusal) else found

    def order(self, partial: Partial) -> Order:
        """The order of a complete partial. IllegalOrder if it is not complete, or a pick is none of the choices."""
        found = self._walk(partial)
        if isinstance(found, Refusal):
            raise IllegalOrder(found.reason, found.rule)
        if not found.complete:
            begun = " ".join(partial) or "(empty)"
            raise IllegalOrder(f"the order {begun} is not complete: {found.prompt}", found.rule)
        return self._rules.made(self._view, self._side, partial)

    def odds(self, partial: Partial) -> OddsReport | None:
        """Chances of the order begun, as far as it is known; None if a pick is none of the choices."""
        try:
            return self._rules.weighs(self._view, self._side, partial)
        except Exception:
            if isinstance(self._walk(partial), Refusal):
                return None
            raise

    def check(self, order: Order) -> None:
        """Raise IllegalOrder unless the order may be given, as far as the side can know; what it cannot know meets it
        when the order is carried out, and no refusal tells of it."""
        if self.waits:
            raise IllegalOrder("it is the other side that acts now", self._step.rule)
        self._rules.refuse(self._view, self._side, order)

    def _walk(self, partial: Partial) -> Choices | Refusal:
        """The choices at the end of a partial, every pick of which was offered by the choices before it."""
        kept, way = self._way, dict[Partial, Choices]()
        self._way = way
        for at in range(len(partial) + 1):
            begun = partial[:at]
            found = way[begun] = kept.get(begun) or self._offered(begun)
            if at == len(partial):
                break
            pick = partial[at]
            offered = next((choice for choice in found.options if choice.pick == pick), None)
            if offered is None:
                shown = pick if len(pick) <= _REPEATED else f"{pick[:_REPEATED]}..."
                return Refusal(f"{shown!r} is not among the choices: {found.prompt}", found.rule)
            if offered.refusal is not None:
                return offered.refusal
        return found

    def _offered(self, partial: Partial) -> Choices:
        try:
            return self._rules.offers(self._view, self._side, partial)
        except IllegalOrder as error:
            return Choices(error.reason, error.rule)


class Doors(ABC, Generic[S]):
    """A rule system behind its door: base of every system. Nobody but `Door` calls what is abstract here.

    The final methods are for one question; whoever asks several of one position keeps its `door`.
    """

    __slots__ = ()

    @abstractmethod
    def active(self, state: S) -> tuple[SideId, ...]:
        """The sides that may give orders now; everybody knows them."""

    @abstractmethod
    def step(self, state: S) -> Step:
        """The step of the sequence of play."""

    @abstractmethod
    def view(self, state: S, side: SideId | None) -> S:
        """What `side` may know. Of a view of a side, its view is that view again."""

    @abstractmethod
    def offers(self, view: S, side: SideId, partial: Partial) -> Choices:
        """What a side that may order can pick next; every pick so far was offered and is legal."""

    @abstractmethod
    def made(self, view: S, side: SideId, partial: Partial) -> Order:
        """The order of picks that were offered and are an order as they stand."""

    @abstractmethod
    def weighs(self, view: S, side: SideId, partial: Partial) -> OddsReport | None:
        """Chances of the order begun, as far as it is known; None for one that has none."""

    @abstractmethod
    def refuse(self, view: S, side: SideId, order: Order) -> None:
        """Raise IllegalOrder unless a side that may order can give this one."""

    @final
    def door(self, state: S, side: SideId) -> Door[S]:
        """What `side` may ask in a position, or in its own view of it."""
        return Door(self, state, side)

    @final
    def choices(self, state: S, side: SideId, partial: Partial = ()) -> Choices:
        """See `Door.choices`."""
        return self.door(state, side).choices(partial)

    @final
    def order(self, state: S, side: SideId, partial: Partial) -> Order:
        """See `Door.order`."""
        return self.door(state, side).order(partial)

    @final
    def odds(self, state: S, side: SideId, partial: Partial) -> OddsReport | None:
        """See `Door.odds`."""
        return self.door(state, side).odds(partial)

    @final
    def check(self, state: S, side: SideId, order: Order) -> None:
        """See `Door.check`."""
        self.door(state, side).check(order)
