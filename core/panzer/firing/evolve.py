"""How questions and shown commands change the state (na:4.4.1, na:4.4.3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, UnitId
from core.panzer.ap.events import ApFireResolved, ApShotFired
from core.panzer.armament import place
from core.panzer.course.events import TurnBegun
from core.panzer.firing import events
from core.panzer.firing.malfunction import fails
from core.panzer.gp.events import GpFireResolved
from core.panzer.ground import positions
from core.panzer.losses import fired_at_nothing
from core.panzer.pieces.inquiry import NO_INQUIRY
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import CommandFace
from core.panzer.pieces.weapons import Condition, Failing, Malfunction
from core.panzer.state import PanzerState
from core.replaced import replaced


def command_revealed(state: PanzerState, event: events.CommandRevealed) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)
    positions.abandon_position(state, event.unit, event.command)


def question_asked(state: PanzerState, event: events.QuestionAsked) -> None:
    state.question = event.question


def command_shown(state: PanzerState, event: events.CommandShown) -> None:
    state.change(event.unit, command=event.command, command_face=CommandFace.SHOWN)
    state.question = None


def showing_declined(state: PanzerState, event: events.ShowingDeclined) -> None:
    """Of the shot being resolved; each moving vehicle in a SHEAF, or in the pattern of an aircraft, is settled by the
    chapters of those."""
    if state.indirect.pending or (state.air.flight is not None and state.air.flight.strike is not None):
        pass
    elif state.fire.scored is None:
        state.fire = replaced(state.fire, declined=True)
    else:
        scored = changed(state.fire.scored, asked=(*state.fire.scored.asked, event.unit))
        state.fire = replaced(state.fire, scored=scored)
    state.question = None


def fire_forgone(state: PanzerState, event: events.FireForgone) -> None:
    """In the miniatures edition it counts as fire all the same (min:8.1.1.2.4)."""
    state.change(event.unit, command=event.command, command_face=CommandFace.REVEALED)
    positions.abandon_position(state, event.unit, event.command)
    if state.edition.forgone_fire_counts:
        fired_at_nothing(state, event.unit)


def gun_turned(state: PanzerState, event: events.GunTurned) -> None:
    state.change(event.unit, facing=event.facing)


def turret_turned(state: PanzerState, event: events.TurretTurned) -> None:
    state.change(event.unit, turret=event.turret)
    move = state.moves.of(event.unit)
    if move is not None and event.by:
        state.moves = replaced(state.moves, active=changed(move, turret=move.turret + event.by))


def facts_asked(state: PanzerState, event: events.FactsAsked) -> None:
    state.inquiry = changed(state.inquiry, asked=event.facts)


def facts_told(state: PanzerState, event: events.FactsTold) -> None:
    state.inquiry = changed(state.inquiry, asked=(), told=(*state.inquiry.told, *event.facts))


def _ap_fired(state: PanzerState, event: ApShotFired | ApFireResolved) -> None:
    _fired(state, event.shooter, event.weapon, fails(event.rolls, "AP hit"))


def _gp_fired(state: PanzerState, event: GpFireResolved) -> None:
    """Direct Fire at the target of a shot alone (or:7.25)."""
    if event.shot and event.shooter is not None:
        _fired(state, event.shooter, event.weapon, fails(event.rolls, "GP combat"))


def _fired(state: PanzerState, unit: UnitId, weapon: int, failed: bool) -> None:
    """Note a weapon that fails by its shot; the combat is resolved normally (or:7.25)."""
    if failed and state.has(Switch.WEAPON_MALFUNCTION):
        failing = Failing(unit, place(state, unit, weapon))
        state.fire = replaced(state.fire, failing=(*state.fire.failing, failing))


def _malfunctioned(state: PanzerState, event: events.WeaponMalfunctioned) -> None:
    failing = tuple(one for one in state.fire.failing if (one.unit, one.weapon) != (event.unit, event.weapon))
    state.fire = replaced(state.fire, failing=failing)
    _condition(state, event.unit, event.weapon, Condition.MALFUNCTION)


def _repair_checked(state: PanzerState, event: events.WeaponRepairChecked) -> None:
    _condition(state, event.unit, event.weapon, event.condition)


def _condition(state: PanzerState, unit: UnitId, weapon: str, condition: Condition) -> None:
    others = tuple(one for one in state.units[unit].malfunctions if one.weapon != weapon)
    state.change(unit, malfunctions=(*others, Malfunction(weapon, condition)))


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    """What was told was of the commands of the turn before; ammunition is limited from where a unit began the scenario
    (na:5.16)."""
    state.inquiry = NO_INQUIRY
    for unit in list(state.units.values()):
        working = tuple(one for one in unit.malfunctions if one.condition is not Condition.REPAIRED)
        if working != unit.malfunctions:
            state.change(unit.id, malfunctions=working)
    if event.turn == 1 and state.has(Switch.AMMO_LIMITS):
        for unit in list(state.units.values()):
            if unit.on_map:
                state.change(unit.id, started=unit.hex)


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.CommandRevealed: command_revealed,
    events.QuestionAsked: question_asked,
    events.CommandShown: command_shown,
    events.ShowingDeclined: showing_declined,
    events.FireForgone: fire_forgone,
    events.GunTurned: gun_turned,
    events.TurretTurned: turret_turned,
    events.FactsAsked: facts_asked,
    events.FactsTold: facts_told,
    events.WeaponMalfunctioned: _malfunctioned,
    events.WeaponRepairChecked: _repair_checked,
    ApShotFired: _ap_fired,
    ApFireResolved: _ap_fired,
    GpFireResolved: _gp_fired,
    TurnBegun: _turn_begun,
}
