"""Direct and Overwatch GP Fire: who may fire at whom, what decides it, and its resolution (na:6.5.4, na:6.5.3).

GP is all fire by explosive force or weight of fire. Direct GP Fire is against a single target, by all the rules of
Direct Fire (na:4.4.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod

from attrs import evolve, frozen

from core.alike import Alike
from core.choice import Refusal
from core.dice import Dice, branches
from core.event import Event, UnitId
from core.hexes import distance
from core.kept import KeptFor
from core.odds import chances
from core.panzer.armament import armament
from core.panzer.firing import dual_fire, malfunction, platform_mounts, turret_fire
from core.panzer.firing.aim import stuck, target_refusal, target_refused
from core.panzer.firing.ammunition import basic_limit, chance_within, check_gp
from core.panzer.firing.hit_angles import hit_angles
from core.panzer.firing.hull_down import cannot_depress, masking
from core.panzer.gp import strike as gp_strike
from core.panzer.gp.attack import FiredBy, resolve_strikes
from core.panzer.gp.bail_out import passengers
from core.panzer.gp.defense import obstacles_beside, target_type, vulnerable
from core.panzer.gp.modifiers import GpDirect, direct_tally, target_tally
from core.panzer.gp.pinning_fire import pinning, pinning_refusal
from core.panzer.gp.strike import strike_at, strike_terrain
from core.panzer.ground.buildings import on_roof
from core.panzer.ground.heights import standing_in
from core.panzer.ground.positions import victims
from core.panzer.pieces.cards import AircraftCard, LegCard, TowedCard, VehicleCard
from core.panzer.pieces.firing import GP, PINNING, Shot
from core.panzer.pieces.gp import GpSource, Strike
from core.panzer.pieces.results import Result
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Presence, Unit
from core.panzer.pieces.weapons import FieldOfFire, GpRow, MountedWeapon
from core.panzer.sight.turrets import is_open
from core.panzer.state import PanzerState

#: Crew-served weapons that cannot be fired from a vehicle (na:5.1.3.1, na:5.1.3.2).
NOT_MOUNTED = frozenset({"mortar", "heavy machine gun"})
#: After these nothing more can happen to a unit.
_GONE = frozenset({Result.ELIMINATED, Result.KNOCKED_OUT, Result.BREW_UP})
#: What a Suppression is worth beside damage, to those who weigh chances.
SUPPRESSION = 0.3


@frozen(eq=False, repr=False)
class GpTerms(Alike):
    """All that decides a GP shot before its dice.

    strikes: against the target, then its passengers, then the terrain that it occupies (na:6.5.4.2.3,
    na:6.5.4.4d); limit: of the ammunition, None = unlimited (na:5.16.2b).
    """

    shot: Shot
    overwatch: bool
    weapon: MountedWeapon
    range: int
    source: GpSource
    strikes: tuple[Strike, ...]
    limit: int | None

    @property
    def strike(self) -> Strike:
        """The strike against the target itself."""
        return self.strikes[0]


# -- who may fire at whom ------------------------------------------------------------------------


def gp_row(mounted: MountedWeapon) -> GpRow | None:
    """The row for Direct GP Fire; a flamethrower on foot has none, it only helps in close combat (na:5.1.3.5)."""
    return None if man_pack(mounted) else mounted.weapon.gp


def man_pack(mounted: MountedWeapon) -> bool:
    """Whether it is a flamethrower that a leg unit has with it, for close combat on foot alone (na:5.1.3.5)."""
    return mounted.mount == "attached" and mounted.weapon.kind.endswith("flamethrower")


def field_of_fire(state: PanzerState, unit: Unit, mounted: MountedWeapon, *, indirect: bool = False) -> FieldOfFire:
    """The Field-of-Fire of a weapon now: of a Suppressed leg unit the front (na:5.1).

    A Suppressed vehicle spots less (na:6.1.3.1), but keeps the Field-of-Fire of its weapons. On a platform it is all
    round, but for Indirect Fire (or:7.16).
    """
    if stuck(unit, mounted) or (unit.suppressed and isinstance(state.card(unit.id), LegCard)):
        return FieldOfFire.FRONT
    return mounted.field_of_fire if indirect else platform_mounts.field_of_fire(state, unit.id, mounted)


def weapon_refusal(state: PanzerState, shooter: Unit, target: Unit, index: int, *, overwatch: bool) -> Refusal | None:
    """Why a weapon cannot fire GP at a target from where both stand; None if it can (na:6.5.4, na:5.6)."""
    weapons = armament(state, shooter.id)
    if not 0 <= index < len(weapons):
        return Refusal(f"{state.name(shooter.id)} has weapons 0 to {len(weapons) - 1}, not {index}", "na:4.4.3.2.1b")
    if jammed := malfunction.refusal(state, shooter.id, index):
        return jammed
    mounted = weapons[index]
    if smoked := dual_fire.after_smoke(state, shooter.id, mounted):
        return smoked
    row, name = gp_row(mounted), mounted.weapon.name
    origin = standing_in(state, shooter)
    if man_pack(mounted):
        carried = shooter.presence is Presence.CARRIED
        how = "is not used while transported" if carried else "is used in close combat only"
        return Refusal(f"{name} {how}", "na:5.1.3.5")
    if row is None:
        return Refusal(f"{name} has no GP row", "na:6.5.4")
    if origin is None or target.hex is None:
        return Refusal("both must be on the map", "na:6.5.4")
    range_ = distance(origin, target.hex)
    if range_ < row.min_range:
        return Refusal(f"range {range_} is below the minimum range {row.min_range} of the {name}", "na:5.6")
    if row.at(range_) is None:
        return Refusal(f"range {range_} is beyond the {row.range[4]} hexes of the {name}", "na:6.5.4.1")
    field = field_of_fire(state, shooter, mounted)
    if not turret_fire.bears(state, shooter, field, target.hex, turning=overwatch, mounted=mounted):
        if turret_fire.in_the_turret(state, shooter, field):
            return turret_fire.refusal(state, shooter, turning=overwatch)
        if field is not mounted.field_of_fire:
            return Refusal("a Suppressed leg unit fires only into its Front Field-of-Fire", "na:5.1")
        rule = "na:4.4.3.1.4" if field is FieldOfFire.FRONT else "na:4.4.3.1.5"
        return Refusal(f"the target is outside the {field.value} Field-of-Fire", rule)
    return _position_refusal(state, shooter, target, mounted)


def _position_refusal(state: PanzerState, shooter: Unit, target: Unit, mounted: MountedWeapon) -> Refusal | None:
    """What keeps a weapon from firing where its unit is: in a vehicle, upstairs, Hull Down."""
    weapon = mounted.weapon
    attached = mounted.mount == "attached"
    mounted_too = state.edition.attached_fire_mounted
    barred = weapon.kind in NOT_MOUNTED or (mounted.hand_held and not mounted_too)
    if attached and shooter.presence is Presence.CARRIED and barred:
        return Refusal(f"{weapon.name} may not fire while it is transported", "na:5.1.3")
    if (upstairs := upstairs_refusal(state, shooter, mounted)) is not None:
        return upstairs
    if mounted.hand_held and not isinstance(state.card(target.id), LegCard | TowedCard):
        return Refusal(f"{weapon.name} fires GP at leg and towed units only", "na:5.1.3.4")
    depressed = cannot_depress(state, shooter, mounted, target.hex)
    if depressed.kind is not None:
        return Refusal(f"{weapon.name} cannot fire: {depressed.reason}", depressed.rule)
    return None


def upstairs_refusal(state: PanzerState, shooter: Unit, mounted: MountedWeapon) -> Refusal | None:
    """What keeps mortars and hand-held weapons from firing upstairs, but on a flat roof (na:6.1.4.3.1e,
    na:6.1.4.3.1f)."""
    barred = mounted.mount == "attached" and (mounted.weapon.kind == "mortar" or mounted.hand_held)
    if not barred or not shooter.floor or on_roof(state, shooter):
        return None
    return Refusal(f"{mounted.weapon.name} may not fire from an upper floor", "na:6.1.4.3.1e")


def refusal(state: PanzerState, shot: Shot, *, overwatch: bool) -> Refusal | None:
    """Why a GP shot is not allowed now; None if it is. Whose turn it is, is checked elsewhere."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    if not state.has(Switch.GP_FIRE):
        return Refusal("GP Fire is of the Advanced Game", "na:6.5.4")
    if isinstance(state.card(target.id), AircraftCard):
        return Refusal("aircraft are fired at by anti-aircraft fire", "na:6.7.4.1")
    return (
        target_refusal(state, shooter, target, overwatch=overwatch)
        or weapon_refusal(state, shooter, target, shot.weapon, overwatch=overwatch)
        or (pinning_refusal(state, shot) if shot.ammo == PINNING else None)
    )


