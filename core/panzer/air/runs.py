"""Runs at a target: straight ways over the map that acquire and attack it, what they promise (na:6.7).

Every run is flown on a copy of the state by the rules themselves; its worth comes from the odds of the real resolution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from core.alike import Alike
from core.event import UnitId
from core.hexes import Hex, opposite
from core.panzer.air import attacks, flying
from core.panzer.air.orders import BeginFlight
from core.panzer.air.sight import concealed, observers
from core.panzer.pieces.flights import Altitude, Flight, Speed
from core.panzer.pieces.movement import StepKind
from core.panzer.pieces.results import Result
from core.panzer.state import PanzerState

#: What a result takes of the worth of a unit.
_SHARES: Final[Mapping[Result, float]] = {
    Result.SUPPRESSED: 0.15,
    Result.TRACK: 0.4,
    Result.TURRET: 0.5,
    Result.HULL: 0.5,
    Result.DAMAGED: 0.5,
    Result.REDUCED: 0.5,
    Result.KNOCKED_OUT: 1.0,
    Result.BREW_UP: 1.0,
    Result.ELIMINATED: 1.0,
}
#: What a unit is worth whose scenario gives it no points.
_LEAST: Final = 5


@frozen(eq=False, repr=False)
class Run(Alike):
    """A straight run at a target: where it enters, with what it attacks from which hex, and what it promises.

    acquired: hexes flown until the target is acquired; flown: until the attack; gain: points expected, those of its
    own side taken off; guns: enemy units that may come to track it on the way.
    """

    unit: UnitId
    target: UnitId
    speed: Speed
    altitude: Altitude
    hex: Hex
    facing: int
    weapon: int
    dive: bool
    attack_from: Hex
    acquired: int
    flown: int
    gain: float
    guns: tuple[UnitId, ...]

    @property
    def order(self) -> BeginFlight:
        """The order with which it begins."""
        return BeginFlight(unit=self.unit, hex=self.hex, facing=self.facing, speed=self.speed, altitude=self.altitude)


# -- what an attack is worth ---------------------------------------------------------------------------


def worth(state: PanzerState, unit: UnitId) -> float:
    """The points of a unit."""
    return max(_LEAST, state.scenario.by_id[unit].value)


def gain(state: PanzerState, flight: Flight, weapon: int, *, dive: bool) -> float:
    """Points that an attack promises now; what it does to its own side is taken off."""
    side, total = state.units[flight.unit].side, 0.0
    for unit, odds in attacks.attack_odds(state, flight, weapon, dive=dive).items():
        lost = worth(state, unit) * sum(_SHARES.get(result, 0.0) * share for result, share in odds.items())
        total += lost if state.units[unit].side != side else -lost
    return total


# -- runs ----------------------------------------------------------------------------------------------


def runs_at(state: PanzerState, unit: UnitId, target: UnitId, speed: Speed, altitude: Altitude) -> tuple[Run, ...]:
    """The straight runs of an aircraft at a target from the edges on which it may appear, the best first."""
    found = [
        run
        for hex_, facing in ways_to(state, unit, target)
        for run in _flown(state, unit, target, speed, altitude, hex_, facing)
    ]
    return tuple(sorted(found, key=lambda run: (-run.gain, run.flown, run.hex)))


def ways_to(state: PanzerState, unit: UnitId, target: UnitId) -> Iterator[tuple[Hex, int]]:
    """Entry hexes and facings from which a target is straight ahead, whether it can be acquired that way or not."""
    there, allowed = state.units[target].hex, frozenset(flying.entry_hexes(state, unit))
    if there is None:
        return
    for facing in range(6):
        hex_, back = there, opposite(facing)
        while hex_.neighbour(back) in state.board:
            hex_ = hex_.neighbour(back)
        if hex_ != there and hex_ in allowed and flying.entered_by(state, unit, hex_, facing):
            yield hex_, facing


def _flown(
    state: PanzerState, unit: UnitId, target: UnitId, speed: Speed, altitude: Altitude, hex_: Hex, facing: int
) -> Iterator[Run]:
    """The run from an entry hex with each weapon that can be used on it, at the first hex where it can."""
    scratch = state.copy()
    scratch.change(unit, hex=hex_, facing=facing)
    flight = Flight(unit, speed, altitude, flying.entered_by(state, unit, hex_, facing))
    flight = evolve(flight, tracks=flying.tracks(scratch, flight, hex_, flew=False, appears=True))
    guns = {t.unit for t in flight.tracks if t.tracked}
    left, acquired = set(ways_to_attack(scratch, flight)), 0
    while left:
        flight = _looking(scratch, flight, target)
        if flight.acquired and not acquired:
            acquired = flight.flown
        for weapon, dive in sorted(left):
            if attacks.target_refusal(scratch, flight, weapon, dive=dive) is None:
                left.discard((weapon, dive))
                promised = gain(scratch, flight, weapon, dive=dive)
                where = scratch.units[unit].hex or hex_
                yield Run(
                    unit, target, speed, altitude, hex_, facing, weapon, dive, where, acquired, flight.flown,
                    promised, tuple(sorted(guns)),
                )  # fmt: skip
        here = scratch.units[unit].hex
        if here is None or here.neighbour(facing) not in scratch.board or here == scratch.units[target].hex:
            return
        step = flying.flight_step(scratch, flight, here, facing, StepKind.FORWARD.value)
        flight = flying.moved_on(scratch, flight, step)
        guns |= {t.unit for t in flight.tracks if t.tracked}
        scratch.change(unit, hex=step.hex)


def ways_to_attack(state: PanzerState, flight: Flight) -> Iterator[tuple[int, bool]]:
    for weapon, dive, _ in attacks.options(state, flight):
        if attacks.weapon_refusal(state, flight.unit, weapon, flight.altitude, dive=dive) is None:
            yield weapon, dive


def _looking(state: PanzerState, flight: Flight, target: UnitId) -> Flight:
    """The flight with its target chosen as soon as it is in sight."""
    if flight.target is not None and flight.counted is not None:
        return flight
    observer = None
    if concealed(state, state.units[target]):
        observer = next(iter(observers(state, state.units[flight.unit].side, target)), None)
    if flying.sight_refusal(state, flight, target, observer) is not None:
        return evolve(flight, target=None, observer=None, counted=None, acquired=False)
    count, acquired = flying.first_count(state, flight, target)
    return evolve(flight, target=target, observer=observer, counted=count, acquired=acquired)
