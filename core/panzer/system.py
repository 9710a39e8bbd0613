"""Panzer, hex edition, as a rule system: orders to the chapters that own them, and the doors to the players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import frozen

from core.choice import Choices, Partial
from core.dice import Dice
from core.door import Doors
from core.event import Event, SideId, UnitId
from core.order import IllegalOrder, Order
from core.panzer import sequence as panzer_sequence
from core.panzer.adjustment import full_cover
from core.panzer.adjustment.orders import FinishAdjustment, FullCover, Pivot
from core.panzer.air import step as air_step
from core.panzer.air.orders import (
    AaFire,
    AcquireTarget,
    AirAttackOrder,
    BeginFlight,
    ChooseLoad,
    FinishAir,
    Fly,
    HoldAaFire,
)
from core.panzer.ap import orders as ap_orders
from core.panzer.ap import shot, spreading
from core.panzer.ap.orders import ChooseHitAngle, SpreadHits
from core.panzer.assault import dismount_attack, overrunning
from core.panzer.assault import step as assault_step
from core.panzer.assault.orders import (
    AdvanceAfterAssault,
    AnnounceAssault,
    ChoosePrimary,
    DismountAttack,
    FinishAssaults,
    Overrun,
)
from core.panzer.command import initiative, instructions, placing
from core.panzer.command import orders as command_orders
from core.panzer.command.orders import ShareCommand
from core.panzer.course import choices as course_choices
from core.panzer.course import halves, retracing, secrets, set_up, turn, victory
from core.panzer.course import orders as course_orders
from core.panzer.course.evolve import evolve
from core.panzer.direct_fire import orders as direct_fire_orders
from core.panzer.direct_fire import overwatch, smoke
from core.panzer.direct_fire import step as direct_fire_step
from core.panzer.direct_fire.orders import FinishFire, FireSmoke, HoldFire
from core.panzer.face.cards import odds_report
from core.panzer.face.face import PanzerFace
from core.panzer.firing import orders as firing_orders
from core.panzer.indirect import called, planned
from core.panzer.indirect import step as indirect_step
from core.panzer.indirect.orders import (
    AdjustMission,
    AnnouncePlan,
    CallFire,
    CheckMission,
    ContinueMission,
    FinishIndirect,
    FinishPlotting,
    PlanMission,
    RedirectFire,
    RegisterPoint,
    RemovePlot,
)
from core.panzer.movement import orders as movement_orders
from core.panzer.movement import search
from core.panzer.movement import step as movement_step
from core.panzer.movement.orders import SearchHullDown
from core.panzer.opponent.judgement import best_order
from core.panzer.pieces.scenario import Scenario
from core.panzer.state import PanzerState, initial_state
from core.panzer.transport import mounting, portee
from core.panzer.transport.orders import BailOut, Dismount, DismountPortee, Mount, MountPortee
from core.presentation import Formation, OddsReport, Outcome, SideLook, Standing, TerrainLook
from core.sequence import Step

Check = Callable[[PanzerState, SideId, Any], None]
Decide = Callable[[PanzerState, SideId, Any, Dice], Iterator[Event]]


#: Orders that answer a question in the middle of a shot.
_ANSWERS = (firing_orders.ShowCommand, ap_orders.ChooseAspect, ChooseHitAngle, SpreadHits, ChoosePrimary, RedirectFire)

#: For each kind of order: what makes it illegal, and what comes of it.
_CHAPTERS: Mapping[type[Order], tuple[Check, Decide]] = {
    course_orders.ChooseZone: (set_up.check_zone, set_up.choose_zone),
    course_orders.PlaceUnit: (set_up.check_place, set_up.place),
    course_orders.PlaceRest: (set_up.check_place_rest, set_up.place_rest),
    course_orders.FinishSetUp: (set_up.check_finish, set_up.finish),
    command_orders.PlaceCommand: (placing.check_place, placing.place),
    command_orders.PlaceCommands: (placing.check_place_several, placing.place_several),
    ShareCommand: (placing.check_share, placing.share),
    Pivot: (full_cover.check_pivot, full_cover.pivot),
    FullCover: (full_cover.check_full_cover, full_cover.full_cover),
    FinishAdjustment: (full_cover.check_finish, full_cover.finish),
    command_orders.FinishCommands: (placing.check_finish, placing.finish),
    command_orders.ChooseFirstPlayer: (initiative.check_choice, initiative.choose),
    direct_fire_orders.Fire: (direct_fire_step.check_fire, direct_fire_step.fire),
    direct_fire_orders.OverwatchFire: (overwatch.check_fire, overwatch.fire),
    FireSmoke: (smoke.check_smoke_order, smoke.fire_smoke),
    HoldFire: (smoke.check_hold, smoke.hold),
    direct_fire_orders.Pass: (overwatch.check_pass, overwatch.let_pass),
    firing_orders.ShowCommand: (direct_fire_step.check_show, direct_fire_step.show),
    ap_orders.ChooseAspect: (direct_fire_step.check_aspect, direct_fire_step.choose_aspect),
    ChooseHitAngle: (shot.check_angle, shot.choose_angle),
    SpreadHits: (spreading.check_spread, spreading.spread),
    movement_orders.Move: (movement_step.check_move, movement_step.move),
    movement_orders.FinishMovement: (movement_step.check_finish, movement_step.finish),
    SearchHullDown: (search.check, search.search),
    Mount: (mounting.check_mount, mounting.mount),
    Dismount: (mounting.check_dismount, mounting.dismount),
    BailOut: (mounting.check_bail_out, mounting.bail_out),
    MountPortee: (portee.check_mount, portee.mount),
    DismountPortee: (portee.check_dismount, portee.dismount),
    FinishFire: (direct_fire_step.check_finish_fire, direct_fire_step.finish_fire),
    AnnounceAssault: (assault_step.check_announce, assault_step.announce),
    ChoosePrimary: (assault_step.check_primary, assault_step.choose_primary),
    AdvanceAfterAssault: (assault_step.check_advance, assault_step.advance),
    FinishAssaults: (assault_step.check_finish, assault_step.finish),
    DismountAttack: (dismount_attack.check, dismount_attack.attack),
    Overrun: (overrunning.check_overrun, overrunning.overrun_order),
    RegisterPoint: (planned.check_point, planned.register),
    PlanMission: (planned.check_plan, planned.plan),
    RemovePlot: (planned.check_remove, planned.remove),
    FinishPlotting: (planned.check_finish, planned.finish),
    CallFire: (called.check_call, called.call),
    ContinueMission: (called.check_continue, called.go_on),
    AdjustMission: (called.check_adjust, called.adjust),
    CheckMission: (called.check_check, called.check),
    AnnouncePlan: (planned.check_announce, planned.announce),
    RedirectFire: (indirect_step.check_redirect, indirect_step.redirect),
    FinishIndirect: (indirect_step.check_finish, indirect_step.finish),
    ChooseLoad: (air_step.check_load, air_step.choose_load),
    BeginFlight: (air_step.check_begin, air_step.begin),
    Fly: (air_step.check_fly, air_step.fly),
    AcquireTarget: (air_step.check_target, air_step.acquire),
    AirAttackOrder: (air_step.check_attack, air_step.attack),
    FinishAir: (air_step.check_finish, air_step.finish),
    AaFire: (air_step.check_aa, air_step.aa_fire),
    HoldAaFire: (air_step.check_hold, air_step.hold),
    command_orders.SetInstructions: (instructions.check, instructions.give),
}


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
        return turn.acting(state)

    def step(self, state: PanzerState) -> Step:
        return panzer_sequence.BY_ID[state.step]

    def offers(self, view: PanzerState, side: SideId, partial: Partial) -> Choices:
        return course_choices.choices(view, side, partial)

    def made(self, view: PanzerState, side: SideId, partial: Partial) -> Order:
        return course_choices.order(view, side, partial)

    def weighs(self, view: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
        return odds_report(view, side, partial)

    def refuse(self, view: PanzerState, side: SideId, order: Order) -> None:
        """Nothing that another side keeps secret makes an order illegal."""
        step = panzer_sequence.BY_ID[view.step]
        if type(order) not in _CHAPTERS:
            raise IllegalOrder(f"{type(order).__name__} is no order of Panzer", "na:4.0")
        if order.name not in step.orders and not isinstance(
            order, command_orders.SetInstructions | ChooseHitAngle | SpreadHits
        ):
            raise IllegalOrder(f"{order.name} is not possible in {step.title}: {', '.join(step.orders)}", step.rule)
        asked = view.question is not None
        if asked != isinstance(order, _ANSWERS) and not isinstance(order, command_orders.SetInstructions):
            what = "the question must be answered first" if asked else "nothing is asked"
            raise IllegalOrder(what, "na:4.4.3.2")
        if (
            view.window is not None
            and not asked
            and not isinstance(
                order, direct_fire_orders.OverwatchFire | direct_fire_orders.Pass | command_orders.SetInstructions
            )
        ):
            raise IllegalOrder("fire on Overwatch or pass first", "na:4.4.2a")
        if (
            view.combats.active is not None
            and view.window is None
            and not asked
            and not isinstance(order, AdvanceAfterAssault | command_orders.SetInstructions)
        ):
            raise IllegalOrder("say first who moves into the hex of the target, advance-after-assault", "na:6.6.1.1.3b")
        _CHAPTERS[type(order)][0](view, side, order)

    def decide(self, state: PanzerState, side: SideId, order: Order, dice: Dice) -> Iterator[Event]:
        return _CHAPTERS[type(order)][1](state, side, order, dice)

    def advance(self, state: PanzerState, dice: Dice) -> Iterator[Event]:
        return turn.advance(state, dice)

    def replica(self, side: SideId) -> PanzerState:
        return halves.replica(self.on, side)

    def due(self, state: PanzerState, dice: Dice) -> Iterator[Event] | None:
        return turn.due(state, dice)

    def needs(self, state: PanzerState, side: SideId) -> SideId | None:
        return halves.needs(state)

    def quiet(self, order: Order) -> bool:
        return False

    def shadow(self, side: SideId) -> PanzerState | None:
        """What a side may know it is told by `redact` alone."""
        return None

    def untold(self, state: PanzerState, known: PanzerState, side: SideId) -> Event | None:
        return None

    def evolve(self, state: PanzerState, event: Event) -> None:
        evolve(state, event)

    def view(self, state: PanzerState, side: SideId | None) -> PanzerState:
        return secrets.view(state, side)

    def redact(self, state: PanzerState, event: Event, side: SideId | None) -> Event | None:
        return secrets.redact(state, event, side)

    def final(self, state: PanzerState, event: Event, side: SideId) -> bool:
        return retracing.final(state, event, side)

    def outcome(self, state: PanzerState) -> Outcome | None:
        return state.outcome

    def standings(self, state: PanzerState) -> tuple[Standing, ...]:
        return victory.standings(state)

    def suggest(self, view: PanzerState, side: SideId, dice: Dice) -> Order:
        return best_order(view, side, dice)
