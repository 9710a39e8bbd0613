"""PanzerBlitz as a rule system: orders to the chapters that own them, and the doors to the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import frozen

from core import secrecy
from core.choice import Choices, Partial
from core.dice import Dice
from core.door import Doors
from core.event import Event, SideId
from core.order import IllegalOrder, Order
from core.panzerblitz import orders
from core.panzerblitz import sequence as panzerblitz_sequence
from core.panzerblitz.close import close_assault, overrun
from core.panzerblitz.course import choices as course_choices
from core.panzerblitz.course import secrets, set_up, turn, victory
from core.panzerblitz.evolve import evolve
from core.panzerblitz.face.face import BlitzFace
from core.panzerblitz.fire import combat
from core.panzerblitz.fire.odds import odds_report
from core.panzerblitz.mines import minefields
from core.panzerblitz.movement import step as movement_step
from core.panzerblitz.movement import transport
from core.panzerblitz.opponent.judgement import best_order
from core.panzerblitz.pieces.options import HIDDEN_DEPLOYMENT
from core.panzerblitz.pieces.situation import Situation
from core.panzerblitz.sequence import Kind
from core.panzerblitz.sight import hidden
from core.panzerblitz.state import BlitzState, initial_state
from core.presentation import Formation, OddsReport, Outcome, SideLook, Standing, TerrainLook
from core.sequence import Step

Check = Callable[[BlitzState, SideId, Any], None]
Decide = Callable[[BlitzState, SideId, Any, Dice], Iterator[Event]]

#: For each kind of order: what makes it illegal, and what comes of it.
_CHAPTERS: Mapping[type[Order], tuple[Check, Decide]] = {
    orders.Place: (set_up.check_place, set_up.place),
    orders.PlaceRest: (set_up.check_place_rest, set_up.place_rest),
    orders.FinishSetUp: (set_up.check_finish, set_up.finish),
    orders.Announce: (combat.check_announce, combat.announce),
    orders.Withdraw: (combat.check_withdraw, combat.withdraw),
    orders.ClearMines: (minefields.check_clear, minefields.clear),
    orders.Resolve: (movement_step.check_finish, combat.end_announcing),
    orders.Load: (transport.check_load, transport.load),
    orders.Unload: (transport.check_unload, transport.unload),
    orders.Move: (movement_step.check_move, movement_step.move),
    orders.Overrun: (overrun.check_overrun, overrun.overrun),
    orders.CloseAssault: (close_assault.check_assault, close_assault.assault),
    orders.FinishStep: (movement_step.check_finish, movement_step.finish),
}


@frozen(eq=False)
class PanzerBlitz(Doors[BlitzState]):
    """The rules of PanzerBlitz on one Situation; see `core.system.RuleSystem`."""

    on: Situation
    looks: Mapping[str, TerrainLook]
    options: tuple[str, ...] = ()

    id = "panzerblitz"

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
        return panzerblitz_sequence.steps(frozenset(self.options))

    @property
    def face(self) -> BlitzFace:
        return BlitzFace(self.on, self.looks)

    def initial(self) -> BlitzState:
        return initial_state(self.on, self.options)

    def copy(self, state: BlitzState) -> BlitzState:
        return state.copy()

    def formations(self) -> tuple[Formation, ...]:
        """The groups of the Situation Card."""
        return tuple(
            Formation(g.id, g.name, g.side, tuple(u.id for u in self.on.units if u.group == g.id))
            for g in self.on.groups
        )

    def active(self, state: BlitzState) -> tuple[SideId, ...]:
        """Who may give orders now: the side that sets up, or the player of the step; nobody amid an overrun."""
        if state.outcome is not None or state.passing:
            return ()
        kind = panzerblitz_sequence.kind_of(state.step)
        if kind is Kind.SET_UP:
            side = set_up.setting_up(state)
        elif kind in (*panzerblitz_sequence.ANNOUNCING, *panzerblitz_sequence.MOVING, Kind.ASSAULT):
            side = panzerblitz_sequence.player_of(state)
        else:
            side = None
        return (side,) if side else ()

    def step(self, state: BlitzState) -> Step:
        return panzerblitz_sequence.step_of(state)

    def offers(self, view: BlitzState, side: SideId, partial: Partial) -> Choices:
        return course_choices.choices(view, side, partial)

    def made(self, view: BlitzState, side: SideId, partial: Partial) -> Order:
        return course_choices.order(view, side, partial)

    def weighs(self, view: BlitzState, side: SideId, partial: Partial) -> OddsReport | None:
        return odds_report(view, side, partial)

    def refuse(self, view: BlitzState, side: SideId, order: Order) -> None:
        """Only what the side knows makes an order illegal; what is hidden meets it on the way."""
        step = panzerblitz_sequence.step_of(view)
        if type(order) not in _CHAPTERS:
            raise IllegalOrder(f"{type(order).__name__} is no order of PanzerBlitz", "pb:PB-SEQ-0")
        if order.name not in step.orders:
            raise IllegalOrder(f"{order.name} is not possible in {step.title}: {', '.join(step.orders)}", step.rule)
        _CHAPTERS[type(order)][0](view, side, order)

    def decide(self, state: BlitzState, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        yield from hidden.show_themselves(state, secrets.showing(state, order))
        yield from _CHAPTERS[type(order)][1](state, side, order, dice)

    def advance(self, state: BlitzState, dice: Dice) -> Iterator[Event]:
        return turn.advance(state, dice)

    def replica(self, side: SideId) -> BlitzState:
        return secrecy.view(self.initial(), side)

    def due(self, state: BlitzState, dice: Dice) -> Iterator[Event] | None:
        return turn.due(state, dice)

    def needs(self, state: BlitzState, side: SideId) -> SideId | None:
        return secrets.needs(state, side)

    def quiet(self, order: Order) -> bool:
        """What is announced, and taken back, brings nothing hidden into view."""
        return isinstance(order, orders.Announce | orders.Withdraw)

    def shadow(self, side: SideId) -> BlitzState | None:
        """Only the side that deploys hidden can know what the other does not see."""
        if HIDDEN_DEPLOYMENT not in self.options or side != self.on.set_up[0]:
            return None
        return self.replica(self.on.enemy(side))

    def untold(self, state: BlitzState, known: BlitzState, side: SideId) -> Event | None:
        return secrets.untold(state, known, side)

    def evolve(self, state: BlitzState, event: Event) -> None:
        evolve(state, event)

    def view(self, state: BlitzState, side: SideId | None) -> BlitzState:
        return secrecy.view(state, side)

    def redact(self, state: BlitzState, event: Event, side: SideId | None) -> Event | None:
        return secrecy.redact(state, event, side)

    def final(self, state: BlitzState, event: Event, side: SideId) -> bool:
        return secrets.final(state, event, side)

    def outcome(self, state: BlitzState) -> Outcome | None:
        return state.outcome

    def standings(self, state: BlitzState) -> tuple[Standing, ...]:
        return victory.standings(state)

    def suggest(self, view: BlitzState, side: SideId, dice: Dice) -> Order:
        return best_order(view, side, dice)
