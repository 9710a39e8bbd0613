"""What shots are worth to a computer player: exact for shots on the board, from the tables for those that may come.

A vehicle is worth more than its victory points as long as it fights: the scale is `FRESH` for an unharmed one,
`HARMED` for a damaged one and 0 for one eliminated, in shares of its value.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from core.hexes import Hex, distance, in_front_arc
from core.kept import KeptFor
from core.panzer.adjustment.suppression import unit_grade
from core.panzer.ap.basic import ShotTerms, shot_terms
from core.panzer.ap.basic_odds import shot_odds
from core.panzer.ap.hits import Condition
from core.panzer.ap.modifiers import condition_tally
from core.panzer.ap.odds import hit_chances
from core.panzer.ap.reach import basic_row, has_special, is_located
from core.panzer.ap.terms import plate_of
from core.panzer.armament import armament, attached
from core.panzer.direct_fire import shots
from core.panzer.firing import turret_fire
from core.panzer.firing.aim import in_field_of_fire
from core.panzer.firing.ammunition import basic_limit
from core.panzer.firing.platform_mounts import field_of_fire
from core.panzer.ground.water import afloat
from core.panzer.opponent.prospects_gp import GpArm, GpStand, gp_arms, gp_condition, gp_share, gp_stand
from core.panzer.pieces.advanced_tables import HitAngle
from core.panzer.pieces.cards import AircraftCard, BatteryCard, Inclination, LegStep, VehicleCard
from core.panzer.pieces.firing import Shot
from core.panzer.pieces.results import LOST, Result
from core.panzer.pieces.scenario import Scenario
from core.panzer.pieces.switches import Switch
from core.panzer.pieces.unit import Unit
from core.panzer.pieces.weapons import ApRow, FieldOfFire, MountedWeapon
from core.panzer.state import PanzerState
from core.replaced import replaced

FRESH = 1.3
HARMED = 0.7
# -- shots on the board --------------------------------------------------------------------------


@frozen
class Chance:
    """Chances of one shot: that it harms its target at all, and that it eliminates it."""

    harm: float
    kill: float


_CHANCES: KeptFor[Scenario, tuple[object, ...], Chance] = KeptFor(4096)


def chance_of(state: PanzerState, terms: ShotTerms) -> Chance:
    """The chances of a shot by its real resolution.

    They depend on the number to hit, what a hit does, whether the target is Damaged or afloat and the grade of its
    crew; where ammunition may run short, on the Net Modifier as well, and where penetration varies (or:7.12), on all of
    it.
    """
    known = _CHANCES.of(state.scenario)
    effect = terms.result(terms.thicker, state.tables.ap_damage_basic)
    shot = terms.shot
    limit = basic_limit(state, shot.shooter, shot.weapon)
    short = () if limit is None else (limit, terms.tally.total, terms.factor)
    by = terms.variation
    varies = () if by is None else (by, terms.penetration, terms.armor[terms.thicker])
    struck = state.units[shot.target].hurt, afloat(state, shot.target), unit_grade(state, shot.target)
    key = (terms.hit_number, effect, struck, short, varies)
    found = known.get(key)
    if found is None:
        odds = shot_odds(state, terms)
        kill = sum(odds.get(name, 0.0) for name in LOST)
        found = known[key] = Chance(kill + odds.get(Result.DAMAGE, 0.0), kill)
    return found


def chance_of_shot(state: PanzerState, shot: Shot, *, overwatch: bool) -> Chance:
    """The chances of a shot of any kind."""
    if not is_located(state) and not shot.gp:
        return chance_of(state, shot_terms(state, shot, overwatch=overwatch))
    found = shots.prospect(state, shot, overwatch=overwatch)
    return Chance(found.harm, found.kill)


@frozen
class Fate:
    """How likely a target is still unharmed, or damaged, after shots at it."""

    fresh: float
    harmed: float

    @property
    def worth(self) -> float:
        """Its expected worth, as a share of its value."""
        return FRESH * self.fresh + HARMED * self.harmed

    @property
    def alive(self) -> float:
        """The chance that it still fights."""
        return self.fresh + self.harmed

    def after(self, chance: Chance) -> Fate:
        """Its fate after one more shot. A second Damage eliminates (na:4.4.3.2.6a)."""
        fresh = self.fresh * (1 - chance.harm)
        return Fate(fresh, self.harmed * (1 - chance.harm) + self.fresh * (chance.harm - chance.kill))


def fate_of(target: Unit) -> Fate:
    """The fate of a target before any shot."""
    return Fate(0.0, 1.0) if target.hurt else Fate(1.0, 0.0)


# -- shots that may come -------------------------------------------------------------------------


@frozen
class _Barrel:
    """One weapon against one kind of target: by range, the column and the share lost on a Front and a Rear hit."""

    field: FieldOfFire
    by_range: tuple[tuple[int, float, float], ...]


_Key = tuple[str, LegStep | None, tuple[str, ...], str, bool, bool]
_BARRELS: KeptFor[Scenario, _Key, tuple[_Barrel, ...]] = KeptFor(4096)


def _weapons(state: PanzerState, unit: Unit) -> tuple[MountedWeapon, ...]:
    return armament(state, unit.id) if state.scenario.switches else state.card(unit.id).weapons


def _ap_row(state: PanzerState, mounted: MountedWeapon) -> ApRow | None:
    return basic_row(mounted.weapon) if has_special(state) else mounted.weapon.basic_ap


def _barrels(state: PanzerState, shooter: Unit, target: VehicleCard, harmed: bool) -> tuple[_Barrel, ...]:
    known = _BARRELS.of(state.scenario)
    member = state.scenario.by_id[shooter.id]
    key = (
        member.card.id,
        shooter.size,
        tuple(weapon.id for _, weapon in attached(state, shooter.id)),
        target.id,
        bool(target.armor.skirts),  # some are fielded without (or:7.10.1)
        harmed,
    )
    found = known.get(key)
    if found is None:
        found = known[key] = tuple(_lay(state, shooter, target, harmed))
    return found


def _lay(state: PanzerState, shooter: Unit, target: VehicleCard, harmed: bool) -> list[_Barrel]:
    barrels = []
    for mounted in _weapons(state, shooter):
        row = _ap_row(state, mounted)
        if row is None:
            continue
        shares = [_shares(state, row, penetration, target, harmed) for penetration in row.penetration]
        columns = [row.at(range_) for range_ in range(row.range[4] + 1)]
        by_range = tuple((factor.value, *shares[factor.value]) for factor in columns if factor is not None)
        barrels.append(_Barrel(field_of_fire(state, shooter.id, mounted), by_range))
    return barrels


def _shares(state: PanzerState, row: ApRow, penetration: int, target: VehicleCard, harmed: bool) -> tuple[float, float]:
    """The shares of its value that a hit on its Front and on its Rear takes from a target."""
    if is_located(state):
        front, rear = (_share(state, row, penetration, target, angle, harmed) for angle in _ENDS)
        return front, rear
    lost = {Result.NO_EFFECT: 0.0, Result.DAMAGE: HARMED if harmed else FRESH - HARMED}
    whole = HARMED if harmed else FRESH
    found = []
    for armor in (target.basic_front, target.basic_rear):
        x = penetration - armor
        result = Result(next(r for low, high, r in state.tables.ap_damage_basic if low <= x <= high))
        found.append(lost.get(result, whole))
    return found[0], found[1]


_ENDS = (HitAngle.FRONT, HitAngle.REAR)
#: What a Track hit, and a crew that has to check, take from a vehicle as it stands.
TRACKED, SHAKEN = 0.35, 0.2


def _share(
    state: PanzerState, row: ApRow, penetration: int, target: VehicleCard, angle: HitAngle, harmed: bool
) -> float:
    """The share that a hit of the Advanced Game takes, by its real resolution, level and unmasked."""
    plate = plate_of(state, target, angle, Inclination.LEVEL, None, penetration, row)
    whole = HARMED if harmed else FRESH
    lost = {
        Result.NO_DAMAGE: SHAKEN * whole,
        Result.TRACK_HIT: TRACKED * whole,
        Result.DAMAGE: FRESH - HARMED,
        Result.KNOCKED_OUT: whole,
        Result.BREW_UP: whole,
    }
    hits = hit_chances(plate, Condition(hurt=harmed))
    return sum(lost.get(hit.fatal or hit.result, 0.0) * share for hit, share in hits)


def gun_range(state: PanzerState, unit: Unit) -> int:
    """The longest range in hexes at which a unit fires directly; -1 without a weapon that does."""
    rows = (_ap_row(state, mounted) for mounted in _weapons(state, unit))
    longest = max((row.range[4] for row in rows if row is not None), default=-1)
    if state.has(Switch.GP_FIRE):
        longest = max((longest, *(arm.row.range[4] for arm in gp_arms(state, unit))))
    return longest


@frozen
class Aim:
    """A shot that may come: from a hex, with a facing, at a hex in which its target shows an armor or another.

    range: in hexes; modifier: on the AP Hit Table, beside size and the shooter's damage; gp: on the GP roll, beside
    target and shooter.
    """

    origin: Hex
    facing: int
    target: Hex
    range: int
    modifier: int
    gp: int = 0


#: What a weapon takes that does not reach: nothing on the Front, nothing on the Rear.
NOTHING: Final = (0.0, 0.0)
#: What a weapon promises whose Field-of-Fire would need a turn of its unit first.
_TURNS_FIRST = 0.5


@frozen(eq=False)
class Gunnery:
    """The weapons of a unit against a target as both are now, for whatever hexes they come to.

    net: what the target's size and the shooter's condition add on the AP Hit Table; barrels: its AP weapons, gp: those
    that fire GP; gp_net: what the shooter's condition adds to their rolls.
    """

    state: PanzerState
    shooter: Unit
    target: Unit
    net: int
    barrels: tuple[_Barrel, ...]
    gp: tuple[GpArm, ...]
    gp_net: int
    _shares: dict[tuple[int, int, int], tuple[float, ...]] = field(factory=dict, init=False)
    _passing: dict[tuple[int, int, GpStand | None], tuple[float, float]] = field(factory=dict, init=False)

    @cached_property
    def _all_round(self) -> bool:
        """Whether they bear on the target wherever it is."""
        fields = {*(barrel.field for barrel in self.barrels), *(arm.field for arm in self.gp)}
        return fields <= {FieldOfFire.ALL_ROUND}

    def passing(
        self, origin: Hex, facing: int, target: Hex, range_: int, modifier: int, stand: GpStand | None
    ) -> tuple[float, float]:
        """The `share` of a shot from one hex at another, which of turreted weapons range and Cover alone decide."""
        if not self._all_round or (self.gp and stand is None):
            return self.share(Aim(origin, facing, target, range_, modifier), stand)
        key = range_, modifier, stand
        found = self._passing.get(key)
        if found is None:
            found = self._passing[key] = self.share(Aim(origin, facing, target, range_, modifier), stand)
        return found

    def share(self, aim: Aim, stand: GpStand | None = None) -> tuple[float, float]:
        """Expected share of the target's value that a shot takes, on its Front and on its Rear.

        Weapons whose Field-of-Fire would need a turn of the unit first count for less. stand: how the target stands
        there against GP fire, None = to be found.
        """
        state, front, rear = self.state, 0.0, 0.0
        if self.barrels:
            row = state.tables.ap_hit[max(-10, min(5, self.net + aim.modifier))]
            for barrel in self.barrels:
                if aim.range < len(barrel.by_range):
                    column, on_front, on_rear = barrel.by_range[aim.range]
                    chance = (row[column] or 0) / 100
                    if not _bears(state, barrel.field, aim):
                        chance *= _TURNS_FIRST
                    front, rear = max(front, chance * on_front), max(rear, chance * on_rear)
        if self.gp:
            stand = stand or gp_stand(state, self.target, aim.target)
            whole = HARMED if self.target.hurt else FRESH
            for arm, lost in zip(self.gp, self._gp(aim, stand), strict=False):
                share = lost * whole
                if not _bears(state, arm.field, aim):
                    share *= _TURNS_FIRST
                front, rear = max(front, share), max(rear, share)
        return front, rear

    def _gp(self, aim: Aim, stand: GpStand) -> tuple[float, ...]:
        key = stand.defense, aim.range, self.gp_net + aim.gp + stand.net
        found = self._shares.get(key)
        if found is None:
            found = self._shares[key] = gp_share(self.state, self.shooter, self.target, *key)
        return found


def gunnery(state: PanzerState, shooter: Unit, target: Unit) -> Gunnery:
    """The weapons of a unit against a target."""
    card = state.card(target.id)
    net = 0
    barrels: tuple[_Barrel, ...] = ()
    if isinstance(card, VehicleCard):
        net = card.size + condition_tally(state, shooter).total
        barrels = _barrels(state, shooter, card, target.hurt)
    if not state.has(Switch.GP_FIRE) or isinstance(card, AircraftCard | BatteryCard):
        return Gunnery(state, shooter, target, net, barrels, (), 0)
    return Gunnery(state, shooter, target, net, barrels, gp_arms(state, shooter), gp_condition(state, shooter))


def share_lost(state: PanzerState, shooter: Unit, target: Unit, aim: Aim) -> tuple[float, float]:
    """What one shot takes, as `Gunnery.share` says of many."""
    return gunnery(state, shooter, target).share(aim)


def _bears(state: PanzerState, field: FieldOfFire, aim: Aim) -> bool:
    """Turrets bear all round: they can be turned before the next turn's fire (min:10.2.1)."""
    if field is FieldOfFire.ALL_ROUND:
        return True
    return in_field_of_fire(field, aim.origin, aim.facing, aim.target, state.edition.arc_degrees)


