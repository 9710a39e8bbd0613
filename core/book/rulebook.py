"""The table of chapters: what a rule system is, told by its chapters in their order (`core.book.chapter`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from attrs import evolve

from core.attempt import Weigh
from core.book.chapter import (
    Apply,
    Chapter,
    Course,
    Ending,
    Interrupt,
    OrderKind,
    Picks,
    StepRules,
    Tell,
    head_of,
)
from core.choice import Choices, Partial
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder, Order
from core.own import refuse
from core.presentation import Report
from core.remembered import Remembering
from core.secrecy import BY_RULE, Tells, final
from core.sequence import Step
from core.step_end import FINISH, FinishStep, StepFinished

S = TypeVar("S")


class Rulebook(Generic[S]):
    """The chapters of a rule system, read as one.

    interrupts: the names of all of them, what comes first first. ValueError if two chapters claim the same order, pick,
    step, report or question, if an interrupt is not in the list, or if no chapter says of an event what it leaves to
    the rules to say.
    """

    def __init__(self, course: Course[S], chapters: Sequence[Chapter[S]], interrupts: Sequence[str] = ()) -> None:
        self.course = course
        self.chapters = tuple(chapters)
        self.orders: dict[type[Order], OrderKind[S]] = {}
        self.picks: dict[str, Picks[S]] = {}
        self.steps: dict[str, StepRules[S]] = {}
        self._tell: dict[type[Event], Tell[S]] = {}
        self._tells: dict[type[Event], Tells] = {}
        self._apply: dict[type[Event], tuple[Apply[S], ...]] = {}
        self._offers: dict[str, tuple[Picks[S], ...]] = {}
        named: dict[str, Interrupt[S]] = {}
        for chapter in self.chapters:
            _add(self.orders, {kind.order: kind for kind in chapter.orders}, chapter.name)
            for row in chapter.picks:
                _add(self.picks, dict.fromkeys(row.heads, row), chapter.name)
                for step in row.steps:
                    self._offers[step] = (*self._offers.get(step, ()), row)
            _add(self.steps, chapter.steps, chapter.name)
            _add(named, {one.name: one for one in chapter.interrupts}, chapter.name)
            _add(self._tell, chapter.tell, chapter.name)
            _add(self._tells, chapter.tells, chapter.name)
            for event, apply in chapter.apply.items():
                self._apply[event] = (*self._apply.get(event, ()), apply)
        if any(rules.ending is not None for rules in self.steps.values()):
            self._add_ending()
        if unsaid := {event for event in self._apply if event.tells is BY_RULE} ^ self._tells.keys():
            raise ValueError(f"what they tell of secrets is said twice or not at all: {sorted(e.name for e in unsaid)}")
        if sorted(named) != sorted(interrupts):
            raise ValueError(f"interrupts of the chapters: {sorted(named)}, in their order: {sorted(interrupts)}")
        self.interrupts: tuple[Interrupt[S], ...] = tuple(named[name] for name in interrupts)

    def _add_ending(self) -> None:
        """The order with which a side ends a step goes to the step in which it is."""
        kind: OrderKind[S] = OrderKind(FinishStep, self._check_ending, self._decide_ending)
        _add(self.orders, {FinishStep: kind}, "of all steps")
        _add(self.picks, {FINISH: Picks[S](heads=(FINISH,), make=_finish, go_on=self._offer_ending)}, "of all steps")
        _add(self._tell, {StepFinished: self._tell_ending}, "of all steps")

    def _ending(self, state: S) -> Ending[S]:
        ending = self.step_rules(state).ending
        if ending is None:
            raise IllegalOrder(f"{self.course.step(state).title} ends by itself", self.course.rule)
        return ending

    def _offer_ending(self, state: S, side: SideId, partial: Partial) -> Choices:
        step = self.course.step(state)
        return Choices(f"End {step.title}", step.rule, complete=True)

    def _check_ending(self, state: S, side: SideId, order: FinishStep) -> None:
        self._ending(state).check(state, side)

    def _decide_ending(self, state: S, side: SideId, order: FinishStep, dice: Dice) -> Iterator[Event]:
        return self._ending(state).decide(state, side)

    def _tell_ending(self, state: S, event: StepFinished) -> Report | None:
        ending = self.step_rules(state).ending
        return ending.tell(state, event) if ending is not None and ending.tell is not None else None

    @cached_property
    def asks(self) -> Mapping[str, type[Any]]:
        """The questions of worked examples, by name. ValueError if two chapters claim the same."""
        found: dict[str, type[Any]] = {}
        for chapter in self.chapters:
            _add(found, chapter.asks(), chapter.name)
        return found

    @cached_property
    def attempts(self) -> Mapping[type[Event], Weigh]:
        """What events say to who looks back on a game. ValueError if two chapters claim the same."""
        found: dict[type[Event], Weigh] = {}
        for chapter in self.chapters:
            _add(found, chapter.attempts(), chapter.name)
        return found

    # -- events ----------------------------------------------------------------------------------

    def evolve(self, state: S, event: Event) -> None:
        """Apply one event, chapter by chapter in their order. KeyError of an event that is of another game."""
        applied = self._apply[type(event)]
        if not isinstance(state, Remembering):
            for apply in applied:
                apply(state, event)
            return
        before = state.begin_change()
        try:
            for apply in applied:
                apply(state, event)
        finally:
            state.end_change(before)

    def report(self, state: S, event: Event) -> Report | None:
        """An event in words, given the state after it; None for events that only move the game along."""
        tell = self._tell.get(type(event))
        return tell(state, event) if tell else None

    def final(self, state: S, event: Event, side: SideId) -> bool:
        """Whether a side may have learned by an event, given the state after it, something of the secrets of another.

        It depends on nothing but what the side may know.
        """
        if isinstance(event, StepFinished) and self.step_rules(state).passed_over:
            return True
        tells = self._tells.get(type(event))
        return tells(state, event, side) if tells is not None else final(state, event, side)

    # -- the course of play ----------------------------------------------------------------------

    def step_rules(self, state: S) -> StepRules[S]:
        """What is done in the present step."""
        return self.steps[self.course.rules(state)]

    def acting(self, state: S) -> tuple[SideId, ...]:
        """Who may give orders now; nobody when the game is over."""
        if self.course.over(state):
            return ()
        for one in self.interrupts:
            if one.acting is not None and one.lasts(state):
                return one.acting(state)
        return self.step_rules(state).acting(state)

    def due(self, state: S, dice: Dice) -> Iterator[Event] | None:
        """What happens by itself now; None if a player must choose, or the game is over."""
        if self.course.over(state) or self._waits(state):
            return None
        for one in self.interrupts:
            if one.lasts(state):
                events = one.happens(state, dice)
                if events is not None or one.holds:
                    return events
        rules = self.step_rules(state)
        events = rules.happens(state, dice)
        if rules.alone(state):
            return self._then_next(state, events)
        if events is None and rules.over(state) and not self._held(state):
            return self.course.next(state)
        return events

    def _held(self, state: S) -> bool:
        """Whether orders of other chapters than that of the step may still be given in it."""
        return any(row.holds(state) for row in self._offers.get(self.course.rules(state), ()))

    def _then_next(self, state: S, events: Iterator[Event] | None) -> Iterator[Event]:
        yield from events or ()
        if not self.course.over(state):
            yield from self.course.next(state)

    def advance(self, state: S, dice: Dice) -> Iterator[Event]:
        """Everything that follows by itself until a side must choose or the game is over."""
        while (events := self.due(state, dice)) is not None:
            yield from events

    def needs(self, state: S) -> SideId | None:
        """The side whose secrets decide what follows; None if they do not matter.

        Only what everybody knows enters into it, but for a side's own secrets: the side that is named never needs the
        other in its turn.
        """
        if self.course.half(state) is None or self.course.over(state):
            return None
        for one in self.interrupts:
            if one.lasts(state):
                if one.needs is not None:
                    return one.needs(state)
                if one.holds:
                    return None
        return self.step_rules(state).needs(state)

    def settled(self, state: S) -> bool:
        """Whether nothing is under way that comes before the step: no shot to be resolved, no question, no assault."""
        return not any(one.lasts(state) for one in self.interrupts if one.holds or one.acting is not None)

    def _waits(self, state: S) -> bool:
        half = self.course.half(state)
        return half is not None and self.needs(state) not in (None, half)

    # -- orders ----------------------------------------------------------------------------------

    def offers(self, state: S, side: SideId, partial: Partial) -> Choices:
        """What `side`, which must be one that may act, may pick next."""
        answers = state.answers if isinstance(state, Remembering) else None
        if answers is None:
            return self._offers_anew(state, side, partial)
        found: Choices | None = answers.get(("offers", side, partial))
        if found is None:
            found = answers["offers", side, partial] = self._offers_anew(state, side, partial)
        return found

    def _offers_anew(self, state: S, side: SideId, partial: Partial) -> Choices:
        row = self.picks.get(head_of(partial[0])) if partial else None
        if row is not None and row.amid and row.go_on is not None:
            return row.go_on(state, side, partial)
        for one in self.interrupts:
            if one.choices is not None and one.lasts(state):
                return one.choices(state, side, partial)
        if row is not None and row.go_on is not None:
            return row.go_on(state, side, partial)
        return self._menu(state, side, partial)

    def _menu(self, state: S, side: SideId, partial: Partial) -> Choices:
        rules = self.step_rules(state)
        if rules.choices is None:
            return Choices("Nothing to do", self.course.rule)
        found = rules.choices(state, side, partial)
        if partial:
            return found
        rows = self._offers.get(self.course.rules(state), ())
        others = [choice for row in rows if row.offer is not None for choice in row.offer(state, side)]
        if rules.join is not None:
            return rules.join(state, side, found, others)
        return evolve(found, options=(*found.options, *others)) if others else found

    def made(self, state: S, side: SideId, partial: Partial) -> Order:
        """The order of a complete partial. IllegalOrder if it is not complete."""
        row = self.picks.get(head_of(partial[0])) if partial else None
        make = row.make if row is not None else None
        if row is None or not row.amid:
            asking = (one.make for one in self.interrupts if one.make is not None and one.lasts(state))
            make = next(asking, make)
        order = make(state, side, partial) if make is not None and partial else None
        if order is None:
            begun = " ".join(partial) or "(empty)"
            raise IllegalOrder(f"the order {begun} is not complete", self.course.rule)
        return order

    def refuse(self, state: S, side: SideId, order: Order) -> None:
        """Raise IllegalOrder unless a side that may act can give this order now."""
        kind, step = self.orders.get(type(order)), self.course.step(state)
        if kind is None:
            raise IllegalOrder(f"{type(order).__name__} is no order of {self.course.title}", self.course.rule)
        if not kind.amid:
            self._refuse_now(state, kind, order, step)
        kind.check(state, side, order)

    def _refuse_now(self, state: S, kind: OrderKind[S], order: Order, step: Step) -> None:
        if not kind.answers and order.name not in step.orders:
            raise IllegalOrder(f"{order.name} is not possible in {step.title}: {', '.join(step.orders)}", step.rule)
        lasting = next((one for one in self.interrupts if one.orders is not None and one.lasts(state)), None)
        allowed = lasting.orders if lasting is not None and lasting.orders is not None else ()
        if kind.order in allowed:
            return
        refuse(lasting.refusal if lasting is not None else None)
        if kind.answers:
            raise IllegalOrder("nothing is asked", step.rule)

    def decide(self, state: S, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        """What comes of a legal order."""
        return self.orders[type(order)].decide(state, side, order, dice)

    def undone(self, state: S, side: SideId) -> tuple[UnitId, ...]:
        """Units of a side that still have something to do now."""
        for one in self.interrupts:
            if one.undone is not None and one.lasts(state):
                return one.undone(state, side)
        return self.step_rules(state).undone(state, side)

    def remaining(self, state: S, side: SideId) -> str:
        """What a side has left to do in the step, in words; "" if that is not said."""
        remaining = self.step_rules(state).remaining
        return remaining(state, side) if remaining is not None else ""

    def judgement(self, state: S) -> str:
        """The name of the judgement that plays what is to be done now."""
        for one in self.interrupts:
            if one.suggest and one.lasts(state):
                return one.suggest
        return self.step_rules(state).suggest


def _finish(state: Any, side: SideId, partial: Partial) -> Order:
    return FinishStep()


def _add(table: dict[Any, Any], rows: Mapping[Any, Any], chapter: str) -> None:
    if twice := table.keys() & rows.keys():
        raise ValueError(f"the chapter {chapter} names again: {', '.join(sorted(str(row) for row in twice))}")
    table.update(rows)
