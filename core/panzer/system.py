"""Panzer, hex edition, as a rule system: what it adds to its book of chapters."""

from __future__ import annotations

from attrs import frozen

from core.book_system import RulebookSystem
from core.choice import Partial
from core.event import Event, SideId, UnitId
from core.panzer import sequence as panzer_sequence
from core.panzer.chapters import BOOK
from core.panzer.course import halves, retracing, secrets, victory
from core.panzer.face.cards import odds_report
from core.panzer.face.face import PanzerFace
from core.panzer.opponent.judgement import JUDGEMENTS
from core.panzer.pieces.scenario import Scenario
from core.panzer.state import PanzerState, initial_state
from core.presentation import Formation, OddsReport, Standing
from core.sequence import Step


@frozen(eq=False)
class Panzer(RulebookSystem[PanzerState, Scenario]):
    """The rules of Panzer on one scenario; see `core.system.RuleSystem`."""

    id = "panzer"
    book = BOOK
    judgements = JUDGEMENTS

    @property
    def sequence(self) -> tuple[Step, ...]:
        return panzer_sequence.steps(self.on.modules)

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

    def weighs(self, view: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
        return odds_report(view, side, partial)

    def replica(self, side: SideId) -> PanzerState:
        return halves.replica(self.on, side)

    def view(self, state: PanzerState, side: SideId | None) -> PanzerState:
        return secrets.view(state, side)

    def redact(self, state: PanzerState, event: Event, side: SideId | None) -> Event | None:
        return secrets.redact(state, event, side)

    def final(self, state: PanzerState, event: Event, side: SideId) -> bool:
        return retracing.final(state, event, side)

    def standings(self, state: PanzerState) -> tuple[Standing, ...]:
        return victory.standings(state)
