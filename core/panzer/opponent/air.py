"""What a computer player makes of its aircraft: loads, runs, targets, fire against them (na:6.7)."""

from __future__ import annotations

from typing import Final

from core.event import SideId, UnitId
from core.order import Order
from core.panzer.air import anti_aircraft, attacks, flying
from core.panzer.air.orders import AaFire, AcquireTarget, AirAttackOrder, ChooseLoad, Fly, HoldAaFire
from core.panzer.air.runs import Run, gain, runs_at, ways_to_attack, worth
from core.panzer.air.sight import concealed, observers
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import Altitude, Flight, Speed
from core.panzer.pieces.movement import StepKind
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import AirAttack
from core.panzer.state import PanzerState
from core.step_end import FinishStep

#: How many of the dearest targets a computer looks at; a run that promises less is not flown.
_TARGETS, WORTH_FLYING = 8, 1.0
#: What of the worth of an aircraft a gun that tracks it is taken to cost.
_RISK: Final = 0.05
#: Hexes ahead within which a gun waits for a better shot, and how much better that must be.
_WAIT, _BETTER = 8, 1.1


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
                    promised = run.gain - risked(state, run)
                    if best is None or promised > best[0]:
                        best = promised, run
    return best[1] if best is not None and best[0] >= WORTH_FLYING else None


def risked(state: PanzerState, run: Run) -> float:
    """What the guns that may come to track an aircraft on its run are taken to cost it."""
    return _RISK * worth(state, run.unit) * len(run.guns)


def _targets(state: PanzerState, side: SideId) -> list[UnitId]:
    enemies = (u for u in state.of(state.scenario.enemy(side)) if not u.bailed_out)
    dearest = sorted((u.id for u in enemies), key=lambda u: (-worth(state, u), u))
    return dearest[:_TARGETS]


def _useful(state: PanzerState, unit: UnitId, altitude: Altitude) -> bool:
    return any(ways_to_attack(state, Flight(unit, Speed.SLOW, altitude)))


def load_order(state: PanzerState, side: SideId) -> Order | None:
    """The load of the next aircraft whose player still has to pick it: bombs strike more hexes (na:6.7.1)."""
    unit = next(iter(flying.to_load(state, side)), None)
    return ChooseLoad(unit=unit, load=AirAttack.BOMB) if unit is not None else None


def air_order(state: PanzerState, side: SideId) -> Order:
    """What a computer does in an Air Phase: with its aircraft, or with its guns while one is over the map."""
    flight = state.air.flight
    if flight is None:
        run = best_run(state, side)
        return run.order if run is not None else FinishStep()
    if state.units[flight.unit].side != side:
        return _guns(state, flight)
    ready = _best_attack(state, flight)
    if ready is not None:
        return ready
    if flight.target is None and (target := _next_target(state, flight)) is not None:
        return AcquireTarget(target=target)
    unit = state.units[flight.unit]
    ahead = unit.hex.neighbour(unit.facing) if unit.hex is not None else None
    step = StepKind.FORWARD if ahead in state.board else StepKind.LEAVE_MAP
    return Fly(steps=(step.value,))


def _best_attack(state: PanzerState, flight: Flight) -> Order | None:
    possible = [(w, dive) for w, dive, refused in attacks.options(state, flight) if refused is None]
    promised = [(gain(state, flight, weapon, dive=dive), weapon, dive) for weapon, dive in possible]
    best = max(promised, default=None)
    return AirAttackOrder(weapon=best[1], dive=best[2]) if best is not None and best[0] > 0 else None


def _next_target(state: PanzerState, flight: Flight) -> UnitId | None:
    """The dearest enemy straight ahead that it can acquire before it is there and has a weapon for."""
    unit = state.units[flight.unit]
    if unit.hex is None or not any(ways_to_attack(state, flight)):
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
