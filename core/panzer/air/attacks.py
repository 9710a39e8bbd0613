"""Attacks from the air: strafing, rockets, bombs and dives, their patterns, modifiers and chances (na:6.7.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, UnitId
from core.hexes import Hex, distance, in_hexes
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.air.flying import card_of, load_of, loads, needed, sortie, straight_ahead
from core.panzer.air.patterns import AirAim, pattern_hexes
from core.panzer.armament import armament
from core.panzer.firing.hindrances import hindrances_above
from core.panzer.gp import mine_clearing
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.gp.bail_out import passengers
from core.panzer.gp.fire import gp_source, strike_odds
from core.panzer.gp.modifiers import amounts, target_tally
from core.panzer.gp.strike import strike_at, strike_terrain
from core.panzer.ground import positions
from core.panzer.ground.positions import ground_defense
from core.panzer.pieces.cards import Limited
from core.panzer.pieces.flights import AirStrike, Altitude, Flight, Pattern, Speed
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.results import Result
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import AirAttack, AirRow, RangeFactor
from core.panzer.sight.spotting import seen_as
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

_RULES: Final = {
    Pattern.STRAFE: "na:6.7.3.2",
    Pattern.ROCKETS: "na:6.7.3.4",
    Pattern.BOMBS: "na:6.7.3.3",
    Pattern.DIVE: "na:6.7.2.3.2",
}
_MINIATURE_RULES: Final = {Pattern.STRAFE: "min:15.3.2", Pattern.BOMBS: "min:15.3.3.1"}


def air_row(state: PanzerState, unit: UnitId, weapon: int) -> AirRow | None:
    """The row of an aircraft weapon; None if there is none of that number."""
    weapons = armament(state, unit)
    return weapons[weapon].weapon.air if 0 <= weapon < len(weapons) else None


def pattern_of(attack: AirAttack, *, dive: bool) -> Pattern:
    """What an attack with a weapon strikes."""
    if attack is AirAttack.BOMB:
        return Pattern.DIVE if dive else Pattern.BOMBS
    return Pattern.STRAFE if attack is AirAttack.STRAFE else Pattern.ROCKETS


def rule_of(pattern: Pattern) -> str:
    """The rule on a way of attacking."""
    return _RULES[pattern]


# -- ammunition (na:5.16.2.6) --------------------------------------------------------------------------


def uses_left(state: PanzerState, unit: UnitId, weapon: int) -> int | None:
    """Attacks that a weapon has left: the limit of the card is an exact count for each; None = unlimited."""
    limits = card_of(state, unit).ammo_limits
    limit = limits.get(Limited.APCR, limits.get(Limited.BASIC))
    if limit is None or not state.has(Switch.AMMO_LIMITS):
        return None
    return max(0, limit - sortie(state, unit).uses(weapon))


# -- what it may attack with now -----------------------------------------------------------------------


def weapon_refusal(
    state: PanzerState, unit: UnitId, weapon: int, altitude: Altitude, *, dive: bool = False
) -> Refusal | None:
    """Why an aircraft may not attack with a weapon at an Altitude, whatever its target; None if it may."""
    name, row = state.name(unit), air_row(state, unit, weapon)
    if row is None:
        count = len(armament(state, unit))
        return Refusal(f"{name} has weapons 0 to {count - 1}, not {weapon}", "na:6.7.3")
    pattern = pattern_of(row.attack, dive=dive)
    called = armament(state, unit)[weapon].weapon.name
    if row.attack in loads(state, unit) and load_of(state, unit) is not row.attack:
        return Refusal(f"{name} does not carry {called}", "na:6.7.1")
    if uses_left(state, unit, weapon) == 0:
        return Refusal(f"{name} has used up {called}", "na:5.16.2.6")
    if dive and row.attack is not AirAttack.BOMB:
        return Refusal("only bombs are dropped in a dive", "na:6.7.3.3")
    if pattern is Pattern.DIVE:
        if not card_of(state, unit).dive_bomber:
            return Refusal(f"{name} is no dive bomber", "na:6.7.2.3.2")
        if altitude is not Altitude.HIGH:
            return Refusal("a dive begins at High Altitude", "na:6.7.2.3.2")
    elif pattern is Pattern.BOMBS and altitude is Altitude.LOW:
        return Refusal("bombs are dropped from Medium or High Altitude, or in a dive", "na:6.7.3.3")
    elif pattern in (Pattern.STRAFE, Pattern.ROCKETS) and altitude is not Altitude.LOW:
        return Refusal(f"{pattern.value} needs Low Altitude", rule_of(pattern))
    return None


def target_refusal(state: PanzerState, flight: Flight, weapon: int, *, dive: bool = False) -> Refusal | None:
    """Why the aircraft may not attack its target with a weapon from where it is; None if it may (na:6.7.3).

    It must have acquired it (na:6.7.3.1), and have it straight ahead: in the next hex, for rockets 2 to 10 hexes off.
    In the miniatures edition strafing and bombs hold it in their pattern, rockets reach 20 inches of the front, and a
    dive strikes it wherever it is, without a flight path inbound (min:15.3.2, min:15.3.3.1, min:15.3.4.2, min:GC-D.3).
    """
    refused = weapon_refusal(state, flight.unit, weapon, flight.altitude, dive=dive)
    if refused is not None:
        return refused
    unit, row = state.units[flight.unit], air_row(state, flight.unit, weapon)
    target = state.units[flight.target] if flight.target is not None else None
    if row is None or unit.hex is None or target is None or target.hex is None:
        return Refusal("it has acquired no target", "na:6.7.3.1")
    if not flight.acquired:
        count = "out of sight" if flight.counted is None else f"{flight.counted} of {in_hexes(needed(state, flight))}"
        return Refusal(f"{state.name(target.id)} is not acquired yet: {count}", "na:6.7.3.1.1")
    pattern, range_ = pattern_of(row.attack, dive=dive), distance(unit.hex, target.hex)
    if pattern is Pattern.ROCKETS:
        least, most = state.edition.rocket_range
        if state.edition.rockets_straight and target.hex not in straight_ahead(state, unit.hex, unit.facing):
            return Refusal(f"{state.name(target.id)} is not straight ahead", "na:6.7.3.4")
        if not least <= range_ <= most or _rockets(state, unit.id, weapon, range_) is None:
            return Refusal(f"rockets have a range of {least} to {most} hexes, not {range_}", "na:6.7.3.4")
    elif pattern is Pattern.DIVE and state.edition.dives_on_target:
        return None
    elif pattern is Pattern.DIVE or not state.edition.sheafs_of_aircraft:
        if target.hex != unit.hex.neighbour(unit.facing):
            return Refusal(f"{state.name(target.id)} is not in the hex straight ahead", rule_of(pattern))
    elif target.hex not in pattern_hexes(state, aim_of(flight, pattern, unit, unit.hex, target.hex)):
        return Refusal(f"{state.name(target.id)} is not in the pattern straight ahead", _MINIATURE_RULES[pattern])
    return None


def options(state: PanzerState, flight: Flight) -> Iterator[tuple[int, bool, Refusal | None]]:
    """Every way of attacking that the aircraft has: weapon, whether in a dive, and why it is not possible now."""
    for weapon, mounted in enumerate(armament(state, flight.unit)):
        if mounted.weapon.air is None:
            continue
        yield weapon, False, target_refusal(state, flight, weapon)
        if mounted.weapon.air.attack is AirAttack.BOMB and card_of(state, flight.unit).dive_bomber:
            yield weapon, True, target_refusal(state, flight, weapon, dive=True)


# -- what it strikes (na:6.7.3.2 to na:6.7.3.4) --------------------------------------------------------


def aim_of(flight: Flight, pattern: Pattern, unit: Unit, origin: Hex, target: Hex) -> AirAim:
    """An attack of the aircraft with a pattern, from a hex at another."""
    return AirAim(pattern, flight.speed, flight.altitude, origin, unit.facing, target)


def strike_for(state: PanzerState, flight: Flight, weapon: int, *, dive: bool = False) -> AirStrike:
    """The attack of the aircraft on its target with a weapon, as it is announced. ValueError if it has none."""
    unit, row = state.units[flight.unit], air_row(state, flight.unit, weapon)
    target = state.units[flight.target] if flight.target is not None else None
    if row is None or unit.hex is None or target is None or target.hex is None:
        raise ValueError(f"{flight.unit} has nothing to attack")
    pattern = pattern_of(row.attack, dive=dive)
    hexes = pattern_hexes(state, aim_of(flight, pattern, unit, unit.hex, target.hex))
    struck = struck_in(state, hexes, target.id)
    return AirStrike(weapon, pattern, target.id, distance(unit.hex, target.hex), hexes, struck)


def struck_in(state: PanzerState, hexes: Iterable[Hex], target: UnitId) -> tuple[UnitId, ...]:
    """The ground units in some hexes, friend or foe, the target first if it is among them (na:6.7.3.2)."""
    inside = [u.id for h in hexes for u in state.in_hex(h) if not u.bailed_out]
    return tuple(sorted(inside, key=lambda unit: unit != target))


def source_of(state: PanzerState, unit: UnitId, strike: AirStrike) -> GpSource:
    """GP Factor and the like of an attack; rockets by their range.

    Strafing counts as Pointblank (na:6.7.3.2). So it does in the miniatures edition, where it strikes within six
    inches, for which the cards have one GP Factor (min:15.3.2).
    """
    row = air_row(state, unit, strike.weapon)
    if strike.pattern is Pattern.ROCKETS:
        rockets = _rockets(state, unit, strike.weapon, strike.range)
        if rockets is None:
            raise ValueError(f"no rockets at range {strike.range}")
        return rockets
    if row is None:
        raise ValueError(f"{unit} has no weapon {strike.weapon}")
    return GpSource(row.factor, RangeFactor.P, row.effectiveness, row.small_arms)


def _rockets(state: PanzerState, unit: UnitId, weapon: int, range_: int) -> GpSource | None:
    """GP Range Factor and GP Factor of rockets at a range, as of a gun on the ground (na:6.7.3.4)."""
    row = armament(state, unit)[weapon].weapon.gp
    return gp_source(row, range_) if row is not None and row.at(range_) is not None else None


@frozen(eq=False, repr=False)
class Attacking(Alike):
    """An aircraft as its own modifiers see it. altitude: at which its attack ends, Low after a dive."""

    state: PanzerState
    unit: Unit
    flight: Flight
    strike: AirStrike
    source: GpSource
    altitude: Altitude


_CONDITION: Final[tuple[Modifier[Unit], ...]] = (
    Modifier("shooter-damaged", "aircraft Damaged", "na:6.5.4.3g", lambda unit: unit.damaged),
    Modifier("shooter-suppressed", "aircraft Suppressed", "na:6.5.4.3i", lambda unit: unit.suppressed),
)


def _condition(at: Attacking) -> Iterable[Reason]:
    return summed(_CONDITION, at.unit, amounts(at.state.advanced), at.state.scenario.switches).reasons


def _at_altitude(altitude: Altitude) -> Callable[[Attacking], bool]:
    return lambda at: at.altitude is altitude


def _grade(at: Attacking) -> Iterable[Reason]:
    """But for bombs; strafing at Extreme range, in the miniatures edition at its own (na:6.7.3.5a, min:16.7.2.24)."""
    if at.strike.pattern in (Pattern.STRAFE, Pattern.ROCKETS):
        as_extreme = at.state.edition.strafes_as_extreme
        column = RangeFactor.E if as_extreme and at.strike.pattern is Pattern.STRAFE else at.source.factor
        grade, rule = unit_grade(at.state, at.unit.id), "na:6.7.3.5a" if as_extreme else "min:16.7.2.24"
        yield Reason(f"{grade.value} Unit Grade", at.state.advanced.gp_grade[grade][column], rule)


#: The modifiers of an aircraft that attacks, in the order in which they are told.
AIRCRAFT: Final[tuple[Line[Attacking], ...]] = (
    Varying(_condition),
    Modifier("attack-low", "attack from Low Altitude", "na:6.7.3.5b", _at_altitude(Altitude.LOW)),
    Modifier("attack-medium", "attack from Medium Altitude", "na:6.7.3.5c", _at_altitude(Altitude.MEDIUM)),
    Modifier("attack-fast", "attack at Fast Speed", "na:6.7.3.5d", lambda at: at.flight.speed is Speed.FAST),
    Varying(_grade),
)

#: The rules of these lines in the miniatures edition, which has them attack by attack.
_OF_ATTACKS: Final[Mapping[Pattern, Mapping[str, str]]] = {
    Pattern.STRAFE: {"attack-low": "min:15.3.2.1", "attack-fast": "min:15.3.2.2"},
    Pattern.DIVE: {"attack-low": "min:15.3.3.2.1"},
    Pattern.BOMBS: {"attack-medium": "min:15.3.3.2.2", "attack-fast": "min:15.3.3.2.3"},
    Pattern.ROCKETS: {"attack-low": "min:15.3.4.2.1", "attack-fast": "min:15.3.4.2.2"},
}


def aircraft_tally(state: PanzerState, flight: Flight, strike: AirStrike, source: GpSource) -> Tally:
    """The modifiers that the aircraft has, whatever it strikes (na:6.7.3.5); a dive ends at Low Altitude."""
    altitude = Altitude.LOW if strike.pattern is Pattern.DIVE else flight.altitude
    attacking = Attacking(state, state.units[flight.unit], flight, strike, source, altitude)
    rules = _OF_ATTACKS.get(strike.pattern, {}) if state.edition.sheafs_of_aircraft else {}
    return summed(AIRCRAFT, attacking, state.advanced.air_modifiers, state.scenario.switches, rules)


def tally_from_above(state: PanzerState, target: UnitId, *, aimed: bool) -> Tally:
    """The modifiers that a unit has as a target of fire from the air: its movement as against Direct Fire, Cover only
    overhead (na:6.5.4.3c); what lies between it and the aircraft counts for nothing (na:6.7.3.5).

    aimed: it is the unit that the aircraft attacks, or aboard it: for that alone its movement and what hangs over it
    count in the miniatures edition (min:16.7.2.1, min:16.7.2.9 to min:16.7.2.11).
    """
    apart = state.edition.counts_at_target_point
    own = target_tally(state, target, indirect=False, overhead=True, voluntary=apart and not aimed)
    at = state.units[seen_as(state, target)].hex
    return own + hindrances_above(state, at, ()) if apart and aimed and at is not None else own


def unit_strikes(
    state: PanzerState, source: GpSource, tally: Tally, unit: UnitId, aimed_at: UnitId | None = None
) -> tuple[Strike, ...]:
    """The strikes at a unit and each of its passengers (na:6.5.4.2.3); aimed_at: whom the aircraft attacks."""
    return tuple(
        strike_at(state, source, one, tally_from_above(state, one, aimed=unit == aimed_at) + tally)
        for one in (unit, *passengers(state, unit))
    )


def terrain_strikes(
    state: PanzerState, source: GpSource, tally: Tally, hex_: Hex, pattern: Pattern | None
) -> tuple[Strike, ...]:
    """The strikes at each Terrain Type in a hex that can be destroyed, known mines by bombs and rockets too, and by a
    crash (or:7.31.3.2), in the miniatures edition by that alone (min:20.6.3, min:20.6.3.1); Small Arms destroy none
    (na:6.5.4.2.5), but in the miniatures edition (min:16.7.4.2.16). pattern: None of a crash."""
    if source.small_arms and not state.edition.terrain_falls_at_once:
        return ()
    terrain = state.cell(hex_).terrain
    found = [(terrain, ground_defense(state, terrain))] if state.has(Switch.BUILDINGS) else []
    mines = pattern is None or (state.edition.optional.bombs_clear_mines and pattern is not Pattern.STRAFE)
    found += [(work.kind.value, positions.defense(state, work)) for work in positions.struck(state, hex_, mines=mines)]
    return tuple(
        strike_terrain(state, source, hex_, name, defense, tally) for name, defense in found if defense is not None
    )


# -- resolution ----------------------------------------------------------------------------------------


def resolve(state: PanzerState, flight: Flight, strike: AirStrike, dice: Dice) -> Iterator[Event]:
    """Each ground unit in the pattern, friend or foe, then each Terrain Type, by itself (na:6.7.3.2)."""
    source = source_of(state, flight.unit, strike)
    tally = aircraft_tally(state, flight, strike, source)
    by = FiredBy(flight.unit, strike.weapon, strike.range)
    yield from strike_all(
        state, by, source, tally, strike.struck, strike.hexes, dice, strike.target, pattern=strike.pattern
    )


def strike_all(
    state: PanzerState,
    by: FiredBy,
    source: GpSource,
    tally: Tally,
    units: tuple[UnitId, ...],
    hexes: tuple[Hex, ...],
    dice: Dice,
    aimed_at: UnitId | None = None,
    *,
    pattern: Pattern | None = None,
) -> Iterator[Event]:
    """Attack units and then the terrain of hexes individually, each as it stands when its roll is made. pattern: None
    of a crash."""
    for unit in units:
        if _standing(state.units[unit]):
            yield from resolve_strikes(state, by, unit_strikes(state, source, tally, unit, aimed_at), dice)
    known = mine_clearing.known_in(state, hexes)
    for hex_ in hexes:
        for strike in terrain_strikes(state, source, tally, hex_, pattern):
            yield from mine_clearing.strike_terrain(state, by, strike, hexes, dice)
    if pattern is None:
        yield from mine_clearing.strike_hidden(state, by, source, tally, hexes, dice, known=known)


def _standing(unit: Unit) -> bool:
    return unit.on_map and not unit.bailed_out


# -- chances -------------------------------------------------------------------------------------------


def attack_odds(
    state: PanzerState, flight: Flight, weapon: int, *, dive: bool = False
) -> Mapping[UnitId, Mapping[Result, float]]:
    """The chance of each result against every unit in the pattern, by the real resolution."""
    strike = strike_for(state, flight, weapon, dive=dive)
    source = source_of(state, flight.unit, strike)
    tally = aircraft_tally(state, flight, strike, source)
    return {
        unit: strike_odds(state, unit_strikes(state, source, tally, unit, strike.target)[0]) for unit in strike.struck
    }
