"""Anti-aircraft fire: who may fire at the aircraft over the map, its resolution, and the crash (na:6.7.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice
from core.event import Event, SideId, UnitId
from core.hexes import Hex, distance, in_hexes
from core.panzer.air.attacks import strike_all
from core.panzer.air.events import AircraftCrashed
from core.panzer.air.flying import aircraft, hexes_to_track, keeps_in_sight, watchers
from core.panzer.air.patterns import crash_hexes
from core.panzer.armament import armament
from core.panzer.firing import malfunction, turret_fire
from core.panzer.firing.aim import gun_facing, in_field_of_fire
from core.panzer.firing.ammunition import basic_limit, check_gp
from core.panzer.firing.hindrances import gp_hindrances
from core.panzer.firing.shared_fire import sharing_overwatch
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.gp.fire import field_of_fire, limited_odds, short
from core.panzer.gp.modifiers import condition_tally, grade_line
from core.panzer.gp.strike import strike_at
from core.panzer.hidden_units.revealing import at_aircraft, may_at_aircraft
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.flights import Altitude, Flight, Speed
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.results import Result
from core.panzer.pieces.turrets import Mount
from core.panzer.pieces.unit import Command, CommandFace, Presence, Unit
from core.panzer.pieces.weapons import AaRow, FieldOfFire, MountedWeapon, RangeFactor
from core.panzer.sight.turrets import sees_ahead_only
from core.panzer.state import PanzerState
from core.tally import Line, Modifier, Reason, Tally, Varying, summed

#: The ammunition of a shot at an aircraft.
AA: Final = "AA"
#: GP Factor of a crash; up to half of it, rounded down, on a d10 a vehicle brews up (na:6.7.4.2.1d).
CRASH: Final = GpSource(15, RangeFactor.P, 15 // 2, small_arms=False, sure=True)


@frozen(eq=False, repr=False)
class AaTerms(Alike):
    """All that decides a shot at an aircraft before its dice; range in hexes, whatever the Altitude."""

    shot: Shot
    range: int
    row: AaRow
    strike: Strike


# -- who may fire (na:6.7.4, na:6.7.4.1) ---------------------------------------------------------------


def aa_row(state: PanzerState, unit: UnitId, weapon: int) -> AaRow | None:
    """The AA row of a weapon; None without one: then it may not fire at aircraft (na:6.7.4)."""
    weapons = armament(state, unit)
    return weapons[weapon].weapon.aa if 0 <= weapon < len(weapons) else None


def aa_refusal(state: PanzerState, flight: Flight, shooter_id: UnitId, weapon: int) -> Refusal | None:
    """Why a unit may not fire at the aircraft with a weapon now; None if it may.

    With OVERWATCH, once in a turn, however many aircraft it tracks (na:6.7.4.1.1).
    """
    shooter, target, name = state.units[shooter_id], state.units[flight.unit], state.name(shooter_id)
    row = aa_row(state, shooter_id, weapon)
    if row is None:
        return Refusal(f"{name} has no AA row for that weapon", "na:6.7.4")
    if shooter.side == target.side:
        return Refusal(f"{name} is of the same side", "na:6.7.4")
    if not shooter.on_map or shooter.bailed_out or shooter.hex is None or target.hex is None:
        return Refusal("both must be on the map", "na:6.7.4")
    if shooter.command is not Command.OVERWATCH or shooter.command_face is CommandFace.REVEALED or shooter.fired:
        return Refusal(f"{name} has no unrevealed OVERWATCH", "na:6.7.4")
    return _aiming_refusal(state, flight, shooter, target.hex, weapon, row)


def _aiming_refusal(
    state: PanzerState, flight: Flight, shooter: Unit, there: Hex, weapon: int, row: AaRow
) -> Refusal | None:
    """Why it could not be fired at with OVERWATCH."""
    untracked = _tracking_refusal(state, flight, shooter, there)
    return untracked or _reach_refusal(state, flight, shooter, there, weapon, row)


def _tracking_refusal(state: PanzerState, flight: Flight, shooter: Unit, there: Hex) -> Refusal | None:
    """Tracked in any direction, under an unblocked line of sight, from nowhere inside (na:6.7.4.1)."""
    name, track = state.name(shooter.id), flight.track(shooter.id)
    if track is None or not keeps_in_sight(state, shooter, there, flight.altitude):
        return Refusal(f"{name} does not see it", "na:6.7.4.1")
    if not track.tracked:
        count = f"{track.hexes} of {in_hexes(hexes_to_track(state, shooter, flight))}"
        return Refusal(f"{name} does not track it yet: {count}", "na:6.7.4.1.1")
    return None


def _reach_refusal(
    state: PanzerState, flight: Flight, shooter: Unit, there: Hex, weapon: int, row: AaRow
) -> Refusal | None:
    """Altitude, range and Field-of-Fire: towed units fire ahead, vehicles all round (na:6.7.4.1.2), with weapons that
    have not failed (or:7.25), and of vehicles with hatches with these open (or:7.8.3); nobody
    below his minimum range, at what is right above him (na:5.6).

    No card says which vehicles fire with an open turret alone: all do that can button up, since whoever fires at
    aircraft looks up. In the miniatures edition all fire all round (min:15.4.1).
    """
    name, mounted = state.name(shooter.id), armament(state, shooter.id)[weapon]
    if sees_ahead_only(state, shooter):
        return Refusal(f"{name} is Buttoned Up and fires at aircraft with an open turret alone", "na:6.7.4.1.2")
    if jammed := malfunction.refusal(state, shooter.id, weapon):
        return jammed
    if flight.altitude is Altitude.HIGH and not row.high:
        return Refusal(f"{name}: N/A vs. High Altitude", "na:6.7.4.1.2")
    if shooter.hex is not None and distance(shooter.hex, there) < row.min_range:
        return Refusal(f"it is nearer than the minimum range {row.min_range} of the {mounted.weapon.name}", "na:5.6")
    if shooter.hex is None or row.at(distance(shooter.hex, there)) is None:
        return Refusal(f"it is out of the {row.range[4]} hexes of the {mounted.weapon.name}", "na:6.7.4.2")
    if not _in_field(state, shooter, mounted, there):
        field = field_of_fire(state, shooter, mounted)
        if field is not mounted.field_of_fire:
            return Refusal("a Suppressed leg unit fires only into its Front Field-of-Fire", "na:5.1")
        where = "Front" if field is FieldOfFire.FRONT else "Rear"
        return Refusal(f"it is outside the {where} Field-of-Fire of {name}", "na:6.7.4.1.2")
    return None


def _in_field(state: PanzerState, unit: Unit, mounted: MountedWeapon, hex_: Hex) -> bool:
    """Whether an aircraft above a hex is in the Field-of-Fire of a gun (na:6.7.4.1.2), wherever it is by min:15.4.1."""
    if state.edition.aa_all_round:
        return True
    field, facing = field_of_fire(state, unit, mounted), gun_facing(state, unit, mounted)
    return unit.hex is not None and in_field_of_fire(field, unit.hex, facing, hex_, state.edition.arc_degrees)


def aa_shots(state: PanzerState, flight: Flight) -> tuple[Shot, ...]:
    """All shots that could be announced at the aircraft now."""
    enemy = state.scenario.enemy(state.units[flight.unit].side)
    return tuple(
        Shot(unit.id, flight.unit, weapon, AA)
        for unit in watchers(state, enemy)
        for weapon in range(len(armament(state, unit.id)))
        if aa_refusal(state, flight, unit.id, weapon) is None
    )


def covers(state: PanzerState, gun: Unit, hex_: Hex, altitude: Altitude) -> bool:
    """Whether a gun could fire at an aircraft above a hex, if it tracked one there with OVERWATCH (na:6.7.4.1.2)."""
    if gun.hex is None or not keeps_in_sight(state, gun, hex_, altitude):
        return False
    if sees_ahead_only(state, gun):
        return False
    return any(
        (row := mounted.weapon.aa) is not None
        and malfunction.refusal(state, gun.id, at) is None
        and (row.high or altitude is not Altitude.HIGH)
        and row.at(distance(gun.hex, hex_)) is not None
        and _in_field(state, gun, mounted, hex_)
        for at, mounted in enumerate(armament(state, gun.id))
    )


def must_fire(state: PanzerState, flight: Flight, shooters: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Who else fires at the aircraft: units that share an OVERWATCH fire at the same time (na:6.2.1.1.4c)."""
    able = {shot.shooter for shot in aa_shots(state, flight)}
    return tuple(u for u in sharing_overwatch(state, set(shooters)) if u in able)


