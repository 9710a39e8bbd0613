"""The course of one order, decided once more: what a journal recorded can be completed from it or compared with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import define, field

from core.dice import Dice, DiceError, Roll
from core.event import Event, OrderGiven, TakenBack
from core.order import IllegalOrder
from core.play.aside import Aside, LettersBrought
from core.system import RuleSystem


class WatchingDice:
    """Dice of a game that is only watched: nothing rolls."""

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """Refuse."""
        raise DiceError(f"a replay rolls no dice: {for_} ({rule})")


@define
class ContinuedDice:
    """Dice that first show what was rolled before the program stopped, then roll on."""

    recorded: Sequence[int]
    further: Dice
    _shown: int = field(default=0, init=False)

    def roll(self, die: str, for_: str, rule: str) -> Roll:
        """The recorded result if one is left, else a new one."""
        if self._shown == len(self.recorded):
            return self.further.roll(die, for_, rule)
        self._shown += 1
        return Roll(die, self.recorded[self._shown - 1], for_, rule)


def results(events: Sequence[Event]) -> list[int]:
    """The results of all dice of these events, in order."""
    return [roll.result for event in events for roll in event.rolls]


def rolled(events: Iterable[Event]) -> int:
    """How many dice were rolled of those that the journal's own seed leads to: not those of letters."""
    seen = tuple(events)
    letters = next((event.dice for event in seen if isinstance(event, LettersBrought)), 0)
    return len(results(seen)) - letters


def courses(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Where each course begins and ends in a journal, as indices: first what runs before anybody orders, then
    one for each order with what came of it, for each take-back and for each event beside the rules."""
    start = 0
    for i, event in enumerate(events):
        if isinstance(event, OrderGiven | TakenBack | Aside) or (i and isinstance(events[i - 1], Aside)):
            if i:
                yield start, i
            start = i
    yield start, len(events)


def last_course(events: Sequence[Event]) -> int:
    """Index of the order or take-back from which the last events come, or at which what runs by itself begins."""
    for i in range(len(events) - 1, -1, -1):
        if isinstance(events[i], Aside):
            return i + 1
        if isinstance(events[i], OrderGiven | TakenBack):
            return i
    return 0


def decide_again(system: RuleSystem[Any], state: Any, given: Event | None, dice: Dice) -> Iterator[Event]:
    """What comes of an order given in `state`, or of nobody's order, event by event; `state` is changed.

    IllegalOrder if the order may not be given.
    """
    if isinstance(given, OrderGiven):
        if given.side not in system.active(state):
            raise IllegalOrder(f"{given.side} has no order to give now", "na:4.0")
        system.check(state, given.side, given.order)
        order = OrderGiven(side=given.side, order=given.order)
        system.evolve(state, order)
        yield order
        for event in system.decide(state, given.side, given.order, dice):
            system.evolve(state, event)
            yield event
    for event in system.advance(state, dice):
        system.evolve(state, event)
        yield event
