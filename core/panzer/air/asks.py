"""Questions about aircraft and anti-aircraft fire (na:6.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import evolve, field, frozen

from core.book.asks import HEX, UNIT, Answer, a_hex, permission, why_not, with_total
from core.event import UnitId
from core.hexes import DIRECTION_NAMES
from core.panzer.air import anti_aircraft, attacks, flying, runs, sight
from core.panzer.armament import armament
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import Altitude, Flight, Speed
from core.panzer.state import PanzerState


def _flight(state: PanzerState) -> Flight:
    if state.air.flight is None:
        raise ValueError("no aircraft is over the map")
    return state.air.flight


@frozen(kw_only=True)
class AirSpottingOf:
    """The AA/Aircraft Spotting Table (na:6.7.3.1.1, na:6.7.4.1.1)."""

    speed: str
    altitude: str

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """acquire, track: in hexes."""
        found = state.advanced.air_spotting[Speed(self.speed).value, Altitude(self.altitude).value]
        return {"acquire": found.acquire, "track": found.track}


@frozen(kw_only=True)
class AirShadow:
    """The Aircraft Line-of-Sight Table (na:6.7.3.1.3). height: of the obstacle above the ground unit."""

    altitude: str
    height: int

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """hexes: that it hides."""
        return {"hexes": sight.shadow(state.advanced, Altitude(self.altitude), self.height)}


@frozen(kw_only=True)
class AirSight:
    """Whether an aircraft above a hex has a ground unit in sight, and it the aircraft (na:6.7.3.1, na:6.7.4.1)."""

    from_: str = field(metadata=HEX)
    target: str = field(metadata=UNIT)
    altitude: str = "Low"
    facing: str = "N"
    observer: str = ""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """seen; refused: rule and reason; blocked: by what (hex, name, height, range, hides); tracks: whether the
        unit, if it is an anti-aircraft unit, keeps the aircraft in sight; concealed: where an FO must spot it."""
        origin, altitude = a_hex(state, self.from_), Altitude(self.altitude)
        target = state.unit(self.target)
        observer = UnitId(self.observer) if self.observer else None
        facing = DIRECTION_NAMES.index(self.facing)
        refusal = sight.unseen(state, origin, facing, altitude, target, observer)
        blocked = sight.blocked(state, origin, altitude, target)
        return {
            "seen": refusal is None,
            "refused": why_not(refusal),
            "blocked": None
            if blocked is None
            else {
                "hex": blocked.hex,
                "name": blocked.name,
                "height": blocked.height,
                "range": blocked.range,
                "hides": blocked.hides,
            },
            "tracks": flying.has_aa(state, target.id) and flying.keeps_in_sight(state, target, origin, altitude),
            "concealed": sight.concealed(state, target) or None,
        }


@frozen(kw_only=True)
class AircraftOf:
    """An aircraft, on its card and as it stands (na:5.4, na:6.7.1, na:6.7.2.1)."""

    unit: str = field(metadata=UNIT)

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """speeds, dive_bomber, loads, load, left: attacks left by weapon, gp_defense; turns_left, flew, edges: by which
        it may appear, refused: why it does not fly now; suppressed, damaged, hex, facing."""
        unit_id_ = UnitId(self.unit)
        card, unit, load = flying.card_of(state, unit_id_), state.units[unit_id_], flying.load_of(state, unit_id_)
        return {
            "speeds": [s.value for s in flying.speeds(state, unit_id_)],
            "dive_bomber": card.dive_bomber,
            "loads": [x.value for x in flying.loads(state, unit_id_)],
            "load": load.value if load is not None else None,
            "left": [attacks.uses_left(state, unit_id_, at) for at in range(len(armament(state, unit_id_)))],
            "attacks": [m.weapon.air.attack.value for m in armament(state, unit_id_) if m.weapon.air is not None],
            "gp_defense": card.gp_defense,
            "turns_left": flying.turns_left(state, unit_id_),
            "flew": flying.sortie(state, unit_id_).flew,
            "edges": [edge.value for edge in flying.entry_edges(state, unit_id_)],
            "refused": why_not(flying.flight_refusal(state, unit_id_)),
            "suppressed": unit.suppressed,
            "damaged": unit.damaged,
            "hex": unit.hex,
            "facing": unit.facing,
            "presence": unit.presence,
        }


@frozen(kw_only=True)
class MayAppear:
    """Whether an aircraft may appear in a hex (na:6.7.2.1, na:6.7.2.2)."""

    unit: str = field(metadata=UNIT)
    hex: str = field(metadata=HEX)
    facing: str
    speed: str = "Slow"
    altitude: str = "Low"

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; facings: those possible there; entered_by: edges."""
        unit, where = UnitId(self.unit), a_hex(state, self.hex)
        facing = DIRECTION_NAMES.index(self.facing)
        refusal = flying.flight_refusal(state, unit) or flying.placing_refusal(
            state, unit, where, facing, Speed(self.speed), Altitude(self.altitude)
        )
        return {
            **permission(refusal),
            "facings": [DIRECTION_NAMES[d] for d in flying.entry_facings(state, unit, where)],
            "entered_by": [edge.value for edge in flying.entered_by(state, unit, where, facing)],
        }


