"""Runs at a target: straight ways over the map that acquire and attack it, what they promise, what a computer flies.

Every run is flown on a copy of the state by the rules themselves; its worth comes from the odds of the real resolution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from core.event import SideId, UnitId
from core.hexes import Hex, opposite
from core.order import Order
from core.panzer import air_attacks, anti_aircraft, flying
from core.panzer.air_sight import concealed, observers
from core.panzer.flights import Altitude, Flight, Speed
from core.panzer.gp_results import GpResult
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
from core.panzer.state import PanzerState, Shot
from core.panzer.unit import Unit
from core.panzer.weapons import AirAttack

#: What a result takes of the worth of a unit.
_SHARES: Final[Mapping[GpResult, float]] = {
    GpResult.SUPPRESSED: 0.15,
    GpResult.TRACK: 0.4,
    GpResult.TURRET: 0.5,
    GpResult.HULL: 0.5,
    GpResult.REDUCED: 0.5,
    GpResult.KNOCKED_OUT: 1.0,
    GpResult.BREW_UP: 1.0,
    GpResult.ELIMINATED: 1.0,
}
#: What a unit is worth whose scenario gives it no points.
_LEAST: Final = 5
#: How many of the dearest targets a computer looks at; a run that promises less is not flown.
_TARGETS, WORTH_FLYING = 8, 1.0
#: What of the worth of an aircraft a gun that tracks it is taken to cost.
_RISK: Final = 0.05
#: Hexes ahead within which a gun waits for a better shot, and how much better that must be.
_WAIT, _BETTER = 8, 1.1


@frozen
class Run:
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
    for unit, odds in air_attacks.attack_odds(state, flight, weapon, dive=dive).items():
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
    left, acquired = set(_ways_to_attack(scratch, flight)), 0
    while left:
        flight = _looking(scratch, flight, target)
        if flight.acquired and not acquired:
            acquired = flight.flown
        for weapon, dive in sorted(left):
            if air_attacks.target_refusal(scratch, flight, weapon, dive=dive) is None:
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
        step = flying.flight_step(scratch, flight, here, facing, "F")
        flight = flying.moved_on(scratch, flight, step)
        guns |= {t.unit for t in flight.tracks if t.tracked}
        scratch.change(unit, hex=step.hex)


def _ways_to_attack(state: PanzerState, flight: Flight) -> Iterator[tuple[int, bool]]:
    for weapon, dive, _ in air_attacks.options(state, flight):
        if air_attacks.weapon_refusal(state, flight.unit, weapon, flight.altitude, dive=dive) is None:
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


def best_run(state: PanzerState, side: SideId) -> Run | None:
    """The run that promises most of all aircraft of a side that may fly now, for the guns that may come to track it;
    None if none is worth it."""
    best: tuple[float, Run] | None = None
    for unit in flying.able_to_fly(state):
        if state.units[unit].side != side:
            continue
        for target in _targets(state, side):
            for altitude in Altitude:
                if not _useful(state, unit, altitude):
                    continue
                for run in runs_at(state, unit, target, Speed.SLOW, altitude):
                    promised = run.gain - _RISK * worth(state, unit) * len(run.guns)
                    if best is None or promised > best[0]:
                        best = promised, run
    return best[1] if best is not None and best[0] >= WORTH_FLYING else None


def _targets(state: PanzerState, side: SideId) -> list[UnitId]:
    enemies = (u for u in state.of(state.scenario.enemy(side)) if not u.bailed_out)
    dearest = sorted((u.id for u in enemies), key=lambda u: (-worth(state, u), u))
    return dearest[:_TARGETS]


def _useful(state: PanzerState, unit: UnitId, altitude: Altitude) -> bool:
    return any(_ways_to_attack(state, Flight(unit, Speed.SLOW, altitude)))


# -- what a computer does ------------------------------------------------------------------------------


def load_order(state: PanzerState, side: SideId) -> Order | None:
    """The load of the next aircraft whose player still has to pick it: bombs strike more hexes (na:6.7.1)."""
    unit = next(iter(flying.to_load(state, side)), None)
    return ChooseLoad(unit=unit, load=AirAttack.BOMB) if unit is not None else None


def air_order(state: PanzerState, side: SideId) -> Order:
    """What a computer does in an Air Phase: with its aircraft, or with its guns while one is over the map."""
    flight = state.flight
    if flight is None:
        run = best_run(state, side)
        return run.order if run is not None else FinishAir()
    if state.units[flight.unit].side != side:
        return _guns(state, flight)
    ready = _best_attack(state, flight)
    if ready is not None:
        return ready
    if flight.target is None and (target := _next_target(state, flight)) is not None:
        return AcquireTarget(target=target)
    unit = state.units[flight.unit]
    ahead = unit.hex.neighbour(unit.facing) if unit.hex is not None else None
    return Fly(steps=("F",) if ahead in state.board else ("X",))


def _best_attack(state: PanzerState, flight: Flight) -> Order | None:
    possible = [(w, dive) for w, dive, refused in air_attacks.options(state, flight) if refused is None]
    promised = [(gain(state, flight, weapon, dive=dive), weapon, dive) for weapon, dive in possible]
    best = max(promised, default=None)
    return AirAttackOrder(weapon=best[1], dive=best[2]) if best is not None and best[0] > 0 else None


def _next_target(state: PanzerState, flight: Flight) -> UnitId | None:
    """The dearest enemy straight ahead that it can acquire before it is there and has a weapon for."""
    unit = state.units[flight.unit]
    if unit.hex is None or not any(_ways_to_attack(state, flight)):
        return None
    best: tuple[float, UnitId] | None = None
    full = flying.needed(state, flight)
    for range_, hex_ in enumerate(flying.straight_ahead(state, unit.hex, unit.facing), 1):
        for other in state.in_hex(hex_):
            if other.side == unit.side or other.bailed_out or _unspotted(state, flight, other):
                continue
            count, acquired = flying.first_count(state, flight, other.id)
            if acquired or count + range_ - 1 >= full:
                value = worth(state, other.id)
                if best is None or value > best[0]:
                    best = value, other.id
    return best[1] if best is not None else None


def _unspotted(state: PanzerState, flight: Flight, target: Unit) -> bool:
    side = state.units[flight.unit].side
    observer = next(iter(observers(state, side, target.id)), None) if concealed(state, target) else None
    return flying.sight_refusal(state, flight, target.id, observer) is not None


def _guns(state: PanzerState, flight: Flight) -> Order:
    """Fire with every gun that will have no better shot soon."""
    shots: dict[UnitId, tuple[float, Shot]] = {}
    for shot in anti_aircraft.aa_shots(state, flight):
        now = anti_aircraft.chance(state, flight, shot)
        if shot.shooter not in shots or now > shots[shot.shooter][0]:
            shots[shot.shooter] = now, shot
    later = _chances_ahead(state, flight, [shot for _, shot in shots.values()])
    ready = [u for u, (now, _) in shots.items() if now > 0 and now * _BETTER >= later.get(u, 0.0)]
    together = dict.fromkeys((*ready, *anti_aircraft.must_fire(state, flight, ready)))
    firing = tuple(shots[u][1] for u in together)
    return AaFire(shots=firing) if firing else HoldAaFire()


def _chances_ahead(state: PanzerState, flight: Flight, shots: list[Shot]) -> dict[UnitId, float]:
    """The best chance of each shot while the aircraft flies on straight ahead; none once it attacks."""
    unit, best = state.units[flight.unit], dict[UnitId, float]()
    if unit.hex is None or flight.strike is not None or flight.acquired:
        return best
    scratch = state.copy()
    for _, hex_ in zip(range(_WAIT), flying.straight_ahead(state, unit.hex, unit.facing), strict=False):
        scratch.change(unit.id, hex=hex_)
        for shot in shots:
            if anti_aircraft.aa_refusal(scratch, flight, shot.shooter, shot.weapon) is None:
                chance = anti_aircraft.chance(scratch, flight, shot)
                best[shot.shooter] = max(best.get(shot.shooter, 0.0), chance)
    return best


def awaits_aircraft(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit with an AA row should keep OVERWATCH for aircraft that may still come in this turn."""
    if not flying.has_aa(state, unit):
        return False
    enemy = state.scenario.enemy(state.units[unit].side)
    return any(flying.flight_refusal(state, a.id) is None for a in flying.aircraft(state, enemy))
