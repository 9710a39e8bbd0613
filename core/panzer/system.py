"""Panzer, hex edition, as a rule system: what its book of chapters says, and the doors to the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from core import secrecy
from core.choice import Choices, Partial
from core.dice import Dice
from core.door import Doors
from core.event import Event, SideId, UnitId
from core.order import Order
from core.panzer import sequence as panzer_sequence
from core.panzer.chapters import BOOK
from core.panzer.course import halves, retracing, victory
from core.panzer.face.cards import odds_report
from core.panzer.face.face import PanzerFace
from core.panzer.opponent.judgement import best_order
from core.panzer.pieces.scenario import Scenario
from core.panzer.state import PanzerState, initial_state
from core.presentation import Formation, OddsReport, Outcome, SideLook, Standing, TerrainLook
from core.sequence import Step


@frozen(eq=False)
class Panzer(Doors[PanzerState]):
    """The rules of Panzer on one scenario; see `core.system.RuleSystem`."""

    on: Scenario
    looks: Mapping[str, TerrainLook]
    options: tuple[str, ...] = ()

    id = "panzer"

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
    def board(self) -> Any:
        return self.on.board

    @property
    def sides(self) -> tuple[SideLook, ...]:
        return tuple(SideLook(s.id, s.name, s.tone) for s in self.on.sides)

    @property
    def sequence(self) -> tuple[Step, ...]:
        return panzer_sequence.steps(self.on.modules)

    @property
    def face(self) -> PanzerFace:
        return PanzerFace(self.on, self.looks)

    def initial(self) -> PanzerState:
        return initial_state(self.on)

    def copy(self, state: PanzerState) -> PanzerState:
        return state.copy()

    def formations(self) -> tuple[Formation, ...]:
        """The formations of the scenario's forces."""
        members: dict[tuple[SideId, str], list[UnitId]] = {}
        for unit in self.on.units:
            members.setdefault((unit.side, unit.formation), []).append(unit.id)
        return tuple(Formation(f"{side}/{name}", name, side, tuple(ids)) for (side, name), ids in members.items())

    def active(self, state: PanzerState) -> tuple[SideId, ...]:
        return BOOK.acting(state)

    def step(self, state: PanzerState) -> Step:
        return panzer_sequence.step_of(state)

    def offers(self, view: PanzerState, side: SideId, partial: Partial) -> Choices:
        return BOOK.offers(view, side, partial)

    def made(self, view: PanzerState, side: SideId, partial: Partial) -> Order:
        return BOOK.made(view, side, partial)

    def weighs(self, view: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
        return odds_report(view, side, partial)

    def refuse(self, view: PanzerState, side: SideId, order: Order) -> None:
        """Nothing that another side keeps secret makes an order illegal."""
        BOOK.refuse(view, side, order)

    def decide(self, state: PanzerState, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        return BOOK.decide(state, side, order, dice)

    def advance(self, state: PanzerState, dice: Dice) -> Iterator[Event]:
        return BOOK.advance(state, dice)

    def replica(self, side: SideId) -> PanzerState:
        return halves.replica(self.on, side)

    def due(self, state: PanzerState, dice: Dice) -> Iterator[Event] | None:
        return BOOK.due(state, dice)

    def needs(self, state: PanzerState, side: SideId) -> SideId | None:
        return BOOK.needs(state)

    def quiet(self, order: Order) -> bool:
        return False

    def shadow(self, side: SideId) -> PanzerState | None:
        """What a side may know it is told by `redact` alone."""
        return None

    def untold(self, state: PanzerState, known: PanzerState, side: SideId) -> Event | None:
        return None

    def evolve(self, state: PanzerState, event: Event) -> None:
        BOOK.evolve(state, event)

    def view(self, state: PanzerState, side: SideId | None) -> PanzerState:
        return secrecy.view(state, side)

    def redact(self, state: PanzerState, event: Event, side: SideId | None) -> Event | None:
        return secrecy.redact(state, event, side)

    def final(self, state: PanzerState, event: Event, side: SideId) -> bool:
        return retracing.final(state, event, side)

    def outcome(self, state: PanzerState) -> Outcome | None:
        return state.outcome

    def standings(self, state: PanzerState) -> tuple[Standing, ...]:
        return victory.standings(state)

    def suggest(self, view: PanzerState, side: SideId, dice: Dice) -> Order:
        return best_order(view, side, dice)
