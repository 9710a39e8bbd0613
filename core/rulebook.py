"""The table of chapters: what a rule system is, told by the chapters of its rulebook in their order.

A chapter is one value. It names the orders that it rules on and the picks that build them, the steps of the sequence of
play that it owns and what comes between, what its events do to the state, how they are told, and what worked examples
may ask of it. `Rulebook` reads all of them as one book; nothing is registered anywhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, Generic, TypeVar

from attrs import evolve, field, frozen

from core.choice import Choice, Choices, Partial, Refusal
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

Apply = Callable[[S, Any], None]
Tell = Callable[[S, Any], Report | None]
#: What happens by itself now; None if nothing does.
Happens = Callable[[S, Dice], Iterator[Event] | None]
Choose = Callable[[S, SideId, Partial], Choices]
Make = Callable[[S, SideId, Partial], Order | None]
#: What examples may ask, by name; a function, since only examples load it.
Asks = Callable[[], Mapping[str, type[Any]]]
Units = Callable[[S, SideId], tuple[UnitId, ...]]


def head_of(pick: str) -> str:
    """The kind of a pick: all of it up to the colon, behind which the unit, hex or number stands."""
    return pick.partition(":")[0]


def value_of(pick: str) -> str:
    """What stands behind the colon of a pick."""
    return pick.partition(":")[2]


def nobody(state: Any) -> tuple[SideId, ...]:
    """No side acts."""
    return ()


def nothing(state: Any, dice: Dice) -> None:
    """Nothing happens by itself."""


def never(state: Any) -> bool:
    """A step that does not end by itself."""
    return False


def always(state: Any) -> bool:
    """A step that ends, or happens alone, whatever the state."""
    return True


def nobody_needed(state: Any) -> None:
    """What follows depends on nobody's secrets."""


def asks_beside(chapter: str) -> Asks:
    """What examples may ask of a chapter: `ASKS` of the module `asks` beside it, loaded when an example asks."""

    def load() -> Mapping[str, type[Any]]:
        found: Mapping[str, type[Any]] = import_module(f"{chapter.rpartition('.')[0]}.asks").ASKS
        return found

    return load


def no_units(state: Any, side: SideId) -> tuple[UnitId, ...]:
    """No unit has anything left to do."""
    return ()


def _any_time(state: Any, side: SideId) -> None:
    """Nothing forbids a side to end the step."""


def _ended(state: Any, side: SideId) -> Iterator[Event]:
    """A side ends the step, and nothing else comes of it."""
    yield StepFinished(side=side)


@frozen
class OrderKind(Generic[S]):
    """A kind of order: what makes it illegal (IllegalOrder), and what comes of it.

    amid: it may be given at any time, whatever else is asked. answers: it answers a question, and is legal only while
    something asks for it, whatever the step.
    """

    order: type[Order]
    check: Callable[[S, SideId, Any], None]
    decide: Callable[[S, SideId, Any, Dice], Iterator[Event]]
    amid: bool = False
    answers: bool = False


@frozen(kw_only=True)
class Picks(Generic[S]):
    """How orders are built that begin with picks of these kinds.

    heads: the first picks up to their colon; make: the order that picks stand for, None if they are not complete;
    go_on: what may be picked next, None = the choices of the step say it; offer: the first picks that are added to the
    menu of the steps named in `steps`, which another chapter owns; holds: whether such an order may still be given, so
    that such a step does not end by itself; amid: may be begun at any time.
    """

    heads: tuple[str, ...]
    make: Make[S]
    go_on: Choose[S] | None = None
    offer: Callable[[S, SideId], Iterable[Choice]] | None = None
    steps: tuple[str, ...] = ()
    holds: Callable[[S], bool] = never
    amid: bool = False


@frozen(kw_only=True)
class Ending(Generic[S]):
    """How a side ends a step of its own accord.

    check: what makes it illegal (IllegalOrder); decide: what comes of it, `StepFinished` last; tell: that in words.
    """

    check: Callable[[S, SideId], None] = _any_time
    decide: Callable[[S, SideId], Iterator[Event]] = _ended
    tell: Tell[S] | None = None


@frozen(kw_only=True)
class StepRules(Generic[S]):
    """What is done in a step of the sequence of play.

    acting: who may give orders; happens: what is due by itself; over: whether the next step follows; alone: whether
    all of it happens by itself, once, and the next step follows; choices: what may be picked; join: the menu with the
    first picks that other chapters offer (state, side, the choices, theirs); undone: the units that have something left
    to do; remaining: that in words; suggest: the name of the judgement that plays it; needs: the side whose secrets
    decide what follows, where a machine knows those of one side alone; ending: how a side ends it by `FinishStep`,
    None = it cannot; secret: whether sides choose in it in secret (`core.secret_step`).
    """

    acting: Callable[[S], tuple[SideId, ...]] = nobody
    happens: Happens[S] = nothing
    over: Callable[[S], bool] = never
    alone: Callable[[S], bool] = never
    choices: Choose[S] | None = None
    join: Callable[[S, SideId, Choices, Sequence[Choice]], Choices] | None = None
    undone: Units[S] = no_units
    remaining: Callable[[S, SideId], str] | None = None
    suggest: str = ""
    needs: Callable[[S], SideId | None] = nobody_needed
    ending: Ending[S] | None = None
    secret: bool = False


@frozen(kw_only=True)
class Interrupt(Generic[S]):
    """What comes before the step while it lasts: a question, a window for Overwatch Fire, an assault being fought.

    lasts: whether it is there; holds: nothing after it happens while it lasts; happens, acting, choices, make, undone,
    suggest, needs: as those of a step, None = those of what comes after it; orders: the only ones that may be given
    while it lasts, None = it forbids none; refusal: why no other may.
    """

    name: str
    lasts: Callable[[S], bool]
    holds: bool = True
    happens: Happens[S] = nothing
    acting: Callable[[S], tuple[SideId, ...]] | None = None
    choices: Choose[S] | None = None
    make: Make[S] | None = None
    undone: Units[S] | None = None
    suggest: str = ""
    needs: Callable[[S], SideId | None] | None = None
    orders: tuple[type[Order], ...] | None = None
    refusal: Refusal | None = None


@frozen(kw_only=True)
class Chapter(Generic[S]):
    """A chapter of a rulebook.

    `apply` may name an event of another chapter: what the beginning of a turn does to the state is told by each chapter
    for its own part of it. An event is told, and an order is ruled on, by one chapter alone. tells: of the events that
    leave it to the rules (`BY_RULE`), whether they may tell a side of another's secrets; see `core.secrecy`.
    """

    name: str
    orders: tuple[OrderKind[S], ...] = ()
    picks: tuple[Picks[S], ...] = ()
    steps: Mapping[str, StepRules[S]] = field(factory=dict)
    interrupts: tuple[Interrupt[S], ...] = ()
    apply: Mapping[type[Event], Apply[S]] = field(factory=dict)
    tell: Mapping[type[Event], Tell[S]] = field(factory=dict)
    tells: Mapping[type[Event], Tells] = field(factory=dict)
    asks: Asks = dict


@frozen(kw_only=True)
class Course(Generic[S]):
    """How the sequence of play runs in a state.

    title: of the rule system, for refusals; rule: of its sequence of play; step: the line of the sequence; rules: the
    name of the step's rules; over: whether the game is; next: what begins the next step; half: the side whose secrets
    alone a state knows, None = all.
    """

    title: str
    rule: str
    step: Callable[[S], Step]
    rules: Callable[[S], str]
    over: Callable[[S], bool]
    next: Callable[[S], Iterator[Event]]
    half: Callable[[S], SideId | None]


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
