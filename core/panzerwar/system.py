"""Panzer War as a rule system: what it adds to its book of chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import frozen

from core import secrecy
from core.attempt import Member
from core.book.book_system import Judgement, RulebookSystem
from core.choice import Partial
from core.conduct.deeds import Deeds
from core.event import Event, SideId
from core.order import Order
from core.panzerwar import sequence as panzerwar_sequence
from core.panzerwar.chapters import BOOK
from core.panzerwar.course import roster, victory
from core.panzerwar.course.standing import STANDING, hold
from core.panzerwar.face.face import WarFace
from core.panzerwar.face.odds import odds_report
from core.panzerwar.face.set_up import coming, layout, relaid
from core.panzerwar.pieces.engagement import Engagement
from core.panzerwar.state import WarState, initial_state
from core.presentation import Argument, Coming, Formation, OddsReport, Standing
from core.sequence import Step


@frozen(eq=False, repr=False)
class PanzerWar(RulebookSystem[WarState, Engagement]):
    """The rules of Panzer War in one engagement; see `core.system.RuleSystem`."""

    id = "panzerwar"
    book = BOOK

    def deeds(self) -> Deeds:
        from core.panzerwar.opponent.deeds import DEEDS

        return DEEDS

    def judgements(self) -> Mapping[str, Judgement]:
        from core.panzerwar.opponent.judgement import JUDGEMENTS  # loaded when a computer plays

        return JUDGEMENTS

    def why(self, view: WarState, side: SideId, order: Order, level: str = "") -> tuple[Argument, ...]:
        from core.panzerwar.opponent.reasons import why

        return why(self.as_weighed(view, level), side, order)

    def imagined(self, view: WarState, side: SideId) -> WarState:
        from core.panzerwar.opponent.imagined import imagined

        return imagined(view, side)

    def signs(self, state: WarState, side: SideId) -> Mapping[str, float]:
        from core.panzerwar.opponent.outlook import signs

        return signs(state, side)

    @property
    def sequence(self) -> tuple[Step, ...]:
        return panzerwar_sequence.SEQUENCE

    @property
    def face(self) -> WarFace:
        return WarFace(self.on, self.looks)

    def initial(self) -> WarState:
        return initial_state(self.on, self.options)

    def formations(self) -> tuple[Formation, ...]:
        """The units of the book with their elements (pw:4.0a)."""
        return tuple(
            Formation(o.id, o.name, o.side, tuple(e.id for e in self.on.elements if e.organisation == o.id))
            for o in self.on.organisations
        )

    def layout(self, view: WarState, side: SideId) -> tuple[Partial, ...]:
        return layout(view, side)

    def relaid(self, view: WarState, side: SideId, orders: Iterable[Partial]) -> tuple[Partial, ...]:
        return relaid(view, side, orders)

    def coming(self, view: WarState, side: SideId) -> tuple[Coming, ...]:
        return coming(view, side)

    def array(self, view: WarState, side: SideId, units: Collection[str]) -> tuple[Partial, ...]:
        from core.panzerwar.opponent.array import array  # loaded when somebody asks for it

        return array(view, side, units)

    def weighs(self, view: WarState, side: SideId, partial: Partial) -> OddsReport | None:
        return odds_report(view, side, partial)

    def view(self, state: WarState, side: SideId | None) -> WarState:
        return secrecy.kept_view(state, side)

    def redact(self, state: WarState, event: Event, side: SideId | None) -> Event | None:
        return secrecy.redact(state, event, side)

    @property
    def measure(self) -> str:
        return "GSU"

    def roster(self, view: WarState) -> tuple[Member, ...]:
        return roster.roster(view)

    def standings(self, state: WarState) -> tuple[Standing, ...]:
        return victory.standings(state)

    # -- games by file -----------------------------------------------------------------------------

    def replica(self, side: SideId) -> WarState:
        """ValueError: who sights whom is found with the places of both sides (pw:7.0), and no machine that knows one of
        them alone can tell."""
        raise ValueError(
            "sighting needs the places of both sides, so by file it is begun in trust (panzerhex post new), and does "
            "not go from a table into two halves"
        )

    @property
    def standing(self) -> Mapping[str, str]:
        """What a side may leave to its machine where it is played by file, see `core.play.whole`."""
        return STANDING

    def settled(self, state: WarState) -> bool:
        """Whether no question, shot or contact is open, so that a game may change between a table and files."""
        return self.book.settled(state)

    def in_secret(self, state: WarState) -> bool:
        """Whether orders, plans or attempts to sight are chosen now that the other side must not know yet."""
        return self.book.step_rules(state).secret

    def decision(self, view: WarState) -> str:
        """What is to be decided now, by the name of the judgement that would play it."""
        return self.book.judgement(view)

    def hold(self, view: WarState, side: SideId) -> Order:
        """The order by which a side does nothing further here: an element goes on as planned (pw:6.7.1)."""
        return hold(view, side)
