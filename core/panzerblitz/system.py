"""PanzerBlitz as a rule system: what it adds to its book of chapters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from attrs import frozen

from core import secrecy
from core.attempt import Member
from core.book.book_system import Judgement, RulebookSystem
from core.choice import Partial
from core.conduct.deeds import Deeds
from core.dice import Dice
from core.event import Event, SideId
from core.order import Order
from core.panzerblitz import sequence as panzerblitz_sequence
from core.panzerblitz.chapters import BOOK
from core.panzerblitz.course import roster, secrets, victory
from core.panzerblitz.face.face import BlitzFace
from core.panzerblitz.face.odds import odds_report
from core.panzerblitz.face.set_up import coming, layout
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.sight import hidden
from core.panzerblitz.state import BlitzState, initial_state
from core.presentation import Argument, Coming, Formation, OddsReport, Standing
from core.sequence import Step


@frozen(eq=False, repr=False)
class PanzerBlitz(RulebookSystem[BlitzState, Situation]):
    """The rules of PanzerBlitz on one Situation; see `core.system.RuleSystem`."""

    id = "panzerblitz"
    book = BOOK

    def deeds(self) -> Deeds:
        from core.panzerblitz.opponent.deeds import DEEDS

        return DEEDS

    def judgements(self) -> Mapping[str, Judgement]:
        from core.panzerblitz.opponent.judgement import JUDGEMENTS  # loaded when a computer plays

        return JUDGEMENTS

    def signs(self, state: BlitzState, side: SideId) -> Mapping[str, float]:
        from core.panzerblitz.opponent.judgement import signs

        return signs(state, side)

    def why(self, view: BlitzState, side: SideId, order: Order, level: str = "") -> tuple[Argument, ...]:
        from core.panzerblitz.opponent.reasons import why

        return why(self.as_weighed(view, level), side, order)

    @property
    def sequence(self) -> tuple[Step, ...]:
        return panzerblitz_sequence.steps(frozenset(self.options))

    @property
    def face(self) -> BlitzFace:
        return BlitzFace(self.on, self.looks)

    def initial(self) -> BlitzState:
        return initial_state(self.on, self.options)

    def formations(self) -> tuple[Formation, ...]:
        """The groups of the Situation Card."""
        return tuple(
            Formation(g.id, g.name, g.side, tuple(u.id for u in self.on.units if u.group == g.id))
            for g in self.on.groups
        )

    def layout(self, view: BlitzState, side: SideId) -> tuple[Partial, ...]:
        return layout(view, side)

    def coming(self, view: BlitzState, side: SideId) -> tuple[Coming, ...]:
        return coming(view, side)

    def array(self, view: BlitzState, side: SideId, units: Collection[str]) -> tuple[Partial, ...]:
        from core.panzerblitz.opponent.array import array  # loaded when somebody asks for it

        return array(view, side, units)

    def weighs(self, view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
        return odds_report(view, side, partial)

    def decide(self, state: BlitzState, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        """What is hidden and acts shows itself first."""
        yield from hidden.show_themselves(state, secrets.showing(state, order))
        yield from BOOK.decide(state, side, order, dice)

    def view(self, state: BlitzState, side: SideId | None) -> BlitzState:
        return secrecy.kept_view(state, side)

    def redact(self, state: BlitzState, event: Event, side: SideId | None) -> Event | None:
        return secrecy.redact(state, event, side)

    def roster(self, view: BlitzState) -> tuple[Member, ...]:
        return roster.roster(view)

    def standings(self, state: BlitzState) -> tuple[Standing, ...]:
        return victory.standings(state)

    # -- machines that know one side's half alone ------------------------------------------------

    def replica(self, side: SideId) -> BlitzState:
        return secrecy.view(self.initial(), side)

    def needs(self, state: BlitzState, side: SideId) -> SideId | None:
        return secrets.needs(state, side)

    def shadow(self, side: SideId) -> BlitzState | None:
        """Only the side that deploys hidden can know what the other does not see."""
        if HIDDEN_DEPLOYMENT not in self.options or side != self.on.set_up[0]:
            return None
        return self.replica(self.on.enemy(side))

    def untold(self, state: BlitzState, known: BlitzState, side: SideId) -> Event | None:
        return secrets.untold(state, known, side)

    def settled(self, state: BlitzState) -> bool:
        """Attacks are rolled for after the step in which they are announced (pb:PB-SEQ-3)."""
        return not state.announced and BOOK.settled(state)
