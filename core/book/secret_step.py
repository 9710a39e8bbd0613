"""A step in which sides choose in secret until each of them has ended it: commands, plots, simultaneous plans.

What a side chooses is known to it alone, as its orders, events and fields say (`core.secrecy`); that it has ended the
step is known to all. When all have, what they chose is carried out, one side after the other; or it stays as it lies
until the rules turn it up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Generic, Protocol, TypeVar

from attrs import frozen

from core.alike import Alike
from core.book.chapter import Choose, Ending, StepRules, Units, no_units
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId
from core.own import refuse


class Choosing(Protocol):
    """A state that has the sides that have ended their part of the present step."""

    @property
    def ended(self) -> Collection[SideId]: ...


S = TypeVar("S", bound=Choosing)


def _of_nobody(state: Any) -> Collection[SideId]:
    return ()


def _all_known(state: Any) -> SideId | None:
    return None


@frozen(kw_only=True, eq=False, repr=False)
class SecretStep(Alike, Generic[S]):
    """Who chooses in a step in secret, and what comes of it.

    part: the sides that have anything to choose, in the order in which that is carried out; refusal: why others, and
    who has ended the step, choose nothing; carry_out: what comes of what a side chose, None = it stays as it lies;
    settled: the sides of which it has been carried out; half: the side whose secrets alone a state knows, None = all.
    """

    part: Callable[[S], tuple[SideId, ...]]
    refusal: Refusal
    carry_out: Callable[[S, SideId], Iterator[Event]] | None = None
    settled: Callable[[S], Collection[SideId]] = _of_nobody
    half: Callable[[S], SideId | None] = _all_known

    def choosing(self, state: S) -> tuple[SideId, ...]:
        """The sides that have yet to end the step."""
        return tuple(side for side in self.part(state) if side not in state.ended)

    def check(self, state: S, side: SideId) -> None:
        """IllegalOrder unless a side still chooses."""
        refuse(None if side in self.choosing(state) else self.refusal)

    def unsettled(self, state: S) -> tuple[SideId, ...]:
        """The sides of which it has yet to be carried out what they choose."""
        if self.carry_out is None:
            return self.choosing(state)
        settled = self.settled(state)
        return tuple(side for side in self.part(state) if side not in settled)

    def over(self, state: S) -> bool:
        """Whether all have ended the step, and what they chose is carried out."""
        return not self.unsettled(state)

    def happens(self, state: S, dice: Dice) -> Iterator[Event] | None:
        """Carry out what the sides chose, once all have; None if it is done, or has to wait."""
        sides = self.unsettled(state)
        if self.carry_out is None or not sides or self.choosing(state):
            return None
        half = self.half(state)
        known = sides if half is None else tuple(side for side in sides[:1] if side == half)
        return (event for side in known for event in self._of(state, side))

    def _of(self, state: S, side: SideId) -> Iterator[Event]:
        return iter(()) if self.carry_out is None else self.carry_out(state, side)

    def needs(self, state: S) -> SideId | None:
        """The side whose choices are to be carried out next, which decide what follows; None while sides choose."""
        return None if self.choosing(state) else next(iter(self.unsettled(state)), None)

    def rules(
        self,
        *,
        choices: Choose[S],
        suggest: str,
        ending: Ending[S],
        undone: Units[S] = no_units,
        remaining: Callable[[S, SideId], str] | None = None,
    ) -> StepRules[S]:
        """What is done in the step; see `StepRules`."""
        return StepRules(
            acting=self.choosing,
            happens=self.happens,
            over=self.over,
            choices=choices,
            undone=undone,
            remaining=remaining,
            suggest=suggest,
            needs=self.needs,
            ending=ending,
            secret=True,
        )