def possible(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool) -> tuple[Shot, ...]:
    """The GP shots that a unit may fire at a target now, one for each weapon, those that pin at the end."""
    if not state.has(Switch.GP_FIRE):
        return ()
    aircraft = isinstance(state.card(target), AircraftCard)
    if aircraft or target_refused(state, shooter, target, overwatch=overwatch) is not None:
        return ()
    shots = reaching(state, shooter, target, overwatch=overwatch)
    return (*shots, *pinning(state, shots))


def reaching(state: PanzerState, shooter: UnitId, target: UnitId, *, overwatch: bool = False) -> tuple[Shot, ...]:
    """The GP shots with which a unit reaches a target from where both stand, whoever spots whom (na:4.2.1e)."""
    firing, fired_at = state.units[shooter], state.units[target]
    origin = standing_in(state, firing)
    if origin is None or fired_at.hex is None:
        return ()
    range_, found = distance(origin, fired_at.hex), list[Shot]()
    for index, mounted in enumerate(armament(state, shooter)):
        row = mounted.weapon.gp
        if row is None or row.at(range_) is None:  # the refusals of most, told from the range alone
            continue
        if weapon_refusal(state, firing, fired_at, index, overwatch=overwatch) is None:
            found.append(Shot(shooter, target, index, GP))
    return tuple(found)


