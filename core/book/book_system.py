"""A rule system whose rules are one book of chapters: base of every system.

What it adds to the book is said by the system itself: its state and its face, what a side may know, the score.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from attrs import evolve, frozen

from core.attempt import Member, Weigh
from core.board import Board
from core.book.rulebook import Rulebook
from core.choice import Choices, Partial
from core.citing import Names, NamingDice, named, naming
from core.conduct.deeds import NO_DEEDS, Deeds
from core.dice import Dice
from core.door import Doors
from core.event import Event, SideId
from core.order import Order
from core.presentation import Argument, Coming, Outcome, SideLook, TerrainLook
from core.sequence import Step

if TYPE_CHECKING:
    from core.ai.mind import Mind, Plan

Judgement = Callable[[Any, SideId, Dice], Order]


class Belligerent(Protocol):
    """A side of a scenario. tone: the color in which it is shown."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def tone(self) -> str: ...


class Scene(Protocol):
    """What a scenario says to every system."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def edition(self) -> str: ...
    @property
    def board(self) -> Board: ...
    @property
    def sides(self) -> Sequence[Belligerent]: ...


class Position(Protocol):
    """What the state of a game says to every system. outcome: how the game ended, None = it goes on."""

    @property
    def outcome(self) -> Outcome | None: ...
    def copy(self) -> Any: ...


S = TypeVar("S", bound=Position)
T = TypeVar("T", bound=Scene)


@frozen(eq=False, repr=False)
class RulebookSystem(Doors[S], Generic[S, T]):
    """The rules of a book on one scenario; see `core.system.RuleSystem`.

    on: the scenario; looks: its terrain as it is shown, by id; options: the optional rules that are played; tempers:
    how computer players weigh, by their levels, for those that have numbers of their own, and by the plans of those
    that look ahead; plans: those plans, by level, the usual one first; outlook: what signs tell of how a game will
    end, by name.
    """

    on: T
    looks: Mapping[str, TerrainLook]
    options: tuple[str, ...] = ()
    tempers: Mapping[str, Any] = {}
    plans: Mapping[str, tuple[Plan, ...]] = {}
    outlook: Mapping[str, float] = {}

    #: The chapters of the rules.
    book: ClassVar[Rulebook[Any]]

    @property
    def names(self) -> Names:
        """Rules that the book cites by the ids of one edition, each with its id in that which is played."""
        return {}

    @property
    def edition(self) -> str:
        return self.on.edition

    @property
    def scenario(self) -> str:
        return self.on.id

    @property
    def title(self) -> str:
        return self.on.title

    @property
    def board(self) -> Board:
        return self.on.board

    @property
    def sides(self) -> tuple[SideLook, ...]:
        return tuple(SideLook(s.id, s.name, s.tone) for s in self.on.sides)

    @abstractmethod
    def judgements(self) -> Mapping[str, Judgement]:
        """What plays each step, and each interrupt, for a computer player, by the name that the chapters give it."""

    @abstractmethod
    def initial(self) -> S:
        """The state before the first event."""

    def copy(self, state: S) -> S:
        copied: S = state.copy()
        return copied

    def outcome(self, state: S) -> Outcome | None:
        return state.outcome

    # -- the course of play ----------------------------------------------------------------------

    def active(self, state: S) -> tuple[SideId, ...]:
        return self.book.acting(state)

    def step(self, state: S) -> Step:
        return named(self.book.course.step(state), self.names)

    def advance(self, state: S, dice: Dice) -> Iterator[Event]:
        return self._named(self.book.advance(state, self._naming(dice)))

    def evolve(self, state: S, event: Event) -> None:
        self.book.evolve(state, event)

    def final(self, state: S, event: Event, side: SideId) -> bool:
        return self.book.final(state, event, side)

    def layout(self, view: S, side: SideId) -> tuple[Partial, ...]:
        """Nothing, where nobody sets up."""
        return ()

    def relaid(self, view: S, side: SideId, orders: Iterable[Partial]) -> tuple[Partial, ...]:
        """As they are, where units alone are set up."""
        return tuple(orders)

    def coming(self, view: S, side: SideId) -> tuple[Coming, ...]:
        """Nothing, where all is there from the beginning."""
        return ()

    def array(self, view: S, side: SideId, units: Collection[str]) -> tuple[Partial, ...]:
        """Nothing, where a system has no advice on it."""
        return ()

    # -- looking back ----------------------------------------------------------------------------

    @property
    def attempts(self) -> Mapping[type[Event], Weigh]:
        return self.book.attempts

    @property
    def measure(self) -> str:
        """What ranges are told in."""
        return "hexes"

    def roster(self, view: S) -> tuple[Member, ...]:
        """Without it an analysis has no account of units."""
        return ()

    # -- orders ----------------------------------------------------------------------------------

    def offers(self, view: S, side: SideId, partial: Partial) -> Choices:
        with naming(self.names):
            return named(self.book.offers(view, side, partial), self.names)

    def made(self, view: S, side: SideId, partial: Partial) -> Order:
        with naming(self.names):
            return self.book.made(view, side, partial)

    def refuse(self, view: S, side: SideId, order: Order) -> None:
        """Only what the side knows makes an order illegal; what it does not know meets it on the way."""
        with naming(self.names):
            self.book.refuse(view, side, order)

    def decide(self, state: S, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        return self._named(self.book.decide(state, side, order, self._naming(dice)))

    def suggest(self, view: S, side: SideId, dice: Dice, level: str = "") -> Order:
        return self.judgements()[self.book.judgement(view)](self.as_weighed(view, level), side, dice)

    def as_weighed(self, view: S, level: str) -> S:
        """A view as a level looks at it: with its temper, where it has one."""
        temper = self.tempers.get(level)
        if temper is None:
            return view
        seen: Any = view.copy()
        seen.temper = temper
        own: S = seen
        return own

    def with_trials(self, names: Iterable[str]) -> Self:
        from core.ai.trial import with_trials

        return evolve(self, tempers=with_trials(self.tempers, names))

    def weights(self, level: str) -> Mapping[str, float | bool]:
        from core.ai.trial import weights

        return weights(self.tempers, level)

    def why(self, view: S, side: SideId, order: Order, level: str = "") -> tuple[Argument, ...]:
        """Nothing, where a system does not say how it weighs."""
        return ()

    def mind(self, level: str) -> Mind[S] | None:
        plans = self.plans.get(level, ())
        if not plans:
            return None
        from core.book.book_mind import BookMind  # loaded when a computer looks ahead

        return BookMind(self, plans)

    def imagined(self, view: S, side: SideId) -> S:
        """A state from which play can go on, and that a side cannot tell from the real one: for who looks ahead.

        What a side does not know is left as its view has it: what lies hidden on the map is not there.
        """
        return self.copy(view)

    def signs(self, state: S, side: SideId) -> Mapping[str, float]:
        """Nothing, where a system judges nothing."""
        return {}

    def prospect(self, state: S, side: SideId) -> float:
        """How well a side stands, 0 lost to 1 won and a little beyond by how clearly, by what the signs were found to
        tell."""
        from core.ai.outlook import ended, standing

        signs, outcome = self.signs(state, side), state.outcome
        return standing(signs, self.outlook) if outcome is None else ended(outcome, side, signs)

    def deeds(self) -> Deeds:
        """None, where a system does not say which events are attacks."""
        return NO_DEEDS

    # -- machines that know one side's half alone, see `core.play.replica.SharedRules` ------------------

    def due(self, state: S, dice: Dice) -> Iterator[Event] | None:
        events = self.book.due(state, self._naming(dice))
        return None if events is None else self._named(events)

    def needs(self, state: S, side: SideId) -> SideId | None:
        return self.book.needs(state)

    def quiet(self, order: Order) -> bool:
        return order.quiet

    def shadow(self, side: SideId) -> S | None:
        """What a side may know it is told by `redact` alone."""
        return None

    def untold(self, state: S, known: S, side: SideId) -> Event | None:
        return None

    def passed(self, state: S, known: S) -> Event | None:
        return None

    def settled(self, state: S) -> bool:
        return self.book.settled(state)

    # -- rules as the edition that is played cites them -------------------------------------------

    def _naming(self, dice: Dice) -> Dice:
        return NamingDice(dice, self.names) if self.names else dice

    def _named(self, events: Iterator[Event]) -> Iterator[Event]:
        """What happens; events are made one by one, as the state is changed between them."""
        return (named(event, self.names) for event in events) if self.names else events
