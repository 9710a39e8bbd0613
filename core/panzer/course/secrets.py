"""What a side may know (na:4.2.1a, na:4.2.1d, na:6.7.1): the doors through which state and events reach a player."""

from __future__ import annotations

from attrs import evolve as changed

from core.event import Event, OrderGiven, SideId, TakenBack, UnitId
from core.panzer.adjustment.events import FullCoverChosen, PivotChosen
from core.panzer.adjustment.orders import FullCover, Pivot
from core.panzer.air.events import AaChance, AaPassed, FlightPlanned, LoadChosen
from core.panzer.air.orders import ChooseLoad, Fly, HoldAaFire
from core.panzer.ap.orders import ChooseAspect
from core.panzer.command import events as command_events
from core.panzer.command.events import CommandShared
from core.panzer.command.orders import PlaceCommand, PlaceCommands, SetInstructions, ShareCommand
from core.panzer.direct_fire import events as direct_fire_events
from core.panzer.direct_fire.orders import Pass
from core.panzer.firing import events as firing_events
from core.panzer.firing.orders import ShowCommand
from core.panzer.indirect.events import MissionPlotted, PlanAnnounced, PlanLapsed, PlotRemoved, PointRegistered
from core.panzer.indirect.orders import PlanMission, RegisterPoint, RemovePlot
from core.panzer.movement import events as movement_events
from core.panzer.movement.orders import Move
from core.panzer.pieces.flights import Flight, Sortie
from core.panzer.pieces.missions import Indirect
from core.panzer.pieces.unit import CommandFace
from core.panzer.sequence import COMMANDS, FULL_COVER, PIVOT, PLOTTING
from core.panzer.state import PanzerState
from core.replaced import replaced

#: Orders that only their own side hears of.
ORDERS = (ChooseLoad, Fly, HoldAaFire)


_SECRET_ORDERS = (
    PlaceCommand,
    PlaceCommands,
    ShareCommand,
    Pivot,
    FullCover,
    SetInstructions,
    ShowCommand,
    ChooseAspect,
    Pass,
    Move,
    RegisterPoint,
    PlanMission,
    RemovePlot,
    *ORDERS,
)
#: Steps in which what a side does is secret until it has ended them.
_SECRET_STEPS = (COMMANDS, PIVOT, FULL_COVER, PLOTTING)


def view(state: PanzerState, side: SideId | None) -> PanzerState:
    """The state without the secrets of other sides; None = what everybody may know.

    Absent are: commands face down and who shares one (na:6.2.1.1.3b), what is decided for the end of an adjustment
    step (na:6.8), plotted artillery (na:6.5.1.4, na:6.5.1.11), standing instructions, questions put to another side,
    its chances for Overwatch Fire, the steps that a moving unit has yet to take, and loads of aircraft not yet used.
    """
    shown = state.copy()
    for unit in state.units.values():
        if unit.side != side and (unit.command is not None or unit.group):
            command = None if unit.command_face is CommandFace.DOWN else unit.command
            if command is None or unit.group:
                shown.put(replaced(unit, command=command, group=""))
    shown.pivots = {u: facing for u, facing in state.pivots.items() if state.units[u].side == side}
    shown.covers = {u: on for u, on in state.covers.items() if state.units[u].side == side}
    shown.indirect = _without_plots(state, side)
    shown.flight = flight_seen(state, side)
    shown.sorties = sorties_seen(state, side)
    shown.instructions = {s: i for s, i in state.instructions.items() if s == side}
    if state.question is not None and state.question.side != side:
        shown.question = None
    if state.window is not None and state.window.acting != side:
        shown.window = None
    if state.move is not None and state.units[state.move.unit].side != side:
        shown.plan = ()
        shown.plan_ends = False
    if state.scored is not None and state.scored.asked:
        mine = tuple(unit for unit in state.scored.asked if state.units[unit].side == side)
        shown.scored = changed(state.scored, asked=mine)
    owner = state.units[state.announced[0].target].side if state.announced else None
    if owner != side:
        shown.declined = False
        shown.aspect = None
    return shown


