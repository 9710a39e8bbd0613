"""What a rule system is to the rest of the program. The core, the computer players and every screen go through this.

A system is bound to one scenario. It holds no state of a game; all of that is in the state value `S`,
which only `evolve` changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from core.attempt import Member, Weigh
from core.board import Board
from core.choice import Choices, Partial
from core.citing import Names
from core.conduct.deeds import Deeds
from core.dice import Dice
from core.door import Door
from core.event import Event, SideId
from core.hexes import Hex
from core.order import Order
from core.presentation import (
    Argument,
    Card,
    Coming,
    Counter,
    Formation,
    OddsReport,
    Outcome,
    Overlay,
    OverlayKind,
    Prompt,
    Report,
    Row,
    Sheet,
    SheetKind,
    SideLook,
    Standing,
    Status,
    TerrainLook,
    Trail,
)
from core.sequence import Step

if TYPE_CHECKING:
    from core.ai.mind import Mind  # players ask systems, not the other way round

S = TypeVar("S")
View = TypeVar("View", contravariant=True)


class RuleSystem(Protocol[S]):
    """The rules of one game on one scenario.

    names: rules that are cited by other ids than the book's, since the edition that is played has its own. attempts:
    what dice were rolled to do by an event, weighed; measure: what ranges are told in, such as "hexes".
    outlook: what signs tell of how a game will end, by name.
    """

    id: str
    edition: str
    scenario: str
    title: str
    options: tuple[str, ...]
    outlook: Mapping[str, float]
    board: Board
    sides: tuple[SideLook, ...]
    sequence: tuple[Step, ...]
    face: Face[S]
    names: Names
    attempts: Mapping[type[Event], Weigh]
    measure: str

    def initial(self) -> S:
        """The state before the first event."""
        ...

    def copy(self, state: S) -> S:
        """An independent copy, cheap enough to make for every branch of a computation."""
        ...

    def formations(self) -> tuple[Formation, ...]:
        """The formations of all sides; every unit of the game is in one of them."""
        ...

    def active(self, state: S) -> tuple[SideId, ...]:
        """The sides that may give orders now; none when the game is over."""
        ...

    def door(self, state: S, side: SideId) -> Door[S]:
        """What `side` may ask in a position, or in its own view of it: choices, orders, odds."""
        ...

    def choices(self, state: S, side: SideId, partial: Partial = ()) -> Choices:
        """What `side` may pick next for the order begun with `partial`, by its own view.

        A partial that cannot be read, or leads through what is refused, is answered with a refusal in words: no
        options, not complete.
        """
        ...

    def order(self, state: S, side: SideId, partial: Partial) -> Order:
        """The order that a complete partial stands for; IllegalOrder if it cannot be read or is not complete."""
        ...

    def odds(self, state: S, side: SideId, partial: Partial) -> OddsReport | None:
        """Chances of the order begun, by the side's own view; None if there are none, or it cannot be read."""
        ...

    def check(self, state: S, side: SideId, order: Order) -> None:
        """Raise IllegalOrder unless `side` may give `order` now, as far as it can know."""
        ...

    def decide(self, state: S, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        """What comes of a legal order, event by event; the caller evolves each before it asks for the next."""
        ...

    def advance(self, state: S, dice: Dice) -> Iterator[Event]:
        """What follows by itself until a side must choose; empty if one must already."""
        ...

    def evolve(self, state: S, event: Event) -> None:
        """Apply one event to the state."""
        ...

    def view(self, state: S, side: SideId | None) -> S:
        """What `side` may know, as a state without the other sides' secrets; None = what everybody knows."""
        ...

    def redact(self, state: S, event: Event, side: SideId | None) -> Event | None:
        """What `side` may know of an event (given the state after it); None if not even that it happened."""
        ...

    def final(self, state: S, event: Event, side: SideId) -> bool:
        """Whether by an event (given the state after it) `side` may have learned of a secret of another side, for all
        that everybody knows; then it is not taken back unasked, even if no die was rolled and nothing was shown.

        It depends on what `side` may know alone: whether something can be taken back tells nothing either.
        """
        ...

    def settled(self, state: S) -> bool:
        """Whether nothing is under way that comes before the step: no shot to be resolved, no question, no assault."""
        ...

    def layout(self, view: S, side: SideId) -> tuple[Partial, ...]:
        """The orders, as picks, by which `side` would set up from the beginning as it is set up now, those of earlier
        steps of the set-up first; none outside the set-up."""
        ...

    def relaid(self, view: S, side: SideId, orders: Iterable[Partial]) -> tuple[Partial, ...]:
        """The orders of a layout, perhaps of another game, by which `side` lays it in the place of what it has set up:
        those of this step of the set-up, and before them those that take back what is to be otherwise."""
        ...

    def coming(self, view: S, side: SideId) -> tuple[Coming, ...]:
        """What of `side` waits to come on later than the set-up, in the order of the scenario."""
        ...

    def array(self, view: S, side: SideId, units: Collection[str]) -> tuple[Partial, ...]:
        """Orders, as picks, that place some units of `side` so that it makes military sense, by the ground and by what
        must be won; other orders of the set-up that belong to it come last. Nothing where nobody sets up."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ...

    def standings(self, state: S) -> tuple[Standing, ...]:
        """The score of each side."""
        ...

    def roster(self, view: S) -> tuple[Member, ...]:
        """All units of a view with what they are worth and what became of them, in order of sides."""
        ...

    def suggest(self, view: S, side: SideId, dice: Dice, level: str = "") -> Order:
        """The order that promises most now, judged by the odds from the side's own view; `dice` break ties.

        level: of the computer player, whose own weights count where there are any; "" = as they are for all.
        """
        ...

    def with_trials(self, names: Iterable[str]) -> Self:
        """The same rules, which know the weights of those computer players among these that are on trial.

        ValueError names a weight that there is not (`core.ai.trial`).
        """
        ...

    def signs(self, state: S, side: SideId) -> Mapping[str, float]:
        """What tells how well a side stands, by name: each 0 where sides are even, the opposite for the other side.

        state: the real one, or one that is imagined. Nothing where a system judges nothing (`core.ai.outlook`).
        """
        ...

    def weights(self, level: str) -> Mapping[str, float | bool]:
        """The weights of a level that can be tried. ValueError where nothing is weighed."""
        ...

    def why(self, view: S, side: SideId, order: Order, level: str = "") -> tuple[Argument, ...]:
        """What speaks for a legal order of `side` and against it, by the numbers with which `suggest` judges; what
        counts most comes first. Nothing where nothing is weighed."""
        ...

    def mind(self, level: str) -> Mind[S] | None:
        """What a computer player of a level needs to look ahead; None for one who does not in this system."""
        ...

    def deeds(self) -> Deeds:
        """Which events are attacks, for whoever watches how players behave."""
        ...


class Face(Protocol[View]):
    """How a system shows itself. Every method takes a view, never a state with secrets."""

    def terrain(self) -> Mapping[str, TerrainLook]:
        """Looks by terrain id."""
        ...

    def status(self, view: View) -> Status:
        """The headline."""
        ...

    def prompt(self, view: View, side: SideId | None) -> Prompt:
        """What is asked now of `side`, or what it waits for."""
        ...

    def counters(self, view: View) -> Sequence[Counter]:
        """Everything on the map, in stacking order from the bottom."""
        ...

    def trails(self, view: View) -> tuple[Trail, ...]:
        """The ways that units have gone in this turn, in games in which they are followed."""
        ...

    def unit_card(self, view: View, unit: str) -> Card:
        """All that is known of a unit. KeyError if the view has no such unit."""
        ...

    def hex_card(self, view: View, hex_: Hex) -> Card:
        """Terrain, heights, hexsides, cover, costs and what lies in a hex."""
        ...

    def undone(self, view: View, side: SideId) -> tuple[str, ...]:
        """Units of `side` that still have something to do in this step, in order."""
        ...

    def overlay_kinds(self) -> tuple[OverlayKind, ...]:
        """The layers there are."""
        ...

    def overlay(self, view: View, side: SideId | None, kind: str, hex_: Hex | None, unit: str | None) -> Overlay:
        """Compute one layer from a hex or a unit."""
        ...

    def sheet_kinds(self) -> tuple[SheetKind, ...]:
        """The sheets that this game has beside its map, in the order in which they are listed."""
        ...

    def sheet(self, view: View, side: SideId | None, kind: str) -> Sheet:
        """What a sheet holds for `side`, None = for one who takes no side. KeyError if there is no such kind."""
        ...

    def sight(
        self, view: View, origin: Hex, target: Hex, unit: str | None = None, other: str | None = None
    ) -> tuple[Row, ...]:
        """Whether `origin` sees `target` and why not: obstacle, heights, rule.

        unit, other: the units that are meant there, in games where units have places within their hexes.
        """
        ...

    def report(self, state: View, event: Event) -> Report | None:
        """An event in words (given the state after it); None if it is not worth a line."""
        ...
