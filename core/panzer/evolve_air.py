"""How the events of aircraft change the state. No rule, no dice, nothing that can fail (na:6.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, UnitId
from core.panzer import events_air as e
from core.panzer.evolve_losses import remove
from core.panzer.flights import Flight, Sortie, Speed
from core.panzer.gp_results import GpResult
from core.panzer.state import PanzerState
from core.panzer.unit import Presence, Spot, Suppression


def aircraft_struck(state: PanzerState, target: UnitId, result: GpResult) -> None:
    """What a shot does to an aircraft; its effect ends the plan of its player, who decides anew.

    Damaged, it flies at Slow Speed at once and for good (na:6.7.4.2.1b, na:6.7.4.2.1c, na:6.7.4.2.1d).
    """
    if result is GpResult.SUPPRESSED:
        state.change(target, suppression=Suppression.ON)
    elif result is GpResult.DAMAGED:
        state.change(target, damaged=True)
    elif result is GpResult.ELIMINATED:
        remove(state, target)
    flight = state.flight
    if flight is None or flight.unit != target:
        return
    speed = Speed.SLOW if state.units[target].damaged else flight.speed
    plan = flight.plan if result is GpResult.NO_EFFECT else ()
    state.flight = changed(flight, fire=flight.fire[1:], speed=speed, plan=plan)


def showing_settled(state: PanzerState, unit: UnitId) -> bool:
    """Note that the owner of a unit in the pattern of an attack has declined to show its command, if there is one."""
    flight = state.flight
    if flight is None or flight.strike is None:
        return False
    strike = changed(flight.strike, asked=(*flight.strike.asked, unit))
    state.flight = changed(flight, strike=strike)
    return True


def _load_chosen(state: PanzerState, event: e.LoadChosen) -> None:
    state.sorties[event.unit] = changed(_sortie(state, event.unit), load=event.load)


def _flight_begun(state: PanzerState, event: e.FlightBegun) -> None:
    record = _sortie(state, event.unit)
    first = record.first_turn or state.turn
    state.sorties[event.unit] = changed(record, first_turn=first, flew=state.turn, left_by=())
    state.change(event.unit, hex=event.hex, facing=event.facing)
    state.flight = Flight(event.unit, event.speed, event.altitude, event.entered_by, tracks=event.tracks)


def _flight_planned(state: PanzerState, event: e.FlightPlanned) -> None:
    _fly(state, plan=event.steps)


def _aircraft_flew(state: PanzerState, event: e.AircraftFlew) -> None:
    state.change(event.unit, hex=event.hex, facing=event.facing)
    if state.flight is not None:
        _fly(
            state,
            flown=event.flown,
            turned=event.turned,
            counted=event.counted,
            acquired=event.acquired,
            tracks=event.tracks,
            plan=state.flight.plan[1:],
        )


def _aircraft_left(state: PanzerState, event: e.AircraftLeft) -> None:
    state.sorties[event.unit] = changed(_sortie(state, event.unit), left_by=event.edges)
    state.change(event.unit, hex=None)
    state.flight = None


def _target_chosen(state: PanzerState, event: e.TargetChosen) -> None:
    _fly(state, target=event.target, observer=event.observer, counted=event.counted, acquired=event.acquired)
    if event.observer is not None:
        state.air_observers[event.observer] = event.target
        unit = state.units[event.observer]
        for one in {event.observer, unit.carrier if unit.presence is Presence.CARRIED else None} - {None}:
            state.change(UnitId(str(one)), fired=True)  # it does nothing else in this turn (na:6.7.3.1.2)


def _target_lost(state: PanzerState, event: e.TargetLost) -> None:
    _fly(state, target=None, observer=None, counted=None, acquired=False)


def _attack_announced(state: PanzerState, event: e.AirAttackAnnounced) -> None:
    _fly(state, strike=event.strike)


def _attack_completed(state: PanzerState, event: e.AirAttackCompleted) -> None:
    """The next target is acquired from here on (na:6.7.3.1.1)."""
    record = _sortie(state, event.unit)
    state.sorties[event.unit] = changed(record, used=record.after(event.weapon))
    _fly(state, target=None, observer=None, counted=None, acquired=False, strike=None, altitude=event.altitude)
    if state.flight is not None:
        _fly(state, attacks=state.flight.attacks + 1)


def _aa_chance(state: PanzerState, event: e.AaChance) -> None:
    _fly(state, answering=True)


def _aa_passed(state: PanzerState, event: e.AaPassed) -> None:
    if state.flight is not None:
        _fly(state, answering=False, held=state.flight.held or event.rest)


def _aa_announced(state: PanzerState, event: e.AaFireAnnounced) -> None:
    """Overwatch Fire shows at once, and is the one that a unit has in its turn (na:4.4.1h, na:6.7.4.1.1)."""
    for shot in event.shots:
        state.change(shot.shooter, fired=True, spot=Spot.FIRE, new_spot_fire=False)
    _fly(state, answering=False, fire=tuple((shot.shooter, shot.weapon) for shot in event.shots))


def _aa_wasted(state: PanzerState, event: e.AaFireWasted) -> None:
    if state.flight is not None:
        _fly(state, fire=state.flight.fire[1:])
        _down(state, event.target)


def _aircraft_crashed(state: PanzerState, event: e.AircraftCrashed) -> None:
    state.change(event.unit, hex=None)
    _fly(state, plan=(), strike=None)
    _down(state, event.unit)


def _down(state: PanzerState, unit: UnitId) -> None:
    """The crossing of an aircraft that was shot down is over with the last shot that had been announced."""
    if state.units[unit].presence is Presence.ELIMINATED and state.flight is not None and not state.flight.fire:
        state.flight = None


def _phase_finished(state: PanzerState, event: e.AirPhaseFinished) -> None:
    state.air_done = True


def _sortie(state: PanzerState, unit: UnitId) -> Sortie:
    return state.sorties.get(unit) or Sortie()


def _fly(state: PanzerState, **changes: Any) -> None:
    if state.flight is not None:
        state.flight = changed(state.flight, **changes)


APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    e.LoadChosen: _load_chosen,
    e.FlightBegun: _flight_begun,
    e.FlightPlanned: _flight_planned,
    e.AircraftFlew: _aircraft_flew,
    e.AircraftLeft: _aircraft_left,
    e.TargetChosen: _target_chosen,
    e.TargetLost: _target_lost,
    e.AirAttackAnnounced: _attack_announced,
    e.AirAttackCompleted: _attack_completed,
    e.AaChance: _aa_chance,
    e.AaPassed: _aa_passed,
    e.AaFireAnnounced: _aa_announced,
    e.AaFireWasted: _aa_wasted,
    e.AircraftCrashed: _aircraft_crashed,
    e.AirPhaseFinished: _phase_finished,
}