def _without_plots(state: PanzerState, side: SideId | None) -> Indirect:
    """Indirect fire without what the other side plotted, until it impacts, and without its hidden moves."""
    now = state.indirect
    points = tuple(p for p in now.points if p.side == side)
    plans = tuple(p for p in now.plans if p.side == side)
    asked = frozenset(u for u in now.asked if state.units[u].side == side)
    missions = tuple(m if m.side == side else changed(m, plan="") for m in now.missions)
    return changed(now, missions=missions, points=points, plans=plans, asked=asked)


def redact(state: PanzerState, event: Event, side: SideId | None) -> Event | None:
    """What a side may know of an event, given the state after it; None if not even that it happened."""
    if isinstance(event, OrderGiven):
        return event if event.side == side or not isinstance(event.order, _SECRET_ORDERS) else None
    if isinstance(event, TakenBack):
        return event if event.side == side or event.agreed or state.step not in _SECRET_STEPS else None
    if isinstance(event, command_events.CommandsFinished) and event.side != side:
        return command_events.CommandsFinished(side=event.side, units=())
    if state.half_of is not None and isinstance(
        event, direct_fire_events.WindowOpened | direct_fire_events.OverwatchPassed | direct_fire_events.WindowClosed
    ):
        return event  # between halves a chance opens and passes by what everybody knows
    if isinstance(
        event,
        command_events.CommandPlaced
        | CommandShared
        | PivotChosen
        | FullCoverChosen
        | command_events.InstructionsSet
        | direct_fire_events.OverwatchPassed,
    ):
        return event if event.side == side else None
    if isinstance(event, PointRegistered | MissionPlotted | PlotRemoved | PlanLapsed):
        return event if event.side == side else None
    if isinstance(event, PlanAnnounced) and event.side != side:
        return changed(event, plan="")
    if redacted(state, event, side):
        return None
    if isinstance(event, firing_events.QuestionAsked):
        return event if event.question.side == side else None
    if isinstance(event, firing_events.ShowingDeclined):
        return event if state.units[event.unit].side == side else None
    if isinstance(event, direct_fire_events.WindowOpened):
        return event if event.window.acting == side else None
    if isinstance(event, direct_fire_events.WindowClosed):
        return None
    if isinstance(event, movement_events.MovePlanned | movement_events.PlanDropped):
        return event if state.units[event.unit].side == side else None
    return event


def flight_seen(state: PanzerState, side: SideId | None) -> Flight | None:
    """The crossing in progress without the steps to come, or without the chances to fire of the other side."""
    flight = state.flight
    if flight is None:
        return None
    mine = state.units[flight.unit].side == side
    answers = side is not None and not mine
    return changed(
        flight,
        plan=flight.plan if mine else (),
        answering=flight.answering and answers,
        held=flight.held and answers,
    )


def sorties_seen(state: PanzerState, side: SideId | None) -> dict[UnitId, Sortie]:
    """What is known of each aircraft, without the load that its player picked, until it is used (na:6.7.1)."""
    return {
        unit: record if state.units[unit].side == side or _shown(state, unit, record) else changed(record, load=None)
        for unit, record in state.sorties.items()
    }


def _shown(state: PanzerState, unit: UnitId, record: Sortie) -> bool:
    weapons = state.card(unit).weapons
    return any(
        record.uses(at) and m.weapon.air is not None and m.weapon.air.attack is record.load
        for at, m in enumerate(weapons)
    )


def redacted(state: PanzerState, event: Event, side: SideId | None) -> bool:
    """Whether an event is kept from a side."""
    if isinstance(event, LoadChosen | FlightPlanned):
        return state.units[event.unit].side != side
    return isinstance(event, AaChance | AaPassed) and event.side != side
