"""What a chapter of a rulebook can say: its orders and picks, its steps, what its events do and how they are told.

A chapter is one value. It names the orders that it rules on and the picks that build them, the steps of the sequence of
play that it owns and what comes between, what its events do to the state, how they are told, and what worked examples
may ask of it. `core.book.rulebook` reads the chapters of a rule system as one book; nothing is registered elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from core.alike import Alike
from core.attempt import Weigh
from core.choice import Choice, Choices, Partial, Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.order import Order
from core.presentation import Report
from core.secrecy import Tells
from core.sequence import Step
from core.step_end import StepFinished

S = TypeVar("S")

Apply = Callable[[S, Any], None]
Tell = Callable[[S, Any], Report | None]
#: What happens by itself now; None if nothing does.
Happens = Callable[[S, Dice], Iterator[Event] | None]
Choose = Callable[[S, SideId, Partial], Choices]
Make = Callable[[S, SideId, Partial], Order | None]
#: What examples may ask, by name; a function, since only examples load it.
Asks = Callable[[], Mapping[str, type[Any]]]
#: What events say to who looks back on a game; a function, since only an analysis loads it.
Attempts = Callable[[], Mapping[type[Event], Weigh]]
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


def attempts_beside(chapter: str) -> Attempts:
    """What the events of a chapter say to who looks back: `ATTEMPTS` of the module `attempts` beside it."""

    def load() -> Mapping[type[Event], Weigh]:
        found: Mapping[type[Event], Weigh] = import_module(f"{chapter.rpartition('.')[0]}.attempts").ATTEMPTS
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


@frozen(eq=False, repr=False)
class OrderKind(Alike, Generic[S]):
    """A kind of order: what makes it illegal (IllegalOrder), and what comes of it.

    amid: it may be given at any time, whatever else is asked. answers: it answers a question, and is legal only while
    something asks for it, whatever the step.
    """

    order: type[Order]
    check: Callable[[S, SideId, Any], None]
    decide: Callable[[S, SideId, Any, Dice], Iterator[Event]]
    amid: bool = False
    answers: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Picks(Alike, Generic[S]):
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


@frozen(kw_only=True, eq=False, repr=False)
class Ending(Alike, Generic[S]):
    """How a side ends a step of its own accord.

    check: what makes it illegal (IllegalOrder); decide: what comes of it, `StepFinished` last; tell: that in words.
    """

    check: Callable[[S, SideId], None] = _any_time
    decide: Callable[[S, SideId], Iterator[Event]] = _ended
    tell: Tell[S] | None = None


@frozen(kw_only=True, eq=False, repr=False)
class StepRules(Alike, Generic[S]):
    """What is done in a step of the sequence of play.

    acting: who may give orders; happens: what is due by itself; over: whether the next step follows; alone: whether
    all of it happens by itself, once, and the next step follows; choices: what may be picked; join: the menu with the
    first picks that other chapters offer (state, side, the choices, theirs); undone: the units that have something left
    to do; remaining: that in words; suggest: the name of the judgement that plays it; needs: the side whose secrets
    decide what follows, where a machine knows those of one side alone; ending: how a side ends it by `FinishStep`,
    None = it cannot; secret: whether sides choose in it in secret (`core.book.secret_step`); passed_over: whether a
    side that has nothing to do in it is not waited for, though its enemy cannot know that. The wait tells who has ended
    it, so that he cannot take that back unasked.
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
    passed_over: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Interrupt(Alike, Generic[S]):
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


@frozen(kw_only=True, eq=False, repr=False)
class Chapter(Alike, Generic[S]):
    """A chapter of a rulebook.

    `apply` may name an event of another chapter: what the beginning of a turn does to the state is told by each chapter
    for its own part of it. An event is told, and an order is ruled on, by one chapter alone. tells: of the events that
    leave it to the rules (`BY_RULE`), whether they may tell a side of another's secrets; see `core.secrecy`. attempts:
    what dice were rolled to do by its events, weighed; see `core.attempt`.
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
    attempts: Attempts = dict


@frozen(kw_only=True, eq=False, repr=False)
class Course(Alike, Generic[S]):
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
