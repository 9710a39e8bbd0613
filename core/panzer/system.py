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
from core.panzer import (
    air_phase,
    ap_shots,
    ap_spreading,
    assault_phase,
    called_fire,
    command,
    direct_fire,
    dismount_attack,
    full_cover,
    halves,
    hull_down_search,
    indirect_step,
    initiative,
    instructions,
    mounting,
    movement_phase,
    overrun_phase,
    overwatch,
    planned_fire,
    portee,
    retracing,
    secrets,
    sequence,
    set_up,
    smoke,
    turn,
    victory,
)
from core.panzer import (
    choices as choosing,
)
from core.panzer import orders as o
from core.panzer.evolve import evolve
from core.panzer.face import PanzerFace
from core.panzer.face_cards import odds_report
from core.panzer.judgement import best_order
from core.panzer.orders_air import (
    AaFire,
    AcquireTarget,
    AirAttackOrder,
    BeginFlight,
    ChooseLoad,
    FinishAir,
    Fly,
    HoldAaFire,
)
from core.panzer.orders_ap import ChooseHitAngle, SpreadHits
from core.panzer.orders_assault import (
    AdvanceAfterAssault,
    AnnounceAssault,
    ChoosePrimary,
    DismountAttack,
    FinishAssaults,
    Overrun,
)
from core.panzer.orders_command import FinishAdjustment, FullCover, Pivot, ShareCommand
from core.panzer.orders_gp import FireSmoke, HoldFire
from core.panzer.orders_indirect import (
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
from core.panzer.orders_move import SearchHullDown
from core.panzer.orders_transport import BailOut, Dismount, DismountPortee, FinishFire, Mount, MountPortee
from core.panzer.scenario import Scenario
from core.panzer.state import PanzerState, initial_state
from core.presentation import Formation, OddsReport, Outcome, SideLook, Standing, TerrainLook
from core.sequence import Step

Check = Callable[[PanzerState, SideId, Any], None]
Decide = Callable[[PanzerState, SideId, Any, Dice], Iterator[Event]]


#: Orders that answer a question in the middle of a shot.
_ANSWERS = (o.ShowCommand, o.ChooseAspect, ChooseHitAngle, SpreadHits, ChoosePrimary, RedirectFire)

#: For each kind of order: what makes it illegal, and what comes of it.
_CHAPTERS: Mapping[type[Order], tuple[Check, Decide]] = {
    o.ChooseZone: (set_up.check_zone, set_up.choose_zone),
    o.PlaceUnit: (set_up.check_place, set_up.place),
    o.PlaceRest: (set_up.check_place_rest, set_up.place_rest),
    o.FinishSetUp: (set_up.check_finish, set_up.finish),
    o.PlaceCommand: (command.check_place, command.place),
    o.PlaceCommands: (command.check_place_several, command.place_several),
    ShareCommand: (command.check_share, command.share),
    Pivot: (full_cover.check_pivot, full_cover.pivot),
    FullCover: (full_cover.check_full_cover, full_cover.full_cover),
    FinishAdjustment: (full_cover.check_finish, full_cover.finish),
    o.FinishCommands: (command.check_finish, command.finish),
    o.ChooseFirstPlayer: (initiative.check_choice, initiative.choose),
    o.Fire: (direct_fire.check_fire, direct_fire.fire),
    o.OverwatchFire: (overwatch.check_fire, overwatch.fire),
    FireSmoke: (smoke.check_smoke_order, smoke.fire_smoke),
    HoldFire: (smoke.check_hold, smoke.hold),
    o.Pass: (overwatch.check_pass, overwatch.let_pass),
    o.ShowCommand: (direct_fire.check_show, direct_fire.show),
    o.ChooseAspect: (direct_fire.check_aspect, direct_fire.choose_aspect),
    ChooseHitAngle: (ap_shots.check_angle, ap_shots.choose_angle),
    SpreadHits: (ap_spreading.check_spread, ap_spreading.spread),
    o.Move: (movement_phase.check_move, movement_phase.move),
    o.FinishMovement: (movement_phase.check_finish, movement_phase.finish),
    SearchHullDown: (hull_down_search.check, hull_down_search.search),
    Mount: (mounting.check_mount, mounting.mount),
    Dismount: (mounting.check_dismount, mounting.dismount),
    BailOut: (mounting.check_bail_out, mounting.bail_out),
    MountPortee: (portee.check_mount, portee.mount),
    DismountPortee: (portee.check_dismount, portee.dismount),
    FinishFire: (direct_fire.check_finish_fire, direct_fire.finish_fire),
    AnnounceAssault: (assault_phase.check_announce, assault_phase.announce),
    ChoosePrimary: (assault_phase.check_primary, assault_phase.choose_primary),
    AdvanceAfterAssault: (assault_phase.check_advance, assault_phase.advance),
    FinishAssaults: (assault_phase.check_finish, assault_phase.finish),
    DismountAttack: (dismount_attack.check, dismount_attack.attack),
    Overrun: (overrun_phase.check_overrun, overrun_phase.overrun_order),
    RegisterPoint: (planned_fire.check_point, planned_fire.register),
    PlanMission: (planned_fire.check_plan, planned_fire.plan),
    RemovePlot: (planned_fire.check_remove, planned_fire.remove),
    FinishPlotting: (planned_fire.check_finish, planned_fire.finish),
    CallFire: (called_fire.check_call, called_fire.call),
    ContinueMission: (called_fire.check_continue, called_fire.go_on),
    AdjustMission: (called_fire.check_adjust, called_fire.adjust),
    CheckMission: (called_fire.check_check, called_fire.check),
    AnnouncePlan: (planned_fire.check_announce, planned_fire.announce),
    RedirectFire: (indirect_step.check_redirect, indirect_step.redirect),
    FinishIndirect: (indirect_step.check_finish, indirect_step.finish),
    ChooseLoad: (air_phase.check_load, air_phase.choose_load),
    BeginFlight: (air_phase.check_begin, air_phase.begin),
    Fly: (air_phase.check_fly, air_phase.fly),
    AcquireTarget: (air_phase.check_target, air_phase.acquire),
    AirAttackOrder: (air_phase.check_attack, air_phase.attack),
    FinishAir: (air_phase.check_finish, air_phase.finish),
    AaFire: (air_phase.check_aa, air_phase.aa_fire),
    HoldAaFire: (air_phase.check_hold, air_phase.hold),
    o.SetInstructions: (instructions.check, instructions.give),
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
        return sequence.steps(self.on.modules)

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
        return sequence.BY_ID[state.step]

    def offers(self, view: PanzerState, side: SideId, partial: Partial) -> Choices:
        return choosing.choices(view, side, partial)

    def made(self, view: PanzerState, side: SideId, partial: Partial) -> Order:
        return choosing.order(view, side, partial)

    def weighs(self, view: PanzerState, side: SideId, partial: Partial) -> OddsReport | None:
        return odds_report(view, side, partial)

    def refuse(self, view: PanzerState, side: SideId, order: Order) -> None:
        """Nothing that another side keeps secret makes an order illegal."""
        step = sequence.BY_ID[view.step]
        if type(order) not in _CHAPTERS:
            raise IllegalOrder(f"{type(order).__name__} is no order of Panzer", "na:4.0")
        if order.name not in step.orders and not isinstance(order, o.SetInstructions | ChooseHitAngle | SpreadHits):
            raise IllegalOrder(f"{order.name} is not possible in {step.title}: {', '.join(step.orders)}", step.rule)
        asked = view.question is not None
        if asked != isinstance(order, _ANSWERS) and not isinstance(order, o.SetInstructions):
            what = "the question must be answered first" if asked else "nothing is asked"
            raise IllegalOrder(what, "na:4.4.3.2")
        if (
            view.window is not None
            and not asked
            and not isinstance(order, o.OverwatchFire | o.Pass | o.SetInstructions)
        ):
            raise IllegalOrder("fire on Overwatch or pass first", "na:4.4.2a")
        if (
            view.combats.active is not None
            and view.window is None
            and not asked
            and not isinstance(order, AdvanceAfterAssault | o.SetInstructions)
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