@frozen(kw_only=True)
class FlightNow:
    """The crossing in progress (na:6.7.2)."""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """over: whether an aircraft is over the map; unit, hex, facing, speed, altitude, flown, turned, attacks,
        target, observer, counted, needed, acquired; tracking: units that track it; following: hexes by unit; answering,
        plan."""
        flight = state.air.flight
        if flight is None:
            return {"over": False}
        unit = state.units[flight.unit]
        return {
            "over": True,
            "unit": flight.unit,
            "hex": unit.hex,
            "facing": unit.facing,
            "speed": flight.speed.value,
            "altitude": flight.altitude.value,
            "flown": flight.flown,
            "turned": flight.turned,
            "attacks": flight.attacks,
            "target": flight.target,
            "observer": flight.observer,
            "counted": flight.counted,
            "needed": flying.needed(state, flight),
            "acquired": flight.acquired,
            "tracking": [t.unit for t in flight.tracks if t.tracked],
            "following": {t.unit: t.hexes for t in flight.tracks},
            "answering": flight.answering,
            "plan": flight.plan,
        }


@frozen(kw_only=True)
class AirAttackNow:
    """The attack that the aircraft over the map would make on its target (na:6.7.3.2 to na:6.7.3.5).

    target: assume that one in its place, acquired.
    """

    weapon: int = 0
    dive: bool = False
    target: str = ""

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused; pattern, hexes, struck; gp, factor, small_arms, effectiveness; total, tally: of the
        aircraft; strikes: by unit: defense, n, s, net, total, tally; terrain: by hex and name: defense, net."""
        flight = _flight(state)
        if self.target:
            flight = evolve(flight, target=UnitId(self.target), counted=99, acquired=True)
        refusal = attacks.target_refusal(state, flight, self.weapon, dive=self.dive)
        strike = attacks.strike_for(state, flight, self.weapon, dive=self.dive)
        source = attacks.source_of(state, flight.unit, strike)
        tally = attacks.aircraft_tally(state, flight, strike, source)
        strikes = {
            unit: [
                {"defense": s.row, "n": s.cell[0], "s": s.cell[1], "net": s.tally.total, "tally": s.tally.reasons}
                for s in attacks.unit_strikes(state, source, tally, unit, strike.target)
            ]
            for unit in strike.struck
        }
        terrain = [
            {"hex": hex_, "of": s.terrain, "defense": s.row, "net": s.tally.total}
            for hex_ in strike.hexes
            for s in attacks.terrain_strikes(state, source, tally, hex_, strike.pattern)
        ]
        return {
            **permission(refusal),
            "pattern": strike.pattern.value,
            "hexes": strike.hexes,
            "struck": strike.struck,
            "gp": source.gp,
            "factor": source.factor.name,
            "small_arms": source.small_arms,
            "effectiveness": source.effectiveness,
            "strikes": strikes,
            "terrain": terrain,
            **with_total(tally),
        }


@frozen(kw_only=True)
class AirOdds:
    """The chances of that attack (na:6.7.3)."""

    weapon: int = 0
    dive: bool = False

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """odds: by unit, by result."""
        odds = attacks.attack_odds(state, _flight(state), self.weapon, dive=self.dive)
        return {
            "odds": {unit: {result.value: share for result, share in found.items()} for unit, found in odds.items()}
        }


@frozen(kw_only=True)
class MayFireAa:
    """Whether a unit may fire at the aircraft over the map now (na:6.7.4, na:6.7.4.1.2)."""

    unit: str = field(metadata=UNIT)
    weapon: int = 0

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """allowed; refused: rule and reason; needed: hexes of flight that it takes to track it."""
        flight, shooter = _flight(state), UnitId(self.unit)
        refusal = anti_aircraft.aa_refusal(state, flight, shooter, self.weapon)
        return {
            **permission(refusal),
            "needed": flying.hexes_to_track(state, state.units[shooter], flight),
        }


@frozen(kw_only=True)
class AaModifiers:
    """What decides a shot at the aircraft over the map before its dice (na:6.7.4.2)."""

    unit: str = field(metadata=UNIT)
    weapon: int = 0

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """range, factor, gp, defense, n, s, net, total, tally; odds: by result."""
        flight = _flight(state)
        shot = Shot(UnitId(self.unit), flight.unit, self.weapon, anti_aircraft.AA)
        terms = anti_aircraft.aa_terms(state, flight, shot)
        strike = terms.strike
        return {
            "range": terms.range,
            "factor": strike.source.factor.name,
            "gp": strike.source.gp,
            "defense": strike.row,
            "n": strike.cell[0],
            "s": strike.cell[1],
            "net": strike.tally.total,
            "odds": {r.value: share for r, share in anti_aircraft.aa_odds(state, flight, shot).items()},
            **with_total(strike.tally),
        }


@frozen(kw_only=True)
class RunsAt:
    """The straight runs of an aircraft at a target (na:6.7.2.1, na:6.7.3.1.1)."""

    unit: str = field(metadata=UNIT)
    target: str = field(metadata=UNIT)
    speed: str = "Slow"
    altitude: str = "Low"

    def answer(self, system: Any, state: PanzerState) -> Answer:
        """runs: hex, facing, weapon, dive, attack_from, acquired, flown, guns of each."""
        found = runs.runs_at(state, UnitId(self.unit), UnitId(self.target), Speed(self.speed), Altitude(self.altitude))
        return {
            "runs": [
                {
                    "hex": run.hex,
                    "facing": run.facing,
                    "weapon": run.weapon,
                    "dive": run.dive,
                    "attack_from": run.attack_from,
                    "acquired": run.acquired,
                    "flown": run.flown,
                    "guns": run.guns,
                }
                for run in found
            ]
        }


#: The questions of this chapter, by name.
ASKS: Final[Mapping[str, type[Any]]] = {
    "aa-modifiers": AaModifiers,
    "air-strike": AirAttackNow,
    "air-odds": AirOdds,
    "air-runs": RunsAt,
    "air-shadow": AirShadow,
    "air-sight": AirSight,
    "air-spotting": AirSpottingOf,
    "aircraft": AircraftOf,
    "flight": FlightNow,
    "may-appear": MayAppear,
    "may-fire-aa": MayFireAa,
}
