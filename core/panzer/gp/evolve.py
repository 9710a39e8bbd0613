"""How the events of GP fire, suppression and bailing out change the state. No rule, no dice, nothing that can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, UnitId
from core.panzer.course.events import StepBegun
from core.panzer.gp import events
from core.panzer.ground.evolve import destroyed
from core.panzer.losses import damage, eliminate, remove, seen_as_small_arms, shot_done, sink, suppress, track
from core.panzer.pieces.cards import AircraftCard, LegStep
from core.panzer.pieces.clouds import Cloud, CloudKind
from core.panzer.pieces.flights import Speed
from core.panzer.pieces.results import DAMAGED, Result
from core.panzer.pieces.unit import Command, CommandFace, Presence, Spot, Suppression, Wreck
from core.panzer.state import PanzerState
from core.replaced import replaced


def apply_result(state: PanzerState, target: UnitId, result: Result) -> None:
    """What a result of GP fire, a Close Assault or an Overrun does to a unit (na:6.5.4.4)."""
    if result is Result.SUPPRESSED:
        suppress(state, target)
    elif result is Result.REDUCED:
        state.change(target, size=LegStep.HALF_SQUAD)
        suppress(state, target)
    elif result is Result.ELIMINATED:
        remove(state, target)
    elif result is Result.TRACK:
        track(state, target)
    elif result in DAMAGED:
        damage(state, target, DAMAGED[result])
    elif result in (Result.KNOCKED_OUT, Result.BREW_UP):
        eliminate(state, target, Wreck.BU if result is Result.BREW_UP else Wreck.KO)


def _gp_fire_resolved(state: PanzerState, event: events.GpFireResolved) -> None:
    if isinstance(state.card(event.target), AircraftCard):
        aircraft_struck(state, event.target, event.result)
        return
    state.change(event.target, under_fire=True)
    apply_result(state, event.target, event.result)
    if event.shot and event.shooter is not None:
        small_arms = event.small_arms or seen_as_small_arms(state, event.shooter, event.weapon)
        shot_done(state, event.shooter, small_arms=small_arms)


def _terrain_attacked(state: PanzerState, event: events.TerrainAttacked) -> None:
    if event.destroyed:
        destroyed(state, event.hex, event.terrain)


def _unit_suppressed(state: PanzerState, event: events.UnitSuppressed) -> None:
    suppress(state, event.unit)


def _unit_eliminated(state: PanzerState, event: events.UnitEliminated) -> None:
    if event.wreck:
        eliminate(state, event.unit, Wreck.KO)
    else:
        remove(state, event.unit)


def _attached_weapon_checked(state: PanzerState, event: events.AttachedWeaponChecked) -> None:
    if event.destroyed:
        state.change(event.unit, lost_weapons=(*state.units[event.unit].lost_weapons, event.weapon))


def _bail_out_checked(state: PanzerState, event: events.BailOutChecked) -> None:
    if event.who == "Crew":
        if event.out:
            _abandon(state, event.vehicle)
    elif event.out:
        _get_out(state, event.unit, event.vehicle)
    elif event.escape:
        remove(state, event.unit)


def _abandon(state: PanzerState, vehicle: UnitId) -> None:
    """The crew is gone, and all passengers with it; the vehicle stays for good (na:5.15c, na:6.5.2.6.1)."""
    for unit in list(state.units.values()):
        if unit.carrier == vehicle and unit.presence is Presence.CARRIED:
            _get_out(state, unit.id, vehicle)
    state.change(vehicle, bailed_out=True, command=Command.NONE, command_face=CommandFace.REVEALED)
    if state.moves.of(vehicle) is not None:
        state.moves = state.moves.cut_short()


def _get_out(state: PanzerState, unit: UnitId, vehicle: UnitId) -> None:
    """It stands in the hex of the vehicle, facing as it did, SUPPRESSION/ON (na:6.5.2.6.2a).

    To dismount is to move, so that it shows as moving (na:6.1.3c).
    """
    left = state.units[vehicle]
    state.change(
        unit,
        presence=Presence.ON_MAP,
        carrier=None,
        hex=left.hex,
        facing=left.facing,
        dismounted_in=state.turn,
        spot=Spot.MOVE,
        command=Command.NONE,
        command_face=CommandFace.REVEALED,
        group="",
    )
    suppress(state, unit)


def _vehicle_sunk(state: PanzerState, event: events.VehicleSunk) -> None:
    sink(state, event.unit)
    for unit in event.aboard:
        remove(state, unit)


def _smoke_fired(state: PanzerState, event: events.SmokeFired) -> None:
    """Closed in the hex edition (na:6.1.4.3.10), as of an Open SHEAF in the other (min:16.7.4.3.2,
    min:16.7.4.3.3)."""
    if event.placed:
        thin = event.infantry or state.edition.smoke_is_open
        cloud = Cloud(CloudKind.SMOKE, frozenset({event.hex}), open=thin)
        state.counters = state.counters.with_cloud(cloud)
    state.fire = replaced(state.fire.aimed(event.unit, event.hex), announced_overwatch=False)
    small_arms = event.infantry or (event.weapon >= 0 and seen_as_small_arms(state, event.unit, event.weapon))
    shot_done(state, event.unit, small_arms=small_arms)
    if event.fires_on:
        state.change(event.unit, fired=False, made_smoke=True)


def _step_begun(state: PanzerState, event: StepBegun) -> None:
    """Who has made smoke and used nothing else has fired (or:7.22.1)."""
    for unit in [u.id for u in state.units.values() if u.made_smoke]:
        state.change(unit, fired=True, made_smoke=False)


def aircraft_struck(state: PanzerState, target: UnitId, result: Result) -> None:
    """What a shot does to an aircraft; its effect ends the plan of its player, who decides anew.

    Damaged, it flies at Slow Speed at once and for good (na:6.7.4.2.1b, na:6.7.4.2.1c, na:6.7.4.2.1d).
    """
    if result is Result.SUPPRESSED:
        state.change(target, suppression=Suppression.ON)
    elif result is Result.DAMAGED:
        state.change(target, damaged=True)
    elif result is Result.ELIMINATED:
        remove(state, target)
    flight = state.air.flight
    if flight is None or flight.unit != target:
        return
    speed = Speed.SLOW if state.units[target].damaged else flight.speed
    plan = flight.plan if result is Result.NO_EFFECT else ()
    at = state.units[target].hex
    met = flight.under_fire if at is None else (*flight.under_fire, (at, result is not Result.NO_EFFECT))
    struck = changed(flight, fire=flight.fire[1:], speed=speed, plan=plan, under_fire=met)
    state.air = replaced(state.air, flight=struck)


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.GpFireResolved: _gp_fire_resolved,
    events.TerrainAttacked: _terrain_attacked,
    events.UnitSuppressed: _unit_suppressed,
    events.UnitEliminated: _unit_eliminated,
    events.AttachedWeaponChecked: _attached_weapon_checked,
    events.BailOutChecked: _bail_out_checked,
    events.VehicleSunk: _vehicle_sunk,
    events.SmokeFired: _smoke_fired,
    StepBegun: _step_begun,
}