def lost_with(state: PanzerState, flight: Flight, shooters: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Units that share the shooters' OVERWATCH and cannot fire at the aircraft: it is lost to them (na:6.2.1.1.4c)."""
    firing = set(shooters)
    able = {shot.shooter for shot in aa_shots(state, flight)}
    return tuple(u for u in sharing_overwatch(state, firing) if u not in able and u not in firing)


def wants_to_fire(state: PanzerState, flight: Flight, side: SideId) -> bool:
    """Whether the side with the guns can fire now and, by its standing instructions, wants to be asked."""
    if flight.held and flight.strike is None:
        return False
    wishes = state.commands.standing(side)
    if wishes.overwatch_from > 100:
        return False
    shots = [shot for shot in aa_shots(state, flight) if shot.shooter not in wishes.silent]
    if not shots or wishes.overwatch_from <= 0:
        return bool(shots)
    return any(100 * chance(state, flight, shot) >= wishes.overwatch_from for shot in shots)


def may_want_to_fire(state: PanzerState, flight: Flight, side: SideId) -> bool:
    """As `wants_to_fire`; between halves, whether the side could want to for all that everybody knows: every gun counts
    whose command nobody has seen, one's own too (`core.play.replica`)."""
    if state.half_of is None:
        return wants_to_fire(state, flight, side) or at_aircraft(state, side)
    if side not in state.commands.done or side in state.fire.waived or (flight.held and flight.strike is None):
        return False
    return may_at_aircraft(state, side) or any(_could_fire(state, flight, gun) for gun in watchers(state, side))


def _could_fire(state: PanzerState, flight: Flight, gun: Unit) -> bool:
    there = state.units[flight.unit].hex
    if there is None or gun.command_face is not CommandFace.DOWN or gun.fired or gun.bailed_out:
        return False
    rows = ((at, aa_row(state, gun.id, at)) for at in range(len(armament(state, gun.id))))
    return any(row is not None and _aiming_refusal(state, flight, gun, there, at, row) is None for at, row in rows)


# -- what decides a shot (na:6.7.4.2) ------------------------------------------------------------------


def aa_terms(state: PanzerState, flight: Flight, shot: Shot) -> AaTerms:
    """Everything about a legal shot at the aircraft but its dice."""
    shooter, target = state.units[shot.shooter], state.units[flight.unit]
    row = aa_row(state, shot.shooter, shot.weapon)
    if row is None or shooter.hex is None or target.hex is None:
        raise ValueError(f"{shot.shooter} cannot fire at aircraft")
    range_ = distance(shooter.hex, target.hex)
    factor = row.at(range_)
    if factor is None:
        raise ValueError(f"no AA fire at range {range_}")
    small = armament(state, shot.shooter)[shot.weapon].weapon.small_arms
    source = GpSource(row.factor[factor.value], factor, 0, small)
    field = armament(state, shot.shooter)[shot.weapon].field_of_fire
    tally = aa_tally(state, AaAimed(state, flight, shooter, row, factor, field))
    return AaTerms(shot, range_, row, strike_at(state, source, flight.unit, tally))


@frozen(eq=False, repr=False)
class AaAimed(Alike):
    """A shot at the aircraft as its modifiers see it."""

    state: PanzerState
    flight: Flight
    shooter: Unit
    row: AaRow
    factor: RangeFactor
    field: FieldOfFire


def _overwatch(at: AaAimed) -> Iterable[Reason]:
    """Overwatch, by the quadrant around who fires in which the aircraft is, in the miniatures edition (min:15.4.2.1).

    Leg units, and guns without a turret that fire all round, have it ahead of them wherever it is; turrets as their
    traverse has it (min:16.7.2.14). What could not fire there on Overwatch at the ground fires at aircraft, all round
    as that goes (min:15.4.1).
    """
    state, shooter, there = at.state, at.shooter, at.state.units[at.flight.unit].hex
    if not state.edition.aa_all_round or there is None:
        return
    mount = turret_fire.mount(state, shooter, at.field)
    side = 0 if mount in (Mount.LEG, Mount.PIVOT) else turret_fire.side_of(state, shooter, there)
    name, label = _OVERWATCH[side]
    by_traverse = state.tables.overwatch[mount].gp[side]
    amount = state.advanced.gp_modifiers[name].direct if by_traverse is None else by_traverse
    yield Reason(label, amount or 0, "min:15.4.2.1")


def _shrouded(at: AaAimed) -> Iterable[Reason]:
    """What lies about who fires, in the miniatures edition (min:15.4.2.1, min:16.7.2.10, min:16.7.2.11)."""
    here = at.shooter.hex
    return gp_hindrances(at.state, here, here).reasons if at.state.edition.aa_all_round and here is not None else ()


#: The lines of the GP Fire Modifiers Table for Overwatch, to the front, a side and the rear.
_OVERWATCH: Final = (
    ("overwatch-front", "Overwatch"),
    ("overwatch-adjust", "Overwatch to the side"),
    ("overwatch-rear", "Overwatch to the rear"),
)
#: The modifiers of anti-aircraft fire, in the order in which they are told: those of GP fire that the unit has, none
#: for Overwatch, smoke and the like (na:6.7.4.2) but in the miniatures edition.
AA_FIRE: Final[tuple[Line[AaAimed], ...]] = (
    Varying(lambda at: condition_tally(at.state, at.shooter).reasons),
    Varying(lambda at: _overwatch(at)),
    Varying(_shrouded),
    Varying(lambda at: (Reason("Data Card", at.row.modifier, "na:6.7.4.2a"),)),
    Modifier("aa-fast", "Fast Speed", "na:6.7.4.2b", lambda at: at.flight.speed is Speed.FAST),
    Modifier("aa-high", "High Altitude", "na:6.7.4.2b", lambda at: at.flight.altitude is Altitude.HIGH),
    Modifier("aa-low", "Low Altitude", "na:6.7.4.2c", lambda at: at.flight.altitude is Altitude.LOW),
    Varying(lambda at: (grade_line(at.state, at.shooter.id, at.factor),)),
)


def aa_tally(state: PanzerState, aimed: AaAimed) -> Tally:
    """The modifiers of a shot at the aircraft (na:6.7.4.2, min:15.4.2.1.2)."""
    return summed(AA_FIRE, aimed, state.advanced.air_modifiers, state.scenario.switches)


# -- resolution ----------------------------------------------------------------------------------------


def wasted(state: PanzerState, flight: Flight, shooter: UnitId) -> str:
    """Why announced fire comes to nothing when its turn comes; "" if it does not."""
    unit = state.units[shooter]
    if state.units[flight.unit].presence is Presence.ELIMINATED:
        return "the aircraft is down"
    if not unit.on_map or unit.bailed_out:
        return f"{state.name(shooter)} is out of action"
    return ""


def resolve(state: PanzerState, flight: Flight, shot: Shot, dice: Dice) -> Iterator[Event]:
    """One shot by the GP Fire procedure, then, if it shot the aircraft down, the crash (na:6.7.4.2, na:6.7.4.2.1)."""
    terms = aa_terms(state, flight, shot)
    ammunition = check_gp(state, shot, dice)
    strike = short(state, terms.strike) if ammunition.short else terms.strike
    by = FiredBy(shot.shooter, shot.weapon, terms.range, overwatch=True)
    there = state.units[flight.unit].hex
    yield from resolve_strikes(state, by, (strike,), dice, ammunition.rolls)
    if state.edition.aa_all_round:  # min:15.4.2
        yield from turret_fire.followed(state, state.units[shot.shooter], there)
    if state.units[flight.unit].presence is Presence.ELIMINATED:
        yield from crash(state, flight, dice)


def crash(state: PanzerState, flight: Flight, dice: Dice) -> Iterator[Event]:
    """It flies on ahead, at Low Altitude half as far, and all that is in the hex in which it crashes is attacked.

    Only the modifiers of what is struck count. Off the map it strikes nothing. (na:6.7.4.2.1d). In the miniatures
    edition both dice tell how far, and it strikes all of SHEAF A across its way, friend or foe (min:15.4.2.2.2.2).
    A minefield that is known is struck like any terrain (or:7.31.3.2).
    """
    unit = state.units[flight.unit]
    if unit.hex is None:
        return
    roll = dice.roll(state.edition.crash_die, "hexes flown before the crash", "na:6.7.4.2.1d")
    far = roll.result // 2 if flight.altitude is Altitude.LOW else roll.result
    where = unit.hex
    for _ in range(far):
        where = where.neighbour(unit.facing)
    on_map = where in state.board
    area = crash_hexes(state, where, unit.facing)
    yield AircraftCrashed(unit=unit.id, flew=far, hex=where if on_map else None, rolls=(roll,))
    if on_map:
        struck = tuple(u.id for hex_ in area for u in state.in_hex(hex_) if not u.bailed_out)
        yield from strike_all(state, FiredBy(None, 0, 0), CRASH, Tally(), struck, area, dice)


# -- chances -------------------------------------------------------------------------------------------


def aa_odds(state: PanzerState, flight: Flight, shot: Shot) -> Mapping[Result, float]:
    """The chance of each result of a shot at the aircraft, by the real resolution, ammunition included (na:5.16.2b)."""
    limit = basic_limit(state, shot.shooter, shot.weapon)
    return limited_odds(state, aa_terms(state, flight, shot).strike, limit)


def chance(state: PanzerState, flight: Flight, shot: Shot) -> float:
    """The chance that a shot has any effect."""
    return 1 - aa_odds(state, flight, shot).get(Result.NO_EFFECT, 0.0)


def guns(state: PanzerState) -> tuple[Unit, ...]:
    """The units that may fire at the aircraft of the other side, whatever their commands; none without aircraft."""
    flyers = {u.side for u in aircraft(state)}
    return tuple(u for side in flyers for u in watchers(state, state.scenario.enemy(side)))