def overwatch_modifier(state: PanzerState, shooter: Unit, origin: Hex, facing: int, target: Hex) -> int:
    """The modifier of Overwatch Fire at a hex: less ahead than to the sides (na:4.4.3.2.2g, na:4.4.3.2.2h)."""
    if state.tables.overwatch:
        return turret_fire.overwatch_ap(state, *_laid(state, shooter, origin, facing), target)[1] or _BARRED
    ahead = in_front_arc(origin, facing, target)
    return state.tables.ap_hit_modifiers["overwatch-front" if ahead else "overwatch-adjust"]


def aim_at(origin: Hex, facing: int, target: Hex, modifier: int, gp: int = 0) -> Aim:
    """The aim from one hex at another."""
    return Aim(origin, facing, target, distance(origin, target), modifier, gp)


#: As good as no chance, where a gun may not fire on Overwatch.
_BARRED = -10


def _laid(state: PanzerState, shooter: Unit, origin: Hex, facing: int) -> tuple[Unit, FieldOfFire]:
    """A unit as it would stand, with the Field-of-Fire of its first weapon."""
    weapons = _weapons(state, shooter)
    field = weapons[0].field_of_fire if weapons else FieldOfFire.ALL_ROUND
    return replaced(shooter, hex=origin, facing=facing), field


def overwatch_gp(state: PanzerState, shooter: Unit, origin: Hex, facing: int, target: Hex) -> int:
    """The modifier of GP Overwatch Fire at a hex (na:6.5.4.3q, na:6.5.4.3r); 0 without GP fire."""
    if not state.has(Switch.GP_FIRE):
        return 0
    if state.tables.overwatch:
        return turret_fire.overwatch_gp(state, *_laid(state, shooter, origin, facing), target)[1] or 10 * _BARRED
    ahead = in_front_arc(origin, facing, target) or not isinstance(state.card(shooter.id), VehicleCard)
    return state.advanced.gp_modifiers["overwatch-front" if ahead else "overwatch-adjust"].direct or 0