def has_gp(state: PanzerState, unit: UnitId) -> bool:
    """Whether a unit has a weapon with a row for Direct GP Fire."""
    return state.has(Switch.GP_FIRE) and any(gp_row(mounted) is not None for mounted in armament(state, unit))


# -- what decides a shot -------------------------------------------------------------------------


def gp_source(row: GpRow, range_: int) -> GpSource:
    """GP Range Factor and GP Factor at a range in hexes (na:6.5.4.1). ValueError out of range."""
    factor = row.at(range_)
    if factor is None:
        raise ValueError(f"no GP Fire at range {range_}")
    return GpSource(row.factor[factor.value], factor, row.effectiveness, row.small_arms)


def gp_terms(state: PanzerState, shot: Shot, *, overwatch: bool, moving: bool | None = None) -> GpTerms:
    """Everything about a legal shot but its dice; moving: assume that of a vehicle instead of what is known."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    origin = standing_in(state, shooter)
    if origin is None or target.hex is None:
        raise ValueError("shooter and target must be on the map")
    mounted = armament(state, shot.shooter)[shot.weapon]
    row = gp_row(mounted)
    if row is None:
        raise ValueError(f"{mounted.weapon.name} has no GP row")
    range_ = distance(origin, target.hex)
    source = evolve(gp_source(row, range_), hand_held=mounted.hand_held)
    fire = GpDirect(shot.shooter, origin, mounted, source.factor, overwatch, dual=shot.dual)
    if shot.ammo == PINNING:
        source, fire = evolve(source, pins=True), evolve(fire, pinning=True)
    return GpTerms(
        shot=shot,
        overwatch=overwatch,
        weapon=mounted,
        range=range_,
        source=source,
        strikes=direct_strikes(state, fire, source, shot.target, moving=moving),
        limit=basic_limit(state, shot.shooter, shot.weapon),
    )


def direct_strikes(
    state: PanzerState, fire: GpDirect, source: GpSource, target: UnitId, *, moving: bool | None = None
) -> tuple[Strike, ...]:
    """The strikes of one direct fire: the unit, each of its passengers, the terrain (na:6.5.4.2.3, na:6.5.4.4c).

    In the miniatures edition also the Blocks and the Wire close to the unit (min:16.1.8). All with the same GP Factor,
    each with its own GP Defense Factor and Net Modifier.
    """
    unit = state.units[target]
    if unit.hex is None:
        raise ValueError(f"{target} is not on the map")
    struck: list[Strike] = []
    for one in (target, *passengers(state, target)):
        own = target_tally(state, one, indirect=False, moving=moving)
        tally = own + direct_tally(state, fire, one, unit.hex)
        masked = one == target and _masked(state, unit, state.units[fire.shooter])
        struck.append(strike_at(state, source, one, tally, masked=masked))
    if not source.small_arms or state.edition.terrain_falls_at_once:
        tally = direct_tally(state, fire, None, unit.hex)
        for terrain, defense in vulnerable(state, unit):
            struck.append(strike_terrain(state, source, unit.hex, terrain, defense, tally))
        for hex_, terrain, defense in obstacles_beside(state, unit):
            struck.append(strike_terrain(state, source, hex_, terrain, defense, tally))
    return tuple(struck)


def _masked(state: PanzerState, target: Unit, shooter: Unit) -> bool:
    """Whether a vehicle is Hull Down or Partial Hull Down to a shooter (na:6.5.4.4.2e)."""
    origin = standing_in(state, shooter)
    if not isinstance(state.card(target.id), VehicleCard) or origin is None or origin == target.hex:
        return False
    angles = hit_angles(target, origin, state.edition.hit_angle_sections)
    return any(masking(state, target, shooter, angle).kind is not None for angle in angles)


# -- resolution ----------------------------------------------------------------------------------


def resolve(state: PanzerState, shot: Shot, dice: Dice) -> Iterator[Event]:
    """The first announced shot: ammunition, then the rolls in order, then who bails out (na:6.5.4, na:5.16.2b)."""
    terms = gp_terms(state, shot, overwatch=state.fire.announced_overwatch)
    ammunition = check_gp(state, shot, dice)
    strikes = tuple(short(state, s) for s in terms.strikes) if ammunition.short else terms.strikes
    by = FiredBy(shot.shooter, shot.weapon, terms.range, overwatch=terms.overwatch, shot=True)
    yield from resolve_strikes(state, by, strikes, dice, ammunition.rolls)


def short(state: PanzerState, strike: Strike) -> Strike:
    """A strike by a unit whose ammunition has run short (na:6.5.4.3s)."""
    return strike.with_modifier("Ammo Limit", state.advanced.gp_modifiers["ammo-limit"].direct or 0, "na:6.5.4.3s")


# -- chances -------------------------------------------------------------------------------------


def gp_odds(state: PanzerState, terms: GpTerms) -> dict[Result, float]:
    """The chance of each result against the target of a shot, with what falls on it (na:6.5.4.4.3d to na:6.5.4.4.3f,
    min:16.7.4.2.16.1)."""
    falling = [strike for strike in terms.strikes if strike.target is None and _buries(state, terms, strike)]
    buried = Result.KNOCKED_OUT if isinstance(state.card(terms.shot.target), VehicleCard) else Result.ELIMINATED
    found: dict[Result, float] = {}
    for part, ran_short in _ammunition(state, terms):
        struck, *falls = (short(state, one) if ran_short else one for one in (terms.strike, *falling))
        stands = prod(1 - strike_odds(state, one).get(Result.ELIMINATED, 0.0) for one in falls)
        for result, share in strike_odds(state, struck).items():
            lost = result in _GONE
            found[result] = found.get(result, 0.0) + part * share * (1.0 if lost else stands)
            if not lost and stands < 1:
                found[buried] = found.get(buried, 0.0) + part * share * (1 - stands)
    return {result: found[result] for result in Result if result in found}


def _buries(state: PanzerState, terms: GpTerms, strike: Strike) -> bool:
    """Whether the target is lost with terrain that its fire may destroy."""
    return terms.shot.target in victims(state, strike.hex, strike.terrain)


def _ammunition(state: PanzerState, terms: GpTerms) -> list[tuple[float, bool]]:
    if terms.limit is None:
        return [(1.0, False)]
    found = {False: 0.0, True: 0.0}
    for share, checked in branches(lambda dice: check_gp(state, terms.shot, dice)):
        found[bool(checked.short)] += share
    return [(share, ran_short) for ran_short, share in found.items() if share]


_KNOWN: KeptFor[Scenario, tuple[object, ...], dict[Result, float]] = KeptFor(1 << 14)


def strike_odds(state: PanzerState, strike: Strike) -> Mapping[Result, float]:
    """The chance of each result of one roll; a second Damage counts as the KO that it is.

    The real resolution is run once for all strikes that the same things decide.
    """
    known = _KNOWN.of(state.scenario)
    key = (
        strike.source,
        strike.tally.total,
        strike.cell,
        strike.row,
        strike.terrain,
        strike.masked,
        *(_condition(state, strike.target) if strike.target is not None else ()),
    )
    found = known.get(key)
    if found is None:
        found = known[key] = chances(lambda dice: gp_strike.resolve(state, strike, dice).result)
    return found


def limited_odds(state: PanzerState, strike: Strike, limit: int | None) -> Mapping[Result, float]:
    """The chance of each result of one roll by a weapon whose ammunition may run short first (na:5.16.2b)."""
    supplied = chance_within(state, limit)
    if supplied == 1:
        return strike_odds(state, strike)
    found: dict[Result, float] = {}
    for share, struck in ((supplied, strike), (1 - supplied, short(state, strike))):
        for result, chance in strike_odds(state, struck).items():
            found[result] = found.get(result, 0.0) + share * chance
    return {result: found[result] for result in Result if found.get(result)}


def _condition(state: PanzerState, target: UnitId) -> tuple[object, ...]:
    """What of a target the result of a roll depends on (na:6.5.4.4.2); of vehicles, what the options ask (or:7.8.3,
    or:7.11, or:7.21), and whether walls save their tracks (min:16.7.4.2.5.2)."""
    unit, card = state.units[target], state.card(target)
    of_vehicles: tuple[object, ...] = ()
    if isinstance(card, VehicleCard):
        of_vehicles = card.gp_defense, card.burns_easily, is_open(state, unit), gp_strike.walled_in(state, unit)
    return card.kind, target_type(card), card.armed, unit.hurt, unit.size, *of_vehicles
