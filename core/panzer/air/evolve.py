"""How the events of aircraft change the state. No rule, no dice, nothing that can fail (na:6.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from attrs import evolve as changed

from core.event import Event, UnitId
from core.panzer.air import events
from core.panzer.course.events import TurnBegun
from core.panzer.firing.events import ShowingDeclined
from core.panzer.hidden_units.events import RevealedPlaced
from core.panzer.losses import seen_as_small_arms, shown_by_small_arms
from core.panzer.pieces.flights import Flight
from core.panzer.pieces.unit import Presence, Spot
from core.panzer.state import PanzerState
from core.replaced import replaced


def _load_chosen(state: PanzerState, event: events.LoadChosen) -> None:
    state.air = state.air.with_sortie(changed(state.air.sortie(event.unit), load=event.load))


def _flight_begun(state: PanzerState, event: events.FlightBegun) -> None:
    record = state.air.sortie(event.unit)
    first = record.first_turn or state.turn
    air = state.air.with_sortie(changed(record, first_turn=first, flew=state.turn, left_by=()))
    state.change(event.unit, hex=event.hex, facing=event.facing)
    flight = Flight(event.unit, event.speed, event.altitude, event.entered_by, tracks=event.tracks)
    state.air = replaced(air, flight=flight)


def _flight_planned(state: PanzerState, event: events.FlightPlanned) -> None:
    _fly(state, plan=event.steps)


def _aircraft_flew(state: PanzerState, event: events.AircraftFlew) -> None:
    state.change(event.unit, hex=event.hex, facing=event.facing)
    if state.air.flight is not None:
        _fly(
            state,
            flown=event.flown,
            turned=event.turned,
            counted=event.counted,
            acquired=event.acquired,
            tracks=event.tracks,
            plan=state.air.flight.plan[1:],
        )


def _aircraft_left(state: PanzerState, event: events.AircraftLeft) -> None:
    air = state.air.with_sortie(changed(state.air.sortie(event.unit), left_by=event.edges))
    state.change(event.unit, hex=None)
    state.air = replaced(air, flight=None)


def _target_chosen(state: PanzerState, event: events.TargetChosen) -> None:
    _fly(state, target=event.target, observer=event.observer, counted=event.counted, acquired=event.acquired)
    if event.observer is not None:
        observers = {**state.air.observers, event.observer: event.target}
        state.air = replaced(state.air, observers=observers)
        unit = state.units[event.observer]
        for one in {event.observer, unit.carrier if unit.presence is Presence.CARRIED else None} - {None}:
            state.change(UnitId(str(one)), fired=True)  # it does nothing else in this turn (na:6.7.3.1.2)


def _target_lost(state: PanzerState, event: events.TargetLost) -> None:
    _fly(state, target=None, observer=None, counted=None, acquired=False)


def _attack_announced(state: PanzerState, event: events.AirAttackAnnounced) -> None:
    _fly(state, strike=event.strike)


def _bomb_scatter_rolled(state: PanzerState, event: events.BombScatterRolled) -> None:
    flight = state.air.flight
    if flight is not None and flight.strike is not None:
        _fly(state, strike=changed(flight.strike, hexes=event.hexes, struck=event.struck, scatter_rolled=True))


def _attack_completed(state: PanzerState, event: events.AirAttackCompleted) -> None:
    """The next target is acquired from here on (na:6.7.3.1.1)."""
    record = state.air.sortie(event.unit)
    state.air = state.air.with_sortie(changed(record, used=record.after(event.weapon)))
    state.inquiry = state.inquiry.fire_resolved()
    _fly(state, target=None, observer=None, counted=None, acquired=False, strike=None, altitude=event.altitude)
    if state.air.flight is not None:
        _fly(state, attacks=state.air.flight.attacks + 1)


def _aa_chance(state: PanzerState, event: events.AaChance) -> None:
    _fly(state, answering=True)


def _aa_passed(state: PanzerState, event: events.AaPassed) -> None:
    if state.air.flight is not None:
        _fly(state, answering=False, held=state.air.flight.held or event.rest)


def _aa_announced(state: PanzerState, event: events.AaFireAnnounced) -> None:
    """Overwatch Fire shows at once, Small Arms less than others, and is the one that a unit has in its turn (na:4.4.1h,
    na:6.1.3b, na:6.7.4.1.1)."""
    for shot in event.shots:
        small = state.units[shot.shooter].spot is not Spot.FIRE and seen_as_small_arms(state, shot.shooter, shot.weapon)
        shown = shown_by_small_arms(state) if small else Spot.FIRE
        state.change(shot.shooter, fired=True, spot=shown, new_spot_fire=False)
    _fly(state, answering=False, fire=tuple((shot.shooter, shot.weapon) for shot in event.shots))


def _aa_wasted(state: PanzerState, event: events.AaFireWasted) -> None:
    if state.air.flight is not None:
        _fly(state, fire=state.air.flight.fire[1:])
        _down(state, event.target)


def _aircraft_crashed(state: PanzerState, event: events.AircraftCrashed) -> None:
    state.change(event.unit, hex=None)
    _fly(state, plan=(), strike=None)
    _down(state, event.unit)


def _down(state: PanzerState, unit: UnitId) -> None:
    """The crossing of an aircraft that was shot down is over with the last shot that had been announced."""
    flight = state.air.flight
    if state.units[unit].presence is Presence.ELIMINATED and flight is not None and not flight.fire:
        state.air = replaced(state.air, flight=None)


def _fly(state: PanzerState, **changes: Any) -> None:
    if state.air.flight is not None:
        state.air = replaced(state.air, flight=changed(state.air.flight, **changes))


def _showing_declined(state: PanzerState, event: ShowingDeclined) -> None:
    """Note that the owner of a unit in the pattern of an attack has declined to show its command, if there is one."""
    flight = state.air.flight
    if flight is None or flight.strike is None or state.indirect.pending:
        return
    strike = changed(flight.strike, asked=(*flight.strike.asked, event.unit))
    state.air = replaced(state.air, flight=changed(flight, strike=strike))


def _revealed_placed(state: PanzerState, event: RevealedPlaced) -> None:
    """Who was revealed by the attack that is under way, and stands in its pattern, is struck too (or:7.2.2.3)."""
    flight = state.air.flight
    if flight is not None and flight.strike is not None and event.hex in flight.strike.hexes:
        strike = changed(flight.strike, struck=(*flight.strike.struck, event.unit))
        state.air = replaced(state.air, flight=changed(flight, strike=strike))


def _turn_begun(state: PanzerState, event: TurnBegun) -> None:
    state.air = replaced(state.air, observers={})


#: What each event of this chapter does to the state.
APPLY: Final[Mapping[type[Event], Callable[[PanzerState, Any], None]]] = {
    events.LoadChosen: _load_chosen,
    events.FlightBegun: _flight_begun,
    events.FlightPlanned: _flight_planned,
    events.AircraftFlew: _aircraft_flew,
    events.AircraftLeft: _aircraft_left,
    events.TargetChosen: _target_chosen,
    events.TargetLost: _target_lost,
    events.AirAttackAnnounced: _attack_announced,
    events.BombScatterRolled: _bomb_scatter_rolled,
    events.AirAttackCompleted: _attack_completed,
    events.AaChance: _aa_chance,
    events.AaPassed: _aa_passed,
    events.AaFireAnnounced: _aa_announced,
    events.AaFireWasted: _aa_wasted,
    events.AircraftCrashed: _aircraft_crashed,
    ShowingDeclined: _showing_declined,
    RevealedPlaced: _revealed_placed,
    TurnBegun: _turn_begun,
}
