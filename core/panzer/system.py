"""Panzer, hex edition, as a rule system: what it adds to its book of chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from attrs import frozen

from core import secrecy
from core.attempt import Member
from core.book.book_system import Judgement, RulebookSystem
from core.choice import Partial
from core.citing import Names, named
from core.conduct.deeds import Deeds
from core.event import Event, SideId, UnitId
from core.order import Order
from core.panzer import sequence as panzer_sequence
from core.panzer.chapters import BOOK
from core.panzer.course import halves, roster, victory
from core.panzer.face.cards import odds_report
from core.panzer.face.face import PanzerFace
from core.panzer.face.set_up import coming, layout, relaid
from core.panzer.pieces.scenario import Scenario
from core.panzer.state import PanzerState, initial_state
from core.presentation import Argument, Coming, Formation, OddsReport, Standing
from core.sequence import Step


@frozen(eq=False, repr=False)
class Panzer(RulebookSystem[PanzerState, Scenario]):
    """The rules of Panzer on one scenario; see `core.system.RuleSystem`."""

    id = "panzer"
    book = BOOK

    def deeds(self) -> Deeds:
        from core.panzer.opponent.deeds import DEEDS

        return DEEDS

    def judgements(self) -> Mapping[str, Judgement]:
        from core.panzer.opponent.judgement import JUDGEMENTS  # loaded when a computer plays

        return JUDGEMENTS

    def signs(self, state: PanzerState, side: SideId) -> Mapping[str, float]:
        from core.panzer.opponent.judgement import signs

        return signs(state, side)

    def why(self, view: PanzerState, side: SideId, order: Order, level: str = "") -> tuple[Argument, ...]:
        from core.panzer.opponent.reasons.why import why

        return named(why(self.as_weighed(view, level), side, order), self.names)

    @property
    def names(self) -> Names:
        return self.on.tables.rule_names

    @property
    def sequence(self) -> tuple[Step, ...]:
        return named(panzer_sequence.steps(self.on.switches, self.on.rules), self.names)

    @property
    def face(self) -> PanzerFace:
        return PanzerFace(self.on, self.looks)

    def initial(self) -> PanzerState:
        return initial_state(self.on)

    def formations(self) -> tuple[Formation, ...]:
        """The formations of the scenario's forces."""
        members: dict[tuple[SideId, str], list[UnitId]] = {}
        for unit in self.on.units:
            members.setdefault((unit.side, unit.formation), []).append(unit.id)
        return tuple(Formation(f"{side}/{name}", name, side, tuple(ids)) for (side, name), ids in members.items())

    def layout(self, view: PanzerState, side: SideId) -> tuple[Partial, ...]:
        return layout(view, side)

    def relaid(self, view: PanzerState, side: SideId, orders: Iterable[Partial]) -> tuple[Partial, ...]:
        return relaid(view, side, orders)

    def coming(self, view: PanzerState, side: SideId) -> tuple[Coming, ...]:
        return named(coming(view, side), self.names)

    def array(self, view: PanzerState, side: SideId, units: Collection[str]) -> tuple[Partial, ...]:
        from core.panzer.opponent.array import array  # loaded when somebody asks for it

        return array(view, side, units)

    def weighs(self, view: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
        return named(odds_report(view, side, partial), self.names)

    def replica(self, side: SideId) -> PanzerState:
        return halves.replica(self.on, side)

    def passed(self, state: PanzerState, known: PanzerState) -> Event | None:
        return halves.passed(state, known)

    def settled(self, state: PanzerState) -> bool:
        return halves.settled(state) and BOOK.settled(state)

    def view(self, state: PanzerState, side: SideId | None) -> PanzerState:
        """The same until the state changes; a side's view of its view is that view."""
        if state.answers is None:
            return _at_a_table(secrecy.view(state, side))
        kept: PanzerState | bool | None = state.answers.get(("view", side))
        if isinstance(kept, PanzerState):
            return kept
        if kept is True:
            return state
        made = _at_a_table(secrecy.view(state, side))
        made.forget_handed_on()
        state.answers["view", side] = made
        if made.answers is not None:
            made.answers["view", side] = True
        return made

    def redact(self, state: PanzerState, event: Event, side: SideId | None) -> Event | None:
        return secrecy.redact(state, event, side)

    def roster(self, view: PanzerState) -> tuple[Member, ...]:
        return roster.roster(view)

    def standings(self, state: PanzerState) -> tuple[Standing, ...]:
        return named(victory.standings(state), self.names)


def _at_a_table(view: PanzerState) -> PanzerState:
    """A player sees the same whether one machine knows all or his own half alone (`core.play.replica`)."""
    view.half_of = None
    return view
